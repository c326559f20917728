// A small desk for tests of the books: it trades by dice with the real arithmetic and hands each
// step to a journal.
import { createHash } from 'node:crypto';
import type { Book, LoggedDesk } from '../../app/trading/domain/book';
import type { Command, CommandResult } from '../../app/trading/domain/command';
import { type Instrument, defineInstrument, valueMills } from '../../app/trading/domain/instrument';
import {
  closingEntry,
  entryFillEntry,
  exitFillEntry,
  openingEntry,
  releaseEntry,
  reserveEntry,
  signedLots,
} from '../../app/trading/domain/ledger';
import {
  type Order,
  type OrderPurpose,
  isReduceOnly,
  oppositeSide,
} from '../../app/trading/domain/order';
import { type Position, entrySide, unrealisedMills } from '../../app/trading/domain/position';
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
import { applyRecord } from '../../app/trading/engine/apply';
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
  /** A tick that is no whole number of mills, so that values round. */
  defineInstrument({
    id: 'ZC',
    commodity: 'corn',
    tick: '0.0025',
    lot: '0.1',
    priceMayBeNegative: false,
  }),
];

/** Uniform dice in [0, 1) from a seed: the same seed rolls the same numbers. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Wish = Pick<Order, 'instrumentId' | 'side' | 'purpose' | 'lots' | 'positionId' | 'playbookId'>;

export class ScriptedDesk {
  state: LoggedDesk = EMPTY_DESK;
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
    readonly roll: () => number = dice(1),
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

  /** Hands over all records since the last commit. */
  commit(): Commit {
    this.state = { ...this.state, sequence: this.state.sequence + 1 };
    const commit: Commit = {
      records: this.records,
      state: this.state,
      orders: [...this.orders.values()],
      positions: [...this.positions.values()],
      results: this.results,
    };
    [this.records, this.results, this.causeSeq] = [[], [], null];
    this.orders.clear();
    this.positions.clear();
    this.journal?.commit(commit);
    this.commits.push(commit);
    return commit;
  }

  id(): string {
    return createHash('sha256')
      .update(`id ${(this.counter += 1)}`)
      .digest('hex')
      .slice(0, 32);
  }

  list(): void {
    this.record('MarketListed', null, { market: MARKET, instruments: INSTRUMENTS });
  }

  open(userId: string, mode: TradingMode = 'simulation'): Book {
    const id = `${userId}:${mode}`;
    this.command(userId, { type: 'OpenBook', mode, market: MARKET, capitalMills: CAPITAL }, () => {
      this.record(
        'BookOpened',
        { userId, id },
        { mode, market: MARKET, epoch: 1, capitalMills: CAPITAL, entry: openingEntry(CAPITAL) },
      );
    });
    return this.book(id);
  }

  book(id: string): Book {
    const book = this.state.books[id];
    if (!book) throw new Error(`no book ${id}`);
    return book;
  }

  /** Logs a command, does it, and keeps its answer under a key of its own. */
  command(userId: string, command: Command, deed: () => void): void {
    const before = this.records.length;
    const commandId = this.id();
    const idempotencyKey = `key-${commandId}`;
    const seq = this.record('CommandReceived', { userId, id: null }, { command, idempotencyKey });
    this.causeSeq = seq;
    deed();
    const made = this.records.slice(before);
    const placedOrders = made.flatMap((record) =>
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

  place(bookId: string, wish: Wish): Order {
    const order = this.order(bookId, wish);
    this.record('OrderPlaced', this.book(bookId), {
      order,
      quote: this.quote(wish.instrumentId),
      entry: reserveEntry(order.reservedMills),
    });
    return order;
  }

  order(bookId: string, wish: Wish): Order {
    const instrument = this.instrument(wish.instrumentId);
    const reservedMills = wish.purpose === 'ENTRY' ? this.reserve(instrument, wish.lots) : NO_MILLS;
    const isStop = wish.purpose === 'STOP';
    return {
      ...wish,
      id: this.id(),
      bookId,
      commodity: instrument.commodity,
      type: isStop ? 'STOP' : 'MARKET',
      filledLots: NO_LOTS,
      priceTicks: isStop ? toTicks(this.mark(wish.instrumentId) - 20) : null,
      groupId: null,
      stopDistanceTicks: wish.purpose === 'ENTRY' ? toTicks(20) : null,
      targetDistanceTicks: null,
      reservedMills,
      state: 'INTENT',
      executionIds: [],
      placedMs: this.nowMs,
    };
  }

  send(order: Order, isAcknowledged = false): void {
    this.record('OrderSent', this.book(order.bookId), { orderId: order.id });
    if (isAcknowledged)
      this.record('OrderAcknowledged', this.book(order.bookId), { orderId: order.id });
  }

  fill(orderId: string, bookId: string, lots: number, priceTicks: number, feeMills = 25): void {
    const book = this.book(bookId);
    const order = book.orders[orderId];
    if (!order) throw new Error(`order ${orderId} does not work`);
    const reserveMills = isReduceOnly(order)
      ? NO_MILLS
      : this.reserve(this.instrument(order.instrumentId), toLots(lots), priceTicks);
    const facts = {
      orderId,
      executionId: `x-${this.id()}`,
      lots: toLots(lots),
      priceTicks: toTicks(priceTicks),
      feeMills: toMills(feeMills),
      reserveMills,
    };
    const { position, profitMills, releasedMills } = settleFill(
      this.state,
      book,
      facts,
      this.nowMs,
    );
    const moved = {
      instrumentId: order.instrumentId,
      signedLots: signedLots(order.side, facts.lots),
      feeMills: facts.feeMills,
    };
    const entry = isReduceOnly(order)
      ? exitFillEntry({ ...moved, releasedMills, profitMills })
      : entryFillEntry({ ...moved, holdMills: releasedMills, reserveMills });
    this.record('OrderFilled', book, {
      ...facts,
      positionId: position.id,
      midTicks: toTicks(this.mark(order.instrumentId)),
      entry,
    });
  }

  end(
    order: Order,
    how: 'OrderCancelled' | 'OrderRejected' | 'OrderExpired' = 'OrderCancelled',
  ): void {
    const working = this.book(order.bookId).orders[order.id] ?? order;
    const entry = releaseEntry(working.reservedMills);
    if (how === 'OrderExpired')
      this.record(how, this.book(order.bookId), { orderId: order.id, entry });
    else this.record(how, this.book(order.bookId), { orderId: order.id, reason: 'by test', entry });
  }

  value(bookId: string): void {
    const book = this.book(bookId);
    const positions = Object.values(book.positions);
    const marks = Object.fromEntries(
      positions.map((position) => [
        position.instrumentId,
        toTicks(this.mark(position.instrumentId)),
      ]),
    );
    const balanceMills = addMills(book.balances.available, book.balances.reserved);
    const unrealised = addMills(
      ...positions.map((position) =>
        unrealisedMills(
          this.instrument(position.instrumentId),
          position,
          toTicks(this.mark(position.instrumentId)),
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

  reset(bookId: string): void {
    const book = this.book(bookId);
    for (const order of Object.values(book.orders)) this.end(order);
    for (const position of Object.values(book.positions)) this.leave(position);
    const { balances, epoch } = this.book(bookId);
    this.record('ResetRequested', book, {});
    this.record('BookReset', book, {
      epoch: epoch + 1,
      capitalMills: CAPITAL,
      closing: closingEntry(balances),
      entry: openingEntry(CAPITAL),
    });
  }

  /** Places and fills the exit of a whole position. */
  leave(position: Position, parts = 1): void {
    const order = this.place(position.bookId, against(position, 'EXIT'));
    this.send(order);
    if (parts > 1 && position.lots > 1)
      this.fill(order.id, position.bookId, 1, this.mark(position.instrumentId) - 1);
    const rest = position.lots - (parts > 1 && position.lots > 1 ? 1 : 0);
    this.fill(order.id, position.bookId, rest, this.mark(position.instrumentId) - 1);
  }

  /** Moves every price by dice; only crude oil may fall below zero. */
  move(): void {
    for (const [id, ticks] of this.marks) {
      const next = ticks + Math.round((this.roll() - 0.5) * 60);
      this.marks.set(id, id === 'CL' ? next : Math.max(100, next));
    }
  }

  private reserve(
    instrument: Instrument,
    lots: number,
    priceTicks: number = this.mark(instrument.id),
  ): Mills {
    const value = valueMills(instrument, toTicks(priceTicks), toLots(lots));
    return value < 0 ? negateMills(value) : value;
  }

  quote(instrumentId: string) {
    const last = this.mark(instrumentId);
    return {
      bidTicks: toTicks(last - 1) as Ticks,
      askTicks: toTicks(last + 1),
      lastTicks: toTicks(last),
      atMs: this.nowMs,
    };
  }

  mark(instrumentId: string): number {
    return this.marks.get(instrumentId) ?? 0;
  }

  private instrument(id: string): Instrument {
    const found = INSTRUMENTS.find((instrument) => instrument.id === id);
    if (!found) throw new Error(`no instrument ${id}`);
    return found;
  }
}

/** An order against a whole position. */
export function against(position: Position, purpose: OrderPurpose) {
  const { instrumentId, lots, id, playbookId } = position;
  return {
    instrumentId,
    side: oppositeSide(entrySide(position.direction)),
    purpose,
    lots,
    positionId: id,
    playbookId,
  };
}
