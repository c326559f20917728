/**
 * Bars in which a backtest can place, fill, move or end no order. They only value the account, so
 * that they are passed without the rest of the work of a bar.
 *
 * All times are the start of the first bar that is not quiet; Infinity if all remaining bars are
 * quiet, -Infinity if the next price may matter.
 */
import type { EpochMs } from '../domain/units';
import { type PricedOrder, isReachedInside } from '../execution/fills';
import { type BacktestContext, findTrailedStop } from './backtest-context';
import type { Holding, Month, Sign } from './month';

const getStartMs = ({ bars }: Month, bar: number): EpochMs => bars.startsMs[bar] ?? Infinity;

/** First bar after which an active month has a side that no entry has traded yet. */
export function findSignalMs(month: Month, lastEntryMs: EpochMs, fromMs: EpochMs): EpochMs {
  const { signals, bars, length, activeFromMs, rollMs } = month;
  if (signals === null) return Infinity;
  if (month.waitsForSession) return -Infinity;
  const { side, sinceBar } = signals;
  const { endsMs } = bars;
  const firstMs = Math.max(activeFromMs, fromMs);
  let bar = Math.max(month.index, month.signalBar);
  for (; bar < length; bar += 1) {
    if (side[bar + 1] === 0) continue;
    const endMs = endsMs[bar] ?? NaN;
    if (endMs >= rollMs) bar = length;
    else if (endMs >= firstMs && (endsMs[(sinceBar[bar + 1] ?? 0) - 1] ?? 0) > lastEntryMs) break;
  }
  month.signalBar = bar;
  return getStartMs(month, bar);
}

/** First bar after which an active month has another side than `sign`. */
export function findSideEndMs(month: Month, sign: Sign): EpochMs {
  const { signals, bars, length, activeFromMs, rollMs } = month;
  if (signals === null) return Infinity;
  if (month.waitsForSession) return -Infinity;
  const { side } = signals;
  let bar = month.index;
  for (; bar < length; bar += 1) {
    if (side[bar + 1] === sign) continue;
    const endMs = bars.endsMs[bar] ?? NaN;
    if (endMs >= rollMs) return Infinity;
    if (endMs >= activeFromMs) break;
  }
  return getStartMs(month, bar);
}

/** First bar in which a position may roll, or after which it has been held for long enough. */
export function findHoldingEndMs({ row }: BacktestContext, holding: Holding): EpochMs {
  const { month, exit, barsBefore, barsCarried } = holding;
  if (exit !== null || month.waitsForSession) return -Infinity;
  if (row.barsHeldMax === null) return month.rollMs;
  const lastBar = Math.max(0, barsBefore - barsCarried + row.barsHeldMax - 1);
  return Math.min(month.rollMs, getStartMs(month, lastBar));
}

/** First bar that reaches stop or target, after which the stop moves, or the rule ends a position. */
export function findOrderMs(context: BacktestContext, holding: Holding): EpochMs {
  const { month, sign, stop, target } = holding;
  const { length, signals, rollMs } = month;
  const { endsMs } = month.bars;
  let bar = Math.max(month.index, holding.quietUntilBar);
  while (
    bar < length &&
    signals?.side[bar + 1] === sign &&
    (endsMs[bar] ?? NaN) < rollMs &&
    !isReachedIn(month, bar, stop) &&
    !isReachedIn(month, bar, target) &&
    findTrailedStop(context, holding, bar) === null
  )
    bar += 1;
  holding.quietUntilBar = bar;
  return getStartMs(month, bar);
}

/** True if a bar reaches an order. Its range includes its open. */
function isReachedIn(
  { bars: { high, low }, friction: { halfSpreadTicks } }: Month,
  bar: number,
  order: PricedOrder | null,
): boolean {
  if (order === null) return false;
  const range = { highTicks: high[bar] ?? NaN, lowTicks: low[bar] ?? NaN };
  return isReachedInside(order, range, halfSpreadTicks);
}
