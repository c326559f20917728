// Circuit breakers: drawdown and losing streak.
import { describe, expect, test } from 'vitest';
import type { Book } from '../../../app/trading/domain/book';
import type { CommodityKey } from '../../../app/trading/domain/commodity';
import type { Order } from '../../../app/trading/domain/order';
import { type Position, createPosition } from '../../../app/trading/domain/position';
import { toMills } from '../../../app/trading/domain/units';
import {
  countClosedTrade,
  finishTradeOfEndedOrder,
} from '../../../app/trading/engine/breaker-records';
import { RISK_LIMITS } from '../../../app/trading/risk/limits';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  createLevelPlaybook,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import { executeCommand, getBook, createManualOrder } from '../../support/reference-orders';

const config = createTestConfig({ hasBreakers: true });
const listTypes = (desk: DeskHarness, from = 0): string[] =>
  desk.journal.records.slice(from).map(({ type }) => type);

async function gasDesk(): Promise<DeskHarness> {
  const desk = await openDesk(config);
  desk.quote(GAS, 2800);
  return desk;
}

/** Passes one day and values the account at a price. */
function nextDay(desk: DeskHarness, ticks: number): void {
  desk.wait(86_400_000);
  desk.quote(GAS, ticks);
}

/** Buys 10 lots of gas manually and closes them at another price. */
async function tradeOnce(desk: DeskHarness, ticks: number): Promise<void> {
  desk.quote(GAS, 2800);
  expect(await executeCommand(desk, createManualOrder({ lots: 10 }))).toBe('granted');
  desk.quote(GAS, ticks);
  const [held] = Object.values(getBook(desk).positions);
  await desk.send('ann', { type: 'ClosePosition', positionId: held?.id ?? '' });
}

describe('drawdown breaker', () => {
  const allowed = 25_000_000 * RISK_LIMITS.moderate.drawdownRatioMax;

  /**
   * RUN ALL with 100 lots of gas short: 1 tick is $1, so a rise of 3,000 ticks reaches the drawdown
   * limit.
   */
  async function openShort(): Promise<DeskHarness> {
    const desk = await gasDesk();
    await desk.send('ann', { type: 'StartTrading', commodity: null });
    expect(await executeCommand(desk, createManualOrder({ side: 'SELL', lots: 100 }))).toBe(
      'granted',
    );
    return desk;
  }

  test('stops and flattens the account once the drawdown exceeds its limit', async () => {
    const desk = await openShort();
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
    expect(listTypes(desk, from)).toContain('DrawdownTripped');
    expect([
      Object.keys(book.positions),
      book.globalActive,
      Object.values(book.commodities).some(({ active }) => active),
    ]).toEqual([[], false, false]);
    expect(book.drawdown).toMatchObject({ peakMills: 25_000_000 });
  });

  test('rejects entries until a confirmed RUN ALL re-arms it at the current equity', async () => {
    const desk = await openShort();
    nextDay(desk, 6_000);
    nextDay(desk, 2_800);
    expect(await executeCommand(desk, createManualOrder({ lots: 1 }))).toBe('DRAWDOWN');
    expect(await executeCommand(desk, { type: 'StartTrading', commodity: 'natural-gas' })).toBe(
      'DRAWDOWN',
    );
    expect(await executeCommand(desk, { type: 'StartTrading', commodity: null })).toBe('DRAWDOWN');
    expect(await executeCommand(desk, { type: 'StartTrading', commodity: null, rearm: true })).toBe(
      'granted',
    );
    expect([getBook(desk).drawdown, getBook(desk).peakMills]).toEqual([
      null,
      getBook(desk).equityMills,
    ]);
    expect(await executeCommand(desk, createManualOrder({ lots: 30 }))).toBe('granted');
  });

  test('measures from the highest valued equity', async () => {
    const desk = await openShort();
    nextDay(desk, 1_000);
    const { peakMills } = getBook(desk);
    expect([peakMills, peakMills > 26_500_000]).toEqual([getBook(desk).equityMills, true]);
    nextDay(desk, 4_500);
    expect(getBook(desk).drawdown?.peakMills).toBe(peakMills);
  });

  test('is cleared by a reset', async () => {
    const desk = await openShort();
    nextDay(desk, 6_000);
    expect(getBook(desk).drawdown).not.toBeNull();
    await desk.send('ann', { type: 'ResetBook' });
    expect([getBook(desk).drawdown, getBook(desk).peakMills]).toEqual([null, 25_000_000]);
  });
});

describe('losing streak', () => {
  test('pauses only the commodity that lost four trades, for a day', async () => {
    const desk = await gasDesk();
    for (let lost = 0; lost < 4; lost += 1) await tradeOnce(desk, 2790);
    desk.quote(GAS, 2800);
    desk.quote(CRUDE, 7000);
    expect(await executeCommand(desk, createManualOrder({ lots: 10 }))).toBe('COOL_OFF');
    expect(
      await executeCommand(desk, createManualOrder({ instrumentId: CRUDE.id, lots: 10 })),
    ).toBe('granted');
    desk.wait(86_400_000);
    desk.quote(GAS, 2800);
    expect(await executeCommand(desk, createManualOrder({ lots: 10 }))).toBe('granted');
  });

  test('a winning trade resets the streak', async () => {
    const desk = await gasDesk();
    for (const ticks of [2790, 2790, 2790, 2900, 2790, 2790, 2790]) await tradeOnce(desk, ticks);
    expect(getBook(desk).commodities['natural-gas']).toMatchObject({
      losses: 3,
      coolUntilMs: null,
    });
  });

  test('rejects entries of auto-trading with the remaining pause', async () => {
    const desk = await openDesk(
      createTestConfig({
        hasBreakers: true,
        listPlaybooks: (key) =>
          key === 'natural-gas' ? [createLevelPlaybook('natural-gas', 3)] : [],
      }),
    );
    desk.bar(GAS, [2800, 2800, 2800, 2800]);
    for (let lost = 0; lost < 4; lost += 1) await tradeOnce(desk, 2790);
    const from = desk.journal.records.length;
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    const refused = desk.journal.records
      .slice(from)
      .flatMap((record) => (record.type === 'OrderRefused' ? [record.payload.refusal] : []));
    expect(refused).toMatchObject([
      {
        code: 'COOL_OFF',
        message: expect.stringMatching(
          /lost 4 trades in a row; the cool-off ends in (23 h|24 h|1 d)/,
        ) as string,
      },
    ]);
  });

  test('counts all legs and rolled months of a group as one trade', () => {
    const createLeg = (
      id: string,
      commodity: CommodityKey,
      groupId: string | null = 'pair',
    ): Position => ({
      ...createPosition(
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
      positions: { second: createLeg('second', 'crude-oil') },
      orders: {},
      commodities: {},
      openTrades: {},
    } as unknown as Book;
    const half = countClosedTrade(book, createLeg('first', 'oil'), toMills(-500));
    expect([half.commodities, half.openTrades['pair']?.netMills]).toEqual([{}, -500]);
    const won = countClosedTrade(
      { ...half, positions: {} },
      createLeg('second', 'crude-oil'),
      toMills(501),
    );
    const lost = countClosedTrade(
      { ...half, positions: {} },
      createLeg('second', 'crude-oil'),
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

  test('ends a trade when the pending entry of its roll is cancelled', () => {
    const position = createPosition(
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
    expect(
      finishTradeOfEndedOrder({ ...rolling, orders: {} }, entry).commodities.corn?.losses,
    ).toBe(1);
  });
});
