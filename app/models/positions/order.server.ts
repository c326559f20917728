// Stored orders and fills.
import { and, count, desc, eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { book } from '../../../db/schema/book';
import { fill, tradeOrder } from '../../../db/schema/trade';
import type { TradingMode } from '../../trading/domain/settings';

type OrderRecord = typeof tradeOrder.$inferSelect;
type FillRecord = typeof fill.$inferSelect;

const ROWS_MAX = 500;

/** Orders of an account, newest first, at most 500. */
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

/** Fills of an account, newest first, at most 500. */
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

/** Order counts over all accounts, by mode and state. */
export const countOrders = (
  db: Database,
): { mode: TradingMode; state: OrderRecord['state']; count: number }[] =>
  db
    .select({ mode: book.mode, state: tradeOrder.state, count: count() })
    .from(tradeOrder)
    .innerJoin(book, eq(book.id, tradeOrder.bookId))
    .groupBy(book.mode, tradeOrder.state)
    .all();
