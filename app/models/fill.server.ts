// What the fills of a book add up to: what was traded, and what fees, spread and slippage took.
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.server';
import { fill, tradeOrder } from '../../db/schema/trade';
import type { Mills } from '../trading/domain/units';

export interface FillTotals {
  readonly instrumentId: string;
  /** Sum of |price - market's middle| x lots, and of |price| x lots: ticks times lots, whole numbers. */
  readonly frictionTickLots: number;
  readonly tradedTickLots: number;
  readonly feesMills: Mills;
}

/** One row for each instrument that one epoch of a user's book has traded. */
export const sumFills = (db: Database, userId: string, book: { readonly id: string; readonly epoch: number }): FillTotals[] =>
  db.select({
    instrumentId: tradeOrder.instrumentId,
    frictionTickLots: sql<number>`sum(abs(${fill.priceTicks} - ${fill.midTicks}) * ${fill.lots})`,
    tradedTickLots: sql<number>`sum(abs(${fill.priceTicks}) * ${fill.lots})`,
    feesMills: sql<Mills>`sum(${fill.feeMills})`,
  }).from(fill).innerJoin(tradeOrder, eq(tradeOrder.id, fill.orderId))
    .where(and(eq(fill.bookId, book.id), eq(fill.epoch, book.epoch), eq(fill.userId, userId)))
    .groupBy(tradeOrder.instrumentId).orderBy(tradeOrder.instrumentId).all();
