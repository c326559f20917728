/** Truncates tapes to the bars known at a time. */
import type { EpochMs } from '../domain/units';
import { type BarColumns, type ChainTape, type MonthTape, mapSessionColumns } from './tape';

/** Number of bars ended by a time. */
export function countBarsUntil({ endsMs }: Pick<BarColumns, 'endsMs'>, untilMs: EpochMs): number {
  let from = 0;
  let to = endsMs.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((endsMs[middle] ?? Infinity) <= untilMs) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Copies of the chains with bars and inputs known at a time; a month without any keeps zero bars.
 */
export const truncateTapes = (
  chains: readonly ChainTape[],
  untilMs: EpochMs,
): readonly ChainTape[] =>
  chains.map(({ chain, months }) => ({
    chain,
    months: months.map((month) => truncateMonth(month, untilMs)),
  }));

function truncateMonth({ instrument, bars, inputs }: MonthTape, untilMs: EpochMs): MonthTape {
  const size = countBarsUntil(bars, untilMs);
  const truncateColumn = (column: Float64Array): Float64Array => column.slice(0, size);
  return {
    instrument,
    inputs: inputs.map(truncateColumn),
    bars: {
      startsMs: truncateColumn(bars.startsMs),
      endsMs: truncateColumn(bars.endsMs),
      open: truncateColumn(bars.open),
      high: truncateColumn(bars.high),
      low: truncateColumn(bars.low),
      close: truncateColumn(bars.close),
      ...(bars.locked ? { locked: bars.locked.slice(0, size) } : {}),
      ...(bars.session ? { session: mapSessionColumns(bars.session, truncateColumn) } : {}),
    },
  };
}
