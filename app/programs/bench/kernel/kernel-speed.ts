// Bars per second of the backtest kernel: one rule against a plain loop and another library, all
// strategies, and scaling.
import { availableParallelism } from 'node:os';
import { runBacktest } from '../../../trading/backtest/run-backtest';
import type { BacktestRun } from '../../../trading/backtest/backtest-run';
import type { ChainTape } from '../../../trading/backtest/tape';
import { COMMODITY_KEYS, type CommodityKey } from '../../../trading/domain/commodity';
import { createEvaluator } from '../../../trading/strategies/evaluate';
import type { PlaybookRow } from '../../../trading/strategies/playbook';
import { findPlaybookRow, listPlaybooks } from '../../../trading/strategies/playbooks/catalog';
import type { TapeRun } from '../../backtest/tape-run';
import { type RunTapes, TapePool, runTapesInThread } from '../../backtest/tape-runs';
import { measureSeconds } from '../engine-speed';
import { FLIP_OPTIONS, runBareFlip, createFlipEvaluator } from './flip';
import { type PeerFlip, findPeerFlip } from './peer';
import { HourlyTapes } from './tapes';

export interface RunSpeed {
  readonly name: string;
  readonly bars: number;
  readonly trades: number | null;
  readonly barsPerSecond: number;
}

export interface Growth {
  readonly of: string;
  readonly times: number;
  /** Time per unit of work relative to the smallest; 1 = linear scaling. */
  readonly ratio: number;
}

export interface CatalogueSpeed {
  readonly threads: number;
  readonly playbooks: number;
  readonly bars: number;
  readonly trades: number;
  readonly seconds: number;
}

export interface KernelSpeed {
  readonly runs: readonly RunSpeed[];
  /** Why the other library was not measured; null when it was. */
  readonly peerMissing: string | null;
  /** The same runs on one thread, and on all. */
  readonly catalogue: readonly CatalogueSpeed[];
  readonly growth: readonly Growth[];
}

const ROUNDS = 5;
const CATALOGUE_ROUNDS = 2;
/** Minimum of several rounds: other load on the machine only adds time. */
const measureMinimum = (act: () => unknown): number =>
  Math.min(...Array.from({ length: ROUNDS }, () => measureSeconds(act)));

const listAllRows = (): readonly PlaybookRow[] =>
  COMMODITY_KEYS.flatMap((mode) => listPlaybooks(mode));

function getRow(commodity: CommodityKey, id: string): PlaybookRow {
  const row = findPlaybookRow(commodity, id);
  if (!row) throw new RangeError(`no strategy ${id} for ${commodity}`);
  return row;
}

/** Two price-only strategies: one on a single chain, one on every hub. */
const getTrendRow = (): PlaybookRow => getRow('crude-oil', 'TREND_FOLLOW');
const getHubRow = (): PlaybookRow => getRow('electricity', 'VOL_BREAK');

/** Measures with tapes of `barsOne` hourly bars for one rule and `barsEach` for all strategies. */
export async function measureKernel(
  barsOne: number,
  barsEach: number,
  threads = availableParallelism(),
): Promise<KernelSpeed> {
  const oil = new HourlyTapes(barsOne).getChainTape('CL');
  const peer = await findPeerFlip();
  return {
    runs: listRuns(oil, typeof peer === 'string' ? null : peer),
    peerMissing: typeof peer === 'string' ? peer : null,
    catalogue: await measureCatalogue(barsEach, threads),
    growth: measureGrowth(barsEach),
  };
}

function listRuns(oil: ChainTape, peer: PeerFlip | null): RunSpeed[] {
  const columns = oil.months[0]?.bars;
  if (!columns) throw new RangeError('a history must have one month');
  const bars = columns.close.length;
  const measureRun = (name: string, trades: number | null, act: () => unknown): RunSpeed => ({
    name,
    bars,
    trades,
    barsPerSecond: bars / measureMinimum(act),
  });
  const runFlip = (): number =>
    runBacktest(createFlipEvaluator(), [oil], FLIP_OPTIONS).trades.length;
  const runTrend = (): number => runBacktest(createEvaluator(getTrendRow()), [oil]).trades.length;
  const run = peer?.prepareRun(columns);
  const runFold = (): number =>
    runBacktest(createEvaluator(getTrendRow()), [oil], { fromMs: Infinity }).trades.length;
  return [
    measureRun('trend strategy, signals only', runFold(), runFold),
    measureRun('trend strategy with trades', runTrend(), runTrend),
    measureRun('moving average crossover', runFlip(), runFlip),
    measureRun('the same crossover as a plain loop', null, () => runBareFlip(columns)),
    ...(run
      ? [measureRun(`the same crossover in ${peer?.name ?? ''}, averages precomputed`, run(), run)]
      : []),
  ];
}

/** All strategies, each on an hourly history of its first chain or of both legs. */
export function buildCatalogueRuns(barsEach: number): readonly TapeRun[] {
  const tapes = new HourlyTapes(barsEach);
  return listAllRows().map((row) => ({ row, chains: tapes.getTapes(row) }));
}

/** Without the start of the threads and the making of the tapes; minimum of two rounds. */
async function measureCatalogue(
  barsEach: number,
  threads: number,
): Promise<readonly CatalogueSpeed[]> {
  const tapeRuns = buildCatalogueRuns(barsEach);
  const measure = async (count: number, runAll: RunTapes): Promise<CatalogueSpeed> => {
    let [runs, seconds]: [readonly BacktestRun[], number] = [[], Infinity];
    for (let round = 0; round < CATALOGUE_ROUNDS; round += 1) {
      const startedMs = performance.now();
      runs = await runAll(tapeRuns);
      seconds = Math.min(seconds, (performance.now() - startedMs) / 1000);
    }
    return {
      threads: count,
      playbooks: tapeRuns.length,
      bars: runs.reduce((sum, run) => sum + run.bars, 0),
      trades: runs.reduce((sum, run) => sum + run.trades.length, 0),
      seconds,
    };
  };
  const alone = await measure(1, runTapesInThread);
  if (threads < 2) return [alone];
  const pool = new TapePool(threads);
  try {
    return [alone, await measure(threads, pool.run)];
  } finally {
    await pool.stop();
  }
}

const TIMES = [1, 2, 4] as const;

/** Time at one, two and four times the bars, strategies and instruments of one run. */
function measureGrowth(barsEach: number): Growth[] {
  const barsMin = Math.max(1000, Math.round(barsEach / 4));
  const measureRatios = (of: string, createRun: (times: number) => () => unknown): Growth[] => {
    const seconds = TIMES.map((times) => measureMinimum(createRun(times)) / times);
    return TIMES.map((times, index) => ({
      of,
      times,
      ratio: (seconds[index] ?? NaN) / (seconds[0] ?? NaN),
    }));
  };
  const tapesOfMin = new HourlyTapes(barsMin);
  const outrightRows = listAllRows().filter(({ legs }) => legs === null);
  return [
    ...measureRatios('bars', (times) => {
      const oil = new HourlyTapes(barsMin * times).getChainTape('CL');
      return () => runBacktest(createEvaluator(getTrendRow()), [oil]);
    }),
    ...measureRatios('playbooks', (times) => {
      // Every fourth, every second, every one: keeps the mix of families.
      const runs = outrightRows
        .filter((_, index) => index % (4 / times) === 0)
        .map((row) => ({ row, chains: tapesOfMin.getTapes(row) }));
      return () => {
        for (const { row, chains } of runs) runBacktest(createEvaluator(row), chains);
      };
    }),
    ...measureRatios('instruments', (times) => {
      const hubs = ['ET-NYISO', 'ET-ERCOT', 'ET-CAISO', 'ET-PJM']
        .slice(0, times)
        .map((hub) => tapesOfMin.getChainTape(hub));
      return () => runBacktest(createEvaluator(getHubRow()), hubs);
    }),
  ];
}
