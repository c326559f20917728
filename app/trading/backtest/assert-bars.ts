/** Checks the bars of a tape before a backtest. */
import type { Instrument } from '../domain/instrument';
import type { BarColumns } from './tape';

/**
 * Throws RangeError, naming the bar, if columns differ in length, time goes back, or a price is
 * invalid.
 */
export function assertBars(instrument: Instrument, bars: BarColumns): void {
  const { startsMs, endsMs, open, high, low, close, locked } = bars;
  const { id, priceMayBeNegative } = instrument;
  if (
    [startsMs, open, high, low, close, locked ?? endsMs].some(
      ({ length }) => length !== endsMs.length,
    )
  )
    throw new RangeError(`${id}: the columns of a tape are of one length`);
  const floor = priceMayBeNegative ? -Infinity : 0;
  for (let bar = 0; bar < endsMs.length; bar += 1) {
    if (!isInOrder(bars, bar))
      throw new RangeError(`${id}: bar ${bar} does not follow the one before it in time`);
    if (!hasValidPrices(bars, bar))
      throw new RangeError(
        `${id}: bar ${bar} has no price, or an open or a close outside its low and high`,
      );
    if (!isSessionInside(bars, bar))
      throw new RangeError(`${id}: the day session of bar ${bar} opens outside the bar`);
    if (!((low[bar] ?? NaN) > floor))
      throw new RangeError(`${id}: bar ${bar} trades at or below zero, where this contract cannot`);
  }
}

function isInOrder({ startsMs, endsMs }: BarColumns, bar: number): boolean {
  const starts = startsMs[bar] ?? NaN;
  return (endsMs[bar] ?? NaN) > starts && (bar === 0 || starts > (endsMs[bar - 1] ?? NaN));
}

/** Time and price of the session lie in the bar, or it has none. */
function isSessionInside({ session, startsMs, endsMs, high, low }: BarColumns, bar: number) {
  const opensMs = session?.opensMs[bar] ?? NaN;
  if (session === undefined || Number.isNaN(opensMs)) return true;
  const open = session.open[bar] ?? NaN;
  return (
    opensMs > (startsMs[bar] ?? NaN) &&
    opensMs < (endsMs[bar] ?? NaN) &&
    open <= (high[bar] ?? NaN) &&
    open >= (low[bar] ?? NaN)
  );
}

function hasValidPrices({ open, high, low, close }: BarColumns, bar: number): boolean {
  const top = high[bar] ?? NaN;
  const bottom = low[bar] ?? NaN;
  const first = open[bar] ?? NaN;
  const last = close[bar] ?? NaN;
  return top >= first && top >= last && bottom <= first && bottom <= last;
}
