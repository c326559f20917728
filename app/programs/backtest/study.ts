// Playbooks over markets: one run for each playbook and market, market by market, so that what playbooks share is made once.
// It knows worlds and files; it refuses to run a playbook without its inputs.
import { runBacktest } from '../../trading/backtest/kernel';
import type { BacktestRun, ChainTape } from '../../trading/backtest/tape';
import type { EpochMs } from '../../trading/domain/units';
import type { ImportedHistory } from '../../trading/market/csv-import';
import type { World } from '../../trading/simulation/world';
import { evaluatorOf } from '../../trading/strategies/evaluate';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import type { Progress } from '../cli';
import { csvTapes } from './csv-tapes';
import { type Outcome, outcomeOf } from './outcome';
import { worldTapes } from './world-tapes';

/** A playbook with what it brought in each market, or why it was not run. */
export interface Studied {
  readonly row: PlaybookRow;
  readonly outcomes: readonly Outcome[];
  readonly missing: string | null;
  /** The last run with its tapes, for a report. */
  readonly last: { readonly run: BacktestRun; readonly chains: readonly ChainTape[] } | null;
}

export type OpenWorld = (options: { readonly seed: string }) => World;

/** Worlds begin to be traded three years after their epoch, when norms and usual revisions have a past. */
export const FIRST_TRADED_MS: EpochMs = Date.UTC(2013, 0, 1);
const untilOf = (years: number): EpochMs => Date.UTC(2013 + years, 0, 1);

function runOn(row: PlaybookRow, chains: readonly ChainTape[], market: string, fromMs: EpochMs): { readonly outcome: Outcome; readonly last: NonNullable<Studied['last']> } {
  const run = runBacktest(evaluatorOf(row), chains, { fromMs });
  const instruments = new Map(chains.flatMap(({ months }) => months.map(({ instrument }) => [instrument.id, instrument] as const)));
  const outcome = outcomeOf(run, market, (id) => {
    const found = instruments.get(id);
    if (!found) throw new RangeError(`${row.id} traded ${id}, which is on none of its tapes`);
    return found;
  });
  return { outcome, last: { run, chains } };
}

/** Runs all playbooks in each world of the seeds. */
export function studyWorlds(open: OpenWorld, rows: readonly PlaybookRow[], seeds: readonly string[], years: number, progress: Progress): readonly Studied[] {
  const found = new Map<PlaybookRow, { outcomes: Outcome[]; last: Studied['last'] }>(rows.map((row) => [row, { outcomes: [], last: null }]));
  const [fromMs, untilMs] = [FIRST_TRADED_MS, untilOf(years)];
  seeds.forEach((seed, place) => {
    const onDay = (done: number, total: number): void => progress.update(place + done / total, seeds.length, `world ${place + 1} of ${seeds.length}, day ${done} of ${total}`);
    const tapes = worldTapes({ world: open({ seed }), rows, fromMs, untilMs, onDay });
    for (const [row, kept] of found) {
      const { outcome, last } = runOn(row, tapes.of(row), `world ${seed}`, fromMs);
      kept.outcomes.push(outcome);
      // the tapes of one world are as much as one keeps
      kept.last = rows.length === 1 ? last : null;
    }
  });
  progress.end();
  return rows.map((row) => ({ row, missing: null, outcomes: found.get(row)?.outcomes ?? [], last: found.get(row)?.last ?? null }));
}

/** Runs those playbooks whose inputs the histories have. */
export function studyFiles(histories: readonly ImportedHistory[], rows: readonly PlaybookRow[], progress: Progress): readonly Studied[] {
  const tapesOf = csvTapes(histories);
  const market = histories.map(({ name }) => name).join(' and ');
  const studied = rows.map((row, place): Studied => {
    progress.update(place, rows.length, row.id);
    const tapes = tapesOf(row);
    if ('missing' in tapes) return { row, outcomes: [], missing: tapes.missing, last: null };
    const { outcome, last } = runOn(row, tapes.chains, market, -Infinity);
    return { row, outcomes: [outcome], missing: null, last };
  });
  progress.end();
  return studied;
}
