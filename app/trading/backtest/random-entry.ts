/**
 * What chance would have made of the same trades: as many, as long, as large, on the same sides,
 * over the same bars, entered at random.
 */
import type { Random } from '../ports';
import { computeQuantiles } from '../statistics/quantile';

/**
 * A holding by places on the clock; `weights` are signed sizes, one for each line of its lane, in
 * money per unit of the line.
 */
export interface PlacedHolding {
  readonly from: number;
  /** After `from`. */
  readonly until: number;
  readonly weights: readonly number[];
}

/** Lines that are held together, and the holdings in them, of which no two overlap. */
export interface Lane {
  /** One value for each place of the clock, all of one length. */
  readonly lines: readonly ArrayLike<number>[];
  readonly holdings: readonly PlacedHolding[];
}

interface RandomEntries {
  /**
   * Chance of a result at least as good from random entries, (1 + draws as good) / (1 + draws), 0
   * to 1 (B. Phipson and G. K. Smyth 2010).
   */
  readonly pValue: number;
  /**
   * Result of the holdings where they were, from line to line, without costs; in the money of the
   * weights.
   */
  readonly observed: number;
  /** Median of the draws. */
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly draws: number;
}

const DRAWS = 1000;
const STREAM = 'random entry';
const SHARES = [0.1, 0.5, 0.9] as const;

/**
 * Draws random entries: in each lane the holdings come in a random order, and the free places are
 * dealt out at random before them, so that none overlap.
 * A stop that was filled inside a bar counts at the bar's close, here as in the draws.
 * Null without a holding, or when the holdings of a lane do not fit into it one after another.
 * Throws RangeError for a holding that does not end after it began.
 */
export function randomEntries(
  lanes: readonly Lane[],
  random: Random,
  draws = DRAWS,
): RandomEntries | null {
  const used = lanes.filter(({ holdings }) => holdings.length > 0);
  if (used.flatMap(({ holdings }) => holdings).some(({ from, until }) => !(until > from)))
    throw new RangeError('a holding ends after it began');
  if (used.length === 0 || used.some((lane) => freePlaces(lane) < 0)) return null;
  const observed = used.reduce(
    (sum, { lines, holdings }) =>
      sum + holdings.reduce((all, holding) => all + resultAt(lines, holding, holding.from), 0),
    0,
  );
  const results = new Float64Array(draws);
  let step = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    for (const lane of used) {
      results[draw] =
        (results[draw] ?? 0) + drawnResult(lane, () => random.uniform(STREAM, step++));
    }
  }
  const asGood = results.filter((result) => result >= observed).length;
  const [low = NaN, median = NaN, high = NaN] = computeQuantiles(results, SHARES);
  return { pValue: (1 + asGood) / (1 + draws), observed, median, low, high, draws };
}

const freePlaces = ({ lines, holdings }: Lane): number =>
  (lines[0]?.length ?? 0) - 1 - holdings.reduce((sum, { from, until }) => sum + until - from, 0);

function resultAt(
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

function drawnResult(lane: Lane, uniform: () => number): number {
  const free = freePlaces(lane) + 1;
  const gaps = Float64Array.from(lane.holdings, () => Math.floor(uniform() * free)).sort();
  const order = shuffleItems(lane.holdings, uniform);
  let taken = 0;
  let result = 0;
  for (const [k, holding] of order.entries()) {
    result += resultAt(lane.lines, holding, (gaps[k] ?? NaN) + taken);
    taken += holding.until - holding.from;
  }
  return result;
}

/** A random order (R. Durstenfeld 1964, algorithm 235). */
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
