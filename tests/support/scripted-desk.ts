// Small test engine: random trades with real arithmetic, each step committed to a journal.
import { createHash } from 'node:crypto';
import type { Book, LoggedState } from '../../app/trading/domain/book';
import type { Command, CommandResult } from '../../app/trading/domain/command';
import {
  type Instrument,
  defineInstrument,
  computeValueMills,
} from '../../app/trading/domain/instrument';
import {
  buildClosingPostings,
  buildEntryFillPostings,
  buildExitFillPostings,
  buildOpeningPostings,
  buildReleasePostings,
  buildReservePostings,
  toSignedLots,
} from '../../app/trading/domain/ledger';
import {
  type Order,
  type OrderPurpose,
  isReduceOnly,
  getOppositeSide,
} from '../../app/trading/domain/order';
import {
  type Position,
  getEntrySide,
  computeUnrealizedProfit,
} from '../../app/trading/domain/position';
import type { LogRecord, RecordPayloads, RecordType } from '../../app/trading/domain/record';
import type { TradingMode } from '../../app/trading/domain/settings';
import {
  type EpochMs,
  type Mills,
  type Ticks,
  NO_LOTS,
  NO_MILLS,
  addMills,
  negateMills,
  toLots,
  toMills,
  toTicks,
} from '../../app/trading/domain/units';
import { applyRecord } from '../../app/trading/engine/apply-record';
import { settleFill, listTouchedRows } from '../../app/trading/engine/order-settlement';
import { EMPTY_DESK } from '../../app/trading/engine/state';
import type { Commit, Journal } from '../../app/trading/ports';

export const MARKET = 'simulated';
export const START_MS = Date.UTC(2026, 10, 2, 14, 0);
const CAPITAL = 25_000_000 as Mills;

export const INSTRUMENTS: readonly Instrument[] = [
  defineInstrument({
    id: 'NG',
    commodity: 'natural-gas',
    tick: '0.001',
    lot: '10',
    priceMayBeNegative: false,
  }),
  defineInstrument({
    id: 'CL',
    commodity: 'crude-oil',
    tick: '0.01',
    lot: '1',
    priceMayBeNegative: true,
  }),
  /** Tick value that is not a whole number of mills, so that values round. */
  defineInstrument({
    id: 'ZC',
    commodity: 'corn',
    tick: '0.0025',
    lot: '0.1',
    priceMayBeNegative: false,
  }),
];

/** Seeded uniform random numbers in [0, 1). */
export function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type OrderRequest = Pick<
  Order,
  'instrumentId' | 'side' | 'purpose' | 'lots' | 'positionId' | 'playbookId'
>;

export class ScriptedDesk {
  state: LoggedState = EMPTY_DESK;
  nowMs: EpochMs = START_MS;
  readonly commits: Commit[] = [];
  private records: LogRecord[] = [];
  private results: CommandResult[] = [];
  private readonly orders = new Map<string, Order>();
  private readonly positions = new Map<string, Position>();
  private readonly marks = new Map<string, number>([
    ['NG', 2800],
    ['CL', 120],
    ['ZC', 180_000],
  ]);
  private counter = 0;
  private causeSeq: number | null = null;

  constructor(
    private readonly journal: Journal | null,
    readonly random: () => number = createDice(1),
  ) {}

  record<T extends RecordType>(
    type: T,
    book: { userId: string; id: string | null } | null,
    payload: RecordPayloads[T],
  ): number {
    const seq = this.state.logSeq + 1;
    const record = {
      seq,
      userId: book?.userId ?? null,
      bookId: book?.id ?? null,
      type,
      payload,
      causeSeq: this.causeSeq,
      atMs: this.nowMs,
    } as LogRecord;
    const after = applyRecord(this.state, record);
    const rows = listTouchedRows(
      record.bookId === null ? undefined : this.state.books[record.bookId],
      after,
      record,
    );
    if (rows.order) this.orders.set(rows.order.id, rows.order);
    if (rows.position) this.positions.set(rows.position.id, rows.position);
    this.records.push(record);
    this.state = after;
    return seq;
  }

  /** Commits all records since the last commit. */
  commit(): Commit {
    this.state = { ...this.state, sequence: this.state.sequence + 1 };
    const commit: Commit = {
      records: this.records,
      state: this.state,
      orders: [...this.orders.values()],
      positions: [...this.positions.values()],
      results: this.results,
      requests: this.results.map(({ seq }) => ({ seq, requestId: `request-${seq}` })),
    };
    [this.records, this.results, this.causeSeq] = [[], [], null];
    this.orders.clear();
    this.positions.clear();
    this.journal?.commit(commit);
    this.commits.push(commit);
    return commit;
  }

  createId(): string {
    return createHash('sha256')
      .update(`id ${(this.counter += 1)}`)
      .digest('hex')
      .slice(0, 32);
  }

  listMarket(): void {
    this.record('MarketListed', null, { market: MARKET, instruments: INSTRUMENTS });
  }

  openAccount(userId: string, mode: TradingMode = 'simulation'): Book {
    const id = `${userId}:${mode}`;
    this.runCommand(
      userId,
      { type: 'OpenBook', mode, market: MARKET, capitalMills: CAPITAL },
      () => {
        this.record(
          'BookOpened',
          { userId, id },
          {
            mode,
            market: MARKET,
            epoch: 1,
            capitalMills: CAPITAL,
            entry: buildOpeningPostings(CAPITAL),
          },
        );
      },
    );
    return this.getBook(id);
  }

  getBook(id: string): Book {
    const book = this.state.books[id];
    if (!book) throw new Error(`no book ${id}`);
    return book;
  }

  /** Logs and executes a command and stores its result under a new key. */
  runCommand(userId: string, command: Command, execute: () => void): void {
    const before = this.records.length;
    const commandId = this.createId();
    const idempotencyKey = `key-${commandId}`;
    const seq = this.record('CommandReceived', { userId, id: null }, { command, idempotencyKey });
    this.causeSeq = seq;
    execute();
    const newRecords = this.records.slice(before);
    const placedOrders = newRecords.flatMap((record) =>
      record.type === 'OrderPlaced' ? [record.payload.order.id] : [],
    );
    const closedPositions = [...this.positions.values()]
      .filter((position) => position.status === 'CLOSED')
      .map((position) => position.id);
    const value = { closedPositions, placedOrders };
    const envelope = { userId, command, idempotencyKey };
    this.results.push({
      commandId,
      envelope,
      outcome: { ok: true, value },
      seq,
      lastSeq: this.state.logSeq,
    });
    this.causeSeq = null;
  }

  placeOrder(bookId: string, request: OrderRequest): Order {
    const order = this.buildOrder(bookId, request);
    this.record('OrderPlaced', this.getBook(bookId), {
      order,
      quote: this.getQuote(request.instrumentId),
      entry: buildReservePostings(order.reservedMills),
    });
    return order;
  }

  buildOrder(bookId: string, request: OrderRequest): Order {
    const instrument = this.findInstrument(request.instrumentId);
    const reservedMills =
      request.purpose === 'ENTRY' ? this.computeReserve(instrument, request.lots) : NO_MILLS;
    const isStop = request.purpose === 'STOP';
    return {
      ...request,
      id: this.createId(),
      bookId,
      commodity: instrument.commodity,
      type: isStop ? 'STOP' : 'MARKET',
      filledLots: NO_LOTS,
      priceTicks: isStop ? toTicks(this.getMark(request.instrumentId) - 20) : null,
      groupId: null,
      stopDistanceTicks: request.purpose === 'ENTRY' ? toTicks(20) : null,
      targetDistanceTicks: null,
      reservedMills,
      state: 'INTENT',
      executionIds: [],
      placedMs: this.nowMs,
    };
  }

  sendOrder(order: Order, isAcknowledged = false): void {
    this.record('OrderSent', this.getBook(order.bookId), { orderId: order.id });
    if (isAcknowledged)
      this.record('OrderAcknowledged', this.getBook(order.bookId), { orderId: order.id });
  }

  fillOrder(
    orderId: string,
    bookId: string,
    lots: number,
    priceTicks: number,
    feeMills = 25,
  ): void {
    const book = this.getBook(bookId);
    const order = book.orders[orderId];
    if (!order) throw new Error(`order ${orderId} does not work`);
    const reserveMills = isReduceOnly(order)
      ? NO_MILLS
      : this.computeReserve(this.findInstrument(order.instrumentId), toLots(lots), priceTicks);
    const facts = {
      orderId,
      positionId: order.positionId,
      executionId: `x-${this.createId()}`,
      lots: toLots(lots),
      priceTicks: toTicks(priceTicks),
      feeMills: toMills(feeMills),
      reserveMills,
    };
    const { profitMills, releasedMills } = settleFill(this.state, book, facts, this.nowMs);
    const moved = {
      instrumentId: order.instrumentId,
      signedLots: toSignedLots(order.side, facts.lots),
      feeMills: facts.feeMills,
    };
    const entry = isReduceOnly(order)
      ? buildExitFillPostings({ ...moved, releasedMills, profitMills })
      : buildEntryFillPostings({ ...moved, holdMills: releasedMills, reserveMills });
    this.record('OrderFilled', book, {
      ...facts,
      midTicks: toTicks(this.getMark(order.instrumentId)),
      entry,
    });
  }

  endOrder(
    order: Order,
    how: 'OrderCancelled' | 'OrderRejected' | 'OrderExpired' = 'OrderCancelled',
  ): void {
    const working = this.getBook(order.bookId).orders[order.id] ?? order;
    const entry = buildReleasePostings(working.reservedMills);
    if (how === 'OrderExpired')
      this.record(how, this.getBook(order.bookId), { orderId: order.id, entry });
    else
      this.record(how, this.getBook(order.bookId), { orderId: order.id, reason: 'by test', entry });
  }

  recordValuation(bookId: string): void {
    const book = this.getBook(bookId);
    const positions = Object.values(book.positions);
    const marks = Object.fromEntries(
      positions.map((position) => [
        position.instrumentId,
        toTicks(this.getMark(position.instrumentId)),
      ]),
    );
    const balanceMills = addMills(book.balances.available, book.balances.reserved);
    const unrealised = addMills(
      ...positions.map((position) =>
        computeUnrealizedProfit(
          this.findInstrument(position.instrumentId),
          position,
          toTicks(this.getMark(position.instrumentId)),
        ),
      ),
    );
    const day = new Date(this.nowMs).toISOString().slice(0, 10);
    this.record('PortfolioValued', book, {
      marks,
      balanceMills,
      availableMills: book.balances.available,
      unrealisedMills: unrealised,
      equityMills: addMills(balanceMills, unrealised),
      positions: positions.length,
      day,
      dayStartMills: day === book.day ? book.dayStartMills : book.equityMills,
    });
  }

  resetAccount(bookId: string): void {
    const book = this.getBook(bookId);
    for (const order of Object.values(book.orders)) this.endOrder(order);
    for (const position of Object.values(book.positions)) this.closePosition(position);
    const { balances, epoch } = this.getBook(bookId);
    this.record('ResetRequested', book, {});
    this.record('BookReset', book, {
      epoch: epoch + 1,
      capitalMills: CAPITAL,
      closing: buildClosingPostings(balances),
      entry: buildOpeningPostings(CAPITAL),
    });
  }

  /** Closes a whole position. */
  closePosition(position: Position, parts = 1): void {
    const order = this.placeOrder(position.bookId, buildExitOrder(position, 'EXIT'));
    this.sendOrder(order);
    if (parts > 1 && position.lots > 1)
      this.fillOrder(order.id, position.bookId, 1, this.getMark(position.instrumentId) - 1);
    const rest = position.lots - (parts > 1 && position.lots > 1 ? 1 : 0);
    this.fillOrder(order.id, position.bookId, rest, this.getMark(position.instrumentId) - 1);
  }

  /** Moves every price randomly; only crude may go below zero. */
  movePrices(): void {
    for (const [id, ticks] of this.marks) {
      const next = ticks + Math.round((this.random() - 0.5) * 60);
      this.marks.set(id, id === 'CL' ? next : Math.max(100, next));
    }
  }

  private computeReserve(
    instrument: Instrument,
    lots: number,
    priceTicks: number = this.getMark(instrument.id),
  ): Mills {
    const value = computeValueMills(instrument, toTicks(priceTicks), toLots(lots));
    return value < 0 ? negateMills(value) : value;
  }

  getQuote(instrumentId: string) {
    const last = this.getMark(instrumentId);
    return {
      bidTicks: toTicks(last - 1) as Ticks,
      askTicks: toTicks(last + 1),
      lastTicks: toTicks(last),
      atMs: this.nowMs,
    };
  }

  getMark(instrumentId: string): number {
    return this.marks.get(instrumentId) ?? 0;
  }

  private findInstrument(id: string): Instrument {
    const found = INSTRUMENTS.find((instrument) => instrument.id === id);
    if (!found) throw new Error(`no instrument ${id}`);
    return found;
  }
}

/** Exit order of a whole position. */
export function buildExitOrder(position: Position, purpose: OrderPurpose) {
  const { instrumentId, lots, id, playbookId } = position;
  return {
    instrumentId,
    side: getOppositeSide(getEntrySide(position.direction)),
    purpose,
    lots,
    positionId: id,
    playbookId,
  };
}
