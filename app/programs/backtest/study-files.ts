// Playbooks over price histories: one run for each playbook whose inputs the files have.
import { type Studied, runOn } from '../../server/backtests/study';
import type { ImportedHistory } from '../../trading/market/csv-import';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import type { Progress } from '../cli';
import { csvTapes } from './csv-tapes';

/** Runs those playbooks whose inputs the histories have. */
export function studyFiles(
  histories: readonly ImportedHistory[],
  rows: readonly PlaybookRow[],
  progress: Progress,
): readonly Studied[] {
  const tapesOf = csvTapes(histories);
  const studied = rows.map((row, place): Studied => {
    progress.update(place, rows.length, row.id);
    const tapes = tapesOf(row);
    if ('missing' in tapes)
      return { row, outcomes: [], gains: [], missing: tapes.missing, last: null };
    const own = new Set(
      tapes.chains.flatMap(({ months }) => months.map(({ instrument }) => instrument.id)),
    );
    const market = histories
      .filter(({ instrument }) => own.has(instrument.id))
      .map(({ name }) => name)
      .join(' and ');
    const { outcome, last } = runOn(row, tapes.chains, market, -Infinity);
    return { row, outcomes: [outcome], gains: [], missing: null, last };
  });
  progress.end();
  return studied;
}
