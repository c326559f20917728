// Books as bytes, with everything in them: resets, partial fills, lost orders, refusals, open and
// closed positions, a checkpoint.
import { saveCheckpoint } from '../../app/models/log/recovery.server';
import { closeDatabase, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS, testJournal } from './books';
import { tradedDesk } from './scripted-trader';

export function bookImage(): Buffer {
  const db = openDatabase(':memory:');
  migrateDatabase(db, MIGRATIONS);
  const journal = testJournal(db);
  const desk = tradedDesk(journal, 170, 11);
  saveCheckpoint(db, desk.state, journal.head());
  const image = db.$client.serialize();
  closeDatabase(db);
  return image;
}
