// Operator commands: stop, close, disable and enable users.
import { describe, expect, test } from 'vitest';
import { type Book, getBookId } from '../../../app/trading/domain/book';
import type { Command } from '../../../app/trading/domain/command';
import type { TradingMode } from '../../../app/trading/domain/settings';
import { toMills } from '../../../app/trading/domain/units';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { SYSTEM_USER, type EngineConfig } from '../../../app/trading/engine/config';
import { replayRefusal } from '../../../app/trading/engine/replay-refusal';
import { createRunner } from '../../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { listShadowSpecs } from '../../../app/trading/engine/shadow-accounts/shadow-specs';
import { createSettableClock } from '../../../app/trading/clock';
import { openManualPosition, sendLimitQuote, advanceToRoll } from '../../support/chain-desk';
import {
  type DeskHarness,
  GAS,
  MARKET,
  createDeskHarness,
  createLevelPlaybook,
  createMemoryJournal,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import { executeCommand, createManualOrder, listHoldings } from '../../support/reference-orders';

const REASON = 'unexplained orders';
const stopUser = (userId: string, close = false): Command => ({
  type: 'StopUser',
  userId,
  close,
  reason: REASON,
});
const stopAll = (close = false): Command => ({ type: 'StopAllUsers', close, reason: REASON });
const buildDisable = (userId: string, close = false): Command => ({
  type: 'DisableUser',
  userId,
  close,
  reason: REASON,
});
const buildEnable = (userId: string): Command => ({
  type: 'EnableUser',
  userId,
  reason: 'explained',
});
const sendAsOperator = (desk: DeskHarness, command: Command) => desk.send(SYSTEM_USER, command);

function getAccount(desk: DeskHarness, userId: string, mode: TradingMode = 'simulation'): Book {
  const found = desk.runner.state().books[getBookId(userId, mode)];
  if (!found) throw new Error(`${userId} has no ${mode} book`);
  return found;
}

const isRunning = ({ globalActive, commodities }: Book): boolean =>
  globalActive || Object.values(commodities).some(({ active }) => active);
const runningBooks = (desk: DeskHarness): string[] =>
  Object.values(desk.runner.state().books)
    .filter(isRunning)
    .map(({ id }) => id);
const createLevelConfig = (change: Parameters<typeof createTestConfig>[0] = {}) =>
  createTestConfig({
    listPlaybooks: (key) => (key === 'natural-gas' ? [createLevelPlaybook('natural-gas', 3)] : []),
    ...change,
  });
const closeFlatBar = (desk: DeskHarness, ticks: number) =>
  desk.bar(GAS, [ticks, ticks, ticks, ticks]);

/**
 * Ann and Bob: RUN ALL and a gas position in simulation. Ann: RUN corn and a working limit order in
 * paper.
 */
async function busyDesk(config: EngineConfig = createLevelConfig()): Promise<DeskHarness> {
  const desk = await openDesk(config, 'ann', { specs: listShadowSpecs(config), desk: {} });
  await desk.send('bob', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  closeFlatBar(desk, 2500);
  desk.quote(GAS, 2500);
  for (const userId of ['ann', 'bob'])
    await desk.send(userId, { type: 'StartTrading', commodity: null });
  await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
  await desk.send('ann', { type: 'StartTrading', commodity: 'corn' });
  await desk.send('ann', createManualOrder({ orderType: 'LIMIT', price: 2450, lots: 10 }));
  return desk;
}

describe('stop by the operator', () => {
  test('stops every account of one user in every mode', async () => {
    const desk = await busyDesk();
    const bobBefore = getAccount(desk, 'bob');
    const { outcome } = await sendAsOperator(desk, stopUser('ann'));
    expect(runningBooks(desk)).toEqual(['bob:simulation']);
    expect(getAccount(desk, 'bob')).toBe(bobBefore);
    expect(getAccount(desk, 'ann', 'paper').orders).toEqual({});
    expect(Object.keys(getAccount(desk, 'ann').positions)).toHaveLength(1);
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        stoppedBooks: [
          { bookId: 'ann:simulation', cancelledOrders: 0 },
          { bookId: 'ann:paper', commodities: ['corn'], cancelledOrders: 1 },
        ],
      },
    });
  });

  test('closes all positions on request', async () => {
    const desk = await busyDesk();
    const { outcome } = await sendAsOperator(desk, stopUser('ann', true));
    expect(Object.keys(getAccount(desk, 'ann').positions)).toEqual([]);
    expect(Object.keys(getAccount(desk, 'bob').positions)).toHaveLength(1);
    expect(outcome.ok && outcome.value.closedPositions).toHaveLength(1);
  });

  test('stops and closes the accounts of all users', async () => {
    const desk = await busyDesk();
    await sendAsOperator(desk, stopAll(true));
    expect(runningBooks(desk)).toEqual([]);
    expect(
      Object.values(desk.runner.state().books).flatMap(({ positions }) => Object.keys(positions)),
    ).toEqual([]);
  });

  test('stays in effect when positions cannot close now', async () => {
    const desk = await busyDesk();
    sendLimitQuote(desk, GAS.id, 2400, 'DOWN');
    const { outcome } = await sendAsOperator(desk, stopUser('ann', true));
    const waiting = outcome.ok ? (outcome.value.waiting ?? []) : [];
    expect(new Set(waiting.map(({ instrumentId }) => instrumentId))).toEqual(new Set([GAS.id]));
    expect(waiting[0]?.reason).toContain('limit-locked down');
    expect(runningBooks(desk)).toEqual(['bob:simulation']);
  });

  test('succeeds for a user without an account', async () => {
    const desk = await busyDesk();
    expect((await sendAsOperator(desk, stopUser('unknown-user', true))).outcome).toEqual({
      ok: true,
      value: { closedPositions: [], placedOrders: [], stoppedBooks: [], waiting: [] },
    });
  });

  test('lets the user RUN again', async () => {
    const desk = await busyDesk();
    await sendAsOperator(desk, stopUser('bob'));
    expect(await executeCommand(desk, { type: 'StartTrading', commodity: 'corn' }, 'bob')).toBe(
      'granted',
    );
  });

  test.each([stopUser('bob'), stopAll(), buildDisable('bob'), buildEnable('bob')])(
    'is rejected when a user sends %o',
    async (command) => {
      const desk = await busyDesk();
      const before = runningBooks(desk);
      const { outcome } = await desk.send('ann', command);
      expect(outcome).toMatchObject({ ok: false, refusal: { code: 'MODE' } });
      expect(runningBooks(desk)).toEqual(before);
      expect(desk.runner.state().disabledUsers).toEqual({});
    },
  );

  test('stops the shadow accounts of the stopped accounts only', async () => {
    const desk = await busyDesk();
    await sendAsOperator(desk, stopUser('ann', true));
    for (const { books } of Object.values(desk.runner.shadows())) {
      expect(
        Object.values(books)
          .filter(isRunning)
          .map(({ id }) => id),
      ).toEqual(['bob:simulation']);
      expect(Object.keys(books['ann:simulation']?.positions ?? {})).toEqual([]);
      expect(Object.keys(books['bob:simulation']?.positions ?? {})).toHaveLength(1);
    }
  });

  test('is accepted when the queue is full', async () => {
    const desk = await busyDesk();
    const clock = createSettableClock(desk.nowMs());
    const runner = createRunner({
      engine: desk.engine,
      journal: { ...desk.journal, commit: () => undefined },
      clock,
      state: desk.runner.state(),
      queueMax: 1,
    });
    runner.offer({ type: 'Time', atMs: clock.nowMs() });
    const given = runner.execute({ userId: SYSTEM_USER, command: stopAll(), idempotencyKey: null });
    runner.drain();
    expect((await given).outcome.ok).toBe(true);
  });
});

describe('disabled user', () => {
  test('cannot open by RUN, manual order or bar', async () => {
    const desk = await busyDesk();
    await sendAsOperator(desk, buildDisable('bob', true));
    expect(getAccount(desk, 'bob')).toMatchObject({ positions: {}, globalActive: false });
    expect(await executeCommand(desk, { type: 'StartTrading', commodity: null }, 'bob')).toBe(
      'DISABLED',
    );
    expect(
      await executeCommand(desk, { type: 'StartTrading', commodity: 'natural-gas' }, 'bob'),
    ).toBe('DISABLED');
    expect(await executeCommand(desk, createManualOrder(), 'bob')).toBe('DISABLED');
    for (const ticks of [2400, 3100, 2500]) closeFlatBar(desk, ticks);
    expect(isRunning(getAccount(desk, 'bob'))).toBe(false);
    expect(getAccount(desk, 'bob').positions).toEqual({});
    expect(runningBooks(desk)).toEqual(['ann:simulation', 'ann:paper']);
  });

  test('keeps exits', async () => {
    const desk = await openDesk(createLevelConfig());
    desk.quote(GAS, 2500);
    await desk.send('ann', createManualOrder({ lots: 10, stop: 50 }));
    await sendAsOperator(desk, buildDisable('ann'));
    expect(await executeCommand(desk, createManualOrder({ lots: 4, side: 'SELL' }))).toBe(
      'granted',
    );
    desk.bar(GAS, [2490, 2491, 2400, 2410]);
    expect(listHoldings(desk)).toEqual([]);
  });

  test('exits an ending month instead of rolling', async () => {
    const desk = await openManualPosition();
    await sendAsOperator(desk, buildDisable('ann'));
    advanceToRoll(desk, 2820, 2920);
    expect(listHoldings(desk)).toEqual([]);
  });

  test('is blocked in an account opened later', async () => {
    const desk = createDeskHarness(createLevelConfig());
    expect((await sendAsOperator(desk, buildDisable('new', true))).outcome.ok).toBe(true);
    await desk.send('new', {
      type: 'OpenBook',
      mode: 'simulation',
      market: MARKET,
      capitalMills: toMills(25_000_000),
    });
    desk.quote(GAS, 2500);
    expect(await executeCommand(desk, { type: 'StartTrading', commodity: null }, 'new')).toBe(
      'DISABLED',
    );
    expect(await executeCommand(desk, createManualOrder(), 'new')).toBe('DISABLED');
  });

  test('is disabled once; further requests only stop again', async () => {
    const desk = await busyDesk();
    for (let round = 0; round < 3; round += 1)
      expect((await sendAsOperator(desk, buildDisable('bob'))).outcome.ok).toBe(true);
    expect(desk.journal.records.filter(({ type }) => type === 'UserDisabled')).toMatchObject([
      { userId: 'bob', bookId: null, payload: { reason: REASON } },
    ]);
  });

  test('trades again after being enabled, once RUN is pressed', async () => {
    const desk = await busyDesk();
    await sendAsOperator(desk, buildDisable('bob', true));
    for (let round = 0; round < 2; round += 1) await sendAsOperator(desk, buildEnable('bob'));
    expect(desk.journal.records.filter(({ type }) => type === 'UserEnabled')).toHaveLength(1);
    closeFlatBar(desk, 2400);
    expect([isRunning(getAccount(desk, 'bob')), listHoldings(desk, 'bob')]).toEqual([false, []]);
    desk.quote(GAS, 2400);
    expect(
      await executeCommand(desk, { type: 'StartTrading', commodity: 'natural-gas' }, 'bob'),
    ).toBe('granted');
    expect(listHoldings(desk, 'bob')).toHaveLength(1);
  });

  test('stays disabled after a restart, and its refusals replay from the log', async () => {
    const desk = await busyDesk();
    await sendAsOperator(desk, buildDisable('bob'));
    const before = desk.runner.state();
    await desk.send('bob', createManualOrder({ side: 'BUY' }));
    const denied = desk.journal.records.find(
      ({ type, userId }) => type === 'OrderRefused' && userId === 'bob',
    );
    if (denied?.type !== 'OrderRefused')
      throw new Error('the order of a disabled user was refused at the gate');
    expect(replayRefusal(before, denied)).toMatchObject({ isSame: true });
    const folded = desk.journal.records.reduce(applyRecord, EMPTY_DESK);
    expect(folded.disabledUsers).toEqual(desk.runner.state().disabledUsers);
    const restarted = createDeskHarness(createLevelConfig(), createMemoryJournal(), folded);
    restarted.quote(GAS, 2500);
    expect(await executeCommand(restarted, { type: 'StartTrading', commodity: null }, 'bob')).toBe(
      'DISABLED',
    );
    await sendAsOperator(restarted, buildEnable('bob'));
    expect(restarted.runner.state().disabledUsers).toEqual({});
  });
});
