// Valuations of a book over time, and how old ones grow sparse. The log keeps every one; only these
// rows are thinned.
import { and, desc, eq, gte, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { snapshot } from '../../../db/schema/trade';
import type { EpochMs, Mills } from '../../trading/domain/units';
import { getMeta, saveMeta } from './meta.server';
import { DAY_MS, MINUTE_MS } from '../../trading/domain/time';

/** From which age only points of at least this grid are kept. */
const THINNING = [
  { olderMs: 2 * DAY_MS, minutes: 15 },
  { olderMs: 30 * DAY_MS, minutes: 60 },
  { olderMs: 365 * DAY_MS, minutes: 1440 },
] as const;

interface Point {
  readonly atMs: EpochMs;
  readonly day: string;
}

/**
 * The coarsest grid, in minutes, of which a valuation is the first point after the one before it.
 */
export function snapshotResolution(before: Point | null, point: Point): 1 | 15 | 60 | 1440 {
  if (before === null || before.day !== point.day) return 1440;
  const isFirstInCell = (minutes: number) =>
    cell(before.atMs, minutes) !== cell(point.atMs, minutes);
  if (isFirstInCell(60)) return 60;
  return isFirstInCell(15) ? 15 : 1;
}

const cell = (atMs: EpochMs, minutes: number): number => Math.floor(atMs / (minutes * MINUTE_MS));

/**
 * Removes the finer points of the past, as seen from `nowMs`; the log still holds them. Answers how
 * many went.
 */
export function thinSnapshots(db: Database, nowMs: EpochMs): number {
  const raw = db.$client;
  const drop = raw.prepare('DELETE FROM snapshot WHERE at_ms < ? AND resolution_minutes < ?');
  const newest = raw
    .prepare<[], EpochMs>('SELECT at_ms FROM event ORDER BY seq DESC LIMIT 1')
    .pluck();
  const thin = raw.transaction(() => {
    // Never beyond the log: a valuation still to come must not be older than what is thinned
    // already.
    const seenMs = Math.min(nowMs, newest.get() ?? nowMs);
    const thinnedMs = Math.max(seenMs, Number(getMeta(db, 'snapshot_thinned_ms') ?? seenMs));
    saveMeta(db, 'snapshot_thinned_ms', String(thinnedMs));
    return THINNING.reduce(
      (count, { olderMs, minutes }) => count + drop.run(thinnedMs - olderMs, minutes).changes,
      0,
    );
  });
  return thin.immediate();
}

/** A list for programs: a day of minutes. */
const SNAPSHOTS_MAX = 1440;
/** Thinning leaves far fewer; a history that is played fast may run ahead of it. */
const VALUES_MAX = 50_000;

/** One epoch of a book. */
interface Epoch {
  readonly id: string;
  readonly epoch: number;
}

interface Valuation {
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

const prepared = new WeakMap<Database, ReturnType<typeof prepareQueries>>();

function buildQueries(db: Database): ReturnType<typeof prepareQueries> {
  const known = prepared.get(db) ?? prepareQueries(db);
  prepared.set(db, known);
  return known;
}

interface Window {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

const bindBook = (userId: string, book: Epoch) => ({ userId, bookId: book.id, epoch: book.epoch });

/**
 * The valuations of one epoch of a user's book within a window, oldest first, the newest 1,440 at
 * most.
 */
export const listSnapshots = (db: Database, userId: string, book: Epoch, window: Window) =>
  buildQueries(db)
    .list.all({ ...bindBook(userId, book), ...window })
    .reverse();

/** What the book was worth at each valuation in a window, oldest first. */
export const listValues = (
  db: Database,
  userId: string,
  book: Epoch,
  window: Window,
): Valuation[] =>
  buildQueries(db)
    .values.all({ ...bindBook(userId, book), ...window })
    .reverse();

/** The last valuation at or before a moment; null when the epoch had none by then. */
export const findValuation = (
  db: Database,
  userId: string,
  book: Epoch,
  toMs: EpochMs,
): Valuation | null => buildQueries(db).before.get({ ...bindBook(userId, book), toMs }) ?? null;
