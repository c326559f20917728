// Observes every strategy on one simulated path, or on two futures of it: the tasks of the judge.
import { FIRST_TRADED_MS, getOutOfSampleSpan } from '../../../server/backtests/world-span';
import type { OpenWorld } from '../../../server/backtests/study';
import { trustAllNetworks } from '../../../server/backtests/world-signals';
import { buildWorldTapes } from '../../../server/backtests/world-tapes';
import {
  type DailyPositions,
  computeDailyPositions,
} from '../../../trading/backtest/daily-positions';
import { groupTrades } from '../../../trading/backtest/grouped-trades';
import { findLookAhead } from '../../../trading/backtest/look-ahead-check';
import { runBacktest } from '../../../trading/backtest/run-backtest';
import type { ChainTape } from '../../../trading/backtest/tape';
import { formatTradeDigest } from '../../../trading/backtest/trade-digest';
import { createEvaluator } from '../../../trading/strategies/evaluate';
import type { PlaybookRow } from '../../../trading/strategies/playbook';
import { compareFutures } from './compare-futures';
import { detectPlantedLeak } from './planted-leak';

/** Number of shortened runs that are compared with the full one. */
const CUTS = 3;

export interface PathTask {
  readonly kind: 'path';
  readonly rows: readonly PlaybookRow[];
  readonly seed: string;
  readonly years: number;
  /** Whether look-ahead and a planted leak are tested on this path. */
  readonly hasLookAheadTests: boolean;
}

export interface FuturesTask {
  readonly kind: 'futures';
  readonly rows: readonly PlaybookRow[];
  readonly seed: string;
}

export type JudgeTask = PathTask | FuturesTask;

/** One strategy on one path. */
export interface PathObservation {
  /** Closed positions. */
  readonly trades: number;
  readonly orders: string;
  readonly positions: DailyPositions;
  /** Description of the look-ahead; null when none is found or tested. */
  readonly lookahead: string | null;
  /** Whether the planted leak is detected; null when not tested. */
  readonly isLeakCaught: boolean | null;
}

/** One entry per row: observations of a path, or early differences of futures, null without one. */
export type JudgeResult =
  | { readonly kind: 'path'; readonly observations: readonly PathObservation[] }
  | { readonly kind: 'futures'; readonly earlyDifferences: readonly (string | null)[] };

export function runJudgeTask(
  open: OpenWorld,
  task: JudgeTask,
  onDay: (done: number, total: number) => void,
): JudgeResult {
  if (task.kind === 'path') return { kind: 'path', observations: observePath(open, task, onDay) };
  const futures = compareFutures(open, task.rows, task.seed);
  return { kind: 'futures', earlyDifferences: task.rows.map(futures.findEarlyDifference) };
}

function observePath(
  open: OpenWorld,
  { rows, seed, years, hasLookAheadTests }: PathTask,
  onDay: (done: number, total: number) => void,
): readonly PathObservation[] {
  const tapes = buildWorldTapes({
    world: open({ seed }),
    rows,
    fromMs: FIRST_TRADED_MS,
    untilMs: getOutOfSampleSpan(seed, years).untilMs,
    hasSkill: trustAllNetworks,
    onDay,
  });
  return rows.map((row) => observeRow(row, tapes.getTapes(row), seed, hasLookAheadTests));
}

function observeRow(
  row: PlaybookRow,
  chains: readonly ChainTape[],
  seed: string,
  hasLookAheadTests: boolean,
): PathObservation {
  const { trades } = runBacktest(createEvaluator(row), chains, { fromMs: FIRST_TRADED_MS });
  return {
    trades: groupTrades(trades).length,
    orders: formatTradeDigest(trades),
    positions: computeDailyPositions(trades, `${seed}/`),
    lookahead: hasLookAheadTests ? describeLookAhead(row, chains) : null,
    isLeakCaught: hasLookAheadTests ? detectPlantedLeak(row, chains) !== null : null,
  };
}

const describeLookAhead = (row: PlaybookRow, chains: readonly ChainTape[]): string | null =>
  findLookAhead(() => createEvaluator(row), chains, { fromMs: FIRST_TRADED_MS }, CUTS)?.text ??
  null;
