/**
 * One event with all that follows from it at once: the fills of a broker that answers in place, and what they cause.
 * It knows the order in which brokers are asked; it refuses to let anything leave before the whole cycle is stored.
 */
import type { CommandResult } from '../domain/command';
import type { Order } from '../domain/order';
import { assert } from '../domain/outcome';
import type { Position } from '../domain/position';
import type { LogRecord } from '../domain/record';
import type { Broker, ExecutionReport, MarketEvent } from '../ports';
import type { Approved } from '../risk/pre-trade';
import { OwnBooks } from './draft';
import type { Engine } from './engine';
import type { Effect, EngineEvent } from './event';
import { isCredible } from './market-step';
import { meetings } from './paired-orders';
import { type DeskState, type InstrumentMarket, instrumentMarket } from './state';

/** What must be stored together, and what may leave once it is. */
export interface Cycle {
  readonly state: DeskState;
  readonly records: readonly LogRecord[];
  readonly orders: ReadonlyMap<string, Order>;
  readonly positions: ReadonlyMap<string, Position>;
  readonly results: readonly CommandResult[];
  readonly outgoing: readonly { readonly broker: Broker; readonly order: Approved<Order> | Order; readonly isCancel: boolean }[];
}

/** Steps that one event may lead to; more would be a loop. */
const STEPS_MAX = 10_000;

/** Processes an event and everything that follows from it in place. Pure, like the engine and its local brokers. */
export function runCycle(engine: Engine, state: DeskState, event: EngineEvent): Cycle {
  const cycle = new CycleInTheMaking(engine, state, event.type === 'Market' && isCredible(state.markets, event.event) ? event.event : null);
  const queue: EngineEvent[] = [...matches(engine, state, event), event];
  for (let steps = 0; queue.length > 0; steps += 1) {
    assert(steps < STEPS_MAX, 'an event settles within a bounded number of steps');
    const next = queue.shift();
    if (next) queue.push(...cycle.step(next));
  }
  return cycle.finish();
}

/** Resting orders meet the market before the desk sees the event: fills come first, decisions after. A price that the desk would refuse fills nothing. */
function matches(engine: Engine, state: DeskState, event: EngineEvent): EngineEvent[] {
  if (event.type !== 'Market' || event.isBackfill || !isCredible(state.markets, event.event) || isTradedThrough(state, event.event)) return [];
  const events: EngineEvent[] = [];
  for (const book of Object.values(state.books)) {
    const broker = engine.config.brokers[book.mode];
    const seen = book.market === event.event.market ? state.listings[book.market]?.[event.event.instrumentId] : undefined;
    const working = Object.values(book.orders);
    if (!broker || !seen || working.length === 0 || engine.config.sessionClosed(book.mode, seen, event.atMs) !== null) continue;
    for (const [shown, orders] of meetings(state, event.event, working)) {
      for (const report of broker.match(shown, orders)) events.push({ type: 'Execution', bookId: book.id, report, atMs: event.atMs });
    }
  }
  return events;
}

/** A bar whose inside was already shown quote by quote has filled what it could: its range must not fill orders placed since. */
function isTradedThrough(state: DeskState, event: MarketEvent): boolean {
  if (event.type !== 'BarClosed') return false;
  const quote = instrumentMarket(state, event.market, event.instrumentId)?.quote;
  return quote !== null && quote !== undefined && quote.atMs > event.bar.startsMs;
}

class CycleInTheMaking {
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
    /** The price that began the cycle: what its fills lead to meets this price, not the one before it. */
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
    if (broker.isRemote) {
      this.outgoing.push({ broker, order, isCancel: effect.type === 'Cancel' });
      return [];
    }
    const reports: readonly ExecutionReport[] = effect.type === 'Submit' ? broker.submit(effect.order, this.quoteOf(order)) : broker.cancel(order);
    return reports.map((report) => ({ type: 'Execution', bookId: order.bookId, report, atMs, causeSeq: this.lastSeq }));
  }

  private keep({ record, order, position }: Extract<Effect, { type: 'Record' }>): void {
    this.records.push(record);
    if (order) this.orders.set(order.id, order);
    if (position) this.positions.set(position.id, position);
  }

  private quoteOf(order: Order) {
    const book = this.state.books[order.bookId];
    const seen = book && instrumentMarket(this.state, book.market, order.instrumentId);
    const isIncoming = this.incoming?.market === book?.market && this.incoming?.instrumentId === order.instrumentId;
    const quote = (isIncoming ? this.incoming?.quote : null) ?? seen?.quote ?? null;
    return seen && quote && (this.state.nowMs - quote.atMs <= seen.staleAfterMs || isAfterEnd(order, seen)) ? quote : null;
  }

  finish(): Cycle {
    const { records, orders, positions, state, outgoing } = this;
    const results = this.results.map((result) => ({ ...result, lastSeq: state.logSeq }));
    return { state, records, orders, positions, results, outgoing };
  }
}

/** An order in a month that had ended when it was placed: the last price, however old, is its settlement. */
const isAfterEnd = ({ placedMs }: Order, { instrument }: InstrumentMarket): boolean => placedMs >= (instrument.contract?.expiresMs ?? Infinity);
