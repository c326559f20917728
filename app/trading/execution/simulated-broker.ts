/**
 * The broker of simulation, paper and replay: fills against quotes and bars, pessimistically.
 * It knows how an order meets a price; it refuses to fill against a locked market, and to remember anything, so a step that is not stored never happened.
 */
import type { Instrument } from '../domain/instrument';
import type { Order } from '../domain/order';
import { type Bar, type Quote, isLockedFor } from '../domain/quote';
import { type EpochMs, type Ticks, subtractLots, toTicks } from '../domain/units';
import type { Broker, ExecutionReport, MarketEvent, Random } from '../ports';
import type { Approved } from '../risk/pre-trade';
import { type Friction, feeMills, slippageTicks, worse, worst } from './friction';

export interface SimulatedBrokerOptions {
  readonly name: string;
  readonly random: Random;
  readonly instrumentOf: (instrumentId: string) => Instrument;
  readonly frictionOf: (instrument: Instrument) => Friction;
  /** True: a market order fills at the quote that stands. False: at the next one, as in a history of bars. */
  readonly fillsAtOnce: boolean;
}

interface Execution {
  readonly priceTicks: Ticks;
  readonly midTicks: Ticks;
}

/** A broker whose answers follow from its arguments alone. */
export function simulatedBroker(options: SimulatedBrokerOptions): Broker {
  const fill = (order: Order, execution: Execution, atMs: EpochMs): ExecutionReport => {
    const instrument = options.instrumentOf(order.instrumentId);
    const lots = subtractLots(order.lots, order.filledLots);
    // Slippage never takes a price to where the contract cannot trade.
    const priceTicks = instrument.priceMayBeNegative ? execution.priceTicks : toTicks(Math.max(1, execution.priceTicks));
    return {
      type: 'Filled', orderId: order.id, executionId: options.random.id(`execution:${order.id}`, order.filledLots), lots, priceTicks,
      feeMills: feeMills(options.frictionOf(instrument), instrument, priceTicks, lots), midTicks: execution.midTicks, atMs,
    };
  };
  const slippage = (order: Order, { lastTicks }: Quote): number => {
    const instrument = options.instrumentOf(order.instrumentId);
    return slippageTicks(options.frictionOf(instrument), instrument, lastTicks, subtractLots(order.lots, order.filledLots));
  };
  const halfSpread = (order: Order): number => options.frictionOf(options.instrumentOf(order.instrumentId)).halfSpreadTicks;
  const meet = (order: Order, event: MarketEvent): Execution | null => {
    // A bar that ends locked may have been locked when its price came by: what rests waits for the first price that is not.
    if (isLockedFor(order.side, event.quote)) return null;
    const slips = slippage(order, event.quote);
    if (event.type === 'BarClosed') return insideBar(order, event.bar, halfSpread(order), slips);
    return event.type === 'BarOpened' ? atOpen(order, event.quote, slips) : atQuote(order, event.quote, slips);
  };
  return {
    name: options.name,
    isRemote: false,
    submit(order: Approved<Order>, quote: Quote | null) {
      const execution = options.fillsAtOnce && quote && !isLockedFor(order.side, quote) ? atQuote(order, quote, slippage(order, quote)) : null;
      return execution && quote ? [fill(order, execution, quote.atMs)] : [{ type: 'Acknowledged', orderId: order.id }];
    },
    match(event: MarketEvent, working: readonly Order[]) {
      const here = working.filter((order) => order.instrumentId === event.instrumentId).sort(stopsFirst);
      return here.flatMap((order) => {
        const execution = meet(order, event);
        return execution ? [fill(order, execution, event.type === 'BarClosed' ? event.bar.endsMs : event.quote.atMs)] : [];
      });
    },
    cancel: (order) => [{ type: 'Cancelled', orderId: order.id, reason: 'cancelled' }],
  };
}

/** Stops before targets before the rest: of two prices inside one bar the worse one is taken to have come first. */
const RANK: Readonly<Record<Order['purpose'], number>> = { STOP: 0, EXIT: 1, TARGET: 2, ENTRY: 3 };
const stopsFirst = (a: Order, b: Order): number => RANK[a.purpose] - RANK[b.purpose];

/** Against a two-sided quote: market at the touch, limit at its price when the touch reaches it, stop at the worse of touch and trigger. */
function atQuote(order: Order, quote: Quote, slippageTicks: number): Execution | null {
  const touch = order.side === 'BUY' ? quote.askTicks : quote.bidTicks;
  const midTicks = quote.lastTicks;
  if (order.type === 'MARKET' || order.priceTicks === null) return { priceTicks: worse(order.side, touch, slippageTicks), midTicks };
  if (order.type === 'LIMIT') return isBetterOrEqual(order, touch) ? { priceTicks: order.priceTicks, midTicks: order.priceTicks } : null;
  return isTriggered(order, touch) ? { priceTicks: worse(order.side, worst(order.side, touch, order.priceTicks), slippageTicks), midTicks } : null;
}

/** At a bar's open: as against a quote, but a limit that the market has jumped over fills at the open, where an auction would fill it. */
function atOpen(order: Order, quote: Quote, slippageTicks: number): Execution | null {
  const execution = atQuote(order, quote, slippageTicks);
  if (!execution || order.type !== 'LIMIT') return execution;
  return { priceTicks: order.side === 'BUY' ? quote.askTicks : quote.bidTicks, midTicks: quote.lastTicks };
}

/**
 * Inside a finished bar, whose open has already been offered as a quote: a stop that the range touched fills at its trigger,
 * worsened by half-spread and slippage; a limit fills only when the range went through it by the half-spread. Market orders wait for the next open.
 */
function insideBar(order: Order, bar: Bar, halfSpreadTicks: number, slippageTicks: number): Execution | null {
  if (order.type === 'MARKET' || order.priceTicks === null) return null;
  const farBuy = order.type === 'STOP' ? bar.highTicks : bar.lowTicks;
  const farSell = order.type === 'STOP' ? bar.lowTicks : bar.highTicks;
  const reached = order.side === 'BUY' ? farBuy : farSell;
  if (order.type === 'STOP') {
    const executed = worse(order.side, order.priceTicks, halfSpreadTicks + slippageTicks);
    return isTriggered(order, worse(order.side, reached, halfSpreadTicks)) ? { priceTicks: executed, midTicks: order.priceTicks } : null;
  }
  return isBetterOrEqual(order, worse(order.side, reached, halfSpreadTicks)) ? { priceTicks: order.priceTicks, midTicks: order.priceTicks } : null;
}

const isBetterOrEqual = (order: Order, touch: number): boolean => (order.side === 'BUY' ? touch <= (order.priceTicks ?? touch) : touch >= (order.priceTicks ?? touch));
const isTriggered = (order: Order, touch: number): boolean => (order.side === 'BUY' ? touch >= (order.priceTicks ?? touch) : touch <= (order.priceTicks ?? touch));
