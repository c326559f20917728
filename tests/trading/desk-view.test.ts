import { describe, expect, test } from 'vitest';
import { getDeskView } from '../../app/trading/desk-view';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import type { Command } from '../../app/trading/domain/command';
import { toLots, toTicks } from '../../app/trading/domain/units';
import { CORN, CRUDE, type DeskHarness, GAS, openDesk } from '../support/desk-harness';
import { getBook } from '../support/reference-orders';

const buildOrder = (instrumentId: string, side: 'BUY' | 'SELL', lots: number): Command => ({
  type: 'PlaceOrder',
  instrumentId,
  side,
  orderType: 'MARKET',
  lots: toLots(lots),
  priceTicks: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
});

function getView(desk: DeskHarness) {
  const view = getDeskView(desk.runner.state(), 'ann', 'simulation');
  if (!view) throw new Error('the book is open');
  return view;
}

async function tradedDesk(): Promise<DeskHarness> {
  const desk = await openDesk();
  for (const [instrument, ticks] of [
    [GAS, 2800],
    [CRUDE, 100],
    [CORN, 1800],
  ] as const)
    desk.quote(instrument, ticks);
  await desk.send('ann', buildOrder('NG', 'BUY', 3));
  await desk.send('ann', buildOrder('CORN', 'SELL', 7));
  await desk.send('ann', buildOrder('CL', 'BUY', 11));
  return desk;
}

describe('empty account', () => {
  test('shows its capital and no win ratio before the first close', async () => {
    const view = getView(await openDesk());
    expect(view).toMatchObject({
      initialMills: 25_000_000,
      balanceMills: 25_000_000,
      availableMills: 25_000_000,
      unrealisedMills: 0,
      totalMills: 25_000_000,
      totalPnlMills: 0,
      profitablePositions: 0,
      tradesOpened: 0,
      tradesClosed: 0,
      winRatio: null,
      isActive: false,
      globalActive: false,
      epoch: 1,
      positions: [],
    });
    expect(view.commodities.map(({ commodity }) => commodity)).toEqual(COMMODITY_KEYS);
  });

  test('has no view before the account is opened', async () => {
    const desk = await openDesk();
    expect(getDeskView(desk.runner.state(), 'ann', 'paper')).toBeNull();
    expect(getDeskView(desk.runner.state(), 'bob', 'simulation')).toBeNull();
  });
});

describe('account with three positions', () => {
  test('marks at the last price in whole cents', async () => {
    const desk = await tradedDesk();
    desk.quote(GAS, 2805);
    desk.quote(CORN, 1803);
    desk.quote(CRUDE, -25);
    const rows = Object.fromEntries(
      getView(desk).positions.map((row) => [row.position.instrumentId, row]),
    );
    // bought at 2.802, at 2.805 now: 0.003 x 30 MMBtu
    expect(rows['NG']).toMatchObject({
      size: 30,
      entryPrice: 2.802,
      currentPrice: 2.805,
      pnlMills: 90,
    });
    // sold at 449.5 cents, at 450.75 now: -1.25 x 0.7 of 100 bu = -0.875, to the even cent
    expect(rows['CORN']).toMatchObject({
      size: 0.7,
      entryPrice: 449.5,
      currentPrice: 450.75,
      pnlMills: -880,
    });
    // bought at 1.02, at -0.25 now: -1.27 x 11 bbl
    expect(rows['CL']).toMatchObject({ size: 11, currentPrice: -0.25, pnlMills: -13_970 });
    expect(rows['CL']?.pnlPercent).toBeCloseTo((-13_970 / 11_220) * 100, 9);
  });

  test('totals equal the sums of the rows', async () => {
    const desk = await tradedDesk();
    desk.quote(CORN, 1803);
    const view = getView(desk);
    const rows = view.positions.reduce((sum, row) => sum + row.pnlMills, 0);
    expect([
      view.unrealisedMills,
      view.commodities.reduce((sum, row) => sum + row.pnlMills, 0),
    ]).toEqual([rows, rows]);
    expect(view.totalMills).toBe(view.balanceMills + rows);
    expect(view.totalPnlMills).toBe(view.totalMills - 25_000_000);
    const book = desk.runner.state().books['ann:simulation'];
    expect(view.availableMills).toBe(
      view.balanceMills - Math.round((book?.balances.reserved ?? 0) / 10) * 10,
    );
    expect(
      view.commodities
        .filter((row) => row.positions > 0)
        .map((row) => [row.commodity, row.positions]),
    ).toEqual([
      ['natural-gas', 1],
      ['corn', 1],
      ['crude-oil', 1],
    ]);
  });

  test('counts open, opened, closed and winning trades', async () => {
    const desk = await tradedDesk();
    desk.quote(GAS, 2900);
    expect(getView(desk)).toMatchObject({
      tradesOpened: 3,
      tradesClosed: 0,
      profitablePositions: 1,
      winRatio: null,
    });
    await desk.send('ann', { type: 'CloseTrading', commodity: 'natural-gas' });
    await desk.send('ann', { type: 'CloseTrading', commodity: 'corn' });
    expect(getView(desk)).toMatchObject({ tradesOpened: 3, tradesClosed: 2, winRatio: 0.5 });
  });

  test('a trade that earns less than its fees is not a win', async () => {
    const desk = await openDesk();
    desk.quote(CRUDE, 10_000);
    await desk.send('ann', buildOrder('CL', 'BUY', 10));
    desk.quote(CRUDE, 10_005); // bought at 100.02, sold at 100.03: 100 mills, and twice 100 of fees
    await desk.send('ann', { type: 'CloseTrading', commodity: null });
    expect(getView(desk)).toMatchObject({ tradesClosed: 1, winRatio: 0, totalPnlMills: -100 });
  });

  test('shows active commodities', async () => {
    const desk = await tradedDesk();
    await desk.send('ann', { type: 'StartTrading', commodity: 'corn' });
    const view = getView(desk);
    expect([
      view.isActive,
      view.globalActive,
      view.commodities.filter(({ isActive }) => isActive).map(({ commodity }) => commodity),
    ]).toEqual([true, false, ['corn']]);
  });
});

describe('view and sequence number', () => {
  test('caches one view per state', async () => {
    const desk = await tradedDesk();
    expect(getView(desk)).toBe(getView(desk));
  });

  test('increases with every event', async () => {
    const desk = await tradedDesk();
    const first = getView(desk);
    desk.quote(GAS, 2900);
    const second = getView(desk);
    expect(second.asOfSeq).toBeGreaterThan(first.asOfSeq);
    expect(second.totalMills).not.toBe(first.totalMills);
    expect(getView(desk).asOfSeq).toBe(second.asOfSeq);
  });

  test('has the results at stop and target, and the loss from the last price to the stop', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 2800);
    desk.quote(CRUDE, 4000);
    await desk.send('ann', {
      ...buildOrder('NG', 'BUY', 3),
      stopDistanceTicks: toTicks(100),
      targetDistanceTicks: toTicks(200),
    } as Command);
    await desk.send('ann', {
      ...buildOrder('CL', 'SELL', 11),
      stopDistanceTicks: toTicks(50),
    } as Command);
    desk.quote(GAS, 2750);
    const { positions } = getView(desk);
    const [gas, crude] = ['NG', 'CL'].map((id) =>
      positions.find(({ position }) => position.instrumentId === id),
    );
    if (!gas?.stop || !gas.target || !crude?.stop) throw new Error('both are protected');
    expect([gas.stop.price, gas.target.price]).toEqual([
      (gas.entryPrice ?? 0) - 0.1,
      expect.closeTo((gas.entryPrice ?? 0) + 0.2, 9),
    ]);
    for (const row of [gas, crude]) {
      const sign = row.position.direction === 'LONG' ? 1 : -1;
      const distance = sign * ((row.currentPrice ?? 0) - (row.stop?.price ?? 0)) * row.size;
      expect(row.stopDistanceMills).toBe(row.pnlMills - (row.stop?.pnlMills ?? 0));
      expect(Math.abs((row.stopDistanceMills ?? 0) / 1000 - distance)).toBeLessThanOrEqual(0.02);
      expect(row.stop?.pnlMills).toBeLessThan(0);
    }
    expect([gas.target.pnlMills > 0, crude.target]).toEqual([true, null]);
  });

  test('shows a contract without a quote at its last valuation or entry price', async () => {
    const desk = await tradedDesk();
    const state = desk.runner.state();
    const [position] = Object.values(getBook(desk).positions);
    const row = getDeskView({ ...state, markets: {} }, 'ann', 'simulation')?.positions[0];
    const stored = getBook(desk).marks[position?.instrumentId ?? ''];
    expect(stored).toBeGreaterThan(0);
    expect(row).toMatchObject({ currentPrice: (stored ?? 0) / 1000, quotedMs: null });
  });

  test('shows a contract without any price at cost', async () => {
    const desk = await tradedDesk();
    const state = desk.runner.state();
    const book = { ...getBook(desk), marks: {} };
    const row = getDeskView(
      { ...state, markets: {}, books: { ...state.books, [book.id]: book } },
      'ann',
      'simulation',
    )?.positions[0];
    expect(row).toMatchObject({ currentPrice: null, quotedMs: null, pnlMills: 0 });
  });
});
