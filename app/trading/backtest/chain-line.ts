/**
 * The price of a chain as one line: what holding its active month, rolled without cost, would have
 * shown.
 */
import type { ChainTape, MonthTape } from './tape';

/**
 * The line in ticks at each stamp: the first known close, then the sum of the changes of the month
 * that was active when each change began.
 * A month is left at the first stamp at or after its roll at which the next one has a close. Before
 * the first bar it stands at the first close;
 * NaN when the chain has no bar up to the last stamp. `stampsMs` rise, as those of a run do.
 */
export function chainLine({ months }: ChainTape, stampsMs: Float64Array): Float64Array {
  const line = new Float64Array(stampsMs.length).fill(NaN);
  const cursors = months.map(buildCursor);
  let active = 0;
  let held = NaN;
  let height = NaN;
  for (let i = 0; i < stampsMs.length; i += 1) {
    const stamp = stampsMs[i] ?? NaN;
    const close = cursors[active]?.(stamp) ?? NaN;
    const isFirst = Number.isNaN(height);
    height = isFirst ? close : height + (close - held);
    held = close;
    while (
      active + 1 < months.length &&
      stamp >= computeRoll(months[active]) &&
      !Number.isNaN(cursors[active + 1]?.(stamp) ?? NaN)
    ) {
      active += 1;
      held = cursors[active]?.(stamp) ?? NaN;
    }
    // What was active before the first stamp is none of the line's business.
    if (isFirst) height = held;
    line[i] = height;
  }
  return beganAt(line);
}

const computeRoll = (month: MonthTape | undefined): number =>
  month?.instrument.contract?.rollMs ?? Infinity;

/**
 * The close of the last bar that had ended by a moment, asked in rising time; NaN before the first.
 */
function buildCursor({ bars }: MonthTape): (atMs: number) => number {
  let next = 0;
  return (atMs) => {
    while ((bars.endsMs[next] ?? Infinity) <= atMs) next += 1;
    return next > 0 ? (bars.close[next - 1] ?? NaN) : NaN;
  };
}

function beganAt(line: Float64Array): Float64Array {
  const first = line.findIndex((value) => !Number.isNaN(value));
  return first > 0 ? line.fill(line[first] ?? NaN, 0, first) : line;
}
