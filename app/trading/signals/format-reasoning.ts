/** Explains a signal in words: its main driver, the strongest reason against it, and why it holds. */
import { MISSING, formatSignedNumber, getLikelierSide } from '../domain/format';
import type { CommodityKey } from '../domain/commodity';
import { COMMODITIES } from '../domain/commodity';
import { SEASON_GROUP } from '../networks/features/feature';
import type { Decision } from './decide-signal';
import type { SignalReason } from '../domain/signal-facts';
import { findDriverLabel } from './driver-labels';
import type { PriceForecast } from './price-forecast';

/** Contributions to the logit below this size are omitted. */
const CONTRIBUTION_MIN = 0.005;

/** Rain is recorded in tenths of a normal month. */
const TENTHS_OF_A_MONTH = 'tenths of a month';

function formatFeatureValue(value: number, unit: string): string {
  if (unit === TENTHS_OF_A_MONTH) return `${formatSignedNumber(10 * value, 0)}% of a normal month`;
  const shownUnit = unit.replace('deg C', '°C');
  return `${formatSignedNumber(value, Math.abs(value) < 10 ? 2 : 0)} ${shownUnit}`.trimEnd();
}

/** A driver as shown: `heating revision, days 6–14` and `+1.80 sigma`. */
export interface DriverText {
  readonly name: string;
  readonly value: string;
}

export const describeDriver = ({ feature, value, unit }: SignalReason): DriverText => ({
  name: findDriverLabel(feature) ?? feature,
  value: value === null ? `${MISSING} (median used)` : formatFeatureValue(value, unit),
});

function formatDriver(reason: SignalReason): string {
  const { name, value } = describeDriver(reason);
  return `${name}: ${value}`;
}

/** The strongest reason for (`isFor`) or against the likelier side; season is never one. */
function findReason(
  { chanceUp, reasons }: Pick<PriceForecast, 'chanceUp' | 'reasons'>,
  isFor: boolean,
): SignalReason | null {
  const sign = (chanceUp >= 0.5 ? 1 : -1) * (isFor ? 1 : -1);
  return (
    reasons.find(({ group, adds }) => group !== SEASON_GROUP && adds * sign >= CONTRIBUTION_MIN) ??
    null
  );
}

/** Main driver of a forecast; null without a strong one. */
export const findDriver = (
  forecast: Pick<PriceForecast, 'chanceUp' | 'reasons'>,
): SignalReason | null => findReason(forecast, true);

/**
 * A HOLD starts with its cause, an earlier call with the reason why it stays. `decimals` are those
 * of the price.
 */
export function formatReasoning(
  forecast: PriceForecast,
  decision: Decision,
  commodity: CommodityKey,
  decimals: number,
): string {
  const { chanceUp } = forecast;
  const [driver, against] = [findReason(forecast, true), findReason(forecast, false)];
  const { percent, side } = getLikelierSide(chanceUp);
  const reasons = [
    ...(driver ? [`main driver ${formatDriver(driver)}`] : ['no strong driver']),
    ...(against ? [`against it ${formatDriver(against)}`] : []),
  ];
  return `${formatCause(decision, commodity, decimals)}${percent} ${side}; ${reasons.join('; ')}.`;
}

function formatCause(
  { cause, isHeld, gain, hurdle }: Decision,
  commodity: CommodityKey,
  decimals: number,
): string {
  const { priceUnit } = COMMODITIES[commodity];
  switch (cause) {
    case 'NO_SKILL':
      return 'HOLD, no proven skill in this market: ';
    case 'UNPROVEN':
      return 'HOLD, not proven on real data: ';
    case 'STALE':
      return 'HOLD, inputs are out of date: ';
    case 'EVEN':
      return 'HOLD, too near 50/50: ';
    case 'COSTS':
      return `HOLD, expected gain ${gain.toFixed(decimals)} ${priceUnit} below cost hurdle ${hurdle.toFixed(decimals)}: `;
    case null:
      return isHeld ? 'Call stays until the probability crosses 50%: ' : '';
  }
}
