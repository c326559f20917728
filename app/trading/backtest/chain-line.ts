/** Continuous price of a chain: the active month, rolled without cost. */
import type { ChainTape, MonthTape } from './tape';

/**
 * Continuous price in ticks at each stamp: the first close plus the changes of the month active
 * when each change began. A month is left at the first stamp at or after its roll at which the next
 * month has a close. Before the first bar it equals the first close; NaN if the chain has no bar up
 * to the last stamp. `stampsMs` must be ascending.
 */
export function computeChainLine({ months }: ChainTape, stampsMs: Float64Array): Float64Array {
  const line = new Float64Array(stampsMs.length).fill(NaN);
  const cursors = months.map(createCloseCursor);
  let active = 0;
  let heldClose = NaN;
  let level = NaN;
  for (let i = 0; i < stampsMs.length; i += 1) {
    const stamp = stampsMs[i] ?? NaN;
    const close = cursors[active]?.(stamp) ?? NaN;
    const isFirst = Number.isNaN(level);
    level = isFirst ? close : level + (close - heldClose);
    heldClose = close;
    while (
      active + 1 < months.length &&
      stamp >= getRollMs(months[active]) &&
      !Number.isNaN(cursors[active + 1]?.(stamp) ?? NaN)
    ) {
      active += 1;
      heldClose = cursors[active]?.(stamp) ?? NaN;
    }
    // Months before the first stamp do not contribute.
    if (isFirst) level = heldClose;
    line[i] = level;
  }
  return fillStart(line);
}

const getRollMs = (month: MonthTape | undefined): number =>
  month?.instrument.contract?.rollMs ?? Infinity;

/** Close of the last bar ended by a time; call with non-decreasing time; NaN before the first. */
function createCloseCursor({ bars }: MonthTape): (atMs: number) => number {
  let next = 0;
  return (atMs) => {
    while ((bars.endsMs[next] ?? Infinity) <= atMs) next += 1;
    return next > 0 ? (bars.close[next - 1] ?? NaN) : NaN;
  };
}

function fillStart(line: Float64Array): Float64Array {
  const first = line.findIndex((value) => !Number.isNaN(value));
  return first > 0 ? line.fill(line[first] ?? NaN, 0, first) : line;
}
