import { expect, test } from 'vitest';
import { getSelectedBook } from '../../../app/trading/domain/book';
import { computeAccountBalance } from '../../../app/trading/domain/ledger';
import { getDeskView } from '../../../app/trading/desk-view';
import {
  CRUDE,
  GAS,
  createDeskHarness,
  createLevelPlaybook,
  createMemoryJournal,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import { toLots, toTicks } from '../../../app/trading/domain/units';

const buildBuy = (lots: number, stop: number | null = null, target: number | null = null) =>
  ({
    type: 'PlaceOrder',
    instrumentId: 'NG',
    side: 'BUY',
    orderType: 'MARKET',
    lots: toLots(lots),
    priceTicks: null,
    stopDistanceTicks: stop === null ? null : toTicks(stop),
    targetDistanceTicks: target === null ? null : toTicks(target),
  }) as const;

test('a market order fills at ask plus slippage, pays its fee and reserves its notional', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  const result = await desk.send('ann', buildBuy(30));
  expect(result.outcome.ok).toBe(true);
  const book = getSelectedBook(desk.runner.state(), 'ann');
  const position = Object.values(book?.positions ?? {})[0];
  // ask 2.801 + 1 tick of slippage = 2.802; x 300 MMBtu = 840.60; fee 1 bp = 8.4 cents, half to
  // even
  expect(position).toMatchObject({
    lots: 30,
    costMills: 840_600,
    feesMills: 84,
    reservedMills: 840_600,
  });
  expect(book?.balances).toMatchObject({
    available: 25_000_000 - 840_600 - 84,
    reserved: 840_600,
    fees: 84,
  });
});

test('closing realizes the profit, releases the collateral and switches the commodity off', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  await desk.send('ann', buildBuy(30));
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  desk.quote(GAS, 2900);
  const held = Object.keys(getSelectedBook(desk.runner.state(), 'ann')?.positions ?? {});
  const closed = await desk.send('ann', { type: 'ClosePosition', positionId: held[0] ?? '' });
  expect(closed.outcome).toMatchObject({ ok: true, value: { closedPositions: held } });
  const book = getSelectedBook(desk.runner.state(), 'ann');
  // bid 2.899 - 1 tick = 2.898 against 2.802: 0.096 x 300 = 28.80
  expect(book?.balances.realised).toBe(-28_800);
  expect(computeAccountBalance(book?.balances ?? throwMissing())).toBe(
    25_000_000 + 28_800 - 84 - 87,
  );
  expect(book?.balances.reserved).toBe(0);
  expect(book?.commodities['natural-gas']?.active).toBe(false);
  expect(book).toMatchObject({ opened: 1, closed: 1, won: 1 });
});

test('a stop fills through a gap at the worse price and cancels its target', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  await desk.send('ann', buildBuy(30, 50, 100));
  expect(
    Object.values(getSelectedBook(desk.runner.state(), 'ann')?.orders ?? {}).map((order) => [
      order.purpose,
      order.priceTicks,
    ]),
  ).toEqual([
    ['STOP', 2752],
    ['TARGET', 2902],
  ]);
  desk.quote(GAS, 2700);
  const book = getSelectedBook(desk.runner.state(), 'ann');
  expect(book?.positions).toEqual({});
  expect(book?.orders).toEqual({});
  const fills = desk.journal.records.flatMap((record) =>
    record.type === 'OrderFilled' ? [record.payload.priceTicks] : [],
  );
  expect(fills).toEqual([2802, 2698]);
});

test('a stop fills before the target inside one bar', async () => {
  const desk = await openDesk(createTestConfig({ fillsAtOnce: false }));
  desk.bar(GAS, [2800, 2810, 2790, 2800]);
  await desk.send('ann', buildBuy(30, 50, 50));
  desk.bar(GAS, [2800, 2900, 2700, 2850]);
  const closed = [...desk.journal.positions.values()].find(
    (position) => position.status === 'CLOSED',
  );
  expect(closed?.realisedMills).toBeLessThan(0);
});

test('trades crude below zero with the right signs', async () => {
  const desk = await openDesk();
  desk.quote(CRUDE, -3698);
  const order = { ...buildBuy(10), instrumentId: 'CL' };
  expect((await desk.send('ann', order)).outcome.ok).toBe(true);
  desk.quote(CRUDE, 1001);
  const view = getDeskView(desk.runner.state(), 'ann', 'simulation');
  // bought at -36.96, marked at 10.01: 46.97 x 10 bbl
  expect(view?.unrealisedMills).toBe(469_700);
  expect(view?.positions[0]?.entryPrice).toBeCloseTo(-36.96, 10);
});

test('rejects gas prices at or below zero', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  desk.quote(GAS, 0);
  expect(desk.runner.state().markets['test']?.instruments['NG']?.quote?.lastTicks).toBe(2800);
});

test('RUN enters the current target at once and STOP keeps the position', async () => {
  const playbook = createLevelPlaybook('natural-gas', 3, 2);
  const desk = await openDesk(
    createTestConfig({
      listPlaybooks: (commodity) => (commodity === 'natural-gas' ? [playbook] : []),
    }),
  );
  desk.bar(GAS, [2800, 2810, 2790, 2800]);
  await desk.send('ann', { type: 'StartTrading', commodity: null });
  const running = getSelectedBook(desk.runner.state(), 'ann');
  expect(Object.values(running?.positions ?? {})[0]).toMatchObject({
    direction: 'LONG',
    playbookId: 'LEVEL',
  });
  expect(running?.globalActive).toBe(true);
  await desk.send('ann', { type: 'StopTrading', commodity: null });
  const stopped = getSelectedBook(desk.runner.state(), 'ann');
  expect(Object.keys(stopped?.positions ?? {})).toHaveLength(1);
  expect(Object.values(stopped?.orders ?? {}).map((order) => order.purpose)).toEqual([
    'STOP',
    'TARGET',
  ]);
  expect(stopped?.globalActive).toBe(false);
});

test('a repeated key returns the first answer and rejects another command', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  const first = await desk.send('ann', buildBuy(10), 'key-1');
  const again = await desk.send('ann', buildBuy(10), 'key-1');
  expect(again).toEqual(first);
  expect(getSelectedBook(desk.runner.state(), 'ann')?.opened).toBe(1);
  expect((await desk.send('ann', buildBuy(20), 'key-1')).outcome).toMatchObject({
    ok: false,
    refusal: { code: 'KEY_REUSED' },
  });
});

test('reset closes at market and starts a new account period with the full capital', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  await desk.send('ann', buildBuy(30));
  await desk.send('ann', { type: 'ResetBook' });
  const book = getSelectedBook(desk.runner.state(), 'ann');
  expect(book).toMatchObject({ epoch: 2, opened: 0, closed: 0, positions: {}, orders: {} });
  expect(book?.balances).toEqual({
    available: 25_000_000,
    reserved: 0,
    equity: -25_000_000,
    realised: 0,
    fees: 0,
  });
  expect([...desk.journal.positions.values()][0]).toMatchObject({ epoch: 1, status: 'CLOSED' });
});

test('the same events give the same records', async () => {
  const run = async (): Promise<unknown> => {
    const desk = createDeskHarness(createTestConfig(), createMemoryJournal());
    await desk.send('ann', {
      type: 'OpenBook',
      mode: 'simulation',
      market: 'test',
      capitalMills: 25_000_000 as never,
    });
    desk.quote(GAS, 2800);
    await desk.send('ann', buildBuy(10, 30, 60));
    desk.quote(GAS, 2700);
    return desk.journal.records;
  };
  expect(await run()).toEqual(await run());
});

function throwMissing(): never {
  throw new Error('the book is there');
}
