// Equal manual orders from two browser tabs are one order.
import { describe, expect, test } from 'vitest';
import type { Command, CommandValue } from '../../../app/trading/domain/command';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import type { LoggedState } from '../../../app/trading/domain/book';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import {
  executeCommand,
  getBook,
  createManualOrder,
  listHoldings,
} from '../../support/reference-orders';

async function quotedDesk(): Promise<DeskHarness> {
  const desk = await openDesk(createTestConfig());
  desk.quote(GAS, 2_800);
  desk.quote(CRUDE, 7_000);
  return desk;
}

async function loadValue(desk: DeskHarness, command: Command, key: string): Promise<CommandValue> {
  const { outcome } = await desk.send('ann', command, key);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

const countPlaced = (desk: DeskHarness): number =>
  desk.journal.records.filter(({ type }) => type === 'OrderPlaced').length;

describe('equal manual orders', () => {
  test('within a second are placed once and the second is answered with the first', async () => {
    const desk = await quotedDesk();
    const first = await loadValue(desk, createManualOrder({ lots: 10 }), 'tab-1');
    desk.wait(999);
    const second = await loadValue(desk, createManualOrder({ lots: 10 }), 'tab-2');
    expect([first.placedOrders.length, first.isAlreadyPlaced]).toEqual([1, undefined]);
    expect(second).toEqual({
      closedPositions: [],
      placedOrders: first.placedOrders,
      isAlreadyPlaced: true,
    });
    expect([countPlaced(desk), listHoldings(desk)]).toEqual([1, [['NG', 10]]]);
  });

  test('a second apart are two orders', async () => {
    const desk = await quotedDesk();
    await loadValue(desk, createManualOrder({ lots: 10 }), 'tab-1');
    desk.wait(1_000);
    expect(
      (await loadValue(desk, createManualOrder({ lots: 10 }), 'tab-2')).isAlreadyPlaced,
    ).toBeUndefined();
    expect([countPlaced(desk), listHoldings(desk)]).toEqual([2, [['NG', 20]]]);
  });

  test('are two orders if the first position was closed in between', async () => {
    const desk = await quotedDesk();
    await loadValue(desk, createManualOrder({ lots: 10 }), 'first');
    await loadValue(desk, { type: 'CloseTrading', commodity: GAS.commodity }, 'close');
    expect(
      (await loadValue(desk, createManualOrder({ lots: 10 }), 'again')).isAlreadyPlaced,
    ).toBeUndefined();
    expect(listHoldings(desk)).toEqual([['NG', 10]]);
  });

  test('are two orders if an opposite order came in between', async () => {
    const desk = await quotedDesk();
    await loadValue(desk, createManualOrder({ lots: 10 }), 'first');
    await loadValue(desk, createManualOrder({ lots: 10, side: 'SELL' }), 'sold');
    expect(
      (await loadValue(desk, createManualOrder({ lots: 10 }), 'again')).isAlreadyPlaced,
    ).toBeUndefined();
    expect(listHoldings(desk)).toEqual([['NG', 10]]);
  });

  test('measure the window from the placed order, not from its repeats', async () => {
    const desk = await quotedDesk();
    await loadValue(desk, createManualOrder({ lots: 10 }), 'a');
    desk.wait(600);
    await loadValue(desk, createManualOrder({ lots: 10 }), 'b');
    desk.wait(600);
    await loadValue(desk, createManualOrder({ lots: 10 }), 'c');
    expect(listHoldings(desk)).toEqual([['NG', 20]]);
  });

  test.each([
    ['lots', createManualOrder({ lots: 11 })],
    ['contract', createManualOrder({ instrumentId: CRUDE.id, lots: 10 })],
    ['stop', createManualOrder({ lots: 10, stop: 40 })],
    ['target', createManualOrder({ lots: 10, target: 40 })],
    ['type and price', createManualOrder({ lots: 10, orderType: 'LIMIT', price: 2_790 })],
  ])('with different %s are two orders', async (_what, other) => {
    const desk = await quotedDesk();
    await loadValue(desk, createManualOrder({ lots: 10 }), 'tab-1');
    expect((await loadValue(desk, other, 'tab-2')).isAlreadyPlaced).toBeUndefined();
    expect(countPlaced(desk)).toBeGreaterThanOrEqual(2);
  });

  test('an order of the other side reduces the position', async () => {
    const desk = await quotedDesk();
    await loadValue(desk, createManualOrder({ lots: 10 }), 'tab-1');
    await loadValue(desk, createManualOrder({ lots: 10, side: 'SELL' }), 'tab-2');
    expect(listHoldings(desk)).toEqual([]);
  });

  test('are checked again if the first was rejected', async () => {
    const desk = await openDesk(createTestConfig());
    expect(await executeCommand(desk, createManualOrder({ lots: 10 }))).toBe('STALE_QUOTE');
    const atMs = desk.nowMs();
    desk.quote(GAS, 2_800);
    expect(desk.nowMs() - atMs).toBe(5_000);
    expect(await executeCommand(desk, createManualOrder({ lots: 9_999 }))).toBe('NOTIONAL');
    expect(await executeCommand(desk, createManualOrder({ lots: 9_999 }))).toBe('NOTIONAL');
    expect(await executeCommand(desk, createManualOrder({ lots: 10 }))).toBe('granted');
  });

  test('of two users or two accounts are two orders', async () => {
    const desk = await quotedDesk();
    await desk.send('bob', {
      type: 'OpenBook',
      mode: 'simulation',
      market: getBook(desk).market,
      capitalMills: getBook(desk).capitalMills,
    });
    await loadValue(desk, createManualOrder({ lots: 10 }), 'tab-1');
    expect(await executeCommand(desk, createManualOrder({ lots: 10 }), 'bob')).toBe('granted');
    await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
    expect(
      (await loadValue(desk, createManualOrder({ lots: 10 }), 'tab-2')).isAlreadyPlaced,
    ).toBeUndefined();
    expect([countPlaced(desk), listHoldings(desk, 'bob'), listHoldings(desk)]).toEqual([
      3,
      [['NG', 10]],
      [['NG', 10]],
    ]);
  });

  test('in the same batch are one order', async () => {
    const desk = await quotedDesk();
    const command = createManualOrder({ lots: 10 });
    const answers = ['tab-1', 'tab-2', 'tab-3'].map((idempotencyKey) =>
      desk.runner.execute({ userId: 'ann', command, idempotencyKey }),
    );
    desk.runner.drain();
    const values = await Promise.all(answers);
    expect(
      values.map(({ outcome }) => outcome.ok && outcome.value.isAlreadyPlaced === true),
    ).toEqual([false, true, true]);
    expect(listHoldings(desk)).toEqual([['NG', 10]]);
  });
});

test('rebuilds recent manual orders from the log and clears them at a reset', async () => {
  const desk = await quotedDesk();
  await loadValue(desk, createManualOrder({ lots: 10 }), 'tab-1');
  await loadValue(desk, createManualOrder({ lots: 10 }), 'tab-2');
  const folded = desk.journal.records.reduce<LoggedState>(
    (state, record) => applyRecord(state, record),
    EMPTY_DESK,
  );
  expect(folded.books).toEqual(desk.runner.state().books);
  expect(getBook(desk).recentHandOrders).toHaveLength(2);
  desk.wait(5_000);
  await loadValue(desk, createManualOrder({ lots: 11 }), 'tab-1b');
  expect(getBook(desk).recentHandOrders).toHaveLength(1);
  await desk.send('ann', { type: 'ResetBook' });
  expect(getBook(desk).recentHandOrders).toBeUndefined();
  expect(
    (await loadValue(desk, createManualOrder({ lots: 11 }), 'tab-3')).isAlreadyPlaced,
  ).toBeUndefined();
});
