// Every scored method is recorded as a trial, whatever its result.
import { computeSha256 } from '../../server/backtests/trial-ledger';
import type { Trial } from '../../trading/backtest/trial-log';
import { toCanonicalJson } from '../../trading/domain/canonical-json';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { Evaluation } from '../../trading/networks/evaluation';
import type { NetworkId } from '../../trading/networks/network-spec';
import type { HistoryBenchmarkId } from './options';
import type { BenchmarkResult } from './benchmark-result';
import { DAY_MS } from '../../trading/domain/time';

/** Commodity of each benchmark. */
const BENCHMARK_COMMODITIES: Readonly<Record<HistoryBenchmarkId, CommodityKey>> = {
  comed: 'electricity',
  storage: 'natural-gas',
  var: 'crude-oil',
};

/**
 * A forecast has no Sharpe ratio. Its name contains the benchmark, so that it is counted with its
 * kind only.
 */
export function listTrials(
  { benchmark, rows, judgedOn, seeds, data }: BenchmarkResult,
  atMs: number,
): readonly Trial[] {
  return rows.map(({ method, knows, judged }) => ({
    atMs,
    mode: BENCHMARK_COMMODITIES[benchmark],
    playbook: `${benchmark}: ${method}`,
    paramsHash: computeSha256(toCanonicalJson({ method, knows, seeds, judged })),
    market: computeSha256(toCanonicalJson(data)),
    fromMs: Date.parse(judgedOn.from),
    untilMs: Date.parse(judgedOn.until),
    sharpePerDay: null,
    days: judgedOn.count,
  }));
}

const NETWORK_COMMODITIES: Readonly<Record<NetworkId, CommodityKey>> = {
  WeatherNet: 'natural-gas',
  CropNet: 'corn',
  SpikeNet: 'electricity',
  PowerNet: 'electricity',
  GasNet: 'natural-gas',
  PetroNet: 'crude-oil',
  AgNet: 'corn',
  VolNet: 'natural-gas',
};

/** One evaluation on out-of-sample paths is one trial per network and weights. */
export function listNetworkTrials(
  { rows, weights, seeds, years }: Evaluation,
  atMs: number,
): readonly Trial[] {
  const market = computeSha256(toCanonicalJson({ seeds, years }));
  return rows
    .filter(
      ({ isMain }, index) =>
        isMain &&
        rows.findIndex(
          ({ network, target }) =>
            network === rows[index]?.network && target === rows[index]?.target,
        ) === index,
    )
    .map(({ network, target, subject, sharpe }) => ({
      atMs,
      mode: NETWORK_COMMODITIES[network],
      playbook: `${network} on ${subject}: ${target}`,
      paramsHash: weights[network] ?? '',
      market,
      fromMs: START_MS,
      untilMs: START_MS + years * YEAR_MS,
      sharpePerDay: sharpe === null ? null : sharpe / Math.sqrt(YEAR_DAYS),
      days: Math.round(years * YEAR_DAYS),
    }));
}

/** First day of the simulation, and its year length. */
const START_MS = Date.UTC(2010, 0, 1);
const YEAR_DAYS = 365.25;
const YEAR_MS = YEAR_DAYS * DAY_MS;
