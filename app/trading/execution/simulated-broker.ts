/** Broker of simulation, paper and replay. Fills against quotes and bars, pessimistically. */
import type { Instrument } from '../domain/instrument';
import type { Order } from '../domain/order';
import { type Quote, isLockedFor } from '../domain/quote';
import { type EpochMs, subtractLots } from '../domain/units';
import type { Broker, ExecutionReport, MarketEvent, Random } from '../ports';
import type { Approved } from '../domain/approved';
import {
  type Execution,
  fillAtBarOpen,
  fillAtQuote,
  fillInsideBar,
  clampToTradable,
} from './fills';
import { type Friction, computeFeeMills, computeSlippageTicks } from './friction';

interface SimulatedBrokerOptions {
  readonly name: string;
  readonly random: Random;
  readonly getFriction: (instrument: Instrument) => Friction;
  /** True: market orders fill at the current quote. False: at the next one, as in bar histories. */
  readonly fillsImmediately: boolean;
  /**
   * True where quotes arrive late: no order fills at a price of before it was placed. Stops and
   * targets belong to a position and follow the price of its entry.
   */
  readonly requiresLaterPrices?: boolean;
}

const PROTECTIVE: readonly Order['purpose'][] = ['STOP', 'TARGET'];

/**
 * The part of an event that is not before an order; null for none. Of a bar that began before the
 * order, only the close is left.
 */
function selectLaterPart(event: MarketEvent, { placedMs }: Order): MarketEvent | null {
  const { quote, market, instrumentId } = event;
  if (event.type === 'BarClosed' && event.bar.startsMs >= placedMs) return event;
  if (quote.atMs < placedMs) return null;
  return event.type === 'BarClosed' ? { type: 'QuoteArrived', market, instrumentId, quote } : event;
}

/** Deterministic. */
export function createSimulatedBroker(options: SimulatedBrokerOptions): Broker {
  const buildFill = (
    order: Order,
    execution: Execution,
    atMs: EpochMs,
    instrument: Instrument,
  ): ExecutionReport => {
    const lots = subtractLots(order.lots, order.filledLots);
    const priceTicks = clampToTradable(instrument, execution.priceTicks);
    return {
      type: 'Filled',
      orderId: order.id,
      executionId: options.random.id(`execution:${order.id}`, order.filledLots),
      lots,
      priceTicks,
      feeMills: computeFeeMills(options.getFriction(instrument), instrument, priceTicks, lots),
      midTicks: execution.midTicks,
      atMs,
    };
  };
  const computeSlippage = (order: Order, { lastTicks }: Quote, instrument: Instrument): number =>
    computeSlippageTicks(
      options.getFriction(instrument),
      instrument,
      lastTicks,
      subtractLots(order.lots, order.filledLots),
    );
  /** Orders placed after expiry are settled at the last price. */
  const isExpired = ({ placedMs }: Order, { contract }: Instrument): boolean =>
    placedMs >= (contract?.expiresMs ?? Infinity);
  const mayFillAt = (quote: Quote, { placedMs }: Order): boolean =>
    options.requiresLaterPrices !== true || quote.atMs >= placedMs;
  const selectPart = (event: MarketEvent, order: Order): MarketEvent | null =>
    options.requiresLaterPrices === true && !PROTECTIVE.includes(order.purpose)
      ? selectLaterPart(event, order)
      : event;
  const matchOrder = (
    order: Order,
    event: MarketEvent,
    instrument: Instrument,
  ): Execution | null => {
    // A bar that ends locked may have been locked at this price: resting orders wait for the first
    // unlocked price.
    if (isLockedFor(order.side, event.quote)) return null;
    const orderSlippage = computeSlippage(order, event.quote, instrument);
    if (event.type === 'BarClosed')
      return fillInsideBar(
        order,
        event.bar,
        options.getFriction(instrument).halfSpreadTicks,
        orderSlippage,
      );
    return event.type === 'BarOpened'
      ? fillAtBarOpen(order, event.quote, orderSlippage)
      : fillAtQuote(order, event.quote, orderSlippage);
  };
  return {
    name: options.name,
    isRemote: false,
    submitOrder(order: Approved<Order>, quote: Quote | null, instrument: Instrument) {
      if (quote && isExpired(order, instrument))
        return [
          buildFill(
            order,
            { priceTicks: quote.lastTicks, midTicks: quote.lastTicks },
            order.placedMs,
            instrument,
          ),
        ];
      const execution =
        options.fillsImmediately &&
        quote &&
        mayFillAt(quote, order) &&
        !isLockedFor(order.side, quote)
          ? fillAtQuote(order, quote, computeSlippage(order, quote, instrument))
          : null;
      return execution && quote
        ? [buildFill(order, execution, quote.atMs, instrument)]
        : [{ type: 'Acknowledged', orderId: order.id }];
    },
    matchOrders(event: MarketEvent, working: readonly Order[], instrument: Instrument) {
      const resting = working
        .filter((order) => order.instrumentId === event.instrumentId)
        .sort(compareByPurpose);
      return resting.flatMap((order) => {
        const part = selectPart(event, order);
        const execution = part && matchOrder(order, part, instrument);
        return part && execution
          ? [
              buildFill(
                order,
                execution,
                part.type === 'BarClosed' ? part.bar.endsMs : part.quote.atMs,
                instrument,
              ),
            ]
          : [];
      });
    },
    cancelOrder: (order) => [{ type: 'Cancelled', orderId: order.id, reason: 'cancelled' }],
    findOrders: (orders) =>
      Promise.resolve(orders.map(({ id }) => ({ orderId: id, state: 'working', fills: [] }))),
  };
}

/** Stops, exits, targets, entries: of two prices inside one bar the worse is assumed first. */
const RANK: Readonly<Record<Order['purpose'], number>> = { STOP: 0, EXIT: 1, TARGET: 2, ENTRY: 3 };
const compareByPurpose = (a: Order, b: Order): number => RANK[a.purpose] - RANK[b.purpose];
