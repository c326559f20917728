// Formats signals and scores as text.

import { COMMODITIES } from '../../trading/domain/commodity';
import {
  MISSING,
  formatCount,
  formatNumber,
  formatPercent,
  formatSignedNumber,
} from '../../trading/domain/format';
import { formatCommodityPrice } from '../../trading/domain/format';
import type { Tone } from '../figures';
import type {
  ExpectedRangeDto,
  ReliabilityDto,
  ScoreDto,
  ScoredSignalDto,
  SignalDto,
} from '../../contracts/api/signals';

export const SIGNAL_TONES: Readonly<Record<SignalDto['signal'], Tone>> = {
  BUY: 'up',
  SELL: 'down',
  HOLD: 'warn',
};

/** One standard deviation of the next day's move: $/MWh for power, else percent of the price. */
export const formatExpectedRange = ({ commodity, sigma }: ExpectedRangeDto): string =>
  commodity === 'electricity'
    ? formatUnitPrice({ commodity }, sigma)
    : formatPercent(100 * sigma, 2);

const SCORE_DECIMALS = 4;
export const formatProbability = (value: number | null): string =>
  formatPercent(value === null ? null : 100 * value, 1);
export const formatScore = (value: number | null): string => formatNumber(value, SCORE_DECIMALS);

/** Price with the unit of its commodity. */
const formatUnitPrice = ({ commodity }: Pick<SignalDto, 'commodity'>, value: number): string =>
  `${formatCommodityPrice(commodity, value)} ${COMMODITIES[commodity].priceUnit}`;

/** Price, target, expected gain while held against its cost hurdle, and 80% range; HOLD has no target. */
export function formatSignalTarget(signal: SignalDto): string {
  const { commodity, price, targetPrice, low, high, confidence, expectedMove, costHurdle } = signal;
  const target =
    signal.signal === 'HOLD'
      ? `HOLD at ${formatUnitPrice(signal, price)}`
      : `${formatPercent(100 * confidence, 0)} confidence, ${formatCommodityPrice(commodity, price)} to target ${formatUnitPrice(signal, targetPrice)}`;
  return `${target}; expected gain while held ${formatCommodityPrice(commodity, expectedMove)}, cost hurdle ${formatCommodityPrice(commodity, costHurdle)}; 80% range: ${formatCommodityPrice(commodity, low)}–${formatCommodityPrice(commodity, high)}`;
}

const ARROWS = { rose: '\u25b2', fell: '\u25bc', stood: '=' } as const;
export const formatOutcome = ({ outcome }: ScoredSignalDto): string =>
  outcome === null ? 'no price near expiry' : `${ARROWS[outcome]} ${outcome}`;
export const formatPriceChange = ({ commodity, price, priceThen }: ScoredSignalDto): string =>
  `${formatCommodityPrice(commodity, price)} \u2192 ${formatCommodityPrice(commodity, priceThen)}`;

/** Hit rate: correct side, of signals with a side whose price moved. */
export const formatHitRate = ({ hits, sided }: ScoreDto): string =>
  sided === 0 ? MISSING : `${formatPercent((100 * hits) / sided, 1)} of ${formatCount(sided)}`;

/** Benchmark score, and in brackets the network's gain over it; positive is better. */
export const formatBenchmarkScore = (
  { brier, rivals: benchmarks }: ScoreDto,
  benchmark: 'even' | 'momentum' | 'seasonal',
): string =>
  brier === null || benchmarks === null
    ? MISSING
    : `${formatScore(benchmarks[benchmark])} (${formatSignedNumber(benchmarks[benchmark] - brier, SCORE_DECIMALS)})`;

export const formatBin = ({ from, until }: ReliabilityDto): string =>
  `${formatPercent(100 * from, 1)} to ${formatPercent(100 * until, 1)}`;
