// Backtests of strategies on price history files.
import { type StudyResult, runOnTapes } from '../../server/backtests/study';
import type { ImportedHistory } from '../../trading/market/csv-import';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import type { Progress } from '../progress/progress';
import { createCsvTapes } from './csv-tapes';

/** Runs every strategy whose inputs the histories contain; the others get a `missing` reason. */
export function studyFiles(
  histories: readonly ImportedHistory[],
  rows: readonly PlaybookRow[],
  progress: Progress,
): readonly StudyResult[] {
  const getTapes = createCsvTapes(histories);
  const studied = rows.map((row, index): StudyResult => {
    progress.update(index, rows.length, row.id);
    const tapes = getTapes(row);
    if ('missing' in tapes)
      return { row, outcomes: [], gains: [], missing: tapes.missing, last: null };
    const instrumentIds = new Set(
      tapes.chains.flatMap(({ months }) => months.map(({ instrument }) => instrument.id)),
    );
    const market = histories
      .filter(({ instrument }) => instrumentIds.has(instrument.id))
      .map(({ name }) => name)
      .join(' and ');
    const { outcome, last } = runOnTapes(row, tapes.chains, market, -Infinity);
    return { row, outcomes: [outcome], gains: [], missing: null, last };
  });
  progress.end();
  return studied;
}
