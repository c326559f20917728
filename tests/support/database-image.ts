// Database image with resets, partial fills, lost orders, rejections, open and closed positions,
// and a checkpoint.
import { saveCheckpoint } from '../../app/models/log/recovery.server';
import { closeDatabase, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS, openTestJournal } from './test-database';
import { createTradedDesk } from './scripted-trader';

export function createDatabaseImage(): Buffer {
  const db = openDatabase(':memory:');
  migrateDatabase(db, MIGRATIONS);
  const journal = openTestJournal(db);
  const desk = createTradedDesk(journal, 170, 11);
  saveCheckpoint(db, desk.state, journal.head());
  const image = db.$client.serialize();
  closeDatabase(db);
  return image;
}
