// Backtests of strategies on price history files.
import { type StudyResult, describeRun } from '../../server/backtests/study';
import type { ImportedHistory } from '../../trading/market/csv-import';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import type { Progress } from '../progress/progress';
import { createCsvTapes } from './csv-tapes';
import type { TapeRun } from './tape-run';
import type { RunTapes } from './tape-runs';

/** Runs every strategy whose inputs the histories contain; the others get a `missing` reason. */
export async function studyFiles(
  histories: readonly ImportedHistory[],
  rows: readonly PlaybookRow[],
  runTapes: RunTapes,
  progress: Progress,
): Promise<readonly StudyResult[]> {
  const getTapes = createCsvTapes(histories);
  const missing = new Map<PlaybookRow, string>();
  const tapeRuns = rows.flatMap((row): TapeRun[] => {
    const tapes = getTapes(row);
    if (!('missing' in tapes)) return [{ row, chains: tapes.chains }];
    missing.set(row, tapes.missing);
    return [];
  });
  const runs = await runTapes(tapeRuns, (done) =>
    progress.update(done, tapeRuns.length, `${done} of ${tapeRuns.length} strategies`),
  );
  progress.endPhase();
  return rows.map((row): StudyResult => {
    const index = tapeRuns.findIndex((one) => one.row === row);
    const [tapeRun, run] = [tapeRuns[index], runs[index]];
    if (!tapeRun || !run)
      return { row, outcomes: [], gains: [], missing: missing.get(row) ?? '', last: null };
    const last = { run, chains: tapeRun.chains };
    const outcome = describeRun(row, last, nameMarket(histories, tapeRun));
    return { row, outcomes: [outcome], gains: [], missing: null, last };
  });
}

function nameMarket(histories: readonly ImportedHistory[], { chains }: TapeRun): string {
  const instrumentIds = new Set(
    chains.flatMap(({ months }) => months.map(({ instrument }) => instrument.id)),
  );
  return histories
    .filter(({ instrument }) => instrumentIds.has(instrument.id))
    .map(({ name }) => name)
    .join(' and ');
}
