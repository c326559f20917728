// Breakers that trip by themselves: a fall from the peak, and trades lost one after the other.
import { describe, expect, test } from 'vitest';
import type { Book } from '../../../app/trading/domain/book';
import type { CommodityKey } from '../../../app/trading/domain/commodity';
import type { Order } from '../../../app/trading/domain/order';
import { type Position, emptyPosition } from '../../../app/trading/domain/position';
import { toMills } from '../../../app/trading/domain/units';
import { countClosedTrade, forgetOrder } from '../../../app/trading/engine/breaker-facts';
import { RISK_LIMITS } from '../../../app/trading/risk/limits';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  levelPlaybook,
  openDesk,
  testConfig,
} from '../../support/desk-harness';
import { answer, getBook, handOrder } from '../../support/reference-orders';

const config = testConfig({ hasBreakers: true });
const types = (desk: DeskHarness, from = 0): string[] =>
  desk.journal.records.slice(from).map(({ type }) => type);

async function gasDesk(): Promise<DeskHarness> {
  const desk = await openDesk(config);
  desk.quote(GAS, 2800);
  return desk;
}

/** A day passes, and the book is valued at a price. */
function nextDay(desk: DeskHarness, ticks: number): void {
  desk.wait(86_400_000);
  desk.quote(GAS, ticks);
}

/** Buys so many lots of gas by hand and sells them at another price. */
async function trade(desk: DeskHarness, ticks: number): Promise<void> {
  desk.quote(GAS, 2800);
  expect(await answer(desk, handOrder({ lots: 10 }))).toBe('granted');
  desk.quote(GAS, ticks);
  const [held] = Object.values(getBook(desk).positions);
  await desk.send('ann', { type: 'ClosePosition', positionId: held?.id ?? '' });
}

describe('the fall from the peak', () => {
  const allowed = 25_000_000 * RISK_LIMITS.moderate.drawdownRatioMax;

  /**
   * A desk that runs with 100 lots of gas sold: a tick is a dollar, so that a rise of 3,000 ticks
   * is the loss that is allowed.
   */
  async function holding(): Promise<DeskHarness> {
    const desk = await gasDesk();
    await desk.send('ann', { type: 'StartTrading', commodity: null });
    expect(await answer(desk, handOrder({ side: 'SELL', lots: 100 }))).toBe('granted');
    return desk;
  }

  test('stops and closes the book once it is more than allowed, and not before', async () => {
    const desk = await holding();
    nextDay(desk, 5_790);
    const { peakMills, equityMills } = getBook(desk);
    expect([
      peakMills - equityMills > 0.98 * allowed,
      peakMills - equityMills <= allowed,
      getBook(desk).drawdown,
    ]).toEqual([true, true, null]);
    const from = desk.journal.records.length;
    nextDay(desk, 5_800);
    const book = getBook(desk);
    expect(types(desk, from)).toContain('DrawdownTripped');
    expect([
      Object.keys(book.positions),
      book.globalActive,
      Object.values(book.commodities).some(({ active }) => active),
    ]).toEqual([[], false, false]);
    expect(book.drawdown).toMatchObject({ peakMills: 25_000_000 });
  });

  test('keeps everything out until a confirmed RUN ALL begins again from the equity of then', async () => {
    const desk = await holding();
    nextDay(desk, 6_000);
    nextDay(desk, 2_800);
    expect(await answer(desk, handOrder({ lots: 1 }))).toBe('DRAWDOWN');
    expect(await answer(desk, { type: 'StartTrading', commodity: 'natural-gas' })).toBe('DRAWDOWN');
    expect(await answer(desk, { type: 'StartTrading', commodity: null })).toBe('DRAWDOWN');
    expect(await answer(desk, { type: 'StartTrading', commodity: null, rearm: true })).toBe(
      'granted',
    );
    expect([getBook(desk).drawdown, getBook(desk).peakMills]).toEqual([
      null,
      getBook(desk).equityMills,
    ]);
    expect(await answer(desk, handOrder({ lots: 30 }))).toBe('granted');
  });

  test('is measured from the highest equity that a valuation has shown', async () => {
    const desk = await holding();
    nextDay(desk, 1_000);
    const { peakMills } = getBook(desk);
    expect([peakMills, peakMills > 26_500_000]).toEqual([getBook(desk).equityMills, true]);
    nextDay(desk, 4_500);
    expect(getBook(desk).drawdown?.peakMills).toBe(peakMills);
  });

  test('is forgotten with the epoch', async () => {
    const desk = await holding();
    nextDay(desk, 6_000);
    expect(getBook(desk).drawdown).not.toBeNull();
    await desk.send('ann', { type: 'ResetBook' });
    expect([getBook(desk).drawdown, getBook(desk).peakMills]).toEqual([null, 25_000_000]);
  });
});

describe('trades lost one after the other', () => {
  test('four let their commodity pause for a day, and no other', async () => {
    const desk = await gasDesk();
    for (let lost = 0; lost < 4; lost += 1) await trade(desk, 2790);
    desk.quote(GAS, 2800);
    desk.quote(CRUDE, 7000);
    expect(await answer(desk, handOrder({ lots: 10 }))).toBe('COOL_OFF');
    expect(await answer(desk, handOrder({ instrumentId: CRUDE.id, lots: 10 }))).toBe('granted');
    desk.wait(86_400_000);
    desk.quote(GAS, 2800);
    expect(await answer(desk, handOrder({ lots: 10 }))).toBe('granted');
  });

  test('a gain between them begins the row anew', async () => {
    const desk = await gasDesk();
    for (const ticks of [2790, 2790, 2790, 2900, 2790, 2790, 2790]) await trade(desk, ticks);
    expect(getBook(desk).commodities['natural-gas']).toMatchObject({
      losses: 3,
      coolUntilMs: null,
    });
  });

  test('holds up the desk itself, and says so', async () => {
    const desk = await openDesk(
      testConfig({
        hasBreakers: true,
        playbooksOf: (key) => (key === 'natural-gas' ? [levelPlaybook('natural-gas', 3)] : []),
      }),
    );
    desk.bar(GAS, [2800, 2800, 2800, 2800]);
    for (let lost = 0; lost < 4; lost += 1) await trade(desk, 2790);
    const from = desk.journal.records.length;
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    const refused = desk.journal.records
      .slice(from)
      .flatMap((record) => (record.type === 'OrderRefused' ? [record.payload.refusal] : []));
    expect(refused).toMatchObject([
      {
        code: 'COOL_OFF',
        message: expect.stringMatching(
          /lost 4 trades one after the other; it opens nothing for another (23 h|24 h|1 d)/,
        ) as string,
      },
    ]);
  });

  test('legs and rolled months of one group are one trade, lost or won as a whole', () => {
    const leg = (
      id: string,
      commodity: CommodityKey,
      groupId: string | null = 'pair',
    ): Position => ({
      ...emptyPosition(
        {
          id,
          bookId: 'b',
          epoch: 1,
          commodity,
          instrumentId: id,
          groupId,
          playbookId: null,
          direction: 'LONG',
        },
        0,
      ),
    });
    const book = {
      positions: { second: leg('second', 'crude-oil') },
      orders: {},
      commodities: {},
      openTrades: {},
    } as unknown as Book;
    const half = countClosedTrade(book, leg('first', 'oil'), toMills(-500));
    expect([half.commodities, half.openTrades['pair']?.netMills]).toEqual([{}, -500]);
    const won = countClosedTrade(
      { ...half, positions: {} },
      leg('second', 'crude-oil'),
      toMills(501),
    );
    const lost = countClosedTrade(
      { ...half, positions: {} },
      leg('second', 'crude-oil'),
      toMills(499),
    );
    expect([
      won.openTrades,
      won.commodities.oil?.losses,
      won.commodities['crude-oil']?.losses,
    ]).toEqual([{}, 0, 0]);
    expect([
      lost.openTrades,
      lost.commodities.oil?.losses,
      lost.commodities['crude-oil']?.losses,
    ]).toEqual([{}, 1, 1]);
  });

  test('a trade whose next month never comes is over when its entry is taken back', () => {
    const position = emptyPosition(
      {
        id: 'old',
        bookId: 'b',
        epoch: 1,
        commodity: 'corn',
        instrumentId: 'CORN.H',
        groupId: null,
        playbookId: null,
        direction: 'LONG',
      },
      0,
    );
    const entry = { id: 'e', purpose: 'ENTRY', groupId: 'old' } as Order;
    const rolling = countClosedTrade(
      { positions: {}, orders: { e: entry }, commodities: {}, openTrades: {} } as unknown as Book,
      position,
      toMills(-1),
    );
    expect(rolling.commodities).toEqual({});
    expect(forgetOrder({ ...rolling, orders: {} }, entry).commodities.corn?.losses).toBe(1);
  });
});
