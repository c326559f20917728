// A market whose prices arrive long after their time: no order fills at a price of before it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Approved } from '../../app/trading/domain/approved';
import type { Order } from '../../app/trading/domain/order';
import { type Bar, buildQuote } from '../../app/trading/domain/quote';
import { HOUR_MS } from '../../app/trading/domain/time';
import { toTicks } from '../../app/trading/domain/units';
import { createSimulatedBroker } from '../../app/trading/execution/simulated-broker';
import type { ExecutionReport, MarketEvent } from '../../app/trading/ports';
import { createSeededRandom } from '../../app/trading/random';
import { chooseSize } from '../support/run-size';
import { buildBrokerOrder } from '../support/broker-order';
import { GAS, MARKET } from '../support/desk-harness';

const OPEN_MS = Date.UTC(2026, 10, 23, 23);
const CLOSE_MS = Date.UTC(2026, 10, 24, 19, 30);
const BAR: Bar = {
  openTicks: toTicks(3000),
  highTicks: toTicks(3100),
  lowTicks: toTicks(2900),
  closeTicks: toTicks(3050),
  startsMs: OPEN_MS,
  endsMs: CLOSE_MS,
};
const EVENTS: readonly MarketEvent[] = [
  {
    type: 'BarOpened',
    market: MARKET,
    instrumentId: 'NG',
    quote: buildQuote(BAR.openTicks, 1, OPEN_MS),
  },
  {
    type: 'BarClosed',
    market: MARKET,
    instrumentId: 'NG',
    bar: BAR,
    quote: buildQuote(BAR.closeTicks, 1, CLOSE_MS),
  },
];

const createBroker = () =>
  createSimulatedBroker({
    name: 'simulated',
    random: createSeededRandom('late'),
    getFriction: () => ({ feeBasisPoints: 1, halfSpreadTicks: 1, slippageTicks: 0 }),
    fillsImmediately: true,
    requiresLaterPrices: true,
  });

const buildOrder = (change: Partial<Order>): Approved<Order> =>
  buildBrokerOrder({ placedMs: OPEN_MS, ...change }) as ReturnType<typeof buildOrder>;

/** Time and price of the first fill of an order by a bar that arrives later. */
function findFill(order: Approved<Order>): readonly [atMs: number, priceTicks: number] | null {
  const broker = createBroker();
  for (const event of EVENTS) {
    const [report] = broker.matchOrders(event, [order], GAS);
    if (report?.type === 'Filled') return [report.atMs, report.priceTicks];
  }
  return null;
}

describe('an order where prices are late', () => {
  it.each<[string, number, readonly [number, number] | null]>([
    ['before the session fills at its open', OPEN_MS - 1, [OPEN_MS, 3001]],
    ['at the open fills there', OPEN_MS, [OPEN_MS, 3001]],
    ['inside the session fills at its close', OPEN_MS + 1, [CLOSE_MS, 3051]],
    ['after the close does not fill', CLOSE_MS + 1, null],
  ])('placed %s', (_, placedMs, expected) => {
    expect(findFill(buildOrder({ placedMs }))).toEqual(expected);
  });

  it.each<[string, number, readonly [number, number] | null]>([
    ['before the session fills inside it', OPEN_MS - 1, [CLOSE_MS, 2950]],
    // The low may have been before the order.
    ['inside the session sees only the close', OPEN_MS + 1, null],
  ])('with a limit, placed %s', (_, placedMs, expected) => {
    const limit = { type: 'LIMIT', priceTicks: toTicks(2950), placedMs } as const;
    expect(findFill(buildOrder(limit))).toEqual(expected);
  });

  it('that protects a position follows the price of its entry, whenever it was placed', () => {
    const stop = buildOrder({
      side: 'SELL',
      type: 'STOP',
      purpose: 'STOP',
      priceTicks: toTicks(2950),
      placedMs: CLOSE_MS + HOUR_MS,
    });
    expect(findFill(stop)?.[0]).toBe(CLOSE_MS);
  });

  it('is only acknowledged at a quote of before it', () => {
    const quote = buildQuote(BAR.closeTicks, 1, CLOSE_MS);
    const submitAt = (placedMs: number): ExecutionReport['type'] | undefined =>
      createBroker().submitOrder(buildOrder({ placedMs }), quote, GAS)[0]?.type;
    expect([submitAt(CLOSE_MS + 1), submitAt(CLOSE_MS)]).toEqual(['Acknowledged', 'Filled']);
  });

  it('never fills at a price of before it', () => {
    let fills = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: OPEN_MS - HOUR_MS, max: CLOSE_MS + HOUR_MS }),
        fc.constantFrom('BUY', 'SELL'),
        fc.constantFrom('MARKET', 'LIMIT', 'STOP'),
        fc.integer({ min: 2850, max: 3150 }),
        fc.constantFrom('ENTRY', 'EXIT'),
        (placedMs, side, type, price, purpose) => {
          const priceTicks = type === 'MARKET' ? null : toTicks(price);
          const fill = findFill(buildOrder({ placedMs, side, type, priceTicks, purpose }));
          if (fill === null) return;
          fills += 1;
          expect(fill[0]).toBeGreaterThanOrEqual(placedMs);
          // Of a session that had begun, only the close is left.
          if (placedMs > OPEN_MS) expect(fill[0]).toBe(CLOSE_MS);
        },
      ),
      { numRuns: chooseSize(2_000, 10_000, 10_000) },
    );
    expect(fills).toBeGreaterThan(500);
  });
});

describe('an order on delayed quotes', () => {
  /** A quote of the venue's time, which arrives ten minutes later. */
  const buildDelayedQuote = (at: string, lastTicks: number): MarketEvent => ({
    type: 'QuoteArrived',
    market: MARKET,
    instrumentId: 'NG',
    quote: buildQuote(toTicks(lastTicks), 1, Date.parse(`2026-11-24T${at}Z`)),
  });
  const findFillTicks = (event: MarketEvent, change: Partial<Order>): number | null => {
    const placedMs = Date.parse('2026-11-24T15:00Z');
    const [report] = createBroker().matchOrders(event, [buildOrder({ placedMs, ...change })], GAS);
    return report?.type === 'Filled' ? report.priceTicks : null;
  };

  it.each<[string, string, number | null]>([
    ['14:52, which arrives after it', '14:52', null],
    ['14:59:59', '14:59:59', null],
    ['its own time', '15:00', 3021],
    ['15:01', '15:01', 3021],
  ])('placed at 15:00, at a quote of %s', (_, at, expected) => {
    expect(findFillTicks(buildDelayedQuote(at, 3020), {})).toBe(expected);
  });

  it('placed at 15:00 with a limit, at a better quote of before it, does not fill', () => {
    const limit = { type: 'LIMIT', priceTicks: toTicks(3000) } as const;
    expect(findFillTicks(buildDelayedQuote('14:52', 2950), limit)).toBeNull();
    expect(findFillTicks(buildDelayedQuote('15:01', 2950), limit)).toBe(3000);
  });
});
