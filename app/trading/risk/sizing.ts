/** How large a position is. */
import { type Instrument, lotsWithin, priceNumber, sizeUnits } from '../domain/instrument';
import type { PositionSize, RiskLevel } from '../domain/settings';
import { type Lots, type Mills, NO_LOTS, type Ticks, toDollars, toLots } from '../domain/units';
import { sizingTicks } from './exposure';
import { RISK_LIMITS, SIZE_BANDS } from './limits';

export interface SizingInput {
  readonly instrument: Instrument;
  readonly positionSize: PositionSize;
  readonly riskLevel: RiskLevel;
  readonly equityMills: Mills;
  readonly priceTicks: Ticks;
  readonly scaleTicks: number;
  /** 0 to 1: where in the band. A rule without a network's assent counts half. */
  readonly quality: number;
  /** Annualized volatility as a ratio; null while unknown. */
  readonly volatility: number | null;
  /** Distance to the protective stop; null without one. */
  readonly stopDistanceTicks: Ticks | null;
}

/** The share of its band that a playbook may fill by itself, without a network that agrees. */
export const ALONE_QUALITY = 0.5;

const clipValue = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/**
 * Lots for one position: ratio = low + (high - low) x quality, scaled down to the volatility
 * target, kept in the band,
 * then capped by what the stop may lose. Zero when the capped notional is under half the band's low
 * end.
 */
export function positionLots(input: SizingInput): Lots {
  const band = SIZE_BANDS[input.positionSize];
  const limits = RISK_LIMITS[input.riskLevel];
  const equity = toDollars(input.equityMills);
  if (equity <= 0) return NO_LOTS;
  const wanted = band.lowRatio + (band.highRatio - band.lowRatio) * clipValue(input.quality, 0, 1);
  const calmed =
    input.volatility && input.volatility > 0
      ? wanted * Math.min(1, limits.volatilityTarget / input.volatility)
      : wanted;
  // The gate allows a commodity no more than its own share: what is wished for stays within it.
  const ratio = Math.min(
    clipValue(calmed, band.lowRatio, band.highRatio),
    limits.commodityRatioMax,
  );
  const price = priceNumber(
    input.instrument,
    sizingTicks(input.instrument, input.priceTicks, input.scaleTicks),
  );
  if (price <= 0) return NO_LOTS;
  const byNotional = lotsWithin(input.instrument, (ratio * equity) / price);
  const lots = toLots(Math.min(byNotional, lotsByStop(input, limits.stopLossRatioMax * equity)));
  const ratioGot = (sizeUnits(input.instrument, lots) * price) / equity;
  return ratioGot < band.lowRatio / 2 ? NO_LOTS : lots;
}

function lotsByStop({ instrument, stopDistanceTicks }: SizingInput, riskDollars: number): number {
  if (stopDistanceTicks === null || stopDistanceTicks <= 0) return Number.MAX_SAFE_INTEGER;
  return lotsWithin(instrument, riskDollars / priceNumber(instrument, stopDistanceTicks));
}
