/** A tape as it stood at a moment: the bars that had ended, and nothing else. */
import type { EpochMs } from '../domain/units';
import type { BarColumns, ChainTape, MonthTape } from './tape';

/** Bars that have ended by a moment. */
export function barsUntil({ endsMs }: Pick<BarColumns, 'endsMs'>, untilMs: EpochMs): number {
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
 * Copies of the chains with the bars and inputs that were known at a moment; a month without any
 * stays, with no bars.
 */
export const tapesUntil = (chains: readonly ChainTape[], untilMs: EpochMs): readonly ChainTape[] =>
  chains.map(({ chain, months }) => ({
    chain,
    months: months.map((month) => monthUntil(month, untilMs)),
  }));

function monthUntil({ instrument, bars, inputs }: MonthTape, untilMs: EpochMs): MonthTape {
  const size = barsUntil(bars, untilMs);
  const cut = (column: Float64Array): Float64Array => column.slice(0, size);
  return {
    instrument,
    inputs: inputs.map(cut),
    bars: {
      startsMs: cut(bars.startsMs),
      endsMs: cut(bars.endsMs),
      open: cut(bars.open),
      high: cut(bars.high),
      low: cut(bars.low),
      close: cut(bars.close),
      ...(bars.locked ? { locked: bars.locked.slice(0, size) } : {}),
    },
  };
}
