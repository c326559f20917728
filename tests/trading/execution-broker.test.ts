import { describe, expect, test } from 'vitest';
import type { Instrument } from '../../app/trading/domain/instrument';
import type { Order } from '../../app/trading/domain/order';
import { type Bar, type Quote, quoteAround } from '../../app/trading/domain/quote';
import { NO_LOTS, NO_MILLS, toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { feeMills, worsenPrice, getWorstPrice } from '../../app/trading/execution/friction';
import { simulatedBroker } from '../../app/trading/execution/simulated-broker';
import type { ExecutionReport, MarketEvent } from '../../app/trading/ports';
import { seededRandom } from '../../app/trading/random';
import type { Approved } from '../../app/trading/domain/approved';
import { CRUDE, GAS, MARKET } from '../support/desk-harness';

const FRICTION = { feeBasisPoints: 1, halfSpreadTicks: 2, slippageTicks: 3 };
const AT = Date.UTC(2024, 0, 2);
/** A broker whose orders are all in one contract. */
function broker(fillsAtOnce = true, instrument: Instrument = GAS) {
  const made = simulatedBroker({
    name: 'simulated',
    random: seededRandom('broker'),
    frictionOf: () => FRICTION,
    fillsAtOnce,
  });
  return {
    submit: (order: Approved<Order>, quote: Quote | null) => made.submit(order, quote, instrument),
    match: (event: MarketEvent, working: readonly Order[]) =>
      made.match(event, working, instrument),
    cancel: made.cancel,
  };
}

const order = (change: Partial<Order>): Approved<Order> =>
  ({
    id: 'o1',
    bookId: 'ann:simulation',
    commodity: 'natural-gas',
    instrumentId: 'NG',
    side: 'BUY',
    type: 'MARKET',
    purpose: 'ENTRY',
    lots: toLots(10),
    filledLots: NO_LOTS,
    priceTicks: null,
    positionId: 'p1',
    groupId: null,
    playbookId: null,
    stopDistanceTicks: null,
    targetDistanceTicks: null,
    reservedMills: NO_MILLS,
    state: 'SENT',
    executionIds: [],
    placedMs: AT,
    ...change,
  }) as Order as ReturnType<typeof order>;

const quote = (last: number, half = 2): Quote => quoteAround(toTicks(last), half, AT);
const at = (priceTicks: number) => toTicks(priceTicks);
const bar = (open: number, high: number, low: number, close: number): Bar => ({
  openTicks: at(open),
  highTicks: at(high),
  lowTicks: at(low),
  closeTicks: at(close),
  startsMs: AT,
  endsMs: AT + 59_999,
});
const quoted = (last: number): MarketEvent => ({
  type: 'QuoteArrived',
  market: MARKET,
  instrumentId: 'NG',
  quote: quote(last),
});
const opened = (last: number): MarketEvent =>
  ({ ...quoted(last), type: 'BarOpened' }) as MarketEvent;
const closed = (prices: Bar): MarketEvent => ({
  type: 'BarClosed',
  market: MARKET,
  instrumentId: 'NG',
  bar: prices,
  quote: quote(prices.closeTicks),
});
const price = (reports: readonly ExecutionReport[]): number | string =>
  reports[0]?.type === 'Filled' ? reports[0].priceTicks : (reports[0]?.type ?? 'nothing');

type Wish = Partial<Order>;
const sell = (wish: Wish): Wish => ({ side: 'SELL', ...wish });
const stop = (priceTicks: number): Wish => ({
  type: 'STOP',
  purpose: 'STOP',
  priceTicks: at(priceTicks),
});
const limit = (priceTicks: number): Wish => ({ type: 'LIMIT', priceTicks: at(priceTicks) });

describe('against a quote, 2.798 to 2.802', () => {
  test.each([
    ['a market buy pays ask and slippage', {}, 2805],
    ['a market sale gets bid less slippage', sell({}), 2795],
    ['a buy limit the ask has not reached waits', limit(2801), 'Acknowledged'],
    ['a buy limit that the ask touches fills at its price', limit(2802), 2802],
    ['a buy limit above the ask fills at its price', limit(2810), 2810],
    ['a sell limit waits', sell(limit(2799)), 'Acknowledged'],
    ['a sell limit that the bid touches fills at its price', sell(limit(2798)), 2798],
    ['a buy stop waits', stop(2803), 'Acknowledged'],
    ['a buy stop at the ask', stop(2802), 2805],
    ['a buy stop that was jumped over fills at the ask', stop(2700), 2805],
    ['a sell stop waits', sell(stop(2797)), 'Acknowledged'],
    ['a sell stop at the bid', sell(stop(2798)), 2795],
    ['a sell stop that was jumped over fills at the bid', sell(stop(2900)), 2795],
  ] as const)('%s', (_name, wish, expected) =>
    expect(price(broker().submit(order(wish), quote(2800)))).toBe(expected),
  );

  test('without a quote everything waits', () =>
    expect(price(broker().submit(order({}), null))).toBe('Acknowledged'));
  test('in a history a market order waits for the next open, and only an open or a quote fills it', () => {
    expect(price(broker(false).submit(order({}), quote(2800)))).toBe('Acknowledged');
    expect(price(broker(false).match(closed(bar(2800, 2810, 2790, 2805)), [order({})]))).toBe(
      'nothing',
    );
    expect(price(broker(false).match(opened(2850), [order({})]))).toBe(2855);
  });
  test('a limit that the open has jumped over fills at the open, at a later quote at its price', () => {
    expect(price(broker(false).match(opened(2700), [order(limit(2750))]))).toBe(2702);
    expect(price(broker(false).match(opened(2900), [order(sell(limit(2850)))]))).toBe(2898);
    expect(price(broker(false).match(quoted(2700), [order(limit(2750))]))).toBe(2750);
  });
  test('other contracts are left alone', () =>
    expect(broker().match(quoted(2800), [order({ instrumentId: 'CL' })])).toEqual([]));
});

describe('inside a bar from 2.760 to 2.840', () => {
  const inside = (wish: Wish): number | string =>
    price(broker(false).match(closed(bar(2800, 2840, 2760, 2800)), [order(wish)]));
  test.each([
    ['a sell stop that the low touches less half the spread', sell(stop(2758)), 2753],
    ['a sell stop below that waits', sell(stop(2757)), 'nothing'],
    ['a sell stop inside', sell(stop(2790)), 2785],
    ['a buy stop that the high touches', stop(2842), 2847],
    ['a buy stop above that waits', stop(2843), 'nothing'],
    ['a buy limit that the low only just reaches waits', limit(2761), 'nothing'],
    ['a buy limit that the low passed by half the spread', limit(2762), 2762],
    ['a sell limit that the high only just reaches waits', sell(limit(2839)), 'nothing'],
    ['a sell limit that the high passed by half the spread', sell(limit(2838)), 2838],
  ] as const)('%s', (_name, wish, expected) => expect(inside(wish)).toBe(expected));

  test.each([2758, 2770, 2800, 2839])(
    'a stop at %d is never filled better than its trigger',
    (trigger) => {
      expect(inside(sell(stop(trigger)))).toBeLessThan(trigger);
      expect(inside(stop(trigger))).toBeGreaterThan(trigger);
    },
  );

  test('stops come before exits, targets and entries', () => {
    const orders = [
      order({ id: 'entry', ...limit(2790) }),
      order({ id: 'target', ...sell(limit(2830)), purpose: 'TARGET' }),
      order({ id: 'exit', ...sell(limit(2830)), purpose: 'EXIT' }),
      order({ id: 'stop', ...sell(stop(2790)) }),
    ];
    expect(
      broker(false)
        .match(closed(bar(2800, 2840, 2760, 2800)), orders)
        .map(({ orderId }) => orderId),
    ).toEqual(['stop', 'exit', 'target', 'entry']);
  });
});

describe('a fill', () => {
  test('names its order, what is left of it, its fee and the price before costs', () => {
    const [report] = broker().submit(order({ filledLots: toLots(4) }), quote(2800));
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
  test('has an id that is the same again and another for another part', () => {
    const id = (change: Partial<Order>): unknown =>
      broker()
        .submit(order(change), quote(2800))
        .map((report) => (report.type === 'Filled' ? report.executionId : ''));
    expect(id({})).toEqual(id({}));
    expect(new Set([id({}), id({ filledLots: toLots(1) }), id({ id: 'o2' })].flat()).size).toBe(3);
  });
  test('never lies where the contract cannot trade, and does where it can', () => {
    expect(price(broker().submit(order(sell({})), quote(3)))).toBe(1);
    expect(price(broker(true, CRUDE).submit(order(sell({})), quote(3)))).toBe(-2);
  });
  test('taking back is answered at once', () =>
    expect(broker().cancel(order({}))).toEqual([
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
    expect(worsenPrice(side, at(ticks), by)).toBe(expected),
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
      expect(feeMills({ ...FRICTION, feeBasisPoints }, GAS, at(ticks), toLots(lots))).toBe(
        toMills(fee),
      );
    },
  );
});
