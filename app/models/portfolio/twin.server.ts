// Twin accounts as stored: written with the facts of their books in one transaction, read at a
// start and by the page that compares them.
import type { Database as Sqlite } from 'better-sqlite3';
import { and, asc, eq, gte } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { twin, twinDay } from '../../../db/schema/twin';
import type { Book, LoggedDesk } from '../../trading/domain/book';
import {
  NO_TWINS,
  TWIN_KINDS,
  type ShadowDay,
  type ShadowDesk,
  type TwinShadow,
} from '../../trading/domain/twin';
import type { Commit } from '../../trading/ports';
import { reportFault } from '../faults';
import { prepareInsert, prepareUpsert } from '../log/upsert.server';

/**
 * Prepares the writing of twins: those that are others than last time, and the days that are over.
 */
export function prepareTwins(
  raw: Sqlite,
): (twins: NonNullable<Commit['twins']>, written: ShadowDesk) => void {
  const save = prepareUpsert(raw, twin, ['kind', 'bookId']);
  const addDay = prepareInsert(raw, twinDay, 'ON CONFLICT DO NOTHING');
  const forget = raw.prepare<[string]>('DELETE FROM twin WHERE kind = ?');
  return ({ desk, days }, written) => {
    for (const [kind, shadow] of Object.entries(desk)) {
      // A kind that failed begins anew with the next start: what it held is worth nothing any more.
      if (shadow.fault !== null && written[kind]?.fault !== shadow.fault) {
        reportFault('twins of a kind were stopped; the desk goes on without them', {
          kind,
          fault: shadow.fault,
        });
        forget.run(kind);
      }
      for (const row of changedRows(kind, shadow, written[kind] ?? NO_TWINS)) save(row);
    }
    for (const day of days) addDay(day);
  };
}

function changedRows(
  kind: string,
  shadow: TwinShadow,
  written: TwinShadow,
): (typeof twin.$inferSelect)[] {
  if (shadow.books === written.books) return [];
  return Object.entries(shadow.books).flatMap(([bookId, book]) => {
    const start = shadow.starts[bookId];
    // Plain JSON, not the canonical one: the order of positions and orders by age must survive.
    return start && book !== written.books[bookId]
      ? [{ ...start, kind, bookId, logSeq: shadow.logSeq, state: JSON.stringify(book) }]
      : [];
  });
}

/** The twins as they were last stored; of books that are in another epoch now, or gone, none. */
export function loadTwins(db: Database, { books }: Pick<LoggedDesk, 'books'>): ShadowDesk {
  const rows = db.select().from(twin).all();
  return Object.fromEntries(
    TWIN_KINDS.map((kind) => {
      const mine = rows.flatMap(({ state, ...row }) => {
        const book =
          row.kind === kind && books[row.bookId]?.epoch === row.epoch ? bookFrom(state) : null;
        return book ? [{ ...row, book }] : [];
      });
      const shadow: TwinShadow = {
        books: Object.fromEntries(mine.map(({ bookId, book }) => [bookId, book])),
        starts: Object.fromEntries(
          mine.map(({ bookId, epoch, startedMs, baseMills }) => [
            bookId,
            { epoch, startedMs, baseMills } as TwinShadow['starts'][string],
          ]),
        ),
        logSeq: mine.reduce((most, row) => Math.max(most, row.logSeq), 0),
        fault: null,
      };
      return [kind, shadow];
    }),
  );
}

/** A row that cannot be read is no reason not to start: its twin begins anew. */
function bookFrom(text: string): Book | null {
  try {
    // Rows of earlier versions lack what was added since.
    const stored = JSON.parse(text) as Omit<Book, 'marks' | 'closing'> & Partial<Book>;
    return { marks: {}, closing: {}, ...stored };
  } catch {
    return null;
  }
}

/** The days of a user's book and its twins from one day on, oldest first. */
export const listTwinDays = (
  db: Database,
  userId: string,
  { id, epoch }: Pick<Book, 'id' | 'epoch'>,
  fromDay: string,
): ShadowDay[] =>
  db
    .select()
    .from(twinDay)
    .where(
      and(
        eq(twinDay.userId, userId),
        eq(twinDay.bookId, id),
        eq(twinDay.epoch, epoch),
        gte(twinDay.day, fromDay),
      ),
    )
    .orderBy(asc(twinDay.day), asc(twinDay.kind))
    .all() as ShadowDay[];
