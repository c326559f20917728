// Orders and fills of a user's books, as they were and as they ended.
import { and, asc, desc, eq } from 'drizzle-orm';
import type { Database } from '../../db/client.server';
import { fill, tradeOrder } from '../../db/schema/trade';

export type OrderRecord = typeof tradeOrder.$inferSelect;
export type FillRecord = typeof fill.$inferSelect;

const ROWS_MAX = 500;

/** The orders of a user's book, newest first, 500 at most. */
export const listOrders = (db: Database, userId: string, bookId: string, limit: number): OrderRecord[] =>
  db.select().from(tradeOrder).where(and(eq(tradeOrder.userId, userId), eq(tradeOrder.bookId, bookId)))
    .orderBy(desc(tradeOrder.placedSeq)).limit(Math.min(limit, ROWS_MAX)).all();

/** The fills of a user's book, newest first, 500 at most. */
export const listFills = (db: Database, userId: string, bookId: string, limit: number): FillRecord[] =>
  db.select().from(fill).where(and(eq(fill.userId, userId), eq(fill.bookId, bookId)))
    .orderBy(desc(fill.eventSeq)).limit(Math.min(limit, ROWS_MAX)).all();

/** The fills of one position of a user, oldest first, 500 at most. */
export const listFillsOf = (db: Database, userId: string, position: { readonly id: string; readonly bookId: string }): FillRecord[] =>
  db.select().from(fill)
    .where(and(eq(fill.userId, userId), eq(fill.bookId, position.bookId), eq(fill.positionId, position.id)))
    .orderBy(asc(fill.eventSeq)).limit(ROWS_MAX).all();
