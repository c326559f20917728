import { type Instrument, toWholeLots, toPriceNumber, toSizeUnits } from '../domain/instrument';
import type { PositionSize, RiskLevel } from '../domain/settings';
import { type Lots, type Mills, NO_LOTS, type Ticks, toDollars, toLots } from '../domain/units';
import { computeSizingTicks } from './exposure';
import { RISK_LIMITS, SIZE_BANDS } from './limits';

export interface SizingInput {
  readonly instrument: Instrument;
  readonly positionSize: PositionSize;
  readonly riskLevel: RiskLevel;
  readonly equityMills: Mills;
  readonly priceTicks: Ticks;
  readonly scaleTicks: number;
  /** Position within the size band, 0 to 1; half without an agreeing network. */
  readonly quality: number;
  /** Annualized volatility as a ratio; null while unknown. */
  readonly volatility: number | null;
  readonly stopDistanceTicks: Ticks | null;
}

/** Fraction of the size band that a playbook may use without an agreeing network. */
export const UNCONFIRMED_QUALITY = 0.5;

/**
 * Position within the size band of a playbook without an agreeing network. A playbook that trades
 * the signal itself may use the whole band, because its strength is that of the signal.
 */
export const computeOwnQuality = (strength: number, isSignal: boolean): number =>
  isSignal ? strength : UNCONFIRMED_QUALITY * strength;

const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/**
 * Lots of one position: ratio = low + (high - low) x quality, scaled down to the volatility target,
 * clamped to the band, then capped by the maximum loss at the stop. Zero if the result is below
 * half the band's low end.
 */
export function computePositionLots(input: SizingInput): Lots {
  const band = SIZE_BANDS[input.positionSize];
  const limits = RISK_LIMITS[input.riskLevel];
  const equity = toDollars(input.equityMills);
  if (equity <= 0) return NO_LOTS;
  const baseRatio = band.lowRatio + (band.highRatio - band.lowRatio) * clamp(input.quality, 0, 1);
  const scaledRatio =
    input.volatility && input.volatility > 0
      ? baseRatio * Math.min(1, limits.volatilityTarget / input.volatility)
      : baseRatio;
  // Capped at the commodity limit of the pre-trade checks.
  const ratio = Math.min(
    clamp(scaledRatio, band.lowRatio, band.highRatio),
    limits.commodityRatioMax,
  );
  const price = toPriceNumber(
    input.instrument,
    computeSizingTicks(input.instrument, input.priceTicks, input.scaleTicks),
  );
  if (price <= 0) return NO_LOTS;
  const byNotional = toWholeLots(input.instrument, (ratio * equity) / price);
  const lots = toLots(
    Math.min(byNotional, computeLotsByStop(input, limits.stopLossRatioMax * equity)),
  );
  const actualRatio = (toSizeUnits(input.instrument, lots) * price) / equity;
  return actualRatio < band.lowRatio / 2 ? NO_LOTS : lots;
}

function computeLotsByStop(
  { instrument, stopDistanceTicks }: SizingInput,
  riskDollars: number,
): number {
  if (stopDistanceTicks === null || stopDistanceTicks <= 0) return Number.MAX_SAFE_INTEGER;
  return toWholeLots(instrument, riskDollars / toPriceNumber(instrument, stopDistanceTicks));
}
