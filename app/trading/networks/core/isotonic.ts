/**
 * The rising curve that fits outcomes best: neighbors that fall are pooled until none does.
 *
 * Source: R. E. Barlow et al. 1972 (pool adjacent violators); B. Zadrozny and C. Elkan 2002 (for
 * probabilities).
 */

/** Rows a block has at least, and into how many blocks of them a sample is cut at most. */
const BLOCK_ROWS_MIN = 50;
const BLOCKS_MAX = 50;

/** Neighboring scores with one chance. */
interface Block {
  /** Mean score of its rows. */
  readonly score: number;
  /** Mean outcome of its rows. */
  readonly outcome: number;
  readonly rows: number;
}

const poolBlocks = (a: Block, b: Block): Block => {
  const rows = a.rows + b.rows;
  return {
    score: (a.score * a.rows + b.score * b.rows) / rows,
    outcome: (a.outcome * a.rows + b.outcome * b.rows) / rows,
    rows,
  };
};

/**
 * Pools blocks, given in the order of their scores, until outcomes rise. Blocks that rise already
 * stay as they are.
 */
export function poolFalling(blocks: readonly Block[]): readonly Block[] {
  const rising: Block[] = [];
  for (const block of blocks) {
    let last = block;
    for (
      let before = rising.at(-1);
      before !== undefined && before.outcome >= last.outcome;
      before = rising.at(-1)
    ) {
      rising.pop();
      last = poolBlocks(before, last);
    }
    rising.push(last);
  }
  return rising;
}

/**
 * Rows in the order of their scores, cut into equal blocks of 50 rows or more, at most 50 of them;
 * equal scores stay together.
 */
export function buildBlocks(scores: Float64Array, outcomes: Float64Array): readonly Block[] {
  const order = Uint32Array.from(scores.keys()).sort(
    (a, b) => (scores[a] ?? 0) - (scores[b] ?? 0) || a - b,
  );
  const size = Math.max(BLOCK_ROWS_MIN, Math.ceil(order.length / BLOCKS_MAX));
  const blocks: Block[] = [];
  let [score, outcome, rows] = [0, 0, 0];
  for (const [at, row] of order.entries()) {
    score += scores[row] ?? 0;
    outcome += outcomes[row] ?? 0;
    rows += 1;
    const isTied = at + 1 < order.length && scores[order[at + 1] ?? 0] === scores[row];
    if (rows < size || isTied || (order.length - at - 1 < size && at + 1 < order.length)) continue;
    blocks.push({ score: score / rows, outcome: outcome / rows, rows });
    [score, outcome, rows] = [0, 0, 0];
  }
  if (rows > 0) blocks.push({ score: score / rows, outcome: outcome / rows, rows });
  return blocks;
}
