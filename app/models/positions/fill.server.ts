// Fill queries of an account: traded value, fees, spread and slippage.
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { prepareOnce } from '../../../db/prepared.server';
import { fill, tradeOrder } from '../../../db/schema/trade';
import type { EpochMs, Lots, Mills, Ticks } from '../../trading/domain/units';

interface FillTotals {
  readonly instrumentId: string;
  /** Sums of |price - mid| x lots and of |price| x lots, in ticks x lots. */
  readonly frictionTickLots: number;
  readonly tradedTickLots: number;
  readonly feesMills: Mills;
}

/** One row per traded instrument of an account period. */
export const sumFills = (
  db: Database,
  userId: string,
  book: { readonly id: string; readonly epoch: number },
): FillTotals[] =>
  db
    .select({
      instrumentId: tradeOrder.instrumentId,
      frictionTickLots: sql<number>`sum(abs(${fill.priceTicks} - ${fill.midTicks}) * ${fill.lots})`,
      tradedTickLots: sql<number>`sum(abs(${fill.priceTicks}) * ${fill.lots})`,
      feesMills: sql<Mills>`sum(${fill.feeMills})`,
    })
    .from(fill)
    .innerJoin(tradeOrder, eq(tradeOrder.id, fill.orderId))
    .where(and(eq(fill.bookId, book.id), eq(fill.epoch, book.epoch), eq(fill.userId, userId)))
    .groupBy(tradeOrder.instrumentId)
    .orderBy(tradeOrder.instrumentId)
    .all();

interface FillRow {
  readonly atMs: EpochMs;
  readonly orderId: string;
  readonly instrumentId: string;
  readonly side: 'BUY' | 'SELL';
  readonly purpose: 'ENTRY' | 'EXIT' | 'STOP' | 'TARGET';
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  readonly midTicks: Ticks;
  readonly feeMills: Mills;
}

interface ContractFillQuery {
  readonly userId: string;
  readonly bookId: string;
  readonly epoch: number;
  readonly instrumentId: string;
  /** Null for the fills of all positions of the account period. */
  readonly positionId: string | null;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly limit: number;
}
export type ContractFill = Pick<FillRow, 'atMs' | 'side' | 'purpose' | 'lots' | 'priceTicks'>;

/** The fills of one position, or of all positions of an account period. */
const prepareContractFills = (isOfPosition: boolean) => (db: Database) =>
  db
    .select({
      atMs: fill.atMs,
      side: tradeOrder.side,
      purpose: tradeOrder.purpose,
      lots: fill.lots,
      priceTicks: fill.priceTicks,
    })
    .from(fill)
    .innerJoin(tradeOrder, eq(tradeOrder.id, fill.orderId))
    .where(
      and(
        eq(fill.bookId, sql.placeholder('bookId')),
        eq(fill.userId, sql.placeholder('userId')),
        eq(tradeOrder.instrumentId, sql.placeholder('instrumentId')),
        isOfPosition
          ? eq(fill.positionId, sql.placeholder('positionId'))
          : eq(fill.epoch, sql.placeholder('epoch')),
        gte(fill.atMs, sql.placeholder('fromMs')),
        lt(fill.atMs, sql.placeholder('untilMs')),
      ),
    )
    .orderBy(desc(fill.eventSeq))
    .limit(sql.placeholder('limit'))
    .prepare();
const preparePositionFills = prepareOnce(prepareContractFills(true));
const prepareBookFills = prepareOnce(prepareContractFills(false));

/** Latest `limit` fills of a contract in a time range, oldest first. */
export const listContractFills = (db: Database, query: ContractFillQuery): ContractFill[] =>
  (query.positionId === null ? prepareBookFills(db) : preparePositionFills(db))
    .all({ ...query })
    .reverse();

/** Latest `limit` fills of an account period since a time, oldest first. */
export const listFills = (
  db: Database,
  userId: string,
  book: { readonly id: string; readonly epoch: number },
  sinceMs: EpochMs,
  limit: number,
): FillRow[] =>
  db
    .select({
      atMs: fill.atMs,
      orderId: fill.orderId,
      instrumentId: tradeOrder.instrumentId,
      side: tradeOrder.side,
      purpose: tradeOrder.purpose,
      lots: fill.lots,
      priceTicks: fill.priceTicks,
      midTicks: fill.midTicks,
      feeMills: fill.feeMills,
    })
    .from(fill)
    .innerJoin(tradeOrder, eq(tradeOrder.id, fill.orderId))
    .where(
      and(
        eq(fill.bookId, book.id),
        eq(fill.epoch, book.epoch),
        eq(fill.userId, userId),
        gte(fill.atMs, sinceMs),
      ),
    )
    .orderBy(desc(fill.eventSeq))
    .limit(limit)
    .all()
    .reverse();
