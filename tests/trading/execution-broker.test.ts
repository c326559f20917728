import { describe, expect, test } from 'vitest';
import type { Instrument } from '../../app/trading/domain/instrument';
import type { Order } from '../../app/trading/domain/order';
import { type Bar, type Quote, buildQuote } from '../../app/trading/domain/quote';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { computeFeeMills, worsenPrice, getWorstPrice } from '../../app/trading/execution/friction';
import { createSimulatedBroker } from '../../app/trading/execution/simulated-broker';
import type { ExecutionReport, MarketEvent } from '../../app/trading/ports';
import { createSeededRandom } from '../../app/trading/random';
import type { Approved } from '../../app/trading/domain/approved';
import { buildBrokerOrder } from '../support/broker-order';
import { CRUDE, GAS, MARKET } from '../support/desk-harness';

const FRICTION = { feeBasisPoints: 1, halfSpreadTicks: 2, slippageTicks: 3 };
const AT = Date.UTC(2024, 0, 2);
/** A broker for orders in one contract. */
function createBroker(fillsAtOnce = true, instrument: Instrument = GAS) {
  const simulated = createSimulatedBroker({
    name: 'simulated',
    random: createSeededRandom('broker'),
    getFriction: () => FRICTION,
    fillsImmediately: fillsAtOnce,
  });
  return {
    submit: (order: Approved<Order>, quote: Quote | null) =>
      simulated.submitOrder(order, quote, instrument),
    match: (event: MarketEvent, working: readonly Order[]) =>
      simulated.matchOrders(event, working, instrument),
    cancel: simulated.cancelOrder,
  };
}

const buildOrder = (change: Partial<Order>): Approved<Order> =>
  buildBrokerOrder({ placedMs: AT, ...change }) as ReturnType<typeof buildOrder>;

const createQuote = (last: number, half = 2): Quote => buildQuote(toTicks(last), half, AT);
const toPrice = (priceTicks: number) => toTicks(priceTicks);
const buildBar = (open: number, high: number, low: number, close: number): Bar => ({
  openTicks: toPrice(open),
  highTicks: toPrice(high),
  lowTicks: toPrice(low),
  closeTicks: toPrice(close),
  startsMs: AT,
  endsMs: AT + 59_999,
});
const buildQuoteEvent = (last: number): MarketEvent => ({
  type: 'QuoteArrived',
  market: MARKET,
  instrumentId: 'NG',
  quote: createQuote(last),
});
const openBar = (last: number): MarketEvent =>
  ({ ...buildQuoteEvent(last), type: 'BarOpened' }) as MarketEvent;
const closeBar = (prices: Bar): MarketEvent => ({
  type: 'BarClosed',
  market: MARKET,
  instrumentId: 'NG',
  bar: prices,
  quote: createQuote(prices.closeTicks),
});
const getFillPrice = (reports: readonly ExecutionReport[]): number | string =>
  reports[0]?.type === 'Filled' ? reports[0].priceTicks : (reports[0]?.type ?? 'nothing');

type OrderChange = Partial<Order>;
const toSell = (change: OrderChange): OrderChange => ({ side: 'SELL', ...change });
const buildStop = (priceTicks: number): OrderChange => ({
  type: 'STOP',
  purpose: 'STOP',
  priceTicks: toPrice(priceTicks),
});
const buildLimit = (priceTicks: number): OrderChange => ({
  type: 'LIMIT',
  priceTicks: toPrice(priceTicks),
});

describe('against a quote, 2.798 to 2.802', () => {
  test.each([
    ['a market buy pays ask and slippage', {}, 2805],
    ['a market sale gets bid less slippage', toSell({}), 2795],
    ['a buy limit the ask has not reached waits', buildLimit(2801), 'Acknowledged'],
    ['a buy limit that the ask touches fills at its price', buildLimit(2802), 2802],
    ['a buy limit above the ask fills at its price', buildLimit(2810), 2810],
    ['a sell limit waits', toSell(buildLimit(2799)), 'Acknowledged'],
    ['a sell limit that the bid touches fills at its price', toSell(buildLimit(2798)), 2798],
    ['a buy stop waits', buildStop(2803), 'Acknowledged'],
    ['a buy stop at the ask', buildStop(2802), 2805],
    ['a buy stop that was jumped over fills at the ask', buildStop(2700), 2805],
    ['a sell stop waits', toSell(buildStop(2797)), 'Acknowledged'],
    ['a sell stop at the bid', toSell(buildStop(2798)), 2795],
    ['a sell stop that was jumped over fills at the bid', toSell(buildStop(2900)), 2795],
  ] as const)('%s', (_name, change, expected) =>
    expect(getFillPrice(createBroker().submit(buildOrder(change), createQuote(2800)))).toBe(
      expected,
    ),
  );

  test('orders wait without a quote', () =>
    expect(getFillPrice(createBroker().submit(buildOrder({}), null))).toBe('Acknowledged'));
  test('market orders in bar data wait for the next open or quote', () => {
    expect(getFillPrice(createBroker(false).submit(buildOrder({}), createQuote(2800)))).toBe(
      'Acknowledged',
    );
    expect(
      getFillPrice(
        createBroker(false).match(closeBar(buildBar(2800, 2810, 2790, 2805)), [buildOrder({})]),
      ),
    ).toBe('nothing');
    expect(getFillPrice(createBroker(false).match(openBar(2850), [buildOrder({})]))).toBe(2855);
  });
  test('a limit passed by the open fills at the open; at a later quote it fills at its price', () => {
    expect(
      getFillPrice(createBroker(false).match(openBar(2700), [buildOrder(buildLimit(2750))])),
    ).toBe(2702);
    expect(
      getFillPrice(
        createBroker(false).match(openBar(2900), [buildOrder(toSell(buildLimit(2850)))]),
      ),
    ).toBe(2898);
    expect(
      getFillPrice(
        createBroker(false).match(buildQuoteEvent(2700), [buildOrder(buildLimit(2750))]),
      ),
    ).toBe(2750);
  });
  test('ignores orders of other contracts', () =>
    expect(
      createBroker().match(buildQuoteEvent(2800), [buildOrder({ instrumentId: 'CL' })]),
    ).toEqual([]));
});

describe('inside a bar from 2.760 to 2.840', () => {
  const fillInside = (change: OrderChange): number | string =>
    getFillPrice(
      createBroker(false).match(closeBar(buildBar(2800, 2840, 2760, 2800)), [buildOrder(change)]),
    );
  test.each([
    ['a sell stop that the low touches less half the spread', toSell(buildStop(2758)), 2753],
    ['a sell stop below that waits', toSell(buildStop(2757)), 'nothing'],
    ['a sell stop inside', toSell(buildStop(2790)), 2785],
    ['a buy stop that the high touches', buildStop(2842), 2847],
    ['a buy stop above that waits', buildStop(2843), 'nothing'],
    ['a buy limit that the low only just reaches waits', buildLimit(2761), 'nothing'],
    ['a buy limit that the low passed by half the spread', buildLimit(2762), 2762],
    ['a sell limit that the high only just reaches waits', toSell(buildLimit(2839)), 'nothing'],
    ['a sell limit that the high passed by half the spread', toSell(buildLimit(2838)), 2838],
  ] as const)('%s', (_name, change, expected) => expect(fillInside(change)).toBe(expected));

  test.each([2758, 2770, 2800, 2839])(
    'a stop at %d is never filled better than its trigger',
    (trigger) => {
      expect(fillInside(toSell(buildStop(trigger)))).toBeLessThan(trigger);
      expect(fillInside(buildStop(trigger))).toBeGreaterThan(trigger);
    },
  );

  test('stops come before exits, targets and entries', () => {
    const orders = [
      buildOrder({ id: 'entry', ...buildLimit(2790) }),
      buildOrder({ id: 'target', ...toSell(buildLimit(2830)), purpose: 'TARGET' }),
      buildOrder({ id: 'exit', ...toSell(buildLimit(2830)), purpose: 'EXIT' }),
      buildOrder({ id: 'stop', ...toSell(buildStop(2790)) }),
    ];
    expect(
      createBroker(false)
        .match(closeBar(buildBar(2800, 2840, 2760, 2800)), orders)
        .map(({ orderId }) => orderId),
    ).toEqual(['stop', 'exit', 'target', 'entry']);
  });
});

describe('fill', () => {
  test('states order, remaining lots, fee and price before costs', () => {
    const [report] = createBroker().submit(
      buildOrder({ filledLots: toLots(4) }),
      createQuote(2800),
    );
    // 6 lots x 10 MMBtu x 2.805 = $168.30, one basis point of it
    expect(report).toMatchObject({
      type: 'Filled',
      orderId: 'o1',
      lots: 6,
      priceTicks: 2805,
      feeMills: 17,
      midTicks: 2800,
      atMs: AT,
    });
  });
  test('has a reproducible id that differs by part', () => {
    const getExecutionId = (change: Partial<Order>): unknown =>
      createBroker()
        .submit(buildOrder(change), createQuote(2800))
        .map((report) => (report.type === 'Filled' ? report.executionId : ''));
    expect(getExecutionId({})).toEqual(getExecutionId({}));
    expect(
      new Set(
        [
          getExecutionId({}),
          getExecutionId({ filledLots: toLots(1) }),
          getExecutionId({ id: 'o2' }),
        ].flat(),
      ).size,
    ).toBe(3);
  });
  test('is at or below zero only where the contract allows it', () => {
    expect(getFillPrice(createBroker().submit(buildOrder(toSell({})), createQuote(3)))).toBe(1);
    expect(
      getFillPrice(createBroker(true, CRUDE).submit(buildOrder(toSell({})), createQuote(3))),
    ).toBe(-2);
  });
  test('cancels at once', () =>
    expect(createBroker().cancel(buildOrder({}))).toEqual([
      { type: 'Cancelled', orderId: 'o1', reason: 'cancelled' },
    ]));
});

describe('friction', () => {
  test.each([
    ['BUY', 2800, 3, 2803],
    ['SELL', 2800, 3, 2797],
    ['BUY', -2, 3, 1],
    ['SELL', 1, 3, -2],
  ] as const)('worse for %s at %d by %d is %d', (side, ticks, by, expected) =>
    expect(worsenPrice(side, toPrice(ticks), by)).toBe(expected),
  );
  test.each([
    ['BUY', 5, 7, 7],
    ['SELL', 5, 7, 5],
  ] as const)('the worst for %s of %d and %d is %d', (side, a, b, expected) =>
    expect([getWorstPrice(side, a, b), getWorstPrice(side, b, a)]).toEqual([expected, expected]),
  );
  test.each([
    [2800, 30, 1, 84],
    [2800, 30, 0.4, 34],
    [-2800, 30, 1, 84],
    [0, 30, 1, 0],
    [2500, 1, 0.2, 0],
    [7500, 1, 0.2, 2],
  ])(
    'a fee at %d ticks for %d lots and %d bp is %d mills, half to even',
    (ticks, lots, feeBasisPoints, fee) => {
      expect(
        computeFeeMills({ ...FRICTION, feeBasisPoints }, GAS, toPrice(ticks), toLots(lots)),
      ).toBe(toMills(fee));
    },
  );
});
