/** The broker of simulation, paper and replay: fills against quotes and bars, pessimistically. */
import type { Instrument } from '../domain/instrument';
import type { Order } from '../domain/order';
import { type Quote, isLockedFor } from '../domain/quote';
import { type EpochMs, subtractLots } from '../domain/units';
import type { Broker, ExecutionReport, MarketEvent, Random } from '../ports';
import type { Approved } from '../domain/approved';
import { type Execution, atOpen, atQuote, insideBar, toTradable } from './fills';
import { type Friction, feeMills, slippageTicks } from './friction';

interface SimulatedBrokerOptions {
  readonly name: string;
  readonly random: Random;
  readonly frictionOf: (instrument: Instrument) => Friction;
  /**
   * True: a market order fills at the quote that stands. False: at the next one, as in a history of
   * bars.
   */
  readonly fillsAtOnce: boolean;
}

/** A broker whose answers follow from its arguments alone. */
export function simulatedBroker(options: SimulatedBrokerOptions): Broker {
  const fill = (
    order: Order,
    execution: Execution,
    atMs: EpochMs,
    instrument: Instrument,
  ): ExecutionReport => {
    const lots = subtractLots(order.lots, order.filledLots);
    const priceTicks = toTradable(instrument, execution.priceTicks);
    return {
      type: 'Filled',
      orderId: order.id,
      executionId: options.random.id(`execution:${order.id}`, order.filledLots),
      lots,
      priceTicks,
      feeMills: feeMills(options.frictionOf(instrument), instrument, priceTicks, lots),
      midTicks: execution.midTicks,
      atMs,
    };
  };
  const slippage = (order: Order, { lastTicks }: Quote, instrument: Instrument): number =>
    slippageTicks(
      options.frictionOf(instrument),
      instrument,
      lastTicks,
      subtractLots(order.lots, order.filledLots),
    );
  /**
   * What leaves a month after its end is settled at its last price: there is nobody to deal with.
   */
  const isExpired = ({ placedMs }: Order, { contract }: Instrument): boolean =>
    placedMs >= (contract?.expiresMs ?? Infinity);
  const meet = (order: Order, event: MarketEvent, instrument: Instrument): Execution | null => {
    // A bar that ends locked may have been locked when its price came by: what rests waits for the
    // first price that is not.
    if (isLockedFor(order.side, event.quote)) return null;
    const slips = slippage(order, event.quote, instrument);
    if (event.type === 'BarClosed')
      return insideBar(order, event.bar, options.frictionOf(instrument).halfSpreadTicks, slips);
    return event.type === 'BarOpened'
      ? atOpen(order, event.quote, slips)
      : atQuote(order, event.quote, slips);
  };
  return {
    name: options.name,
    isRemote: false,
    submit(order: Approved<Order>, quote: Quote | null, instrument: Instrument) {
      if (quote && isExpired(order, instrument))
        return [
          fill(
            order,
            { priceTicks: quote.lastTicks, midTicks: quote.lastTicks },
            order.placedMs,
            instrument,
          ),
        ];
      const execution =
        options.fillsAtOnce && quote && !isLockedFor(order.side, quote)
          ? atQuote(order, quote, slippage(order, quote, instrument))
          : null;
      return execution && quote
        ? [fill(order, execution, quote.atMs, instrument)]
        : [{ type: 'Acknowledged', orderId: order.id }];
    },
    match(event: MarketEvent, working: readonly Order[], instrument: Instrument) {
      const here = working
        .filter((order) => order.instrumentId === event.instrumentId)
        .sort(stopsFirst);
      return here.flatMap((order) => {
        const execution = meet(order, event, instrument);
        return execution
          ? [
              fill(
                order,
                execution,
                event.type === 'BarClosed' ? event.bar.endsMs : event.quote.atMs,
                instrument,
              ),
            ]
          : [];
      });
    },
    cancel: (order) => [{ type: 'Cancelled', orderId: order.id, reason: 'cancelled' }],
    findOrders: (orders) =>
      Promise.resolve(orders.map(({ id }) => ({ orderId: id, state: 'working', fills: [] }))),
  };
}

/**
 * Stops before targets before the rest: of two prices inside one bar the worse one is taken to have
 * come first.
 */
const RANK: Readonly<Record<Order['purpose'], number>> = { STOP: 0, EXIT: 1, TARGET: 2, ENTRY: 3 };
const stopsFirst = (a: Order, b: Order): number => RANK[a.purpose] - RANK[b.purpose];
