// Runs strategies over simulated markets, market by market, so that shared inputs are built once.
import { runBacktest } from '../../trading/backtest/run-backtest';
import type { BacktestRun } from '../../trading/backtest/backtest-run';
import type { ChainTape } from '../../trading/backtest/tape';
import type { EpochMs } from '../../trading/domain/units';
import type { WorldOptions } from '../../trading/simulation/market-models';
import type { World } from '../../trading/simulation/world';
import { createEvaluator } from '../../trading/strategies/evaluate';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { type BacktestOutcome, computeDailyGains, buildOutcome } from './backtest-outcome';
import type { WorldSpan } from './world-span';
import { buildWorldTapes } from './world-tapes';

/** A run with its tapes. */
export interface CompletedRun {
  readonly run: BacktestRun;
  readonly chains: readonly ChainTape[];
}

/** Results of a strategy by market, or why it was not run. */
export interface StudyResult {
  readonly row: PlaybookRow;
  readonly outcomes: readonly BacktestOutcome[];
  /**
   * Daily change of equity / capital in each simulated market; empty for price files, whose days
   * differ.
   */
  readonly gains: readonly Float64Array[];
  readonly missing: string | null;
  /** Last run with its tapes, for a report. */
  readonly last: CompletedRun | null;
}

export type OpenWorld = (options: WorldOptions) => World;

/** Called with completed work, total work and the current activity. */
export type OnProgress = (done: number, total: number, label: string) => void;

/** Runs a strategy over its tapes from `fromMs` on. */
function runOnTapes(
  row: PlaybookRow,
  chains: readonly ChainTape[],
  market: string,
  fromMs: EpochMs,
): { readonly outcome: BacktestOutcome; readonly last: CompletedRun } {
  const run = runBacktest(createEvaluator(row), chains, { fromMs });
  return { outcome: describeRun(row, { run, chains }, market), last: { run, chains } };
}

/** Figures of a completed run. Throws RangeError if it traded an instrument on none of its tapes. */
export function describeRun(
  row: PlaybookRow,
  { run, chains }: CompletedRun,
  market: string,
): BacktestOutcome {
  const instruments = new Map(
    chains.flatMap(({ months }) =>
      months.map(({ instrument }) => [instrument.id, instrument] as const),
    ),
  );
  return buildOutcome(run, market, (id) => {
    const found = instruments.get(id);
    if (!found) throw new RangeError(`${row.id} traded ${id}, which is on none of its tapes`);
    return found;
  });
}

/** Result of one strategy in one market. */
export interface WorldResult {
  readonly outcome: BacktestOutcome;
  /** Daily change of equity / capital. */
  readonly gains: Float64Array;
  readonly last: CompletedRun | null;
}

/** Runs all strategies in one market; results are in their order. */
export function runWorld(
  open: OpenWorld,
  rows: readonly PlaybookRow[],
  { seed, name, isEfficient = false, fromMs, untilMs }: WorldSpan,
  onDay: (done: number, total: number) => void,
): readonly WorldResult[] {
  const tapes = buildWorldTapes({
    world: open({ seed, alpha: { efficient: isEfficient } }),
    rows,
    fromMs,
    untilMs,
    onDay,
  });
  return rows.map((row) => {
    const { outcome, last } = runOnTapes(row, tapes.getTapes(row), name, fromMs);
    // Tapes are large: keep them for a single strategy only.
    return {
      outcome,
      gains: computeDailyGains(last.run, fromMs, untilMs),
      last: rows.length === 1 ? last : null,
    };
  });
}

/** Simulates markets in any order, in this thread or in others. */
export type SimulateWorlds = (
  rows: readonly PlaybookRow[],
  worlds: readonly WorldSpan[],
  onProgress: OnProgress,
) => Promise<readonly (readonly WorldResult[])[]>;

/** Simulates one market after the other in this thread. */
export const simulateInThread =
  (open: OpenWorld): SimulateWorlds =>
  (rows, worlds, onProgress) =>
    Promise.resolve(
      worlds.map((world, index) =>
        runWorld(open, rows, world, (done, total) =>
          onProgress(
            index + done / total,
            worlds.length,
            `${worlds.length === 1 ? '' : `world ${index + 1} of ${worlds.length}, `}day ${done} of ${total}`,
          ),
        ),
      ),
    );

/** Results of one strategy over all markets; `index` is its position in the list. */
function summarizeStudy(
  row: PlaybookRow,
  index: number,
  results: readonly (readonly WorldResult[])[],
): StudyResult {
  const ownResults = results.flatMap((world) => world[index] ?? []);
  return {
    row,
    missing: null,
    outcomes: ownResults.map(({ outcome }) => outcome),
    gains: ownResults.map(({ gains }) => gains),
    last: ownResults.at(-1)?.last ?? null,
  };
}

/** Runs all strategies in each market. */
export async function runStudy(
  simulate: SimulateWorlds,
  rows: readonly PlaybookRow[],
  worlds: readonly WorldSpan[],
  onProgress: OnProgress,
): Promise<readonly StudyResult[]> {
  const results = await simulate(rows, worlds, onProgress);
  return rows.map((row, index) => summarizeStudy(row, index, results));
}
