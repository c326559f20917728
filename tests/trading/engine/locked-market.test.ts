// Orange juice at its daily price limit: no fills against the limit, resting orders stay, answers
// state the reason.
import { beforeEach, describe, expect, test } from 'vitest';
import { getDeskView } from '../../../app/trading/desk-view';
import { getFrontInstrument } from '../../../app/trading/domain/contract';
import { type Quote, buildQuote } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import {
  type DeskHarness,
  MARKET,
  createLevelPlaybook,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import {
  executeCommand,
  getBook,
  listFillPrices,
  createManualOrder,
  listHoldings,
  listWorkingOrders,
} from '../../support/reference-orders';

const JUICE = getFrontInstrument('orange-juice');
let desk: DeskHarness;

/** Quotes orange juice in cents, optionally at its daily limit. */
function quoteJuice(cents: number, lock?: Quote['lock']): void {
  const atMs = desk.nowMs() + 5_000;
  const quote: Quote = {
    ...buildQuote(toTicks(cents * 20), 10, atMs),
    ...(lock === undefined ? {} : { lock }),
  };
  desk.offer({
    type: 'Market',
    isBackfill: false,
    atMs,
    event: { type: 'QuoteArrived', market: MARKET, instrumentId: JUICE.id, quote },
  });
}

/** A bar that opened unlocked and closed at the limit. */
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
      quote: { ...buildQuote(bar.closeTicks, 10, endsMs), lock },
    },
  });
}

const buildJuiceOrder = (change: Parameters<typeof createManualOrder>[0] = {}) =>
  createManualOrder({ instrumentId: JUICE.id, lots: 30, ...change });
const getPendingText = (): string | null | undefined =>
  getDeskView(desk.runner.state(), 'ann', 'simulation')?.positions[0]?.pending;
const close = () => desk.send('ann', { type: 'CloseTrading', commodity: null });
const getIdleText = (): string | null | undefined =>
  getDeskView(desk.runner.state(), 'ann', 'simulation')?.commodities.find(
    ({ commodity }) => commodity === 'orange-juice',
  )?.waitingFor;

beforeEach(async () => {
  desk = await openDesk(
    createTestConfig({
      listPlaybooks: (key) =>
        key === 'orange-juice' ? [createLevelPlaybook('orange-juice', 230, null, 0.1, '15m')] : [],
    }),
  );
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: [JUICE],
    staleAfterMs: 86_400_000,
    atMs: desk.nowMs(),
  });
  quoteJuice(230);
});

describe('entries in a locked market', () => {
  test.each([
    ['UP', 'BUY'],
    ['DOWN', 'SELL'],
    ['BOTH', 'BUY'],
    ['BOTH', 'SELL'],
  ] as const)('locked limit %s rejects a market %s', async (lock, side) => {
    quoteJuice(240, lock);
    const { outcome } = await desk.send('ann', buildJuiceOrder({ side }));
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
    expect(listHoldings(desk)).toEqual([]);
  });

  test.each([
    ['UP', 'SELL', -30],
    ['DOWN', 'BUY', 30],
  ] as const)('locked limit %s accepts a %s', async (lock, side, lots) => {
    quoteJuice(240, lock);
    expect(await executeCommand(desk, buildJuiceOrder({ side }))).toBe('granted');
    expect(listHoldings(desk)).toEqual([['OJ', lots]]);
  });

  test('limit orders rest and fill when trading resumes', async () => {
    quoteJuice(240, 'UP');
    expect(
      await executeCommand(desk, buildJuiceOrder({ orderType: 'LIMIT', price: 245 * 20 })),
    ).toBe('granted');
    quoteJuice(240, 'UP');
    expect(listHoldings(desk)).toEqual([]);
    quoteJuice(241);
    expect(listHoldings(desk)).toEqual([['OJ', 30]]);
  });

  test('of a playbook wait with an idle reason', async () => {
    await desk.send('ann', { type: 'StartTrading', commodity: 'orange-juice' });
    lockedBar(230, 220, 'UP');
    expect([listHoldings(desk), getIdleText()]).toEqual([
      [],
      'target OJ LONG; OJ is limit-locked up: nothing can be bought there',
    ]);
    lockedBar(220, 221, 'DOWN');
    expect(listHoldings(desk)).toEqual([['OJ', expect.any(Number)]]);
  });
});

describe('position in a locked market', () => {
  beforeEach(async () => {
    await desk.send('ann', buildJuiceOrder({ stop: 100, target: 100 }));
    expect(listWorkingOrders(desk)).toEqual([
      ['STOP', 30, 4511],
      ['TARGET', 30, 4711],
    ]);
  });

  test('keeps its stop working and exits at the first unlocked price', () => {
    quoteJuice(220, 'DOWN');
    quoteJuice(219, 'BOTH');
    lockedBar(230, 220, 'DOWN');
    expect([listHoldings(desk), listWorkingOrders(desk).length]).toEqual([[['OJ', 30]], 2]);
    expect(getPendingText()).toBe(
      'OJ is limit-locked down: nothing can be sold there; stop and target wait for the first unlocked price',
    );
    quoteJuice(210);
    // 10 cents below the limit: fills at the bid less slippage
    expect([listHoldings(desk), listFillPrices(desk).at(-1)]).toEqual([[], 210 * 20 - 10 - 1]);
  });

  test('fills its sell target at limit up', () => {
    quoteJuice(240, 'UP');
    expect([listHoldings(desk), listFillPrices(desk).at(-1)]).toEqual([[], 4711]);
  });

  test('CLOSE leaves a waiting exit that fills when the market unlocks', async () => {
    quoteJuice(220, 'DOWN');
    const { outcome } = await close();
    const reason =
      'OJ is limit-locked down: nothing can be sold there; it closes at the first unlocked price.';
    expect(outcome).toMatchObject({
      ok: true,
      value: { closedPositions: [], placedOrders: [expect.any(String)], waiting: [{ reason }] },
    });
    expect(getPendingText()).toBe(
      'OJ is limit-locked down: nothing can be sold there; its exit waits for the first unlocked price',
    );
    const orders = listWorkingOrders(desk);
    expect((await close()).outcome).toMatchObject({
      ok: true,
      value: { closedPositions: [], placedOrders: [], waiting: [{ reason }] },
    });
    expect(listWorkingOrders(desk)).toEqual(orders);
    quoteJuice(219, 'DOWN');
    expect(listHoldings(desk)).toEqual([['OJ', 30]]);
    quoteJuice(215);
    expect([listHoldings(desk), listWorkingOrders(desk), getBook(desk).balances.reserved]).toEqual([
      [],
      [],
      0,
    ]);
  });

  test('does not delay closing other positions', async () => {
    desk.quote(getFrontInstrument('corn'), 1800);
    await desk.send('ann', createManualOrder({ instrumentId: 'CORN', lots: 10 }));
    quoteJuice(220, 'DOWN');
    expect((await close()).outcome).toMatchObject({
      ok: true,
      value: { closedPositions: [expect.any(String)], waiting: [{ instrumentId: 'OJ' }] },
    });
    expect(listHoldings(desk)).toEqual([['OJ', 30]]);
  });

  test('delays a reset', async () => {
    quoteJuice(220, 'DOWN');
    expect(await executeCommand(desk, { type: 'ResetBook' })).toBe('granted');
    expect(getBook(desk)).toMatchObject({ isResetPending: true, epoch: 1 });
    quoteJuice(221);
    expect(getBook(desk)).toMatchObject({ isResetPending: false, epoch: 2 });
  });
});
