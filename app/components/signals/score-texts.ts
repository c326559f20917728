// Formats scores and scored signals as text.
import {
  MISSING,
  formatCount,
  formatNumber,
  formatPercent,
  formatSignedNumber,
  formatCommodityPrice,
} from '../../trading/domain/format';
import type {
  ReliabilityDto,
  ScoreDto,
  ScoredSignalDto,
  SignalTrackRecordDto,
} from '../../contracts/api/signals';

const SCORE_DECIMALS = 4;
export const formatProbability = (value: number | null): string =>
  formatPercent(value === null ? null : 100 * value, 1);
export const formatScore = (value: number | null): string => formatNumber(value, SCORE_DECIMALS);

const ARROWS = { rose: '\u25b2', fell: '\u25bc', stood: '=' } as const;
export const formatOutcome = ({ outcome }: ScoredSignalDto): string =>
  outcome === null ? 'no price near expiry' : `${ARROWS[outcome]} ${outcome}`;
export const formatPriceChange = ({ commodity, price, priceThen }: ScoredSignalDto): string =>
  `${formatCommodityPrice(commodity, price)} \u2192 ${formatCommodityPrice(commodity, priceThen)}`;

/** Hit rate, and the number of signals it counts. */
export const formatHitRate = ({ hitRate, sided }: ScoreDto): string =>
  hitRate === null ? MISSING : `${formatPercent(100 * hitRate, 1)} of ${formatCount(sided)}`;

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

/** Scored and pending signals in one line. */
export function formatTrackRecord({
  pooled: { count, hitRate },
  waiting,
}: Pick<SignalTrackRecordDto, 'pooled' | 'waiting'>): string {
  const pending = `${formatCount(waiting)} awaiting expiry`;
  if (count === 0) return `Track record: none scored yet, ${pending}`;
  const hits = hitRate === null ? '' : `, hit rate ${formatPercent(100 * hitRate, 1)}`;
  return `Track record: ${formatCount(count)} scored${hits}, ${pending}`;
}
