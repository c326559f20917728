// Durable commits per second through the journal, against plain SQLite writing the same cells with
// the same pragmas.
import { join } from 'node:path';
import { openJournal } from '../../models/log/journal.server';
import { MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import type { Commit } from '../../trading/ports';
import {
  type Database,
  closeDatabase,
  prepareDatabasePath,
  openDatabase,
} from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { type CapturedCommit, captureRows, openBareDatabase } from './bare-rows';
import { openBenchDesk, publishQuotes, buildSmallOrder } from './desk';
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
  /** Journal speed / plain SQLite speed; the goal is 0.5 or more. */
  readonly ratio: number;
}

export function openBooks(folder: string): Database {
  const db = openDatabase(prepareDatabasePath(folder));
  migrateDatabase(db, MIGRATIONS_FOLDER);
  return db;
}

/** Commits of alternating market orders: each odd one opens a position, each even one closes it. */
async function recordCommits(count: number): Promise<Commit[]> {
  const commits: Commit[] = [];
  const desk = await openBenchDesk({
    commit: (commit) => void commits.push(commit),
    probe: () => undefined,
    findResult: () => null,
  });
  for (let i = 0; commits.length < count; i += 1) {
    if (i % 15 === 0) publishQuotes(desk, BENCH_START_MS + (1 + i / 15) * MINUTE_MS);
    const { id } = BENCH_INSTRUMENTS[Math.floor(i / 2) % BENCH_INSTRUMENTS.length] ?? { id: 'NG' };
    const result = desk.send(
      'bench-1',
      buildSmallOrder(id, i % 2 === 0 ? 'BUY' : 'SELL'),
      `key-${i}`,
    );
    desk.runner.drain();
    await result;
  }
  return commits;
}

/**
 * Alternates between journal and plain statements in batches, so that both see the same disk load.
 */
export async function measureCommits(count: number, folder: string): Promise<CommitSpeed> {
  const commits = await recordCommits(count);
  const captured = captureCommits(commits, join(folder, 'capture'));
  const books = openBooks(join(folder, 'journal'));
  const journal = openJournal(books, { wallMs: () => Date.now(), codeVersion: 'bench' });
  const bareDatabase = openBareDatabase(join(folder, 'bare.db'), captured);
  let [journalSeconds, bareSeconds] = [0, 0];
  const batchSize = Math.max(1, Math.floor(commits.length / 20));
  for (let from = 0; from < commits.length; from += batchSize) {
    journalSeconds += measureSeconds(() =>
      commits.slice(from, from + batchSize).forEach((commit) => journal.commit(commit)),
    );
    bareSeconds += measureSeconds(() =>
      captured.slice(from, from + batchSize).forEach((rows) => bareDatabase.write(rows)),
    );
  }
  const records = commits.reduce((sum, commit) => sum + commit.records.length, 0);
  const postings = Number(books.$client.prepare('SELECT count(*) FROM posting').pluck().get());
  closeDatabase(books);
  bareDatabase.close();
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

/** Stores the commits once without fsync and captures the rows of each. */
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
