// Stored positions; the engine state holds only open ones.
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { position } from '../../../db/schema/trade';
import type { EpochMs, Mills } from '../../trading/domain/units';

export type PositionRecord = typeof position.$inferSelect;

/** Returns null if missing or owned by another user. */
export const findPosition = (db: Database, userId: string, id: string): PositionRecord | null =>
  db
    .select()
    .from(position)
    .where(and(eq(position.userId, userId), eq(position.id, id)))
    .get() ?? null;

/** Positions of an account period closed since a time, newest first, at most `limit`. */
export function listClosedPositions(
  db: Database,
  userId: string,
  book: { readonly id: string; readonly epoch: number },
  sinceMs: EpochMs,
  limit: number,
): PositionRecord[] {
  const own = and(
    eq(position.userId, userId),
    eq(position.bookId, book.id),
    eq(position.epoch, book.epoch),
  );
  return db
    .select()
    .from(position)
    .where(and(own, eq(position.status, 'CLOSED'), gte(position.closedMs, sinceMs)))
    .orderBy(desc(position.closedSeq))
    .limit(limit)
    .all();
}

/** Closed positions of one commodity and strategy; `playbookId` is null for manual ones. */
export interface ClosedTotals {
  readonly commodity: PositionRecord['commodity'];
  readonly playbookId: string | null;
  readonly realisedMills: Mills;
  readonly feesMills: Mills;
  readonly trades: number;
}

/** Sums of the closed positions of an account period, one row per commodity and strategy. */
export const sumClosedPositions = (
  db: Database,
  userId: string,
  book: { readonly id: string; readonly epoch: number },
): ClosedTotals[] =>
  db
    .select({
      commodity: position.commodity,
      playbookId: position.playbookId,
      realisedMills: sql<Mills>`sum(${position.realisedMills})`,
      feesMills: sql<Mills>`sum(${position.feesMills})`,
      trades: sql<number>`count(*)`,
    })
    .from(position)
    .where(
      and(
        eq(position.userId, userId),
        eq(position.bookId, book.id),
        eq(position.epoch, book.epoch),
        eq(position.status, 'CLOSED'),
      ),
    )
    .groupBy(position.commodity, position.playbookId)
    .orderBy(position.commodity, position.playbookId)
    .all();
