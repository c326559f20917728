// What the desk must hold against mistakes: whose key, whose position, what STOP and CLOSE take
// back, and what a day begins with.
import { afterEach, expect, test } from 'vitest';
import { dayIn } from '../../../app/server/desk/desk-config.server';
import { selectedBook } from '../../../app/trading/domain/book';
import { toLots, toMills, toTicks } from '../../../app/trading/domain/units';
import type { Broker } from '../../../app/trading/ports';
import { GAS, MARKET, openDesk, testConfig } from '../../support/desk-harness';
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
const book = (desk: Desk, userId = 'ann') => selectedBook(desk.runner.state(), userId)!;
const valuations = (desk: Desk) =>
  desk.journal.records.flatMap((record) =>
    record.type === 'PortfolioValued' ? [record.payload] : [],
  );

test('two users may use one key at one moment, and each gets an answer of his own', async () => {
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
  expect([book(desk).opened, book(desk, 'bob').opened]).toEqual([1, 1]);
});

test("another user's position is not there to be closed", async () => {
  const desk = await openDesk();
  await desk.send('bob', openBook);
  desk.quote(GAS, 2800);
  await desk.send('ann', buy);
  const [positionId = ''] = Object.keys(book(desk).positions);
  const stolen = await desk.send('bob', { type: 'ClosePosition', positionId });
  const missing = await desk.send('bob', { type: 'ClosePosition', positionId: 'no such position' });
  expect(stolen.outcome).toMatchObject({ ok: false, refusal: { code: 'UNKNOWN_POSITION' } });
  expect(stolen.outcome).toEqual(missing.outcome);
  expect(Object.keys(book(desk).positions)).toEqual([positionId]);
});

test.each([null, 'natural-gas'] as const)(
  'STOP of %s takes waiting entries back and lets go of what they held',
  async (commodity) => {
    const desk = await openDesk(testConfig({ fillsAtOnce: false }));
    desk.quote(GAS, 2800);
    await desk.send('ann', buy);
    expect(Object.values(book(desk).orders)).toMatchObject([
      { purpose: 'ENTRY', state: 'ACKNOWLEDGED' },
    ]);
    await desk.send('ann', { type: 'StopTrading', commodity });
    expect(book(desk)).toMatchObject({
      orders: {},
      balances: { available: 25_000_000, reserved: 0 },
    });
  },
);

test.each([null, 'natural-gas'] as const)(
  'CLOSE of %s turns the commodity off, with or without a position',
  async (commodity) => {
    const desk = await openDesk();
    desk.quote(GAS, 2800);
    for (const deeds of [[], [buy]]) {
      await desk.send('ann', { type: 'StartTrading', commodity });
      for (const deed of deeds) await desk.send('ann', deed);
      await desk.send('ann', { type: 'CloseTrading', commodity });
      expect(book(desk)).toMatchObject({
        globalActive: false,
        positions: {},
        commodities: { 'natural-gas': { active: false } },
      });
    }
  },
);

test('the mode may be switched six times in ten minutes', async () => {
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

test('books are marked at the last price, wherever bid and ask stand', async () => {
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
  expect(valuations(desk).at(-1)).toMatchObject({ marks: { NG: 2821 }, unrealisedMills: 1900 });
});

test('a day begins with the equity that the day before ended with', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  await desk.send('ann', buy);
  desk.wait(HOUR_MS);
  desk.quote(GAS, 2900);
  const before = valuations(desk).at(-1);
  desk.wait(24 * HOUR_MS);
  desk.quote(GAS, 2950);
  const after = valuations(desk).at(-1);
  expect(before?.equityMills).not.toBe(25_000_000);
  expect(after?.day).not.toBe(before?.day);
  expect(after?.dayStartMills).toBe(before?.equityMills);
});

test('an execution that a broker reports twice is booked once', async () => {
  const venue: Broker = {
    name: 'venue',
    isRemote: true,
    submit: () => [],
    match: () => [],
    cancel: () => [],
    findOrders: () => Promise.resolve([]),
  };
  const desk = await openDesk(
    testConfig({ brokers: { simulation: venue, paper: null, live: null } }),
  );
  desk.quote(GAS, 2800);
  await desk.send('ann', buy);
  const [orderId = ''] = Object.keys(book(desk).orders);
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
  const offer = (executionId: string): void =>
    desk.offer({
      type: 'Execution',
      bookId: book(desk).id,
      report: { ...report, executionId },
      atMs: desk.nowMs(),
    });
  offer('x-1');
  offer('x-1');
  expect(book(desk).orders[orderId]).toMatchObject({
    state: 'PARTIAL',
    filledLots: 4,
    executionIds: ['x-1'],
  });
  expect(Object.values(book(desk).positions)).toMatchObject([{ lots: 4, feesMills: 11 }]);
  offer('x-2');
  expect(Object.values(book(desk).positions)).toMatchObject([{ lots: 8, feesMills: 22 }]);
});

const systemZone = process.env['TZ'];
afterEach(() => {
  if (systemZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = systemZone;
});

test.each(['UTC', 'Asia/Kolkata', 'Pacific/Apia', 'America/Los_Angeles'])(
  'a trading day is that of the market, in a process in %s',
  (zone) => {
    process.env['TZ'] = zone;
    const dayOf = dayIn('America/New_York');
    expect([3, 5, 12, 28].map((hour) => dayOf(Date.UTC(2026, 6, 6, hour)))).toEqual([
      '2026-07-05',
      '2026-07-06',
      '2026-07-06',
      '2026-07-07',
    ]);
  },
);
