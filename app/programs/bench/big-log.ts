// Creates a long event log quickly: real engine and journal, many commands per transaction, no
// fsync.
import { openJournal } from '../../models/log/journal.server';
import { closeDatabase } from '../../../db/client.server';
import { openBooks } from './commit-speed';
import { BENCH_USERS, openBenchDesk, publishQuotes, buildSmallOrder } from './desk';
import { BENCH_INSTRUMENTS, BENCH_START_MS } from './synthetic';

interface BigLog {
  readonly postings: number;
  readonly records: number;
}

/** Below the limit of entries per minute, with headroom for automatic orders. */
const ROUND_TRIPS_PER_STEP = 10;
/** Ten minutes: keeps the daily losses of round trips below the daily limit. */
const STEP_MS = 600_000;

/** Trades into a new database until it contains at least `postingsMin` postings. */
export async function createBigLog(
  folder: string,
  postingsMin: number,
  onPostings: (postings: number) => void,
): Promise<BigLog> {
  const db = openBooks(folder);
  db.$client.pragma('synchronous = OFF');
  const countRows = (table: string): number =>
    Number(db.$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  let postings = 0;
  const journal = openJournal(db, { wallMs: () => Date.now(), codeVersion: 'bench' });
  const desk = await openBenchDesk({
    findResult: journal.findResult,
    probe: journal.probe,
    commit(commit) {
      journal.commit(commit);
      for (const { payload } of commit.records)
        if ('entry' in payload) postings += payload.entry.length;
    },
  });
  for (let step = 1; postings < postingsMin; step += 1) {
    const { id } = BENCH_INSTRUMENTS[step % BENCH_INSTRUMENTS.length] ?? { id: 'NG' };
    const results = BENCH_USERS.flatMap((user) =>
      Array.from({ length: 2 * ROUND_TRIPS_PER_STEP }, (_, i) =>
        desk.send(user, buildSmallOrder(id, i % 2 === 0 ? 'BUY' : 'SELL'), `key-${step}-${i}`),
      ),
    );
    publishQuotes(desk, BENCH_START_MS + step * STEP_MS);
    await Promise.all(results);
    if (step % 50 === 0) onPostings(postings);
  }
  const totals = { postings: countRows('posting'), records: countRows('event') };
  closeDatabase(db);
  return totals;
}
