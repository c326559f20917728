/**
 * Random entry test: the same trades (number, duration, size, sides) over the same bars, entered at
 * random.
 */
import type { Random } from '../ports';
import { computeQuantiles } from '../statistics/quantile';

/**
 * A trade by indexes on the clock; `weights` are signed sizes, one per line of its lane, in money
 * per unit of the line.
 */
export interface PlacedHolding {
  readonly from: number;
  /** After `from`. */
  readonly until: number;
  readonly weights: readonly number[];
}

/** Price lines that are traded together, and the non-overlapping trades in them. */
export interface Lane {
  /** One value per clock index, all of equal length. */
  readonly lines: readonly ArrayLike<number>[];
  readonly holdings: readonly PlacedHolding[];
}

interface RandomEntries {
  /** P-value: (1 + draws at least as good) / (1 + draws) (B. Phipson and G. K. Smyth 2010). */
  readonly pValue: number;
  /** Actual result from line to line without costs, in the money of the weights. */
  readonly observed: number;
  /** Median of the draws. */
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly draws: number;
}

const DRAWS = 1000;
const STREAM = 'random entry';
const LEVELS = [0.1, 0.5, 0.9] as const;

/**
 * Draws random entries: in each lane trades are shuffled and the free time is distributed at random
 * between them, without overlaps. A stop filled inside a bar counts at the bar's close, here as in
 * the draws. Null without trades, or if the trades of a lane do not fit one after another. Throws
 * RangeError for a trade that does not end after its start.
 */
export function testRandomEntries(
  lanes: readonly Lane[],
  random: Random,
  draws = DRAWS,
): RandomEntries | null {
  const used = lanes.filter(({ holdings }) => holdings.length > 0);
  if (used.flatMap(({ holdings }) => holdings).some(({ from, until }) => !(until > from)))
    throw new RangeError('a holding ends after it began');
  if (used.length === 0 || used.some((lane) => countFreePoints(lane) < 0)) return null;
  const observed = used.reduce(
    (sum, { lines, holdings }) =>
      sum + holdings.reduce((all, holding) => all + computeResult(lines, holding, holding.from), 0),
    0,
  );
  const results = new Float64Array(draws);
  let step = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    for (const lane of used) {
      results[draw] = (results[draw] ?? 0) + drawResult(lane, () => random.uniform(STREAM, step++));
    }
  }
  const extremeCount = results.filter((result) => result >= observed).length;
  const [low = NaN, median = NaN, high = NaN] = computeQuantiles(results, LEVELS);
  return { pValue: (1 + extremeCount) / (1 + draws), observed, median, low, high, draws };
}

const countFreePoints = ({ lines, holdings }: Lane): number =>
  (lines[0]?.length ?? 0) - 1 - holdings.reduce((sum, { from, until }) => sum + until - from, 0);

function computeResult(
  lines: Lane['lines'],
  { from, until, weights }: PlacedHolding,
  entry: number,
): number {
  const exit = entry + until - from;
  let result = 0;
  for (let k = 0; k < lines.length; k += 1) {
    const line = lines[k];
    result += (weights[k] ?? 0) * ((line?.[exit] ?? NaN) - (line?.[entry] ?? NaN));
  }
  return result;
}

function drawResult(lane: Lane, uniform: () => number): number {
  const free = countFreePoints(lane) + 1;
  const gaps = Float64Array.from(lane.holdings, () => Math.floor(uniform() * free)).sort();
  const order = shuffleItems(lane.holdings, uniform);
  let usedPoints = 0;
  let result = 0;
  for (const [k, holding] of order.entries()) {
    result += computeResult(lane.lines, holding, (gaps[k] ?? NaN) + usedPoints);
    usedPoints += holding.until - holding.from;
  }
  return result;
}

/** Random permutation (R. Durstenfeld 1964, algorithm 235). */
function shuffleItems<T>(items: readonly T[], uniform: () => number): T[] {
  const order = [...items];
  for (let k = order.length - 1; k > 0; k -= 1) {
    const other = Math.floor(uniform() * (k + 1));
    const [a, b] = [order[k], order[other]];
    if (a === undefined || b === undefined) continue;
    order[k] = b;
    order[other] = a;
  }
  return order;
}
