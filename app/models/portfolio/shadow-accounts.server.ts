// Stored shadow accounts, written in the same transaction as their accounts.
import type { Database as Sqlite } from 'better-sqlite3';
import { and, asc, eq, gte } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { shadowAccount, shadowAccountDay } from '../../../db/schema/shadow-account';
import type { Book, LoggedState } from '../../trading/domain/book';
import {
  NO_SHADOW_ACCOUNTS,
  SHADOW_KINDS,
  type ShadowDay,
  type ShadowState,
  type ShadowAccounts,
} from '../../trading/domain/shadow-account';
import type { Commit } from '../../trading/ports';
import { reportFault } from '../faults';
import { prepareInsert, prepareUpsert } from '../log/prepare-upsert.server';

/** Prepares writing changed shadow accounts and completed days. */
export function prepareShadowAccounts(
  raw: Sqlite,
): (shadows: NonNullable<Commit['shadows']>, written: ShadowState) => void {
  const save = prepareUpsert(raw, shadowAccount, ['kind', 'bookId']);
  const addDay = prepareInsert(raw, shadowAccountDay, 'ON CONFLICT DO NOTHING');
  const deleteKind = raw.prepare<[string]>('DELETE FROM twin WHERE kind = ?');
  return ({ desk, days }, written) => {
    for (const [kind, shadow] of Object.entries(desk)) {
      // A failed kind restarts at the next start, so its stored state is deleted.
      if (shadow.fault !== null && written[kind]?.fault !== shadow.fault) {
        reportFault('shadow accounts of one kind were stopped; trading continues without them', {
          kind,
          fault: shadow.fault,
        });
        deleteKind.run(kind);
      }
      for (const row of listChangedRows(kind, shadow, written[kind] ?? NO_SHADOW_ACCOUNTS))
        save(row);
    }
    for (const day of days) addDay(day);
  };
}

function listChangedRows(
  kind: string,
  shadow: ShadowAccounts,
  written: ShadowAccounts,
): (typeof shadowAccount.$inferSelect)[] {
  if (shadow.books === written.books) return [];
  return Object.entries(shadow.books).flatMap(([bookId, book]) => {
    const start = shadow.starts[bookId];
    // Plain JSON keeps the age order of positions and orders; canonical JSON would sort it.
    return start && book !== written.books[bookId]
      ? [{ ...start, kind, bookId, logSeq: shadow.logSeq, state: JSON.stringify(book) }]
      : [];
  });
}

/** Stored shadow accounts of the current account periods. */
export function loadShadowAccounts(
  db: Database,
  { books }: Pick<LoggedState, 'books'>,
): ShadowState {
  const rows = db.select().from(shadowAccount).all();
  return Object.fromEntries(
    SHADOW_KINDS.map((kind) => {
      const accounts = rows.flatMap(({ state, ...row }) => {
        const book =
          row.kind === kind && books[row.bookId]?.epoch === row.epoch ? parseBook(state) : null;
        return book ? [{ ...row, book }] : [];
      });
      const shadow: ShadowAccounts = {
        books: Object.fromEntries(accounts.map(({ bookId, book }) => [bookId, book])),
        starts: Object.fromEntries(
          accounts.map(({ bookId, epoch, startedMs, baseMills }) => [
            bookId,
            { epoch, startedMs, baseMills } as ShadowAccounts['starts'][string],
          ]),
        ),
        logSeq: accounts.reduce((max, row) => Math.max(max, row.logSeq), 0),
        fault: null,
      };
      return [kind, shadow];
    }),
  );
}

/** Rows of earlier versions lack these fields. */
const NEWER_FIELDS = { marks: {}, closing: {}, isValuationDue: true } as const;

/** An unreadable row must not stop the start: its shadow account restarts. */
function parseBook(text: string): Book | null {
  try {
    const stored = JSON.parse(text) as Omit<Book, keyof typeof NEWER_FIELDS> & Partial<Book>;
    return { ...NEWER_FIELDS, ...stored };
  } catch {
    return null;
  }
}

/** Days of an account and its shadow accounts since `fromDay`, oldest first. */
export const listShadowDays = (
  db: Database,
  userId: string,
  { id, epoch }: Pick<Book, 'id' | 'epoch'>,
  fromDay: string,
): ShadowDay[] =>
  db
    .select()
    .from(shadowAccountDay)
    .where(
      and(
        eq(shadowAccountDay.userId, userId),
        eq(shadowAccountDay.bookId, id),
        eq(shadowAccountDay.epoch, epoch),
        gte(shadowAccountDay.day, fromDay),
      ),
    )
    .orderBy(asc(shadowAccountDay.day), asc(shadowAccountDay.kind))
    .all() as ShadowDay[];
