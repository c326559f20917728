// What an operator may do to the books of others: stop, close, disable and enable.
import { describe, expect, test } from 'vitest';
import { type Book, bookId } from '../../../app/trading/domain/book';
import type { Command } from '../../../app/trading/domain/command';
import type { TradingMode } from '../../../app/trading/domain/settings';
import { toMills } from '../../../app/trading/domain/units';
import { applyRecord } from '../../../app/trading/engine/apply';
import { SYSTEM_USER, type EngineConfig } from '../../../app/trading/engine/config';
import { replayRefusal } from '../../../app/trading/engine/replay-refusal';
import { createRunner } from '../../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { listShadowSpecs } from '../../../app/trading/engine/twins/kinds';
import { setClock } from '../../../app/trading/clock';
import { heldByHand, lockedQuote, rolledAt } from '../../support/chain-desk';
import {
  type DeskHarness,
  GAS,
  MARKET,
  deskHarness,
  levelPlaybook,
  memoryJournal,
  openDesk,
  testConfig,
} from '../../support/desk-harness';
import { answer, handOrder, holdings } from '../../support/reference-orders';

const REASON = 'orders that nobody can explain';
const stopUser = (userId: string, close = false): Command => ({
  type: 'StopUser',
  userId,
  close,
  reason: REASON,
});
const stopAll = (close = false): Command => ({ type: 'StopAllUsers', close, reason: REASON });
const disable = (userId: string, close = false): Command => ({
  type: 'DisableUser',
  userId,
  close,
  reason: REASON,
});
const enable = (userId: string): Command => ({ type: 'EnableUser', userId, reason: 'explained' });
const operate = (desk: DeskHarness, command: Command) => desk.send(SYSTEM_USER, command);

function book(desk: DeskHarness, userId: string, mode: TradingMode = 'simulation'): Book {
  const found = desk.runner.state().books[bookId(userId, mode)];
  if (!found) throw new Error(`${userId} has no ${mode} book`);
  return found;
}

const isRunning = ({ globalActive, commodities }: Book): boolean =>
  globalActive || Object.values(commodities).some(({ active }) => active);
const runningBooks = (desk: DeskHarness): string[] =>
  Object.values(desk.runner.state().books)
    .filter(isRunning)
    .map(({ id }) => id);
const level = (change: Parameters<typeof testConfig>[0] = {}) =>
  testConfig({
    playbooksOf: (key) => (key === 'natural-gas' ? [levelPlaybook('natural-gas', 3)] : []),
    ...change,
  });
const flat = (desk: DeskHarness, ticks: number) => desk.bar(GAS, [ticks, ticks, ticks, ticks]);

/**
 * Ann and Bob run everything and hold gas in simulation; Ann also runs corn in paper and waits
 * there with a limit order.
 */
async function busyDesk(config: EngineConfig = level()): Promise<DeskHarness> {
  const desk = await openDesk(config, 'ann', { specs: listShadowSpecs(config), desk: {} });
  await desk.send('bob', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  flat(desk, 2500);
  desk.quote(GAS, 2500);
  for (const userId of ['ann', 'bob'])
    await desk.send(userId, { type: 'StartTrading', commodity: null });
  await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
  await desk.send('ann', { type: 'StartTrading', commodity: 'corn' });
  await desk.send('ann', handOrder({ orderType: 'LIMIT', price: 2450, lots: 10 }));
  return desk;
}

describe('a stop by the operator', () => {
  test('stops every book of the named user in every mode and leaves other users alone', async () => {
    const desk = await busyDesk();
    const bobBefore = book(desk, 'bob');
    const { outcome } = await operate(desk, stopUser('ann'));
    expect(runningBooks(desk)).toEqual(['bob:simulation']);
    expect(book(desk, 'bob')).toBe(bobBefore);
    expect(book(desk, 'ann', 'paper').orders).toEqual({});
    expect(Object.keys(book(desk, 'ann').positions)).toHaveLength(1);
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

  test('also closes everything where it is asked to', async () => {
    const desk = await busyDesk();
    const { outcome } = await operate(desk, stopUser('ann', true));
    expect(Object.keys(book(desk, 'ann').positions)).toEqual([]);
    expect(Object.keys(book(desk, 'bob').positions)).toHaveLength(1);
    expect(outcome.ok && outcome.value.closedPositions).toHaveLength(1);
  });

  test('of all users stops and closes every book', async () => {
    const desk = await busyDesk();
    await operate(desk, stopAll(true));
    expect(runningBooks(desk)).toEqual([]);
    expect(
      Object.values(desk.runner.state().books).flatMap(({ positions }) => Object.keys(positions)),
    ).toEqual([]);
  });

  test('passes on what cannot be closed now, and the stop stands all the same', async () => {
    const desk = await busyDesk();
    lockedQuote(desk, GAS.id, 2400, 'DOWN');
    const { outcome } = await operate(desk, stopUser('ann', true));
    const waiting = outcome.ok ? (outcome.value.waiting ?? []) : [];
    expect(new Set(waiting.map(({ instrumentId }) => instrumentId))).toEqual(new Set([GAS.id]));
    expect(waiting[0]?.reason).toContain('limit-locked down');
    expect(runningBooks(desk)).toEqual(['bob:simulation']);
  });

  test('of a user without a book does nothing and is granted', async () => {
    const desk = await busyDesk();
    expect((await operate(desk, stopUser('nobody', true))).outcome).toEqual({
      ok: true,
      value: { closedPositions: [], placedOrders: [], stoppedBooks: [], waiting: [] },
    });
  });

  test('lets the user press RUN again', async () => {
    const desk = await busyDesk();
    await operate(desk, stopUser('bob'));
    expect(await answer(desk, { type: 'StartTrading', commodity: 'corn' }, 'bob')).toBe('granted');
  });

  test.each([stopUser('bob'), stopAll(), disable('bob'), enable('bob')])(
    'is refused to a user who sends %o',
    async (command) => {
      const desk = await busyDesk();
      const before = runningBooks(desk);
      const { outcome } = await desk.send('ann', command);
      expect(outcome).toMatchObject({ ok: false, refusal: { code: 'MODE' } });
      expect(runningBooks(desk)).toEqual(before);
      expect(desk.runner.state().disabledUsers).toEqual({});
    },
  );

  test('stops the twins of the stopped books and no other', async () => {
    const desk = await busyDesk();
    await operate(desk, stopUser('ann', true));
    for (const { books } of Object.values(desk.runner.twins())) {
      expect(
        Object.values(books)
          .filter(isRunning)
          .map(({ id }) => id),
      ).toEqual(['bob:simulation']);
      expect(Object.keys(books['ann:simulation']?.positions ?? {})).toEqual([]);
      expect(Object.keys(books['bob:simulation']?.positions ?? {})).toHaveLength(1);
    }
  });

  test('is taken where the queue is full', async () => {
    const desk = await busyDesk();
    const clock = setClock(desk.nowMs());
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

describe('a disabled user', () => {
  test('is stopped, and nothing is opened by RUN, by hand or by a bar', async () => {
    const desk = await busyDesk();
    await operate(desk, disable('bob', true));
    expect(book(desk, 'bob')).toMatchObject({ positions: {}, globalActive: false });
    expect(await answer(desk, { type: 'StartTrading', commodity: null }, 'bob')).toBe('DISABLED');
    expect(await answer(desk, { type: 'StartTrading', commodity: 'natural-gas' }, 'bob')).toBe(
      'DISABLED',
    );
    expect(await answer(desk, handOrder(), 'bob')).toBe('DISABLED');
    for (const ticks of [2400, 3100, 2500]) flat(desk, ticks);
    expect(isRunning(book(desk, 'bob'))).toBe(false);
    expect(book(desk, 'bob').positions).toEqual({});
    expect(runningBooks(desk)).toEqual(['ann:simulation', 'ann:paper']);
  });

  test('keeps the exits of what is held', async () => {
    const desk = await openDesk(level());
    desk.quote(GAS, 2500);
    await desk.send('ann', handOrder({ lots: 10, stop: 50 }));
    await operate(desk, disable('ann'));
    expect(await answer(desk, handOrder({ lots: 4, side: 'SELL' }))).toBe('granted');
    desk.bar(GAS, [2490, 2491, 2400, 2410]);
    expect(holdings(desk)).toEqual([]);
  });

  test('leaves a month that ends instead of rolling into the next', async () => {
    const desk = await heldByHand();
    await operate(desk, disable('ann'));
    rolledAt(desk, 2820, 2920);
    expect(holdings(desk)).toEqual([]);
  });

  test('may have no book yet; one that is opened later opens nothing either', async () => {
    const desk = deskHarness(level());
    expect((await operate(desk, disable('new', true))).outcome.ok).toBe(true);
    await desk.send('new', {
      type: 'OpenBook',
      mode: 'simulation',
      market: MARKET,
      capitalMills: toMills(25_000_000),
    });
    desk.quote(GAS, 2500);
    expect(await answer(desk, { type: 'StartTrading', commodity: null }, 'new')).toBe('DISABLED');
    expect(await answer(desk, handOrder(), 'new')).toBe('DISABLED');
  });

  test('is disabled once, however often it is asked; the stop is repeated', async () => {
    const desk = await busyDesk();
    for (let round = 0; round < 3; round += 1)
      expect((await operate(desk, disable('bob'))).outcome.ok).toBe(true);
    expect(desk.journal.records.filter(({ type }) => type === 'UserDisabled')).toMatchObject([
      { userId: 'bob', bookId: null, payload: { reason: REASON } },
    ]);
  });

  test('trades again after being enabled, when RUN is pressed and not before', async () => {
    const desk = await busyDesk();
    await operate(desk, disable('bob', true));
    for (let round = 0; round < 2; round += 1) await operate(desk, enable('bob'));
    expect(desk.journal.records.filter(({ type }) => type === 'UserEnabled')).toHaveLength(1);
    flat(desk, 2400);
    expect([isRunning(book(desk, 'bob')), holdings(desk, 'bob')]).toEqual([false, []]);
    desk.quote(GAS, 2400);
    expect(await answer(desk, { type: 'StartTrading', commodity: 'natural-gas' }, 'bob')).toBe(
      'granted',
    );
    expect(holdings(desk, 'bob')).toHaveLength(1);
  });

  test('is disabled after a restart that folds the log, and a refusal is made again from the log', async () => {
    const desk = await busyDesk();
    await operate(desk, disable('bob'));
    const before = desk.runner.state();
    await desk.send('bob', handOrder({ side: 'BUY' }));
    const denied = desk.journal.records.find(
      ({ type, userId }) => type === 'OrderRefused' && userId === 'bob',
    );
    if (denied?.type !== 'OrderRefused')
      throw new Error('the order of a disabled user was refused at the gate');
    expect(replayRefusal(before, denied)).toMatchObject({ isSame: true });
    const folded = desk.journal.records.reduce(applyRecord, EMPTY_DESK);
    expect(folded.disabledUsers).toEqual(desk.runner.state().disabledUsers);
    const restarted = deskHarness(level(), memoryJournal(), folded);
    restarted.quote(GAS, 2500);
    expect(await answer(restarted, { type: 'StartTrading', commodity: null }, 'bob')).toBe(
      'DISABLED',
    );
    await operate(restarted, enable('bob'));
    expect(restarted.runner.state().disabledUsers).toEqual({});
  });
});
