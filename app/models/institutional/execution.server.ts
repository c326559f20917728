// The order log as the quality of execution is judged by it: fills beside the quote that stood when
// they were decided, and what became of all orders.
import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import type { OrderPurpose, OrderState, OrderType, Side } from '../../trading/domain/order';
import type { EpochMs, Lots, Mills, Ticks } from '../../trading/domain/units';

/** Fills that are judged at most: the newest. */
export const FILLS_JUDGED = 2000;

interface JudgedFill {
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
  /** The quote that stood when the order was placed. */
  readonly bidTicks: Ticks;
  readonly askTicks: Ticks;
}

/**
 * The newest fills of one epoch of a user's book, each with the quote of its order's own record.
 */
export const judgedFills = (
  db: Database,
  userId: string,
  book: { readonly id: string; readonly epoch: number },
): readonly JudgedFill[] =>
  db.all<JudgedFill>(sql`
    SELECT o.instrument_id AS instrumentId, o.side, o.type, o.purpose, f.lots, f.price_ticks AS priceTicks, f.fee_mills AS feeMills, f.at_ms AS atMs, o.placed_ms AS placedMs,
      o.price_ticks AS triggerTicks, json_extract(e.payload, '$.quote.bidTicks') AS bidTicks, json_extract(e.payload, '$.quote.askTicks') AS askTicks
    FROM fill f JOIN trade_order o ON o.id = f.order_id JOIN event e ON e.seq = o.placed_seq
    WHERE f.book_id = ${book.id} AND f.user_id = ${userId} AND f.epoch = ${book.epoch}
    ORDER BY f.event_seq DESC LIMIT ${FILLS_JUDGED}`);

export interface OrderOutcome {
  readonly purpose: OrderPurpose;
  readonly state: OrderState;
  readonly count: number;
  /** Of these, those of which a part alone was filled. */
  readonly inPart: number;
}

/** What became of the orders of one epoch of a user's book, by purpose and state. */
export const orderOutcomes = (
  db: Database,
  userId: string,
  book: { readonly id: string; readonly epoch: number },
): readonly OrderOutcome[] =>
  db.all<OrderOutcome>(sql`
    SELECT purpose, state, count(*) AS count, sum(filled_lots > 0 AND filled_lots < lots) AS inPart FROM trade_order
    WHERE book_id = ${book.id} AND user_id = ${userId} AND epoch = ${book.epoch} GROUP BY purpose, state ORDER BY purpose, state`);

/** How many orders of one epoch of a user's book the gate refused. */
export const refusedOrders = (
  db: Database,
  userId: string,
  book: { readonly id: string; readonly epoch: number },
): number =>
  db.get<{ refused: number }>(sql`
    SELECT count(*) AS refused FROM event WHERE book_id = ${book.id} AND user_id = ${userId} AND type IN ('DecisionTaken', 'OrderRefused') AND type = 'OrderRefused'
      AND seq > coalesce((SELECT max(seq) FROM event WHERE book_id = ${book.id} AND user_id = ${userId} AND type IN ('CommandReceived', 'CommandRefused', 'OrderFilled', 'OrderRejected', 'OrderLost', 'BookReset', 'TradingHalted', 'TradingResumed') AND type = 'BookReset'), 0)`)
    .refused;
