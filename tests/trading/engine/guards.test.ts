// Safety rules: idempotency keys, ownership, STOP and CLOSE, start of a day.
import { afterEach, expect, test } from 'vitest';
import { createDayResolver } from '../../../app/server/desk/desk-config.server';
import { getSelectedBook } from '../../../app/trading/domain/book';
import { toLots, toMills, toTicks } from '../../../app/trading/domain/units';
import type { Broker } from '../../../app/trading/ports';
import { GAS, MARKET, openDesk, createTestConfig } from '../../support/desk-harness';
import { compareAccount } from '../../support/venue-desk';
import { HOUR_MS } from '../../../app/trading/domain/time';

const buy = {
  type: 'PlaceOrder',
  instrumentId: 'NG',
  side: 'BUY',
  orderType: 'MARKET',
  lots: toLots(10),
  priceTicks: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
} as const;
const openBook = {
  type: 'OpenBook',
  mode: 'simulation',
  market: MARKET,
  capitalMills: toMills(25_000_000),
} as const;

type Desk = Awaited<ReturnType<typeof openDesk>>;
const getBook = (desk: Desk, userId = 'ann') => getSelectedBook(desk.runner.state(), userId)!;
const listValuations = (desk: Desk) =>
  desk.journal.records.flatMap((record) =>
    record.type === 'PortfolioValued' ? [record.payload] : [],
  );

test('accepts the same idempotency key from two users', async () => {
  const desk = await openDesk();
  await desk.send('bob', openBook);
  desk.quote(GAS, 2800);
  const answers = ['ann', 'bob'].map((userId) =>
    desk.runner.execute({ userId, command: buy, idempotencyKey: 'same' }),
  );
  desk.runner.drain();
  expect(
    (await Promise.all(answers)).map(({ envelope, outcome }) => [envelope.userId, outcome.ok]),
  ).toEqual([
    ['ann', true],
    ['bob', true],
  ]);
  expect([getBook(desk).opened, getBook(desk, 'bob').opened]).toEqual([1, 1]);
});

test("reports another user's position as unknown", async () => {
  const desk = await openDesk();
  await desk.send('bob', openBook);
  desk.quote(GAS, 2800);
  await desk.send('ann', buy);
  const [positionId = ''] = Object.keys(getBook(desk).positions);
  const stolen = await desk.send('bob', { type: 'ClosePosition', positionId });
  const missing = await desk.send('bob', { type: 'ClosePosition', positionId: 'no such position' });
  expect(stolen.outcome).toMatchObject({ ok: false, refusal: { code: 'UNKNOWN_POSITION' } });
  expect(stolen.outcome).toEqual(missing.outcome);
  expect(Object.keys(getBook(desk).positions)).toEqual([positionId]);
});

test.each([null, 'natural-gas'] as const)(
  'STOP of %s cancels working entries and releases their collateral',
  async (commodity) => {
    const desk = await openDesk(createTestConfig({ fillsAtOnce: false }));
    desk.quote(GAS, 2800);
    await desk.send('ann', buy);
    expect(Object.values(getBook(desk).orders)).toMatchObject([
      { purpose: 'ENTRY', state: 'ACKNOWLEDGED' },
    ]);
    await desk.send('ann', { type: 'StopTrading', commodity });
    expect(getBook(desk)).toMatchObject({
      orders: {},
      balances: { available: 25_000_000, reserved: 0 },
    });
  },
);

test.each([null, 'natural-gas'] as const)(
  'CLOSE of %s switches the commodity off, with or without a position',
  async (commodity) => {
    const desk = await openDesk();
    desk.quote(GAS, 2800);
    for (const commands of [[], [buy]]) {
      await desk.send('ann', { type: 'StartTrading', commodity });
      for (const command of commands) await desk.send('ann', command);
      await desk.send('ann', { type: 'CloseTrading', commodity });
      expect(getBook(desk)).toMatchObject({
        globalActive: false,
        positions: {},
        commodities: { 'natural-gas': { active: false } },
      });
    }
  },
);

test('limits mode switches to six in ten minutes', async () => {
  const desk = await openDesk();
  const modes = [
    'paper',
    'simulation',
    'paper',
    'simulation',
    'paper',
    'simulation',
    'paper',
  ] as const;
  const answers = [];
  for (const mode of modes)
    answers.push((await desk.send('ann', { type: 'SelectMode', mode })).outcome.ok);
  expect(answers).toEqual([true, true, true, true, true, true, false]);
  desk.wait(10 * 60_000 + 1);
  expect((await desk.send('ann', { type: 'SelectMode', mode: 'paper' })).outcome.ok).toBe(true);
});

test('marks at the last price regardless of bid and ask', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  await desk.send('ann', buy);
  const atMs = desk.nowMs() + 120_000;
  const quote = {
    bidTicks: toTicks(2790),
    askTicks: toTicks(2830),
    lastTicks: toTicks(2821),
    atMs,
  };
  desk.offer({
    type: 'Market',
    isBackfill: false,
    atMs,
    event: { type: 'QuoteArrived', market: MARKET, instrumentId: 'NG', quote },
  });
  // bought 100 MMBtu at 2.802, marked at 2.821
  expect(listValuations(desk).at(-1)).toMatchObject({ marks: { NG: 2821 }, unrealisedMills: 1900 });
});

test('starts a day with the closing equity of the previous day', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  await desk.send('ann', buy);
  desk.wait(HOUR_MS);
  desk.quote(GAS, 2900);
  const before = listValuations(desk).at(-1);
  desk.wait(24 * HOUR_MS);
  desk.quote(GAS, 2950);
  const after = listValuations(desk).at(-1);
  expect(before?.equityMills).not.toBe(25_000_000);
  expect(after?.day).not.toBe(before?.day);
  expect(after?.dayStartMills).toBe(before?.equityMills);
});

test('books a repeated execution report once', async () => {
  const venue: Broker = {
    name: 'venue',
    isRemote: true,
    submitOrder: () => [],
    matchOrders: () => [],
    cancelOrder: () => [],
    findOrders: () => Promise.resolve([]),
  };
  const desk = await openDesk(createTestConfig({ brokers: { simulation: venue, paper: null } }));
  compareAccount(desk);
  desk.quote(GAS, 2800);
  await desk.send('ann', buy);
  const [orderId = ''] = Object.keys(getBook(desk).orders);
  const report = {
    type: 'Filled',
    orderId,
    executionId: 'x-1',
    lots: toLots(4),
    priceTicks: toTicks(2801),
    feeMills: toMills(11),
    midTicks: toTicks(2800),
    atMs: desk.nowMs(),
  } as const;
  const offerFill = (executionId: string): void =>
    desk.offer({
      type: 'Execution',
      bookId: getBook(desk).id,
      report: { ...report, executionId },
      atMs: desk.nowMs(),
    });
  offerFill('x-1');
  offerFill('x-1');
  expect(getBook(desk).orders[orderId]).toMatchObject({
    state: 'PARTIAL',
    filledLots: 4,
    executionIds: ['x-1'],
  });
  expect(Object.values(getBook(desk).positions)).toMatchObject([{ lots: 4, feesMills: 11 }]);
  offerFill('x-2');
  expect(Object.values(getBook(desk).positions)).toMatchObject([{ lots: 8, feesMills: 22 }]);
});

const systemZone = process.env['TZ'];
afterEach(() => {
  if (systemZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = systemZone;
});

test.each(['UTC', 'Asia/Kolkata', 'Pacific/Apia', 'America/Los_Angeles'])(
  'uses the trading day of the market in a process in %s',
  (zone) => {
    process.env['TZ'] = zone;
    const dayOf = createDayResolver('America/New_York');
    expect([3, 5, 12, 28].map((hour) => dayOf(Date.UTC(2026, 6, 6, hour)))).toEqual([
      '2026-07-05',
      '2026-07-06',
      '2026-07-06',
      '2026-07-07',
    ]);
  },
);
