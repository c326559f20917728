// Orders, fills, causing records and price range of one position.
import type { Database } from '../../../db/client.server';
import type { OrderPurpose, OrderState, OrderType, Side } from '../../trading/domain/order';
import type { LogRecord } from '../../trading/domain/record';
import type { EpochMs, Lots, Mills, Ticks } from '../../trading/domain/units';
import { findRecords } from '../log/log.server';

export interface PositionOrder {
  readonly id: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly purpose: OrderPurpose;
  readonly lots: Lots;
  readonly filledLots: Lots;
  readonly priceTicks: Ticks | null;
  readonly state: OrderState;
  readonly placedMs: EpochMs;
  readonly placedSeq: number;
  /** Causing record, such as a decision or a command; null without one. */
  readonly causeSeq: number | null;
}

export interface PositionFill {
  readonly orderId: string;
  readonly purpose: OrderPurpose;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  readonly midTicks: Ticks;
  readonly feeMills: Mills;
  readonly atMs: EpochMs;
}

const ORDERS = `SELECT o.id, o.side, o.type, o.purpose, o.lots, o.filled_lots AS filledLots, o.price_ticks AS priceTicks, o.state, o.placed_ms AS placedMs, o.placed_seq AS placedSeq, e.cause_seq AS causeSeq
  FROM trade_order o JOIN event e ON e.seq = o.placed_seq WHERE o.position_id = ? AND o.user_id = ? ORDER BY o.placed_seq`;
const FILLS = `SELECT f.order_id AS orderId, o.purpose, f.lots, f.price_ticks AS priceTicks, f.mid_ticks AS midTicks, f.fee_mills AS feeMills, f.at_ms AS atMs
  FROM fill f JOIN trade_order o ON o.id = f.order_id WHERE f.position_id = ? AND f.user_id = ? ORDER BY f.event_seq`;
/** Range of marks in logged valuations between two records; the instrument id is a JSON key. */
const MARKS = `SELECT min(mark) AS low, max(mark) AS high FROM (
  SELECT json_extract(payload, '$.marks."' || ? || '"') AS mark FROM event WHERE seq BETWEEN ? AND ? AND book_id = ? AND type = 'PortfolioValued') WHERE mark IS NOT NULL`;

export const listPositionOrders = (
  db: Database,
  userId: string,
  positionId: string,
): PositionOrder[] =>
  db.$client.prepare<[string, string], PositionOrder>(ORDERS).all(positionId, userId);
export const listPositionFills = (
  db: Database,
  userId: string,
  positionId: string,
): PositionFill[] =>
  db.$client.prepare<[string, string], PositionFill>(FILLS).all(positionId, userId);

interface MarkRange {
  readonly low: Ticks;
  readonly high: Ticks;
}

/**
 * Lowest and highest mark of a contract in the valuations between two records; null if there is
 * none.
 */
export function findMarkRange(
  db: Database,
  bookId: string,
  instrumentId: string,
  fromSeq: number,
  toSeq: number,
): MarkRange | null {
  const row = db.$client
    .prepare<[string, number, number, string], { low: Ticks | null; high: Ticks | null }>(MARKS)
    .get(instrumentId, fromSeq, toSeq, bookId);
  return row && row.low !== null && row.high !== null ? { low: row.low, high: row.high } : null;
}

/** Records by number that belong to this user or to no user, in log order. */
export const findUserRecords = (
  db: Database,
  userId: string,
  seqs: readonly number[],
): LogRecord[] =>
  findRecords(db, seqs).filter((record) => record.userId === null || record.userId === userId);

/** Outcome record of a signal by the record that issued it; null until scored. */
export function findScore(
  db: Database,
  frozenSeq: number,
): Extract<LogRecord, { type: 'SignalScored' }> | null {
  const seq = db.$client
    .prepare<
      [number, number],
      number
    >("SELECT seq FROM event WHERE seq > ? AND type = 'SignalScored' AND json_extract(payload, '$.frozenSeq') = ? LIMIT 1")
    .pluck()
    .get(frozenSeq, frozenSeq);
  const [found] = seq === undefined ? [] : findRecords(db, [seq]);
  return found?.type === 'SignalScored' ? found : null;
}
