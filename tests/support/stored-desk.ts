// An engine whose journal is a real database.
import type { EngineConfig } from '../../app/trading/engine/config';
import type { Database } from '../../db/client.server';
import {
  type DeskHarness,
  OPEN_BOOK,
  createDeskHarness,
  createMemoryJournal,
} from './desk-harness';
import { createEmptyDatabase, openTestJournal } from './test-database';

/** A harness that stores what it does in a migrated database, with one open account of ann. */
export async function openStoredDesk(
  config: EngineConfig,
  db: Database = createEmptyDatabase().db,
): Promise<{ readonly db: Database; readonly desk: DeskHarness }> {
  const stored = openTestJournal(db);
  const desk = createDeskHarness(config, {
    ...createMemoryJournal(),
    commit: stored.commit,
    findResult: stored.findResult,
  });
  await desk.send('ann', OPEN_BOOK);
  return { db, desk };
}
