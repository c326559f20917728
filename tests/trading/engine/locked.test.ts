// Orange juice at its daily limit: nobody fills against the lock, what rests goes on resting, and
// every answer says why.
import { beforeEach, describe, expect, test } from 'vitest';
import { deskView } from '../../../app/trading/desk';
import { frontInstrument } from '../../../app/trading/domain/contract';
import { type Quote, quoteAround } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import {
  type DeskHarness,
  MARKET,
  levelPlaybook,
  openDesk,
  testConfig,
} from '../../support/desk-harness';
import {
  answer,
  getBook,
  fillPrices,
  handOrder,
  holdings,
  workingOrders,
} from '../../support/reference-orders';

const JUICE = frontInstrument('orange-juice');
let desk: DeskHarness;

/** A price of the juice in cents, at the limit or free. */
function juice(cents: number, lock?: Quote['lock']): void {
  const atMs = desk.nowMs() + 5_000;
  const quote: Quote = {
    ...quoteAround(toTicks(cents * 20), 10, atMs),
    ...(lock === undefined ? {} : { lock }),
  };
  desk.offer({
    type: 'Market',
    isBackfill: false,
    atMs,
    event: { type: 'QuoteArrived', market: MARKET, instrumentId: JUICE.id, quote },
  });
}

/** A bar that opened free and closed at the limit. */
function lockedBar(open: number, close: number, lock: NonNullable<Quote['lock']>): void {
  const [startsMs, endsMs] = [desk.nowMs() + 1, desk.nowMs() + 900_000];
  const bar = {
    openTicks: toTicks(open * 20),
    highTicks: toTicks(Math.max(open, close) * 20),
    lowTicks: toTicks(Math.min(open, close) * 20),
    closeTicks: toTicks(close * 20),
    startsMs,
    endsMs,
  };
  desk.offer({
    type: 'Market',
    isBackfill: false,
    atMs: endsMs,
    event: {
      type: 'BarClosed',
      market: MARKET,
      instrumentId: JUICE.id,
      bar,
      quote: { ...quoteAround(bar.closeTicks, 10, endsMs), lock },
    },
  });
}

const order = (change: Parameters<typeof handOrder>[0] = {}) =>
  handOrder({ instrumentId: JUICE.id, lots: 30, ...change });
const pending = (): string | null | undefined =>
  deskView(desk.runner.state(), 'ann', 'simulation')?.positions[0]?.pending;
const close = () => desk.send('ann', { type: 'CloseTrading', commodity: null });
const waits = (): string | null | undefined =>
  deskView(desk.runner.state(), 'ann', 'simulation')?.commodities.find(
    ({ commodity }) => commodity === 'orange-juice',
  )?.waitingFor;

beforeEach(async () => {
  desk = await openDesk(
    testConfig({
      playbooksOf: (key) =>
        key === 'orange-juice' ? [levelPlaybook('orange-juice', 230, null, 0.1, '15m')] : [],
    }),
  );
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: [JUICE],
    staleAfterMs: 86_400_000,
    atMs: desk.nowMs(),
  });
  juice(230);
});

describe('entries', () => {
  test.each([
    ['UP', 'BUY'],
    ['DOWN', 'SELL'],
    ['BOTH', 'BUY'],
    ['BOTH', 'SELL'],
  ] as const)(
    'locked %s there is nothing to %s, and the check before the trade says so',
    async (lock, side) => {
      juice(240, lock);
      const { outcome } = await desk.send('ann', order({ side }));
      expect(outcome).toMatchObject({
        ok: false,
        refusal: {
          code: 'LOCKED',
          message: expect.stringMatching(
            lock === 'BOTH'
              ? /^OJ is paused/
              : new RegExp(`^OJ is limit-locked ${lock.toLowerCase()}`),
          ) as string,
        },
      });
      expect(holdings(desk)).toEqual([]);
    },
  );

  test.each([
    ['UP', 'SELL', -30],
    ['DOWN', 'BUY', 30],
  ] as const)('locked %s one may still %s', async (lock, side, lots) => {
    juice(240, lock);
    expect(await answer(desk, order({ side }))).toBe('granted');
    expect(holdings(desk)).toEqual([['OJ', lots]]);
  });

  test('at a price of their own may rest, and fill when it trades again', async () => {
    juice(240, 'UP');
    expect(await answer(desk, order({ orderType: 'LIMIT', price: 245 * 20 }))).toBe('granted');
    juice(240, 'UP');
    expect(holdings(desk)).toEqual([]);
    juice(241);
    expect(holdings(desk)).toEqual([['OJ', 30]]);
  });

  test('of a playbook wait, and its row says for what', async () => {
    await desk.send('ann', { type: 'StartTrading', commodity: 'orange-juice' });
    lockedBar(230, 220, 'UP');
    expect([holdings(desk), waits()]).toEqual([
      [],
      'target OJ LONG; OJ is limit-locked up: nothing can be bought there',
    ]);
    lockedBar(220, 221, 'DOWN');
    expect(holdings(desk)).toEqual([['OJ', expect.any(Number)]]);
  });
});

describe('a position in a locked market', () => {
  beforeEach(async () => {
    await desk.send('ann', order({ stop: 100, target: 100 }));
    expect(workingOrders(desk)).toEqual([
      ['STOP', 30, 4511],
      ['TARGET', 30, 4711],
    ]);
  });

  test('keeps its stop working through the lock, and leaves at the first price that is not', () => {
    juice(220, 'DOWN');
    juice(219, 'BOTH');
    lockedBar(230, 220, 'DOWN');
    expect([holdings(desk), workingOrders(desk).length]).toEqual([[['OJ', 30]], 2]);
    expect(pending()).toBe(
      'OJ is limit-locked down: nothing can be sold there; stop and target wait for the first price that is not locked',
    );
    juice(210);
    // ten cents below the lock: at the bid, less what it slips
    expect([holdings(desk), fillPrices(desk).at(-1)]).toEqual([[], 210 * 20 - 10 - 1]);
  });

  test('limit up sells its target, for there are buyers', () => {
    juice(240, 'UP');
    expect([holdings(desk), fillPrices(desk).at(-1)]).toEqual([[], 4711]);
  });

  test('does not leave by CLOSE: the answer says why, and an exit waits that fills when it unlocks', async () => {
    juice(220, 'DOWN');
    const { outcome } = await close();
    const reason =
      'OJ is limit-locked down: nothing can be sold there; it closes at the first price that is not locked.';
    expect(outcome).toMatchObject({
      ok: true,
      value: { closedPositions: [], placedOrders: [expect.any(String)], waiting: [{ reason }] },
    });
    expect(pending()).toBe(
      'OJ is limit-locked down: nothing can be sold there; its exit waits for the first price that is not locked',
    );
    const orders = workingOrders(desk);
    expect((await close()).outcome).toMatchObject({
      ok: true,
      value: { closedPositions: [], placedOrders: [], waiting: [{ reason }] },
    });
    expect(workingOrders(desk)).toEqual(orders);
    juice(219, 'DOWN');
    expect(holdings(desk)).toEqual([['OJ', 30]]);
    juice(215);
    expect([holdings(desk), workingOrders(desk), getBook(desk).balances.reserved]).toEqual([
      [],
      [],
      0,
    ]);
  });

  test('holds up no other position that closes', async () => {
    desk.quote(frontInstrument('corn'), 1800);
    await desk.send('ann', handOrder({ instrumentId: 'CORN', lots: 10 }));
    juice(220, 'DOWN');
    expect((await close()).outcome).toMatchObject({
      ok: true,
      value: { closedPositions: [expect.any(String)], waiting: [{ instrumentId: 'OJ' }] },
    });
    expect(holdings(desk)).toEqual([['OJ', 30]]);
  });

  test('is waited for by a reset', async () => {
    juice(220, 'DOWN');
    expect(await answer(desk, { type: 'ResetBook' })).toBe('granted');
    expect(getBook(desk)).toMatchObject({ isResetPending: true, epoch: 1 });
    juice(221);
    expect(getBook(desk)).toMatchObject({ isResetPending: false, epoch: 2 });
  });
});
