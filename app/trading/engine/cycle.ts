/**
 * One event with all that follows from it at once: the fills of a broker that answers in place, and
 * what they cause.
 */
import type { Book } from '../domain/book';
import type { CommandResult } from '../domain/command';
import type { Instrument } from '../domain/instrument';
import type { Order } from '../domain/order';
import { assert } from '../domain/outcome';
import type { Position } from '../domain/position';
import type { LogRecord } from '../domain/record';
import type { EpochMs } from '../domain/units';
import type { Broker, ExecutionReport, MarketEvent } from '../ports';
import type { Approved } from '../domain/approved';
import { listWaiting } from './closing';
import { OwnBooks } from './state-transaction';
import type { Engine } from './engine';
import type { Effect, EngineEvent } from './event';
import { inListedTicks } from './held-terms';
import { findUsableBroker } from './live-gate';
import { isCredible } from './market-step';
import { matchPairedOrders } from './paired-orders';
import { isQuotedInside, listOrdersInGaps } from './quote-coverage';
import { getListedInstrument } from './order-settlement';
import {
  type DeskState,
  type InstrumentMarket,
  findLiveQuote,
  findInstrumentMarket,
} from './state';

/** What must be stored together, and what may leave once it is. */
export interface Cycle {
  readonly state: DeskState;
  readonly records: readonly LogRecord[];
  readonly orders: ReadonlyMap<string, Order>;
  readonly positions: ReadonlyMap<string, Position>;
  readonly results: readonly CommandResult[];
  readonly outgoing: readonly {
    readonly broker: Broker;
    readonly order: Approved<Order> | Order;
    readonly instrument: Instrument;
    readonly isCancel: boolean;
  }[];
}

/** Steps that one event may lead to; more would be a loop. */
const STEPS_MAX = 10_000;

/**
 * Processes an event and everything that follows from it in place. Pure, like the engine and its
 * local brokers.
 */
export function runCycle(engine: Engine, state: DeskState, offered: EngineEvent): Cycle {
  const event = inListedTicks(state.markets, offered);
  // A price that the held terms cannot express reaches nobody.
  if (event === null) return new CycleBuilder(engine, state, null).finish();
  const cycle = new CycleBuilder(
    engine,
    state,
    event.type === 'Market' && isCredible(state.markets, event.event) ? event.event : null,
  );
  const queue: EngineEvent[] = [...listMatches(engine, state, event), event];
  for (let steps = 0; queue.length > 0; steps += 1) {
    assert(steps < STEPS_MAX, 'an event settles within a bounded number of steps');
    const next = queue.shift();
    if (next) queue.push(...cycle.step(next));
  }
  return cycle.finish();
}

/**
 * Resting orders meet the market before the desk sees the event: fills come first, decisions after.
 * A price that the desk would refuse fills nothing.
 */
function listMatches(engine: Engine, state: DeskState, event: EngineEvent): EngineEvent[] {
  if (event.type !== 'Market' || event.isBackfill || !isCredible(state.markets, event.event))
    return [];
  const events: EngineEvent[] = [];
  for (const book of Object.values(state.books)) {
    const broker = findUsableBroker(engine.config, book.mode);
    const listings = book.market === event.event.market ? state.listings[book.market] : undefined;
    const seen = listings?.[event.event.instrumentId];
    const working = ordersMet(state, event.event, Object.values(book.orders));
    if (
      !broker ||
      !seen ||
      working.length === 0 ||
      engine.config.sessionClosed(book.mode, seen, event.atMs) !== null
    )
      continue;
    for (const [shown, orders] of matchPairedOrders(state, event.event, working))
      events.push(...meetOrders(broker, book, shown, orders, listings, event.atMs));
  }
  return events;
}

/** What a broker makes of one event and the orders that it meets. */
function meetOrders(
  broker: Broker,
  book: Book,
  shown: MarketEvent,
  orders: readonly Order[],
  listings: Readonly<Record<string, Instrument>> | undefined,
  atMs: EpochMs,
): EngineEvent[] {
  const instrument = listings?.[shown.instrumentId];
  if (!instrument) return [];
  return broker
    .match(shown, orders, instrument)
    .map((report) => ({ type: 'Execution', bookId: book.id, report, atMs }));
}

/**
 * The orders that an event may fill. Of a bar whose inside was shown by quotes only what they have
 * not shown may fill anything.
 */
function ordersMet(
  state: DeskState,
  event: MarketEvent,
  working: readonly Order[],
): readonly Order[] {
  const seen =
    event.type === 'BarClosed'
      ? findInstrumentMarket(state, event.market, event.instrumentId)
      : null;
  return event.type === 'BarClosed' && seen && isQuotedInside(seen, event.bar)
    ? listOrdersInGaps(seen, event.bar, working)
    : working;
}

class CycleBuilder {
  private readonly records: LogRecord[] = [];
  private readonly orders = new Map<string, Order>();
  private readonly positions = new Map<string, Position>();
  private readonly results: CommandResult[] = [];
  private readonly outgoing: Cycle['outgoing'][number][] = [];
  private readonly own = new OwnBooks();
  /** The record before the effect at hand: of a submitted order, that it was sent. */
  private lastSeq: number | null = null;

  constructor(
    private readonly engine: Engine,
    private state: DeskState,
    /**
     * The price that began the cycle: what its fills lead to meets this price, not the one before
     * it.
     */
    private readonly incoming: MarketEvent | null,
  ) {}

  /** One engine step; the reports of local brokers that it led to. */
  step(event: EngineEvent): EngineEvent[] {
    const before = this.state;
    const { state, effects } = this.engine.process(before, event, this.own);
    this.state = state;
    this.lastSeq = null;
    return effects.flatMap((effect) => this.take(effect, event));
  }

  private take(effect: Effect, { atMs }: EngineEvent): EngineEvent[] {
    if (effect.type === 'Record') this.keep(effect);
    if (effect.type === 'Record') this.lastSeq = effect.record.seq;
    if (effect.type === 'Answer') this.results.push(effect.result);
    if (effect.type !== 'Submit' && effect.type !== 'Cancel') return [];
    const { broker, order } = effect;
    const instrument = this.instrumentOf(order);
    if (broker.isRemote) {
      this.outgoing.push({ broker, order, instrument, isCancel: effect.type === 'Cancel' });
      return [];
    }
    const reports: readonly ExecutionReport[] =
      effect.type === 'Submit'
        ? broker.submit(effect.order, this.quoteOf(order), instrument)
        : broker.cancel(order);
    return reports.map((report) => ({
      type: 'Execution',
      bookId: order.bookId,
      report,
      atMs,
      causeSeq: this.lastSeq,
    }));
  }

  private keep({ record, order, position }: Extract<Effect, { type: 'Record' }>): void {
    this.records.push(record);
    if (order) this.orders.set(order.id, order);
    if (position) this.positions.set(position.id, position);
  }

  /** The contract of an order, under the terms that its book holds it under. */
  private instrumentOf(order: Order): Instrument {
    const book = this.state.books[order.bookId];
    assert(book, `book ${order.bookId} is open`);
    return getListedInstrument(this.state, book, order.instrumentId);
  }

  private quoteOf(order: Order) {
    const book = this.state.books[order.bookId];
    const seen = book && findInstrumentMarket(this.state, book.market, order.instrumentId);
    const isIncoming =
      this.incoming?.market === book?.market && this.incoming?.instrumentId === order.instrumentId;
    const incoming = isIncoming ? (this.incoming?.quote ?? null) : null;
    if (!seen) return null;
    // An order in a month that had ended when it was placed: the last price, however old, is its
    // settlement.
    if (isAfterEnd(order, seen)) return incoming ?? seen.quote;
    const isFresh = incoming !== null && this.state.nowMs - incoming.atMs <= seen.staleAfterMs;
    return isFresh ? incoming : findLiveQuote(seen, this.state.nowMs);
  }

  finish(): Cycle {
    const { records, orders, positions, state, outgoing } = this;
    const results = this.results.map((result) => ({
      ...result,
      outcome: this.settleOutcome(result.outcome),
      lastSeq: state.logSeq,
    }));
    return { state, records, orders, positions, results, outgoing };
  }

  /**
   * What a command closed is what is closed after its fills: the rest is listed as waiting, with
   * its reason.
   */
  private settleOutcome(outcome: CommandResult['outcome']): CommandResult['outcome'] {
    if (!outcome.ok || outcome.value.waiting === undefined) return outcome;
    const waiting = listWaiting(this.state, this.engine.config, outcome.value.closedPositions);
    const open = new Set(waiting.map(({ positionId }) => positionId));
    const closedPositions = outcome.value.closedPositions.filter((id) => !open.has(id));
    return { ok: true, value: { ...outcome.value, closedPositions, waiting } };
  }
}

const isAfterEnd = ({ placedMs }: Order, { instrument }: InstrumentMarket): boolean =>
  placedMs >= (instrument.contract?.expiresMs ?? Infinity);
