// Queries for execution quality: fills with the quote at their decision, and order outcomes.
import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import type { OrderPurpose, OrderState, OrderType, Side } from '../../trading/domain/order';
import type { EpochMs, Lots, Mills, Ticks } from '../../trading/domain/units';

/** Maximum number of fills, newest first. */
export const FILLS_MAX = 2000;

interface FillWithQuote {
  readonly instrumentId: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly purpose: OrderPurpose;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  readonly feeMills: Mills;
  readonly atMs: EpochMs;
  readonly placedMs: EpochMs;
  /** Trigger or limit; null for a market order. */
  readonly triggerTicks: Ticks | null;
  /** Quote when the order was placed. */
  readonly bidTicks: Ticks;
  readonly askTicks: Ticks;
}

/** Latest fills of an account period, each with the quote in its order's log record. */
export const listFillsWithQuotes = (
  db: Database,
  userId: string,
  book: { readonly id: string; readonly epoch: number },
): readonly FillWithQuote[] =>
  db.all<FillWithQuote>(sql`
    SELECT o.instrument_id AS instrumentId, o.side, o.type, o.purpose, f.lots, f.price_ticks AS priceTicks, f.fee_mills AS feeMills, f.at_ms AS atMs, o.placed_ms AS placedMs,
      o.price_ticks AS triggerTicks, json_extract(e.payload, '$.quote.bidTicks') AS bidTicks, json_extract(e.payload, '$.quote.askTicks') AS askTicks
    FROM fill f JOIN trade_order o ON o.id = f.order_id JOIN event e ON e.seq = o.placed_seq
    WHERE f.book_id = ${book.id} AND f.user_id = ${userId} AND f.epoch = ${book.epoch}
    ORDER BY f.event_seq DESC LIMIT ${FILLS_MAX}`);

export interface OrderOutcome {
  readonly purpose: OrderPurpose;
  readonly state: OrderState;
  readonly count: number;
  /** Partly filled orders among them. */
  readonly inPart: number;
}

/** Order counts of an account period by purpose and state. */
export const countOrderOutcomes = (
  db: Database,
  userId: string,
  book: { readonly id: string; readonly epoch: number },
): readonly OrderOutcome[] =>
  db.all<OrderOutcome>(sql`
    SELECT purpose, state, count(*) AS count, sum(filled_lots > 0 AND filled_lots < lots) AS inPart FROM trade_order
    WHERE book_id = ${book.id} AND user_id = ${userId} AND epoch = ${book.epoch} GROUP BY purpose, state ORDER BY purpose, state`);

/** Number of orders rejected by pre-trade checks in an account period. */
export const countRefusedOrders = (
  db: Database,
  userId: string,
  book: { readonly id: string; readonly epoch: number },
): number =>
  db.get<{ refused: number }>(sql`
    SELECT count(*) AS refused FROM event WHERE book_id = ${book.id} AND user_id = ${userId} AND type IN ('DecisionTaken', 'OrderRefused') AND type = 'OrderRefused'
      AND seq > coalesce((SELECT max(seq) FROM event WHERE book_id = ${book.id} AND user_id = ${userId} AND type IN ('CommandReceived', 'CommandRefused', 'OrderFilled', 'OrderRejected', 'OrderLost', 'BookReset', 'TradingHalted', 'TradingResumed') AND type = 'BookReset'), 0)`)
    .refused;
