// Signals as texts: words, figures and arrows, the same on the server and in the browser.

import { COMMODITIES } from '../../trading/domain/commodity';
import {
  MISSING,
  formatCount,
  decimalNumber,
  formatPercent,
  signedNumber,
} from '../../trading/domain/format';
import { formatCommodityPrice } from '../../trading/domain/format';
import type { Tone } from '../figures';
import type { ReliabilityDto, ScoreDto, ScoredDto, SignalDto } from '../../contracts/api/signals';

export const SIGNAL_TONES: Readonly<Record<SignalDto['signal'], Tone>> = {
  BUY: 'up',
  SELL: 'down',
  HOLD: 'warn',
};

const SCORE_DECIMALS = 4;
export const formatChance = (value: number | null): string =>
  formatPercent(value === null ? null : 100 * value, 1);
export const formatScore = (value: number | null): string => decimalNumber(value, SCORE_DECIMALS);

/** A price in the unit of its commodity. */
const unitPrice = ({ commodity }: Pick<SignalDto, 'commodity'>, value: number): string =>
  `${formatCommodityPrice(commodity, value)} ${COMMODITIES[commodity].priceUnit}`;

/** Price, target and band of a signal in one line; a HOLD aims at nothing. */
export function aimText(signal: SignalDto): string {
  const { commodity, price, targetPrice, low, high, confidence } = signal;
  const aim =
    signal.signal === 'HOLD'
      ? `HOLD at ${unitPrice(signal, price)}`
      : `${formatPercent(100 * confidence, 0)} confidence, ${formatCommodityPrice(commodity, price)} to target ${unitPrice(signal, targetPrice)}`;
  return `${aim}; 80% range: ${formatCommodityPrice(commodity, low)}–${formatCommodityPrice(commodity, high)}`;
}

const ARROWS = { rose: '\u25b2', fell: '\u25bc', stood: '=' } as const;
export const outcomeText = ({ outcome }: ScoredDto): string =>
  outcome === null ? 'no price near expiry' : `${ARROWS[outcome]} ${outcome}`;
export const changeText = ({ commodity, price, priceThen }: ScoredDto): string =>
  `${formatCommodityPrice(commodity, price)} \u2192 ${formatCommodityPrice(commodity, priceThen)}`;

/** Signals that leaned to the right side, of those that leaned while the price moved. */
export const hitText = ({ hits, sided }: ScoreDto): string =>
  sided === 0 ? MISSING : `${formatPercent((100 * hits) / sided, 1)} of ${formatCount(sided)}`;

/** What a network gains over a rival: above zero it is better. */
export const edgeText = (
  { brier, rivals }: ScoreDto,
  rival: 'even' | 'momentum' | 'seasonal',
): string =>
  brier === null || rivals === null
    ? MISSING
    : `${formatScore(rivals[rival])} (${signedNumber(rivals[rival] - brier, SCORE_DECIMALS)})`;

export const binText = ({ from, until }: ReliabilityDto): string =>
  `${formatPercent(100 * from, 1)} to ${formatPercent(100 * until, 1)}`;
