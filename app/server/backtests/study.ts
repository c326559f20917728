// Playbooks over simulated worlds: one run for each playbook and world, world by world, so that
// what playbooks share is made once.
import { runBacktest } from '../../trading/backtest/kernel';
import type { BacktestRun, ChainTape } from '../../trading/backtest/tape';
import type { EpochMs } from '../../trading/domain/units';
import type { WorldOptions } from '../../trading/simulation/parts';
import type { World } from '../../trading/simulation/world';
import { createEvaluator } from '../../trading/strategies/evaluate';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { type BacktestOutcome, dailyGains, buildOutcome } from './outcome';
import type { WorldSpan } from './spans';
import { worldTapes } from './world-tapes';

/** One run with what it was made from. */
export interface Ran {
  readonly run: BacktestRun;
  readonly chains: readonly ChainTape[];
}

/** A playbook with what it brought in each market, or why it was not run. */
export interface Studied {
  readonly row: PlaybookRow;
  readonly outcomes: readonly BacktestOutcome[];
  /**
   * Change of equity over the capital, day by day, in each simulated market; empty for files, whose
   * days differ.
   */
  readonly gains: readonly Float64Array[];
  readonly missing: string | null;
  /** The last run with its tapes, for a report. */
  readonly last: Ran | null;
}

export type OpenWorld = (options: WorldOptions) => World;

/** Told how much is done, of how much, and what is being done. */
export type OnProgress = (done: number, total: number, label: string) => void;

/** One run of a playbook over its tapes from a moment on, with its figures. */
export function runOn(
  row: PlaybookRow,
  chains: readonly ChainTape[],
  market: string,
  fromMs: EpochMs,
): { readonly outcome: BacktestOutcome; readonly last: Ran } {
  const run = runBacktest(createEvaluator(row), chains, { fromMs });
  const instruments = new Map(
    chains.flatMap(({ months }) =>
      months.map(({ instrument }) => [instrument.id, instrument] as const),
    ),
  );
  const outcome = buildOutcome(run, market, (id) => {
    const found = instruments.get(id);
    if (!found) throw new RangeError(`${row.id} traded ${id}, which is on none of its tapes`);
    return found;
  });
  return { outcome, last: { run, chains } };
}

/** What one playbook brought in one world. */
export interface WorldResult {
  readonly outcome: BacktestOutcome;
  /** Change of equity over the capital, day by day. */
  readonly gains: Float64Array;
  readonly last: Ran | null;
}

/** Runs all playbooks in one world, in their order. */
export function runWorld(
  open: OpenWorld,
  rows: readonly PlaybookRow[],
  { seed, name, isEfficient = false, fromMs, untilMs }: WorldSpan,
  onDay: (done: number, total: number) => void,
): readonly WorldResult[] {
  const tapes = worldTapes({
    world: open({ seed, alpha: { efficient: isEfficient } }),
    rows,
    fromMs,
    untilMs,
    onDay,
  });
  return rows.map((row) => {
    const { outcome, last } = runOn(row, tapes.of(row), name, fromMs);
    // the tapes of one playbook are as much as one keeps
    return {
      outcome,
      gains: dailyGains(last.run, fromMs, untilMs),
      last: rows.length === 1 ? last : null,
    };
  });
}

/** Walks worlds, in any order and place: here or in other threads. */
export type WalkWorlds = (
  rows: readonly PlaybookRow[],
  worlds: readonly WorldSpan[],
  onProgress: OnProgress,
) => Promise<readonly (readonly WorldResult[])[]>;

/** Walks them one after another in this thread. */
export const walkHere =
  (open: OpenWorld): WalkWorlds =>
  (rows, worlds, onProgress) =>
    Promise.resolve(
      worlds.map((world, place) =>
        runWorld(open, rows, world, (done, total) =>
          onProgress(
            place + done / total,
            worlds.length,
            `${worlds.length === 1 ? '' : `world ${place + 1} of ${worlds.length}, `}day ${done} of ${total}`,
          ),
        ),
      ),
    );

/** What a playbook brought in the worlds that were walked; `place` is its place among the rows. */
export function summarizeStudy(
  row: PlaybookRow,
  place: number,
  results: readonly (readonly WorldResult[])[],
): Studied {
  const own = results.flatMap((world) => world[place] ?? []);
  return {
    row,
    missing: null,
    outcomes: own.map(({ outcome }) => outcome),
    gains: own.map(({ gains }) => gains),
    last: own.at(-1)?.last ?? null,
  };
}

/** Runs all playbooks in each world. */
export async function studyWorlds(
  walk: WalkWorlds,
  rows: readonly PlaybookRow[],
  worlds: readonly WorldSpan[],
  onProgress: OnProgress,
): Promise<readonly Studied[]> {
  const results = await walk(rows, worlds, onProgress);
  return rows.map((row, place) => summarizeStudy(row, place, results));
}
