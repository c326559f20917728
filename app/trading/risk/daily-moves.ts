/**
 * Daily moves of a chain as risk reads them: what one day did to whoever held the month in force.
 */
import type { CommodityKey } from '../domain/commodity';

export interface DailyMoves {
  readonly chain: string;
  /**
   * `ratio`: change over the price before it. `amount`: change in quoted units, for prices that may
   * be zero or negative.
   */
  readonly kind: 'ratio' | 'amount';
  /**
   * One move a trading day, oldest first; the last one ended at the moment that all chains of one
   * telling share.
   */
  readonly values: Float64Array;
}

/** The four groups by which risk is told, whatever groups share a limit. */
export const RISK_GROUPS = ['electricity', 'naturalGas', 'agricultural', 'oil'] as const;
export type RiskGroup = (typeof RISK_GROUPS)[number];

const GROUPS: Readonly<Record<CommodityKey, RiskGroup>> = {
  electricity: 'electricity',
  'natural-gas': 'naturalGas',
  oil: 'oil',
  'crude-oil': 'oil',
  corn: 'agricultural',
  soybeans: 'agricultural',
  wheat: 'agricultural',
  'orange-juice': 'agricultural',
  coffee: 'agricultural',
  cotton: 'agricultural',
};

/**
 * Where a commodity's risk is counted: the six of field and grove together, heating and crude oil
 * together.
 */
export const getRiskGroup = (commodity: CommodityKey): RiskGroup => GROUPS[commodity];

/** What is held of one chain. */
export interface Holding {
  readonly id: string;
  readonly chain: string;
  readonly group: RiskGroup;
  /**
   * Dollars that a move of 1 brings: size x price for a ratio, size for an amount in quoted units;
   * below zero when short.
   */
  readonly exposure: number;
}

/**
 * The chains that are held and of which no move is known: nothing can be told of a book that holds
 * one.
 */
export const unknownChains = (
  holdings: readonly Holding[],
  moves: ReadonlyMap<string, DailyMoves>,
): readonly string[] => [
  ...new Set(holdings.filter(({ chain }) => !moves.has(chain)).map(({ chain }) => chain)),
];

/**
 * Days that all held chains have, at most `most`; all days of the longest where nothing is held.
 */
export function commonDays(
  holdings: readonly Holding[],
  moves: ReadonlyMap<string, DailyMoves>,
  most = Infinity,
): number {
  const lengths = holdings.map(({ chain }) => moves.get(chain)?.values.length ?? 0);
  return Math.min(
    most,
    ...lengths,
    ...(lengths.length === 0
      ? [Math.max(0, ...[...moves.values()].map(({ values }) => values.length))]
      : []),
  );
}

/**
 * Dollars that each holding as it stands would have brought on each of the last `days`, oldest
 * first: one row a holding.
 * Throws RangeError for a chain without moves or with fewer days.
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

/** The sum of rows day by day. */
export function sumRows(rows: readonly Float64Array[], days: number): Float64Array {
  const sums = new Float64Array(days);
  for (const row of rows)
    for (let day = 0; day < days; day += 1) sums[day] = (sums[day] ?? 0) + (row[day] ?? 0);
  return sums;
}
