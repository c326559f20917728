// An engine whose journal is a real database.
import type { EngineConfig } from '../../app/trading/engine/config';
import { toMills } from '../../app/trading/domain/units';
import type { Database } from '../../db/client.server';
import { type DeskHarness, MARKET, createDeskHarness, createMemoryJournal } from './desk-harness';
import { createEmptyDatabase, openTestJournal } from './test-database';

/** A harness that stores what it does, with one open simulation account of ann. */
export async function openStoredDesk(
  config: EngineConfig,
): Promise<{ readonly db: Database; readonly desk: DeskHarness }> {
  const { db } = createEmptyDatabase();
  const stored = openTestJournal(db);
  const desk = createDeskHarness(config, {
    ...createMemoryJournal(),
    commit: stored.commit,
    findResult: stored.findResult,
  });
  await desk.send('ann', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  return { db, desk };
}
