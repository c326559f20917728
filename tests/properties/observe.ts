// Builds reference accounts from records: placed, filled and ended orders.
import type { Order } from '../../app/trading/domain/order';
import type { Quote } from '../../app/trading/domain/quote';
import type { LogRecord } from '../../app/trading/domain/record';
import type { DeskState } from '../../app/trading/engine/state';
import { FRICTION, INSTRUMENTS } from '../support/desk-harness';
import { ReferenceAccount, type ReferenceFee, chargeByValue } from '../support/reference-account';
import { computeReferenceValue } from '../support/reference-money';
import { assertEqual } from './property';
import type { Watched } from './session';

const FEE = chargeByValue(BigInt(FRICTION.feeBasisPoints * 100));

type Logged<T extends LogRecord['type']> = Extract<LogRecord, { type: T }>;
type Filled = Logged<'OrderFilled'>;

export class Observer {
  readonly books = new Map<string, ReferenceAccount>();
  readonly counts: Record<string, number> = {};
  private readonly orders = new Map<string, Order>();
  /** Orders of remote brokers that have ended. */
  private readonly ended = new Map<string, Order>();
  private readonly executions = new Set<string>();
  /** Order, lots and price of executions, by id. */
  private readonly booked = new Map<
    string,
    { readonly order: Order; readonly lots: number; readonly priceTicks: number }
  >();

  constructor(
    private readonly fills: 'at once' | 'at the next price' | 'elsewhere',
    private readonly computeFee: ReferenceFee = FEE,
  ) {}

  /** Records of one input. */
  observeStep(watched: Watched): void {
    for (const record of watched.records) {
      this.counts[record.type] = (this.counts[record.type] ?? 0) + 1;
      this.applyRecord(record, watched);
    }
  }

  private getBook(record: LogRecord): ReferenceAccount {
    const book = this.books.get(record.bookId ?? '');
    if (!book) throw new Error(`record ${record.seq} belongs to a book`);
    return book;
  }

  private applyRecord(record: LogRecord, watched: Watched): void {
    if (record.type === 'BookOpened')
      this.books.set(
        record.bookId ?? '',
        new ReferenceAccount(BigInt(record.payload.capitalMills), this.computeFee),
      );
    if (record.type === 'BookReset') this.getBook(record).reset();
    if (record.type === 'CommodityStarted')
      this.getBook(record).running.add(record.payload.commodity);
    if (record.type === 'CommodityStopped')
      this.getBook(record).running.delete(record.payload.commodity);
    if (record.type === 'AllStarted' || record.type === 'AllStopped')
      this.getBook(record).globalActive = record.type === 'AllStarted';
    if (record.type === 'OrderPlaced') this.applyPlacement(record, watched);
    if (record.type === 'OrderFilled') this.applyFill(record, watched);
    if (record.type === 'FillCorrected') this.applyCorrection(record);
    if (
      record.type === 'OrderCancelled' ||
      record.type === 'OrderRejected' ||
      record.type === 'OrderExpired'
    ) {
      const { orderId } = record.payload;
      this.getBook(record).holds.delete(orderId);
      const order = this.orders.get(orderId);
      if (order?.remote) this.ended.set(orderId, order);
      assertEqual(this.orders.delete(orderId), true, 'only a working order ends');
    }
  }

  private applyPlacement(record: Logged<'OrderPlaced'>, { after }: Watched): void {
    const { order, quote } = record.payload;
    assertEqual(this.orders.has(order.id), false, 'an order is placed once');
    this.orders.set(order.id, order);
    if (order.purpose !== 'ENTRY')
      return assertEqual(order.reservedMills, 0, 'an exit holds nothing back');
    this.expectMayOpen(record.bookId ?? '', record.userId ?? '', after);
    const least = computeReferenceValue(
      getInstrument(order.instrumentId),
      Math.abs(order.priceTicks ?? quote.lastTicks),
      order.lots,
    );
    assertEqual(
      BigInt(order.reservedMills) >= least,
      true,
      'an entry holds back its notional or more',
    );
    this.getBook(record).holds.set(order.id, {
      amount: BigInt(order.reservedMills),
      lots: order.lots,
    });
  }

  /** No entry during a halt, in an account that is not selected, or during a reset. */
  private expectMayOpen(
    bookId: string,
    userId: string,
    { books, users, trading }: DeskState,
  ): void {
    const book = books[bookId];
    assertEqual(
      [trading.state, users[userId]?.mode === book?.mode, book?.isResetPending],
      ['ACTIVE', true, false],
      `an entry in ${bookId}`,
    );
  }

  private applyFill(record: Filled, watched: Watched): void {
    const { orderId, executionId, positionId, lots, priceTicks, feeMills, reserveMills } =
      record.payload;
    const working = this.orders.get(orderId);
    const order = working ?? this.ended.get(orderId);
    if (!order) throw new Error(`order ${orderId} is filled, and was not working`);
    assertEqual(this.executions.has(executionId), false, 'an execution is booked once');
    this.executions.add(executionId);
    this.booked.set(executionId, { order, lots, priceTicks });
    const book = this.getBook(record);
    const isElsewhere = positionId !== order.positionId;
    assertEqual(lots <= order.lots - order.filledLots, true, 'a fill is at most the open lots');
    if (isElsewhere)
      assertEqual(
        [order.remote !== undefined, book.positions.has(order.positionId)],
        [true, false],
        'a fill belongs to the position of its order while that is open',
      );
    const instrument = getInstrument(order.instrumentId);
    const value = computeReferenceValue(instrument, priceTicks, lots);
    assertEqual(BigInt(feeMills), this.computeFee(value, lots), 'the fee of a fill');
    if (this.fills !== 'elsewhere') this.expectFairPrice(order, priceTicks, watched);
    if (order.purpose === 'ENTRY' || isElsewhere) {
      if (this.fills !== 'elsewhere')
        this.expectMayOpen(record.bookId ?? '', record.userId ?? '', watched.before);
      if (working && order.purpose === 'ENTRY') book.fillHold(orderId, lots);
      assertEqual(
        BigInt(reserveMills) >= (value < 0n ? -value : value),
        true,
        'a position holds back its notional or more',
      );
      book.applyEntry(
        positionId,
        { instrument, side: order.side, lots, priceTicks },
        BigInt(reserveMills),
      );
    } else book.applyExit(positionId, { instrument, lots, priceTicks });
    const filledLots = (order.filledLots + lots) as Order['filledLots'];
    if (!working) this.ended.set(orderId, { ...order, filledLots });
    else if (filledLots === order.lots) this.orders.delete(orderId);
    else this.orders.set(orderId, { ...order, filledLots });
    this.counts['late fills'] = (this.counts['late fills'] ?? 0) + (working ? 0 : 1);
    this.counts['opposite fills'] =
      (this.counts['opposite fills'] ?? 0) + (isElsewhere && order.purpose !== 'ENTRY' ? 1 : 0);
  }

  private applyCorrection(record: Logged<'FillCorrected'>): void {
    const { executionId, replacesId, positionId, lots, priceTicks } = record.payload;
    const replaced = this.booked.get(replacesId);
    if (!replaced) throw new Error(`execution ${replacesId} is booked before it is corrected`);
    assertEqual(lots, replaced.lots, 'a correction concerns the lots of its execution');
    const { side, instrumentId } = replaced.order;
    const fill = { ...replaced, instrument: getInstrument(instrumentId), side };
    this.getBook(record).correctPrice(positionId, fill, priceTicks);
    this.booked.delete(replacesId);
    this.booked.set(executionId, { ...replaced, priceTicks });
  }

  /**
   * Market orders pay bid or ask plus slippage; stops fill at their trigger or worse; limits at
   * their price or better.
   */
  private expectFairPrice(order: Order, priceTicks: number, { before, event }: Watched): void {
    const sign = order.side === 'BUY' ? 1 : -1;
    const isHere = event?.instrumentId === order.instrumentId;
    const quote: Quote | null | undefined = isHere
      ? event.quote
      : before.markets[event?.market ?? 'test']?.instruments[order.instrumentId]?.quote;
    if (!quote) throw new Error('nothing fills without a price');
    this.counts[`${order.type} fills`] = (this.counts[`${order.type} fills`] ?? 0) + 1;
    if (order.type === 'MARKET') {
      assertEqual(
        priceTicks,
        sign > 0
          ? quote.askTicks + FRICTION.slippageTicks
          : quote.bidTicks - FRICTION.slippageTicks,
        'a market order pays the touch and slips',
      );
      if (this.fills === 'at the next price')
        assertEqual(
          event !== null && isHere && event.type !== 'BarClosed',
          true,
          'in a history a market order waits for the next price',
        );
    }
    const limit = order.priceTicks ?? 0;
    if (order.type === 'STOP')
      assertEqual(
        sign * (priceTicks - limit) >= FRICTION.slippageTicks,
        true,
        'a stop fills at its trigger or worse',
      );
    if (order.type === 'LIMIT')
      assertEqual(sign * (priceTicks - limit) <= 0, true, 'a limit fills at its price or better');
  }
}

function getInstrument(id: string) {
  const found = INSTRUMENTS.find((instrument) => instrument.id === id);
  if (!found) throw new Error(`no contract ${id}`);
  return found;
}
