// Orders and fills of a user's books, as they were and as they ended.
import { and, count, desc, eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { book } from '../../../db/schema/book';
import { fill, tradeOrder } from '../../../db/schema/trade';
import type { TradingMode } from '../../trading/domain/settings';

type OrderRecord = typeof tradeOrder.$inferSelect;
type FillRecord = typeof fill.$inferSelect;

const ROWS_MAX = 500;

/** The orders of a user's book, newest first, 500 at most. */
export const listOrders = (
  db: Database,
  userId: string,
  bookId: string,
  limit: number,
): OrderRecord[] =>
  db
    .select()
    .from(tradeOrder)
    .where(and(eq(tradeOrder.userId, userId), eq(tradeOrder.bookId, bookId)))
    .orderBy(desc(tradeOrder.placedSeq))
    .limit(Math.min(limit, ROWS_MAX))
    .all();

/** The fills of a user's book, newest first, 500 at most. */
export const listFills = (
  db: Database,
  userId: string,
  bookId: string,
  limit: number,
): FillRecord[] =>
  db
    .select()
    .from(fill)
    .where(and(eq(fill.userId, userId), eq(fill.bookId, bookId)))
    .orderBy(desc(fill.eventSeq))
    .limit(Math.min(limit, ROWS_MAX))
    .all();

/** How many orders there have been in all books, by mode and state. */
export const countOrders = (
  db: Database,
): { mode: TradingMode; state: OrderRecord['state']; count: number }[] =>
  db
    .select({ mode: book.mode, state: tradeOrder.state, count: count() })
    .from(tradeOrder)
    .innerJoin(book, eq(book.id, tradeOrder.bookId))
    .groupBy(book.mode, tradeOrder.state)
    .all();
