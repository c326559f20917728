// How many commits a second are durable through the journal, beside bare SQLite writing the same
// cells under the same pragmas.
import { join } from 'node:path';
import { openJournal } from '../../models/log/journal.server';
import { MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import type { Commit } from '../../trading/ports';
import {
  type Database,
  closeDatabase,
  databasePath,
  openDatabase,
} from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { type CapturedCommit, captureRows, prepareBare } from './bare-rows';
import { openBenchDesk, quoteAll, smallOrder } from './desk';
import { measureSeconds } from './engine-speed';
import { BENCH_INSTRUMENTS, BENCH_START_MS } from './synthetic';
import { MINUTE_MS } from '../../trading/domain/time';

export interface CommitSpeed {
  readonly commits: number;
  readonly recordsPerCommit: number;
  readonly postingsPerCommit: number;
  readonly rowsPerCommit: number;
  readonly journalPerSecond: number;
  readonly barePerSecond: number;
  /** Journal over bare; the goal is half or more. */
  readonly ratio: number;
}

/** Opens a migrated database in a folder of its own. */
export function openBooks(folder: string): Database {
  const db = openDatabase(databasePath(folder));
  migrateDatabase(db, MIGRATIONS_FOLDER);
  return db;
}

/**
 * What a trader's orders leave to be stored: an order filled at once opens a position, the next one
 * closes it.
 */
async function recordCommits(count: number): Promise<Commit[]> {
  const commits: Commit[] = [];
  const desk = await openBenchDesk({
    commit: (commit) => void commits.push(commit),
    probe: () => undefined,
    findResult: () => null,
  });
  for (let i = 0; commits.length < count; i += 1) {
    if (i % 15 === 0) quoteAll(desk, BENCH_START_MS + (1 + i / 15) * MINUTE_MS);
    const { id } = BENCH_INSTRUMENTS[Math.floor(i / 2) % BENCH_INSTRUMENTS.length] ?? { id: 'NG' };
    const answer = desk.send('bench-1', smallOrder(id, i % 2 === 0 ? 'BUY' : 'SELL'), `key-${i}`);
    desk.runner.drain();
    await answer;
  }
  return commits;
}

/**
 * Stores the same commits through the journal and through bare statements, turn by turn, so that
 * both meet the same disk.
 */
export async function measureCommits(count: number, folder: string): Promise<CommitSpeed> {
  const commits = await recordCommits(count);
  const captured = captureCommits(commits, join(folder, 'capture'));
  const books = openBooks(join(folder, 'journal'));
  const journal = openJournal(books, { wallMs: () => Date.now(), codeVersion: 'bench' });
  const bare = prepareBare(join(folder, 'bare.db'), captured);
  let [journalSeconds, bareSeconds] = [0, 0];
  const turn = Math.max(1, Math.floor(commits.length / 20));
  for (let from = 0; from < commits.length; from += turn) {
    journalSeconds += measureSeconds(() =>
      commits.slice(from, from + turn).forEach((commit) => journal.commit(commit)),
    );
    bareSeconds += measureSeconds(() =>
      captured.slice(from, from + turn).forEach((rows) => bare.write(rows)),
    );
  }
  const records = commits.reduce((sum, commit) => sum + commit.records.length, 0);
  const postings = Number(books.$client.prepare('SELECT count(*) FROM posting').pluck().get());
  closeDatabase(books);
  bare.close();
  const rows = captured.reduce((sum, each) => sum + each.length, 0);
  return {
    commits: commits.length,
    recordsPerCommit: records / commits.length,
    postingsPerCommit: postings / commits.length,
    rowsPerCommit: rows / commits.length,
    journalPerSecond: commits.length / journalSeconds,
    barePerSecond: commits.length / bareSeconds,
    ratio: bareSeconds / journalSeconds,
  };
}

/** Stores the commits once, unhurried, and takes down the rows that each of them wrote. */
function captureCommits(commits: readonly Commit[], folder: string): CapturedCommit[] {
  const db = openBooks(folder);
  db.$client.pragma('synchronous = OFF');
  const journal = openJournal(db, { wallMs: () => Date.now(), codeVersion: 'bench' });
  const captured = commits.map((commit) => {
    journal.commit(commit);
    return captureRows(db.$client, commit);
  });
  closeDatabase(db);
  return captured;
}
