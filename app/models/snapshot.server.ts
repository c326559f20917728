// Valuations of a book over time, and how old ones grow sparse. The log keeps every one; only these rows are thinned.
import { and, asc, desc, eq, gte, lte } from 'drizzle-orm';
import type { Database } from '../../db/client.server';
import { snapshot } from '../../db/schema/trade';
import type { EpochMs } from '../trading/domain/units';
import { getMeta, saveMeta } from './meta.server';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

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

/** The coarsest grid, in minutes, of which a valuation is the first point after the one before it. */
export function snapshotResolution(before: Point | null, point: Point): 1 | 15 | 60 | 1440 {
  if (before === null || before.day !== point.day) return 1440;
  const isFirstOf = (minutes: number) => cell(before.atMs, minutes) !== cell(point.atMs, minutes);
  if (isFirstOf(60)) return 60;
  return isFirstOf(15) ? 15 : 1;
}

const cell = (atMs: EpochMs, minutes: number): number => Math.floor(atMs / (minutes * MINUTE_MS));

/** Removes the finer points of the past, as seen from `nowMs`; the log still holds them. Answers how many went. */
export function thinSnapshots(db: Database, nowMs: EpochMs): number {
  const raw = db.$client;
  const drop = raw.prepare('DELETE FROM snapshot WHERE at_ms < ? AND resolution_minutes < ?');
  const newest = raw.prepare<[], EpochMs>('SELECT at_ms FROM event ORDER BY seq DESC LIMIT 1').pluck();
  const thin = raw.transaction(() => {
    // Never beyond the log: a valuation still to come must not be older than what is thinned already.
    const seenMs = Math.min(nowMs, newest.get() ?? nowMs);
    const thinnedMs = Math.max(seenMs, Number(getMeta(db, 'snapshot_thinned_ms') ?? seenMs));
    saveMeta(db, 'snapshot_thinned_ms', String(thinnedMs));
    return THINNING.reduce((count, { olderMs, minutes }) => count + drop.run(thinnedMs - olderMs, minutes).changes, 0);
  });
  return thin.immediate();
}

const SNAPSHOTS_MAX = 5000;

/** The valuations of one epoch of a user's book within a window, oldest first, the newest 5,000 at most. */
export function listSnapshots(db: Database, userId: string, book: { readonly id: string; readonly epoch: number }, window: { readonly fromMs: EpochMs; readonly toMs: EpochMs }) {
  const own = and(eq(snapshot.userId, userId), eq(snapshot.bookId, book.id), eq(snapshot.epoch, book.epoch));
  const rows = db.select().from(snapshot)
    .where(and(own, gte(snapshot.atMs, window.fromMs), lte(snapshot.atMs, window.toMs)))
    .orderBy(desc(snapshot.atMs), desc(snapshot.eventSeq)).limit(SNAPSHOTS_MAX).all();
  return rows.reverse();
}

/** The first valuation of a trading day, the base of "today"; null before there is one. */
export function findDayStart(db: Database, userId: string, book: { readonly id: string; readonly epoch: number }, day: string) {
  const own = and(eq(snapshot.userId, userId), eq(snapshot.bookId, book.id), eq(snapshot.epoch, book.epoch));
  return db.select().from(snapshot).where(and(own, eq(snapshot.day, day))).orderBy(asc(snapshot.atMs), asc(snapshot.eventSeq)).limit(1).get() ?? null;
}
