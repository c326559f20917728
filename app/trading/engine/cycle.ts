/**
 * Processes one event with everything that follows at once: fills of local brokers and their
 * consequences.
 */
import type { Book } from '../domain/book';
import type { CommandResult } from '../domain/command';
import type { Instrument } from '../domain/instrument';
import type { MinuteValue } from '../domain/minute-value';
import type { Order } from '../domain/order';
import { assert } from '../domain/outcome';
import type { Position } from '../domain/position';
import type { LogRecord } from '../domain/record';
import type { EpochMs } from '../domain/units';
import type { Broker, ExecutionReport, MarketEvent } from '../ports';
import type { Approved } from '../domain/approved';
import { listPendingCloses } from './close-positions';
import { OwnedBooks } from './state-transaction';
import type { Engine } from './engine';
import type { Effect, EngineEvent } from './event';
import { convertToListedTicks } from './contract-terms';
import { findUsableBroker } from './broker-access';
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

/** `outgoing` may leave only after the rest is stored. */
export interface Cycle {
  readonly state: DeskState;
  readonly records: readonly LogRecord[];
  readonly orders: ReadonlyMap<string, Order>;
  readonly positions: ReadonlyMap<string, Position>;
  readonly minuteValues: readonly MinuteValue[];
  readonly results: readonly CommandResult[];
  readonly outgoing: readonly {
    readonly broker: Broker;
    readonly order: Approved<Order> | Order;
    readonly instrument: Instrument;
    readonly action: 'submit' | 'cancel' | 'follow';
  }[];
}

const ACTIONS = { Submit: 'submit', Cancel: 'cancel', Follow: 'follow' } as const;

/** Upper bound per event; exceeding it indicates a loop. */
const STEPS_MAX = 10_000;

/** Pure, like the engine and its local brokers. */
export function runCycle(engine: Engine, state: DeskState, rawEvent: EngineEvent): Cycle {
  const event = convertToListedTicks(state.markets, rawEvent);
  // The price cannot be expressed in the ticks of the contract, so it is dropped.
  if (event === null) return new CycleBuilder(engine, state, null).finish();
  const incoming =
    event.type === 'Market' && isCredible(state.markets, event.event) ? event.event : null;
  const cycle = new CycleBuilder(engine, state, incoming);
  const mayFill = incoming !== null && event.type === 'Market' && !event.isBackfill;
  const fills = mayFill ? listFillEvents(engine, state, incoming, event.atMs) : [];
  const queue: EngineEvent[] = [...fills, event];
  for (let steps = 0; queue.length > 0; steps += 1) {
    assert(steps < STEPS_MAX, 'an event settles within a bounded number of steps');
    const next = queue.shift();
    if (next) queue.push(...cycle.step(next));
  }
  return cycle.finish();
}

/**
 * Resting orders are matched before the engine decides. A price that the engine would reject fills
 * nothing.
 */
function listFillEvents(
  engine: Engine,
  state: DeskState,
  event: MarketEvent,
  atMs: EpochMs,
): EngineEvent[] {
  const events: EngineEvent[] = [];
  const listings = state.listings[event.market];
  const instrument = listings?.[event.instrumentId];
  if (!instrument) return [];
  for (const book of Object.values(state.books)) {
    if (book.market !== event.market) continue;
    const working = listReachableOrders(state, event, Object.values(book.orders));
    if (working.length === 0) continue;
    const broker = findUsableBroker(engine.config, book);
    if (!broker || engine.config.explainClosedSession(book.mode, instrument, atMs) !== null)
      continue;
    for (const [matchedEvent, orders] of matchPairedOrders(state, event, working))
      events.push(...matchOrders(broker, book, matchedEvent, orders, listings, atMs));
  }
  return events;
}

/** Fill reports of a broker for one event. */
function matchOrders(
  broker: Broker,
  book: Book,
  matchedEvent: MarketEvent,
  orders: readonly Order[],
  listings: Readonly<Record<string, Instrument>> | undefined,
  atMs: EpochMs,
): EngineEvent[] {
  const instrument = listings?.[matchedEvent.instrumentId];
  if (!instrument) return [];
  return broker
    .matchOrders(matchedEvent, orders, instrument)
    .map((report) => ({ type: 'Execution', bookId: book.id, report, atMs }));
}

/** Where quotes covered a bar, only its gaps may fill orders; none where it arrives after them. */
function listReachableOrders(
  state: DeskState,
  event: MarketEvent,
  working: readonly Order[],
): readonly Order[] {
  if (event.type === 'BarClosed' && event.isQuoted) return [];
  const contract =
    event.type === 'BarClosed'
      ? findInstrumentMarket(state, event.market, event.instrumentId)
      : null;
  return event.type === 'BarClosed' && contract && isQuotedInside(contract, event.bar)
    ? listOrdersInGaps(contract, event.bar, working)
    : working;
}

class CycleBuilder {
  private readonly records: LogRecord[] = [];
  private readonly orders = new Map<string, Order>();
  private readonly positions = new Map<string, Position>();
  private readonly minuteValues: MinuteValue[] = [];
  private readonly results: CommandResult[] = [];
  private readonly outgoing: Cycle['outgoing'][number][] = [];
  private readonly ownedBooks = new OwnedBooks();
  /** Sequence number of the record before the current effect (for a submit: `OrderSent`). */
  private lastSeq: number | null = null;

  constructor(
    private readonly engine: Engine,
    private state: DeskState,
    /**
     * Price that started the cycle. Orders that follow from its fills are matched against it, not
     * against the previous quote.
     */
    private readonly incoming: MarketEvent | null,
  ) {}

  /** One engine step. Returns the reports of local brokers that follow. */
  step(event: EngineEvent): EngineEvent[] {
    const before = this.state;
    const { state, effects } = this.engine.process(before, event, this.ownedBooks);
    this.state = state;
    this.lastSeq = null;
    return effects.flatMap((effect) => this.applyEffect(effect, event));
  }

  private applyEffect(effect: Effect, { atMs }: EngineEvent): EngineEvent[] {
    if (effect.type === 'Record') this.addRecord(effect);
    if (effect.type === 'Record') this.lastSeq = effect.record.seq;
    if (effect.type === 'MinuteValues') this.minuteValues.push(...effect.values);
    if (effect.type === 'Answer') this.results.push(effect.result);
    if (effect.type !== 'Submit' && effect.type !== 'Cancel' && effect.type !== 'Follow') return [];
    const { broker, order } = effect;
    const instrument = this.getInstrument(order);
    if (broker.isRemote) {
      this.outgoing.push({ broker, order, instrument, action: ACTIONS[effect.type] });
      return [];
    }
    if (effect.type === 'Follow') return [];
    const reports: readonly ExecutionReport[] =
      effect.type === 'Submit'
        ? broker.submitOrder(effect.order, this.getQuote(order), instrument)
        : broker.cancelOrder(order);
    return reports.map((report) => ({
      type: 'Execution',
      bookId: order.bookId,
      report,
      atMs,
      causeSeq: this.lastSeq,
    }));
  }

  private addRecord({ record, order, position }: Extract<Effect, { type: 'Record' }>): void {
    this.records.push(record);
    if (order) this.orders.set(order.id, order);
    if (position) this.positions.set(position.id, position);
  }

  /** Terms under which the account holds the contract. */
  private getInstrument(order: Order): Instrument {
    const book = this.state.books[order.bookId];
    assert(book, `book ${order.bookId} is open`);
    return getListedInstrument(this.state, book, order.instrumentId);
  }

  private getQuote(order: Order) {
    const book = this.state.books[order.bookId];
    const contract = book && findInstrumentMarket(this.state, book.market, order.instrumentId);
    const isIncoming =
      this.incoming?.market === book?.market && this.incoming?.instrumentId === order.instrumentId;
    const incoming = isIncoming ? (this.incoming?.quote ?? null) : null;
    if (!contract) return null;
    // Placed after expiry: the last price, of any age, is the settlement price.
    if (isPlacedAfterExpiry(order, contract)) return incoming ?? contract.quote;
    const isFresh = incoming !== null && this.state.nowMs - incoming.atMs <= contract.staleAfterMs;
    return isFresh ? incoming : findLiveQuote(contract, this.state.nowMs);
  }

  finish(): Cycle {
    const { records, orders, positions, minuteValues, state, outgoing } = this;
    const results = this.results.map((result) => ({
      ...result,
      outcome: this.finalizeOutcome(result.outcome),
      lastSeq: state.logSeq,
    }));
    return { state, records, orders, positions, minuteValues, results, outgoing };
  }

  /**
   * After the fills, only positions that are closed count as closed; the rest is listed as waiting
   * with its reason.
   */
  private finalizeOutcome(outcome: CommandResult['outcome']): CommandResult['outcome'] {
    if (!outcome.ok || outcome.value.waiting === undefined) return outcome;
    const pendingCloses = listPendingCloses(
      this.state,
      this.engine.config,
      outcome.value.closedPositions,
    );
    const open = new Set(pendingCloses.map(({ positionId }) => positionId));
    const closedPositions = outcome.value.closedPositions.filter((id) => !open.has(id));
    return { ok: true, value: { ...outcome.value, closedPositions, waiting: pendingCloses } };
  }
}

const isPlacedAfterExpiry = ({ placedMs }: Order, { instrument }: InstrumentMarket): boolean =>
  placedMs >= (instrument.contract?.expiresMs ?? Infinity);
