/**
 * How far from a fill its stop and target lie, at the entry and when a position is carried into the
 * next month.
 */
import type { Instrument } from '../domain/instrument';
import { type Mills, type Ticks, toTicks } from '../domain/units';

/** A stop nearer than this many spreads would be hit by the spread itself. */
const STOP_SPREADS_MIN = 3;

/**
 * So many average ranges (in quoted units) as ticks, at least a few spreads; null when either is
 * missing.
 */
export function stopDistance(
  { tick }: Pick<Instrument, 'tick'>,
  spreadTicks: number,
  range: number | null,
  ranges: number | null,
): Ticks | null {
  if (range === null || ranges === null) return null;
  return toTicks(
    Math.max(
      1,
      STOP_SPREADS_MIN * spreadTicks,
      Math.round((range * ranges * 10 ** tick.decimals) / tick.digits),
    ),
  );
}

/** The target at a multiple of the stop distance; null without either. */
export const targetDistance = (stopTicks: Ticks | null, ratio: number | null): Ticks | null =>
  stopTicks === null || ratio === null ? null : toTicks(Math.max(1, Math.round(stopTicks * ratio)));

interface Trailing {
  readonly isLong: boolean;
  /**
   * What the position has gained at the last price, and what its lots are worth over the distance
   * of a new stop, mills.
   */
  readonly gainMills: Mills;
  readonly distanceMills: Mills;
  readonly distanceTicks: Ticks;
  readonly lastTicks: number;
  /** Where its stop stands. */
  readonly stopTicks: number;
}

/**
 * Where a stop moves after a bar: once a position has gained the distance of a new stop, it hangs
 * that far behind the last price and never goes back
 * (the chandelier exit of C. Le Beau, hung from the close). Null while it stays where it is.
 */
export function trailedStop({
  isLong,
  gainMills,
  distanceMills,
  distanceTicks,
  lastTicks,
  stopTicks,
}: Trailing): Ticks | null {
  if (gainMills < distanceMills) return null;
  const sign = isLong ? 1 : -1;
  const trailed = lastTicks - sign * distanceTicks;
  return sign * (trailed - stopTicks) > 0 ? toTicks(trailed) : null;
}

interface Carried {
  readonly isLong: boolean;
  readonly isTarget: boolean;
  /** Where it stands in the old month. */
  readonly priceTicks: number;
  readonly fromLastTicks: number;
  readonly intoLastTicks: number;
  /**
   * The price of the new month at which it will be entered: ask for a long position, bid for a
   * short one.
   */
  readonly intoTouchTicks: number;
}

/**
 * A stop or target lies as far from the new month's last price as it lay from the old one's, so
 * that the difference of the months moves it too.
 * The entry measures from its fill, hence from the touch that it will pay; at least one tick.
 */
export function carriedDistance({
  isLong,
  isTarget,
  priceTicks,
  fromLastTicks,
  intoLastTicks,
  intoTouchTicks,
}: Carried): Ticks {
  const away = priceTicks + intoLastTicks - fromLastTicks - intoTouchTicks;
  return toTicks(Math.max(1, isLong === isTarget ? away : -away));
}
