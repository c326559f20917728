// Each method that was judged is a trial, whether it did well or not.
import { computeDigest } from '../../server/backtests/ledger';
import type { Trial } from '../../trading/backtest/trials';
import { canonicalJson } from '../../trading/domain/canonical';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { Evaluation } from '../../trading/networks/evaluation';
import type { NetworkId } from '../../trading/networks/network-spec';
import type { HistoryBenchmarkId } from './options';
import type { BenchmarkResult } from './result';
import { DAY_MS } from '../../trading/domain/time';

/** What each benchmark on real histories is about. */
const COMMODITY_OF: Readonly<Record<HistoryBenchmarkId, CommodityKey>> = {
  comed: 'electricity',
  storage: 'natural-gas',
  var: 'crude-oil',
};

/**
 * The trials of a result. A forecast has no Sharpe ratio; its name holds the benchmark, so that it
 * is counted with its like alone.
 */
export function listTrials(
  { benchmark, rows, judgedOn, seeds, data }: BenchmarkResult,
  atMs: number,
): readonly Trial[] {
  return rows.map(({ method, knows, judged }) => ({
    atMs,
    mode: COMMODITY_OF[benchmark],
    playbook: `${benchmark}: ${method}`,
    paramsHash: computeDigest(canonicalJson({ method, knows, seeds, judged })),
    market: computeDigest(canonicalJson(data)),
    fromMs: Date.parse(judgedOn.from),
    untilMs: Date.parse(judgedOn.until),
    sharpePerDay: null,
    days: judgedOn.count,
  }));
}

const ABOUT: Readonly<Record<NetworkId, CommodityKey>> = {
  WeatherNet: 'natural-gas',
  CropNet: 'corn',
  SpikeNet: 'electricity',
  PowerNet: 'electricity',
  GasNet: 'natural-gas',
  PetroNet: 'crude-oil',
  AgNet: 'corn',
  VolNet: 'natural-gas',
};

/** One look at the unseen worlds is one trial of each network; other weights are another trial. */
export function listLooks(
  { rows, weights, seeds, years }: Evaluation,
  atMs: number,
): readonly Trial[] {
  const market = computeDigest(canonicalJson({ seeds, years }));
  return rows
    .filter(
      ({ isMain }, place) =>
        isMain &&
        rows.findIndex(
          ({ network, target }) =>
            network === rows[place]?.network && target === rows[place]?.target,
        ) === place,
    )
    .map(({ network, target, subject, sharpe }) => ({
      atMs,
      mode: ABOUT[network],
      playbook: `${network} on ${subject}: ${target}`,
      paramsHash: weights[network],
      market,
      fromMs: START_MS,
      untilMs: START_MS + years * YEAR_MS,
      sharpePerDay: sharpe === null ? null : sharpe / Math.sqrt(YEAR_DAYS),
      days: Math.round(years * YEAR_DAYS),
    }));
}

/** The day on which simulated worlds begin, and the length of their years. */
const START_MS = Date.UTC(2010, 0, 1);
const YEAR_DAYS = 365.25;
const YEAR_MS = YEAR_DAYS * DAY_MS;
