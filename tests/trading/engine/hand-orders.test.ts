// The same order by hand from two tabs is one order.
import { describe, expect, test } from 'vitest';
import type { Command, CommandValue } from '../../../app/trading/domain/command';
import { applyRecord } from '../../../app/trading/engine/apply';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import type { LoggedDesk } from '../../../app/trading/domain/book';
import { CRUDE, type DeskHarness, GAS, openDesk, testConfig } from '../../support/desk-harness';
import { answer, getBook, handOrder, holdings } from '../../support/reference-orders';

async function quotedDesk(): Promise<DeskHarness> {
  const desk = await openDesk(testConfig());
  desk.quote(GAS, 2_800);
  desk.quote(CRUDE, 7_000);
  return desk;
}

async function loadValue(desk: DeskHarness, command: Command, key: string): Promise<CommandValue> {
  const { outcome } = await desk.send('ann', command, key);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

const placed = (desk: DeskHarness): number =>
  desk.journal.records.filter(({ type }) => type === 'OrderPlaced').length;

describe('two tabs that send the same order by hand', () => {
  test('within a second place it once, and the second is answered with the first and says so', async () => {
    const desk = await quotedDesk();
    const first = await loadValue(desk, handOrder({ lots: 10 }), 'tab-1');
    desk.wait(999);
    const second = await loadValue(desk, handOrder({ lots: 10 }), 'tab-2');
    expect([first.placedOrders.length, first.isAlreadyPlaced]).toEqual([1, undefined]);
    expect(second).toEqual({
      closedPositions: [],
      placedOrders: first.placedOrders,
      isAlreadyPlaced: true,
    });
    expect([placed(desk), holdings(desk)]).toEqual([1, [['NG', 10]]]);
  });

  test('a second later place two, as somebody who means it does', async () => {
    const desk = await quotedDesk();
    await loadValue(desk, handOrder({ lots: 10 }), 'tab-1');
    desk.wait(1_000);
    expect(
      (await loadValue(desk, handOrder({ lots: 10 }), 'tab-2')).isAlreadyPlaced,
    ).toBeUndefined();
    expect([placed(desk), holdings(desk)]).toEqual([2, [['NG', 20]]]);
  });

  test('are two orders when the first position was closed in between', async () => {
    const desk = await quotedDesk();
    await loadValue(desk, handOrder({ lots: 10 }), 'first');
    await loadValue(desk, { type: 'CloseTrading', commodity: GAS.commodity }, 'close');
    expect(
      (await loadValue(desk, handOrder({ lots: 10 }), 'again')).isAlreadyPlaced,
    ).toBeUndefined();
    expect(holdings(desk)).toEqual([['NG', 10]]);
  });

  test('are two orders when the first was sold in between', async () => {
    const desk = await quotedDesk();
    await loadValue(desk, handOrder({ lots: 10 }), 'first');
    await loadValue(desk, handOrder({ lots: 10, side: 'SELL' }), 'sold');
    expect(
      (await loadValue(desk, handOrder({ lots: 10 }), 'again')).isAlreadyPlaced,
    ).toBeUndefined();
    expect(holdings(desk)).toEqual([['NG', 10]]);
  });

  test('are measured from the order that was placed, not from the repeats of it', async () => {
    const desk = await quotedDesk();
    await loadValue(desk, handOrder({ lots: 10 }), 'a');
    desk.wait(600);
    await loadValue(desk, handOrder({ lots: 10 }), 'b');
    desk.wait(600);
    await loadValue(desk, handOrder({ lots: 10 }), 'c');
    expect(holdings(desk)).toEqual([['NG', 20]]);
  });

  test.each([
    ['lots', handOrder({ lots: 11 })],
    ['contract', handOrder({ instrumentId: CRUDE.id, lots: 10 })],
    ['stop', handOrder({ lots: 10, stop: 40 })],
    ['target', handOrder({ lots: 10, target: 40 })],
    ['type and price', handOrder({ lots: 10, orderType: 'LIMIT', price: 2_790 })],
  ])('of other %s are two orders', async (_what, other) => {
    const desk = await quotedDesk();
    await loadValue(desk, handOrder({ lots: 10 }), 'tab-1');
    expect((await loadValue(desk, other, 'tab-2')).isAlreadyPlaced).toBeUndefined();
    expect(placed(desk)).toBeGreaterThanOrEqual(2);
  });

  test('of the other side reduce what the first has bought', async () => {
    const desk = await quotedDesk();
    await loadValue(desk, handOrder({ lots: 10 }), 'tab-1');
    await loadValue(desk, handOrder({ lots: 10, side: 'SELL' }), 'tab-2');
    expect(holdings(desk)).toEqual([]);
  });

  test('a first one that was refused keeps the second from nothing', async () => {
    const desk = await openDesk(testConfig());
    expect(await answer(desk, handOrder({ lots: 10 }))).toBe('STALE_QUOTE');
    const atMs = desk.nowMs();
    desk.quote(GAS, 2_800);
    expect(desk.nowMs() - atMs).toBe(5_000);
    expect(await answer(desk, handOrder({ lots: 9_999 }))).toBe('NOTIONAL');
    expect(await answer(desk, handOrder({ lots: 9_999 }))).toBe('NOTIONAL');
    expect(await answer(desk, handOrder({ lots: 10 }))).toBe('granted');
  });

  test('of two users, or in two books of one, are two orders', async () => {
    const desk = await quotedDesk();
    await desk.send('bob', {
      type: 'OpenBook',
      mode: 'simulation',
      market: getBook(desk).market,
      capitalMills: getBook(desk).capitalMills,
    });
    await loadValue(desk, handOrder({ lots: 10 }), 'tab-1');
    expect(await answer(desk, handOrder({ lots: 10 }), 'bob')).toBe('granted');
    await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
    expect(
      (await loadValue(desk, handOrder({ lots: 10 }), 'tab-2')).isAlreadyPlaced,
    ).toBeUndefined();
    expect([placed(desk), holdings(desk, 'bob'), holdings(desk)]).toEqual([
      3,
      [['NG', 10]],
      [['NG', 10]],
    ]);
  });

  test('arrive together and are still one order', async () => {
    const desk = await quotedDesk();
    const command = handOrder({ lots: 10 });
    const answers = ['tab-1', 'tab-2', 'tab-3'].map((idempotencyKey) =>
      desk.runner.execute({ userId: 'ann', command, idempotencyKey }),
    );
    desk.runner.drain();
    const values = await Promise.all(answers);
    expect(
      values.map(({ outcome }) => outcome.ok && outcome.value.isAlreadyPlaced === true),
    ).toEqual([false, true, true]);
    expect(holdings(desk)).toEqual([['NG', 10]]);
  });
});

test('what a book remembers of hand orders follows from the log alone, and ends with the epoch', async () => {
  const desk = await quotedDesk();
  await loadValue(desk, handOrder({ lots: 10 }), 'tab-1');
  await loadValue(desk, handOrder({ lots: 10 }), 'tab-2');
  const folded = desk.journal.records.reduce<LoggedDesk>(
    (state, record) => applyRecord(state, record),
    EMPTY_DESK,
  );
  expect(folded.books).toEqual(desk.runner.state().books);
  expect(getBook(desk).recentHandOrders).toHaveLength(2);
  desk.wait(5_000);
  await loadValue(desk, handOrder({ lots: 11 }), 'tab-1b');
  expect(getBook(desk).recentHandOrders).toHaveLength(1);
  await desk.send('ann', { type: 'ResetBook' });
  expect(getBook(desk).recentHandOrders).toBeUndefined();
  expect((await loadValue(desk, handOrder({ lots: 11 }), 'tab-3')).isAlreadyPlaced).toBeUndefined();
});
