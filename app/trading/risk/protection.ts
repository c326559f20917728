/** Distances of stop and target from the fill, for entries, trailing stops and rolls. */
import type { Instrument } from '../domain/instrument';
import { type Mills, type Ticks, toTicks } from '../domain/units';

/** Minimum stop distance in spreads; a nearer stop would be hit by the spread itself. */
const STOP_SPREADS_MIN = 3;

/**
 * Stop distance in ticks: a multiple of ATR (quoted units), at least three spreads; null if either
 * input is missing.
 */
export function computeStopDistance(
  { tick }: Pick<Instrument, 'tick'>,
  spreadTicks: number,
  atr: number | null,
  atrMultiple: number | null,
): Ticks | null {
  if (atr === null || atrMultiple === null) return null;
  return toTicks(
    Math.max(
      1,
      STOP_SPREADS_MIN * spreadTicks,
      Math.round((atr * atrMultiple * 10 ** tick.decimals) / tick.digits),
    ),
  );
}

/** Target distance as a multiple of the stop distance; null without either. */
export const computeTargetDistance = (
  stopTicks: Ticks | null,
  ratio: number | null,
): Ticks | null =>
  stopTicks === null || ratio === null ? null : toTicks(Math.max(1, Math.round(stopTicks * ratio)));

interface TrailingStopInput {
  readonly isLong: boolean;
  /** Gain of the position at the last price, and the value of the new stop distance, in mills. */
  readonly gainMills: Mills;
  readonly distanceMills: Mills;
  readonly distanceTicks: Ticks;
  readonly lastTicks: number;
  /** Current stop price. */
  readonly stopTicks: number;
}

/**
 * New trailing stop after a bar, or null if it stays. Once the gain reaches the stop distance, the
 * stop follows the last close at that distance and never moves back (chandelier exit of C. Le Beau,
 * from the close).
 */
export function computeTrailingStop({
  isLong,
  gainMills,
  distanceMills,
  distanceTicks,
  lastTicks,
  stopTicks,
}: TrailingStopInput): Ticks | null {
  if (gainMills < distanceMills) return null;
  const sign = isLong ? 1 : -1;
  const newStopTicks = lastTicks - sign * distanceTicks;
  return sign * (newStopTicks - stopTicks) > 0 ? toTicks(newStopTicks) : null;
}

interface RolledOrder {
  readonly isLong: boolean;
  readonly isTarget: boolean;
  /** Price of the order in the old month. */
  readonly priceTicks: number;
  readonly fromLastTicks: number;
  readonly intoLastTicks: number;
  /** Entry price in the new month: ask for a long position, bid for a short one. */
  readonly intoQuoteTicks: number;
}

/**
 * Distance of a rolled stop or target from its new fill, at least one tick. It keeps its distance
 * from the last price, so it shifts by the calendar spread.
 */
export function computeRolledDistance({
  isLong,
  isTarget,
  priceTicks,
  fromLastTicks,
  intoLastTicks,
  intoQuoteTicks,
}: RolledOrder): Ticks {
  const distance = priceTicks + intoLastTicks - fromLastTicks - intoQuoteTicks;
  return toTicks(Math.max(1, isLong === isTarget ? distance : -distance));
}
