/**
 * A signal in one sentence: the two strongest reasons for it, the strongest against it, each with
 * its physical figure.
 */
import { MISSING, formatPercent, signedNumber, capitalizeFirst } from '../domain/format';
import type { CommodityKey } from '../domain/commodity';
import { COMMODITIES } from '../domain/commodity';
import type { Decision } from './decide';
import type { SignalReason } from '../domain/signal-facts';
import type { Opinion } from './opinion';

const PRO_MAX = 2;
/** What adds less than this to a logit is not worth a word. */
const WORTH_SAYING = 0.005;

const reasonText = ({ group, feature, value, unit, adds }: SignalReason, sign: number): string =>
  `${group}: ${feature} ${value === null ? `${MISSING}(median used)` : `${signedNumber(value, Math.abs(value) < 10 ? 2 : 0)} ${unit}`} (adds ${signedNumber(sign * adds, 2)})`;

/**
 * The sentence; a HOLD says first what keeps it from being more. `decimals` are those of the price.
 */
export function formatReasoning(
  { chanceUp, reasons }: Opinion,
  decision: Decision,
  commodity: CommodityKey,
  decimals: number,
): string {
  const sign = chanceUp >= 0.5 ? 1 : -1;
  const worth = reasons.filter(({ adds }) => Math.abs(adds) >= WORTH_SAYING);
  const pro = worth
    .filter(({ adds }) => adds * sign > 0)
    .slice(0, PRO_MAX)
    .map((reason) => reasonText(reason, sign));
  const contra = worth
    .filter(({ adds }) => adds * sign < 0)
    .slice(0, 1)
    .map((reason) => `against it ${reasonText(reason, sign)}`);
  const said = [...pro, ...contra];
  const side = `${formatPercent(100 * Math.max(chanceUp, 1 - chanceUp), 0)} ${sign === 1 ? 'up' : 'down'}`;
  return `${holdText(decision, commodity, decimals)}${said.length === 0 ? `${side}; no strong drivers` : `${side}. ${capitalizeFirst(said.join('; '))}`}.`;
}

function holdText(
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
