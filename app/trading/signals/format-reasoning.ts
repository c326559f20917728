/**
 * Explains a signal in one sentence: the two strongest reasons for it and the strongest against it,
 * with their values.
 */
import { MISSING, formatPercent, formatSignedNumber, capitalizeFirst } from '../domain/format';
import type { CommodityKey } from '../domain/commodity';
import { COMMODITIES } from '../domain/commodity';
import type { Decision } from './decide-signal';
import type { SignalReason } from '../domain/signal-facts';
import type { PriceForecast } from './price-forecast';

const PRO_MAX = 2;
/** Contributions to the logit below this size are omitted. */
const CONTRIBUTION_MIN = 0.005;

/** Units as readers know them. The stored ones belong to the training record of a network. */
const UNIT_LABELS: Readonly<Record<string, string>> = {
  'usual revisions': 'sigma',
  deviations: 'sigma',
  share: '',
  chance: '',
  '0 or 1': '',
};

const formatFeatureValue = (value: number, unit: string): string =>
  `${formatSignedNumber(value, Math.abs(value) < 10 ? 2 : 0)} ${UNIT_LABELS[unit] ?? unit}`.trimEnd();

const formatReason = ({ group, feature, value, unit, adds }: SignalReason, sign: number): string =>
  `${group}: ${feature} ${value === null ? `${MISSING} (median used)` : formatFeatureValue(value, unit)} (adds ${formatSignedNumber(sign * adds, 2)})`;

/** A HOLD starts with its cause. `decimals` are those of the price. */
export function formatReasoning(
  { chanceUp, reasons }: PriceForecast,
  decision: Decision,
  commodity: CommodityKey,
  decimals: number,
): string {
  const sign = chanceUp >= 0.5 ? 1 : -1;
  const significant = reasons.filter(({ adds }) => Math.abs(adds) >= CONTRIBUTION_MIN);
  const pro = significant
    .filter(({ adds }) => adds * sign > 0)
    .slice(0, PRO_MAX)
    .map((reason) => formatReason(reason, sign));
  const contra = significant
    .filter(({ adds }) => adds * sign < 0)
    .slice(0, 1)
    .map((reason) => `against it ${formatReason(reason, sign)}`);
  const parts = [...pro, ...contra];
  const side = `${formatPercent(100 * Math.max(chanceUp, 1 - chanceUp), 0)} ${sign === 1 ? 'up' : 'down'}`;
  return `${formatHoldCause(decision, commodity, decimals)}${parts.length === 0 ? `${side}; no strong drivers` : `${side}. ${capitalizeFirst(parts.join('; '))}`}.`;
}

function formatHoldCause(
  { cause, gain, hurdle }: Decision,
  commodity: CommodityKey,
  decimals: number,
): string {
  const { priceUnit } = COMMODITIES[commodity];
  if (cause === 'NO_SKILL') return 'HOLD: no skill in this market; ';
  if (cause === 'EVEN') return 'No edge: ';
  if (cause === 'COSTS')
    return `Expected move ${gain.toFixed(decimals)} ${priceUnit} < cost hurdle ${hurdle.toFixed(decimals)}: `;
  return '';
}
