// Valuations between two logged ones. The log does not contain them; two days of them are stored.
import type { Database as Sqlite } from 'better-sqlite3';
import { and, asc, eq, gte, lte } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { minuteValue } from '../../../db/schema/trade';
import type { MinuteValue } from '../../trading/domain/minute-value';
import { DAY_MS } from '../../trading/domain/time';
import type { EpochMs, Mills } from '../../trading/domain/units';
import { prepareInsert } from './prepare-upsert.server';

export const MINUTE_VALUES_AGE_MS = 2 * DAY_MS;

/** Prepares storing the valuations of a user. */
export function prepareMinuteValues(raw: Sqlite): (value: MinuteValue, userId: string) => void {
  const add = prepareInsert(raw, minuteValue);
  return (value, userId) => add({ ...value, userId, marks: JSON.stringify(value.marks) });
}

/** Removes old valuations; call it within a transaction. Returns the number removed. */
export const removeOldMinuteValues = (raw: Sqlite, nowMs: EpochMs): number =>
  raw.prepare('DELETE FROM minute_value WHERE at_ms < ?').run(nowMs - MINUTE_VALUES_AGE_MS).changes;

/** Stored minute values of an account period from `fromMs` to `toMs`, oldest first. */
export const listMinuteValues = (
  db: Database,
  userId: string,
  book: { readonly id: string; readonly epoch: number },
  { fromMs, toMs }: { readonly fromMs: EpochMs; readonly toMs: EpochMs },
): { readonly atMs: EpochMs; readonly equityMills: Mills }[] =>
  db
    .select({ atMs: minuteValue.atMs, equityMills: minuteValue.equityMills })
    .from(minuteValue)
    .where(
      and(
        eq(minuteValue.bookId, book.id),
        eq(minuteValue.epoch, book.epoch),
        eq(minuteValue.userId, userId),
        gte(minuteValue.atMs, fromMs),
        lte(minuteValue.atMs, toMs),
      ),
    )
    .orderBy(asc(minuteValue.atMs))
    .all();
