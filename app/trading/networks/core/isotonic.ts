/**
 * Isotonic regression by pooling adjacent violators.
 *
 * Source: R. E. Barlow et al. 1972 (pool adjacent violators); B. Zadrozny and C. Elkan 2002 (for
 * probabilities).
 */

/** Minimum rows per block and maximum number of blocks. */
const BLOCK_ROWS_MIN = 50;
const BLOCKS_MAX = 50;

/** Adjacent scores with a common outcome rate. */
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

/** Pools blocks, sorted by score, until outcomes are increasing. */
export function poolDecreasing(blocks: readonly Block[]): readonly Block[] {
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
 * Sorts rows by score and cuts them into equal blocks of at least 50 rows, at most 50 blocks; ties
 * stay in one block.
 */
export function buildBlocks(scores: Float64Array, outcomes: Float64Array): readonly Block[] {
  const order = Uint32Array.from(scores.keys()).sort(
    (a, b) => (scores[a] ?? 0) - (scores[b] ?? 0) || a - b,
  );
  const size = Math.max(BLOCK_ROWS_MIN, Math.ceil(order.length / BLOCKS_MAX));
  const blocks: Block[] = [];
  let [score, outcome, rows] = [0, 0, 0];
  for (const [position, row] of order.entries()) {
    score += scores[row] ?? 0;
    outcome += outcomes[row] ?? 0;
    rows += 1;
    const isTied = position + 1 < order.length && scores[order[position + 1] ?? 0] === scores[row];
    if (
      rows < size ||
      isTied ||
      (order.length - position - 1 < size && position + 1 < order.length)
    )
      continue;
    blocks.push({ score: score / rows, outcome: outcome / rows, rows });
    [score, outcome, rows] = [0, 0, 0];
  }
  if (rows > 0) blocks.push({ score: score / rows, outcome: outcome / rows, rows });
  return blocks;
}
