// Signals as texts: words, figures and arrows, the same on the server and in the browser.
import type { ReliabilityWire, ScoreWire, ScoredWire, SignalWire } from '../../contracts/signals';
import { COMMODITIES } from '../../trading/domain/commodity';
import { MISSING, count, decimalNumber, percent, signedNumber } from '../../trading/domain/format';
import { priceOf } from '../../trading/domain/format';
import type { Tone } from '../figures';

export const SIGNAL_TONES: Readonly<Record<SignalWire['signal'], Tone>> = {
  BUY: 'up',
  SELL: 'down',
  HOLD: 'warn',
};

const SCORE_DECIMALS = 4;
export const chance = (value: number | null): string =>
  percent(value === null ? null : 100 * value, 1);
export const score = (value: number | null): string => decimalNumber(value, SCORE_DECIMALS);

/** A price in the unit of its commodity. */
const unitPrice = ({ commodity }: Pick<SignalWire, 'commodity'>, value: number): string =>
  `${priceOf(commodity, value)} ${COMMODITIES[commodity].priceUnit}`;

/** Price, target and band of a signal in one line; a HOLD aims at nothing. */
export function aimText(signal: SignalWire): string {
  const { commodity, price, targetPrice, low, high, confidence } = signal;
  const aim =
    signal.signal === 'HOLD'
      ? `HOLD at ${unitPrice(signal, price)}`
      : `${percent(100 * confidence, 0)} confidence, ${priceOf(commodity, price)} to target ${unitPrice(signal, targetPrice)}`;
  return `${aim}; 80% range: ${priceOf(commodity, low)}–${priceOf(commodity, high)}`;
}

const ARROWS = { rose: '\u25b2', fell: '\u25bc', stood: '=' } as const;
export const outcomeText = ({ outcome }: ScoredWire): string =>
  outcome === null ? 'no price near expiry' : `${ARROWS[outcome]} ${outcome}`;
export const changeText = ({ commodity, price, priceThen }: ScoredWire): string =>
  `${priceOf(commodity, price)} \u2192 ${priceOf(commodity, priceThen)}`;

/** Signals that leaned to the right side, of those that leaned while the price moved. */
export const hitText = ({ hits, sided }: ScoreWire): string =>
  sided === 0 ? MISSING : `${percent((100 * hits) / sided, 1)} of ${count(sided)}`;

/** What a network gains over a rival: above zero it is better. */
export const edgeText = (
  { brier, rivals }: ScoreWire,
  rival: 'even' | 'momentum' | 'seasonal',
): string =>
  brier === null || rivals === null
    ? MISSING
    : `${score(rivals[rival])} (${signedNumber(rivals[rival] - brier, SCORE_DECIMALS)})`;

export const binText = ({ from, until }: ReliabilityWire): string =>
  `${percent(100 * from, 1)} to ${percent(100 * until, 1)}`;
