// A long log made quickly: real commands through the real engine and journal, many to a
// transaction, without waiting for the disk.
import { openJournal } from '../../models/log/journal.server';
import { closeDatabase } from '../../../db/client.server';
import { openBooks } from './commit-speed';
import { BENCH_USERS, openBenchDesk, quoteAll, smallOrder } from './desk';
import { BENCH_INSTRUMENTS, BENCH_START_MS } from './synthetic';

interface BigLog {
  readonly postings: number;
  readonly records: number;
}

/** Below the limit of entries a minute, with room for the desk's own. */
const ROUND_TRIPS_PER_STEP = 10;
/** Ten minutes: the losses of a day's round trips stay below the daily limit. */
const STEP_MS = 600_000;

/** Trades into a new database until it holds so many postings. */
export async function makeBigLog(
  folder: string,
  postingsMin: number,
  onPostings: (count: number) => void,
): Promise<BigLog> {
  const db = openBooks(folder);
  db.$client.pragma('synchronous = OFF');
  const count = (table: string): number =>
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
    const answers = BENCH_USERS.flatMap((user) =>
      Array.from({ length: 2 * ROUND_TRIPS_PER_STEP }, (_, i) =>
        desk.send(user, smallOrder(id, i % 2 === 0 ? 'BUY' : 'SELL'), `key-${step}-${i}`),
      ),
    );
    quoteAll(desk, BENCH_START_MS + step * STEP_MS);
    await Promise.all(answers);
    if (step % 50 === 0) onPostings(postings);
  }
  const made = { postings: count('posting'), records: count('event') };
  closeDatabase(db);
  return made;
}
