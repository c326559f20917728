// Account valuations over time: rows of the logged ones, thinned with their age.
import type { Database as Sqlite } from 'better-sqlite3';
import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { snapshot } from '../../../db/schema/trade';
import type { EpochMs, Mills } from '../../trading/domain/units';
import { getMeta, saveMeta } from './meta.server';
import {
  MINUTE_VALUES_AGE_MS,
  listMinuteValues,
  removeOldMinuteValues,
} from './minute-values.server';
import { DAY_MS, MINUTE_MS } from '../../trading/domain/time';

/** Minimum grid of logged valuations by age. */
const THINNING = [
  { olderMs: MINUTE_VALUES_AGE_MS, minutes: 15 },
  { olderMs: 30 * DAY_MS, minutes: 60 },
  { olderMs: 365 * DAY_MS, minutes: 1440 },
] as const;

const GRID_NAMES = { 15: 'every 15 minutes', 60: 'hourly', 1440: 'daily' } as const;

/** One sentence for readers of a figure that is made of stored valuations. */
export const describeThinning = (): string =>
  `The account is valued each minute. Of the valuations, one is kept ${THINNING.map(
    ({ olderMs, minutes }) => `${GRID_NAMES[minutes]} after ${olderMs / DAY_MS} days`,
  ).join(', ')}.`;

interface Point {
  readonly atMs: EpochMs;
  readonly day: string;
}

/** Coarsest grid, in minutes, of which a valuation is the first point. */
export function computeResolution(before: Point | null, point: Point): 1 | 15 | 60 | 1440 {
  if (before === null || before.day !== point.day) return 1440;
  const isFirstInCell = (minutes: number) =>
    getCellIndex(before.atMs, minutes) !== getCellIndex(point.atMs, minutes);
  if (isFirstInCell(60)) return 60;
  return isFirstInCell(15) ? 15 : 1;
}

const getCellIndex = (atMs: EpochMs, minutes: number): number =>
  Math.floor(atMs / (minutes * MINUTE_MS));

/** Removes finer points of old valuations as of `nowMs`; returns the number removed. */
export function thinSnapshots(db: Database, nowMs: EpochMs): number {
  const raw = db.$client;
  const newest = raw
    .prepare<[], EpochMs>('SELECT at_ms FROM event ORDER BY seq DESC LIMIT 1')
    .pluck();
  const thin = raw.transaction(() => {
    // Limited to the log end: a later valuation must not be older than the thinning time.
    const seenMs = Math.min(nowMs, newest.get() ?? nowMs);
    const thinnedMs = Math.max(seenMs, Number(getMeta(db, 'snapshot_thinned_ms') ?? seenMs));
    saveMeta(db, 'snapshot_thinned_ms', String(thinnedMs));
    return thinStoredRows(raw, thinnedMs);
  });
  return thin.immediate();
}

/** Removes what is too old at the thinning time; call it within a transaction. */
export function thinStoredRows(raw: Sqlite, thinnedMs: EpochMs): number {
  removeOldMinuteValues(raw, thinnedMs);
  const drop = raw.prepare('DELETE FROM snapshot WHERE at_ms < ? AND resolution_minutes < ?');
  return THINNING.reduce(
    (count, { olderMs, minutes }) => count + drop.run(thinnedMs - olderMs, minutes).changes,
    0,
  );
}

/** API limit: one day of minutes. */
const SNAPSHOTS_MAX = 1440;
/** Upper bound; a fast replay may run ahead of thinning. */
const VALUES_MAX = 50_000;

/** One account period. */
interface Epoch {
  readonly id: string;
  readonly epoch: number;
}

export interface Valuation {
  readonly atMs: EpochMs;
  readonly equityMills: Mills;
}

const { placeholder } = sql;
const ownEpoch = and(
  eq(snapshot.bookId, placeholder('bookId')),
  eq(snapshot.epoch, placeholder('epoch')),
  eq(snapshot.userId, placeholder('userId')),
);
const inWindow = and(
  ownEpoch,
  gte(snapshot.atMs, placeholder('fromMs')),
  lte(snapshot.atMs, placeholder('toMs')),
);
const newestFirst = [desc(snapshot.atMs), desc(snapshot.eventSeq)];

function prepareQueries(db: Database) {
  const { atMs, equityMills } = snapshot;
  return {
    list: db
      .select()
      .from(snapshot)
      .where(inWindow)
      .orderBy(...newestFirst)
      .limit(SNAPSHOTS_MAX)
      .prepare(),
    values: db
      .select({ atMs, equityMills })
      .from(snapshot)
      .where(inWindow)
      .orderBy(...newestFirst)
      .limit(VALUES_MAX)
      .prepare(),
    before: db
      .select({ atMs, equityMills })
      .from(snapshot)
      .where(and(ownEpoch, lte(snapshot.atMs, placeholder('toMs'))))
      .orderBy(...newestFirst)
      .limit(1)
      .prepare(),
  };
}

const queriesByDatabase = new WeakMap<Database, ReturnType<typeof prepareQueries>>();

function getQueries(db: Database): ReturnType<typeof prepareQueries> {
  const queries = queriesByDatabase.get(db) ?? prepareQueries(db);
  queriesByDatabase.set(db, queries);
  return queries;
}

export interface Window {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

const bindBook = (userId: string, book: Epoch) => ({ userId, bookId: book.id, epoch: book.epoch });

/** Valuations of an account period in a window, oldest first, at most the newest 1,440. */
export const listSnapshots = (db: Database, userId: string, book: Epoch, window: Window) =>
  getQueries(db)
    .list.all({ ...bindBook(userId, book), ...window })
    .reverse();

/** Equity at each stored valuation in a window, those between logged ones included, oldest first. */
export function listValues(
  db: Database,
  userId: string,
  book: Epoch,
  window: Window,
): readonly Valuation[] {
  const logged = getQueries(db)
    .values.all({ ...bindBook(userId, book), ...window })
    .reverse();
  const between = listMinuteValues(db, userId, book, window);
  if (between.length === 0) return logged;
  // The valuations between logged ones are few and of the last days: only that part is sorted.
  const fromMs = between[0]?.atMs ?? Infinity;
  const start = logged.findIndex(({ atMs }) => atMs >= fromMs);
  const recent = start < 0 ? [] : logged.slice(start);
  return [
    ...(start < 0 ? logged : logged.slice(0, start)),
    ...[...recent, ...between].sort((a, b) => a.atMs - b.atMs),
  ];
}

/** Last valuation at or before a time; null if there is none. */
export const findValuation = (
  db: Database,
  userId: string,
  book: Epoch,
  toMs: EpochMs,
): Valuation | null => getQueries(db).before.get({ ...bindBook(userId, book), toMs }) ?? null;

/** A market day with the account's equity at its start, at the valuation before it. */
export interface DayStart {
  readonly day: string;
  readonly startMills: Mills;
}

/**
 * One row per valued market day of an account period, oldest first. The first valuation of a day
 * is never thinned.
 */
export const listDayStarts = (db: Database, userId: string, book: Epoch): DayStart[] =>
  db
    .select({
      day: snapshot.day,
      startMills: snapshot.dayStartMills,
      // With min() SQLite takes the other columns from the same row.
      firstMs: sql<EpochMs>`min(${snapshot.atMs})`,
    })
    .from(snapshot)
    .where(
      and(
        eq(snapshot.bookId, book.id),
        eq(snapshot.epoch, book.epoch),
        eq(snapshot.userId, userId),
      ),
    )
    .groupBy(snapshot.day)
    .orderBy(asc(snapshot.day))
    .all()
    .map(({ day, startMills }) => ({ day, startMills }));
