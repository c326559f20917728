/** Daily moves of a chain's front month, the input of all risk figures. */
import type { RiskGroup } from './risk-groups';

export interface DailyMoves {
  readonly chain: string;
  /**
   * `ratio`: change / previous price. `amount`: change in quoted units, for prices that may be zero
   * or negative.
   */
  readonly kind: 'ratio' | 'amount';
  /**
   * One move per trading day, oldest first. The last moves of all chains in one set end at the same
   * time.
   */
  readonly values: Float64Array;
}

/** A holding in one chain. */
export interface Holding {
  readonly id: string;
  readonly chain: string;
  readonly group: RiskGroup;
  /** Dollars per move of 1: size x price for a ratio, size for an amount; negative when short. */
  readonly exposure: number;
}

/** Held chains without moves; risk cannot be computed while there is one. */
export const listChainsWithoutMoves = (
  holdings: readonly Holding[],
  moves: ReadonlyMap<string, DailyMoves>,
): readonly string[] => [
  ...new Set(holdings.filter(({ chain }) => !moves.has(chain)).map(({ chain }) => chain)),
];

/**
 * Number of days for which all held chains have moves, at most `daysMax`; the longest history if
 * nothing is held.
 */
export function countCommonDays(
  holdings: readonly Holding[],
  moves: ReadonlyMap<string, DailyMoves>,
  daysMax = Infinity,
): number {
  const lengths = holdings.map(({ chain }) => moves.get(chain)?.values.length ?? 0);
  return Math.min(
    daysMax,
    ...lengths,
    ...(lengths.length === 0
      ? [Math.max(0, ...[...moves.values()].map(({ values }) => values.length))]
      : []),
  );
}

/**
 * Profit in dollars of each current holding on each of the last `days`, oldest first, one row per
 * holding. Throws RangeError for a chain without moves or with fewer days.
 */
export function computeProfits(
  holdings: readonly Holding[],
  moves: ReadonlyMap<string, DailyMoves>,
  days: number,
): readonly Float64Array[] {
  return holdings.map(({ chain, exposure }) => {
    const values = moves.get(chain)?.values;
    if (!values || values.length < days)
      throw new RangeError(
        `${chain} has ${values?.length ?? 0} daily moves, ${days} were asked for`,
      );
    const row = values.slice(values.length - days);
    for (let day = 0; day < days; day += 1) row[day] = exposure * (row[day] ?? 0);
    return row;
  });
}

export function sumRows(rows: readonly Float64Array[], days: number): Float64Array {
  const sums = new Float64Array(days);
  for (const row of rows)
    for (let day = 0; day < days; day += 1) sums[day] = (sums[day] ?? 0) + (row[day] ?? 0);
  return sums;
}
