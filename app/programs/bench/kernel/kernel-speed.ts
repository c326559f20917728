// How many bars the backtest kernel runs in a second: one rule beside a bare loop and another
// library, the whole catalogue, and how it grows.
import { runBacktest } from '../../../trading/backtest/kernel';
import type { ChainTape } from '../../../trading/backtest/tape';
import { COMMODITY_KEYS, type CommodityKey } from '../../../trading/domain/commodity';
import { createEvaluator } from '../../../trading/strategies/evaluate';
import type { PlaybookRow } from '../../../trading/strategies/playbook';
import { findPlaybookRow, listPlaybooks } from '../../../trading/strategies/playbooks/catalogue';
import { measureSeconds } from '../engine-speed';
import { FLIP, bareFlip, flipEvaluator } from './flip';
import { type PeerFlip, findPeerFlip } from './peer';
import { HourlyTapes } from './tapes';

/** A figure with what it was measured over. */
export interface RunSpeed {
  readonly name: string;
  readonly bars: number;
  readonly trades: number | null;
  readonly barsPerSecond: number;
}

export interface Growth {
  readonly of: string;
  readonly times: number;
  /** Time over that of the smallest, per unit of work: 1 when it grows with the work alone. */
  readonly ratio: number;
}

export interface KernelSpeed {
  readonly runs: readonly RunSpeed[];
  /** Why the other library is not among them; null where it is. */
  readonly peerMissing: string | null;
  readonly catalogue: {
    readonly playbooks: number;
    readonly bars: number;
    readonly trades: number;
    readonly seconds: number;
  };
  readonly growth: readonly Growth[];
}

const ROUNDS = 5;
/** The least of several rounds: what else the machine does only adds. */
const measureLeast = (act: () => unknown): number =>
  Math.min(...Array.from({ length: ROUNDS }, () => measureSeconds(act)));

const rowsOfAll = (): readonly PlaybookRow[] =>
  COMMODITY_KEYS.flatMap((mode) => listPlaybooks(mode));

function buildRow(commodity: CommodityKey, id: string): PlaybookRow {
  const row = findPlaybookRow(commodity, id);
  if (!row) throw new RangeError(`the catalogue has no ${id} of ${commodity}`);
  return row;
}

/** Two rules that need nothing but prices: one of one chain, and one of every hub. */
const trendRow = (): PlaybookRow => buildRow('crude-oil', 'TREND_FOLLOW');
const hubRow = (): PlaybookRow => buildRow('electricity', 'VOL_BREAK');

/** Measures with tapes of so many hourly bars for one rule, and for the catalogue. */
export async function measureKernel(barsOne: number, barsEach: number): Promise<KernelSpeed> {
  const oil = new HourlyTapes(barsOne).of('CL');
  const peer = await findPeerFlip();
  return {
    runs: listRuns(oil, typeof peer === 'string' ? null : peer),
    peerMissing: typeof peer === 'string' ? peer : null,
    catalogue: catalogueSpeed(barsEach),
    growth: buildGrowth(barsEach),
  };
}

function listRuns(oil: ChainTape, peer: PeerFlip | null): RunSpeed[] {
  const columns = oil.months[0]?.bars;
  if (!columns) throw new RangeError('a history is one month');
  const bars = columns.close.length;
  const row = (name: string, trades: number | null, act: () => unknown): RunSpeed => ({
    name,
    bars,
    trades,
    barsPerSecond: bars / measureLeast(act),
  });
  const flip = (): number => runBacktest(flipEvaluator(), [oil], FLIP).trades.length;
  const trend = (): number => runBacktest(createEvaluator(trendRow()), [oil]).trades.length;
  const run = peer?.prepare(columns);
  const fold = (): number =>
    runBacktest(createEvaluator(trendRow()), [oil], { fromMs: Infinity }).trades.length;
  return [
    row('a trend rule of the catalogue, folded alone', fold(), fold),
    row('the same, traded', trend(), trend),
    row('a flip of two averages', flip(), flip),
    row('the same flip as a bare loop', null, () => bareFlip(columns)),
    ...(run
      ? [row(`the same flip in ${peer?.name ?? ''}, its averages made before`, run(), run)]
      : []),
  ];
}

/**
 * All playbooks, each over an hourly history of its first chain or of both legs; ranges of bars and
 * gates do not ask of which length they are.
 */
function catalogueSpeed(barsEach: number): KernelSpeed['catalogue'] {
  const tapes = new HourlyTapes(barsEach);
  const runs = rowsOfAll().map((row) => ({ row, chains: tapes.ofRow(row) }));
  let [bars, trades] = [0, 0];
  const runAll = (): void => {
    [bars, trades] = [0, 0];
    for (const { row, chains } of runs) {
      const run = runBacktest(createEvaluator(row), chains);
      bars += run.bars;
      trades += run.trades.length;
    }
  };
  const took = Math.min(measureSeconds(runAll), measureSeconds(runAll));
  return { playbooks: runs.length, bars, trades, seconds: took };
}

const TIMES = [1, 2, 4] as const;

/**
 * Twice and four times the bars, the playbooks and the instruments, which share one clock in one
 * run.
 */
function buildGrowth(barsEach: number): Growth[] {
  const few = Math.max(1000, Math.round(barsEach / 4));
  const ratios = (of: string, make: (times: number) => () => unknown): Growth[] => {
    const took = TIMES.map((times) => measureLeast(make(times)) / times);
    return TIMES.map((times, place) => ({
      of,
      times,
      ratio: (took[place] ?? NaN) / (took[0] ?? NaN),
    }));
  };
  const own = new HourlyTapes(few);
  const priced = rowsOfAll().filter(({ legs }) => legs === null);
  return [
    ...ratios('bars', (times) => {
      const oil = new HourlyTapes(few * times).of('CL');
      return () => runBacktest(createEvaluator(trendRow()), [oil]);
    }),
    ...ratios('playbooks', (times) => {
      // Every fourth, every second, every one: the same mixture of families.
      const runs = priced
        .filter((_, place) => place % (4 / times) === 0)
        .map((row) => ({ row, chains: own.ofRow(row) }));
      return () => {
        for (const { row, chains } of runs) runBacktest(createEvaluator(row), chains);
      };
    }),
    ...ratios('instruments', (times) => {
      const hubs = ['ET-NYISO', 'ET-ERCOT', 'ET-CAISO', 'ET-PJM']
        .slice(0, times)
        .map((hub) => own.of(hub));
      return () => runBacktest(createEvaluator(hubRow()), hubs);
    }),
  ];
}
