// The emergency stop applies to all accounts of one user, in every mode.
import { describe, expect, test } from 'vitest';
import { buildStopToast } from '../../../app/routes/emergency-stop/stop-toast';
import { createSettableClock } from '../../../app/trading/clock';
import { getBookId } from '../../../app/trading/domain/book';
import type { Command } from '../../../app/trading/domain/command';
import type { TradingMode } from '../../../app/trading/domain/settings';
import { toLots, toMills, toTicks } from '../../../app/trading/domain/units';
import { createRunner } from '../../../app/trading/engine/runner';
import { StorageError } from '../../../app/trading/ports';
import {
  type DeskHarness,
  GAS,
  MARKET,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';

const buildBuy = (stopTicks: number | null): Command => ({
  type: 'PlaceOrder',
  instrumentId: 'NG',
  side: 'BUY',
  orderType: 'MARKET',
  lots: toLots(10),
  priceTicks: null,
  stopDistanceTicks: stopTicks === null ? null : toTicks(stopTicks),
  targetDistanceTicks: null,
});
const getAccount = (desk: DeskHarness, userId: string, mode: TradingMode) =>
  desk.runner.state().books[getBookId(userId, mode)]!;
const isRunning = (desk: DeskHarness, userId: string, mode: TradingMode): boolean => {
  const { globalActive, commodities } = getAccount(desk, userId, mode);
  return globalActive || Object.values(commodities).some(({ active }) => active);
};

/**
 * Ann: a protected position and RUN ALL in simulation, a working entry in paper. Bob: RUN and a
 * working entry.
 */
async function busyDesk(): Promise<DeskHarness> {
  const desk = await openDesk(createTestConfig({ fillsAtOnce: false }));
  await desk.send('bob', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  desk.quote(GAS, 2800);
  await desk.send('ann', buildBuy(50));
  desk.bar(GAS, [2800, 2810, 2795, 2805]);
  await desk.send('ann', { type: 'StartTrading', commodity: null });
  await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
  await desk.send('ann', { type: 'StartTrading', commodity: 'corn' });
  for (const userId of ['ann', 'bob']) await desk.send(userId, buildBuy(null));
  await desk.send('bob', { type: 'StartTrading', commodity: 'corn' });
  return desk;
}

describe('emergency stop', () => {
  test('stops every account of its user and no other', async () => {
    const desk = await busyDesk();
    expect([
      isRunning(desk, 'ann', 'simulation'),
      isRunning(desk, 'ann', 'paper'),
      isRunning(desk, 'bob', 'simulation'),
    ]).toEqual([true, true, true]);
    expect((await desk.send('ann', { type: 'EmergencyStop' })).outcome.ok).toBe(true);
    expect([
      isRunning(desk, 'ann', 'simulation'),
      isRunning(desk, 'ann', 'paper'),
      isRunning(desk, 'bob', 'simulation'),
    ]).toEqual([false, false, true]);
  });

  test('cancels working entries, releases their collateral and keeps stops', async () => {
    const desk = await busyDesk();
    expect(Object.values(getAccount(desk, 'ann', 'paper').orders)).toMatchObject([
      { purpose: 'ENTRY' },
    ]);
    await desk.send('ann', { type: 'EmergencyStop' });
    expect(getAccount(desk, 'ann', 'paper')).toMatchObject({
      orders: {},
      balances: { available: 25_000_000, reserved: 0 },
    });
    expect(Object.values(getAccount(desk, 'bob', 'simulation').orders)).toMatchObject([
      { purpose: 'ENTRY' },
    ]);
    expect(Object.values(getAccount(desk, 'ann', 'simulation').orders)).toMatchObject([
      { purpose: 'STOP' },
    ]);
    desk.bar(GAS, [2790, 2791, 2700, 2710]);
    expect(getAccount(desk, 'ann', 'simulation')).toMatchObject({ positions: {}, closed: 1 });
  });

  test('is recorded with all its consequences', async () => {
    const desk = await busyDesk();
    const { seq, lastSeq } = await desk.send('ann', { type: 'EmergencyStop' });
    const consequences = desk.journal.records.filter(
      (record) => record.seq > seq && record.seq <= lastSeq,
    );
    expect(desk.journal.records.find((record) => record.seq === seq)).toMatchObject({
      type: 'CommandReceived',
      userId: 'ann',
      payload: { command: { type: 'EmergencyStop' } },
    });
    expect(consequences.every(({ userId, causeSeq }) => userId === 'ann' && causeSeq === seq)).toBe(
      true,
    );
    const listTypes = (mode: TradingMode) =>
      consequences
        .filter((record) => record.bookId === getBookId('ann', mode))
        .map(({ type }) => type);
    expect(listTypes('simulation')).toEqual([
      'AllStopped',
      ...Array.from({ length: 10 }, () => 'CommodityStopped'),
    ]);
    expect(listTypes('paper')).toEqual(['CommodityStopped', 'OrderCancelled']);
  });

  test('reports each account and how to close positions', async () => {
    const desk = await busyDesk();
    const { outcome, seq, lastSeq } = await desk.send('ann', { type: 'EmergencyStop' });
    const books = [getAccount(desk, 'ann', 'simulation'), getAccount(desk, 'ann', 'paper')];
    const toast = buildStopToast(
      outcome,
      books,
      desk.journal.records.filter((record) => record.seq >= seq && record.seq <= lastSeq),
    );
    expect(toast).toEqual({
      title: 'Emergency stop: no new entries',
      variant: 'destructive',
      description:
        'SIMULATION: 10 commodities stopped, 1 position still open, its stops and targets stay. PAPER: 1 commodity stopped, 1 working entry order cancelled. ' +
        'To get out of open positions, use CLOSE ALL on the dashboard, in each mode that holds some.',
    });
    const again = await desk.send('ann', { type: 'EmergencyStop' });
    expect(buildStopToast(again.outcome, books, []).description).toContain(
      'PAPER: nothing was running.',
    );
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
    const answers = [
      { type: 'StopTrading', commodity: null } as const,
      { type: 'EmergencyStop' } as const,
    ].map((command) => runner.execute({ userId: 'ann', command, idempotencyKey: null }));
    runner.drain();
    expect(
      (await Promise.all(answers)).map(({ outcome }) =>
        outcome.ok ? 'done' : outcome.refusal.code,
      ),
    ).toEqual(['BUSY', 'done']);
    expect(runner.state().books[getBookId('ann', 'simulation')]?.globalActive).toBe(false);
  });

  test('is remembered during a storage fault and applied first afterwards', async () => {
    const desk = await busyDesk();
    const clock = createSettableClock(desk.nowMs());
    let isFull = true;
    const commit = (): void => {
      if (isFull) throw new StorageError('no space left');
    };
    const runner = createRunner({
      engine: desk.engine,
      journal: { ...desk.journal, commit },
      clock,
      state: desk.runner.state(),
    });
    const answer = runner.execute({
      userId: 'ann',
      command: { type: 'EmergencyStop' },
      idempotencyKey: null,
    });
    runner.drain();
    const toast = buildStopToast((await answer).outcome, [], []);
    expect([toast.title, toast.variant]).toEqual(['Emergency stop not stored yet', 'destructive']);
    expect(toast.description).toContain(
      'It is executed first after recovery; until then trading is stopped.',
    );
    expect(runner.state().books[getBookId('ann', 'simulation')]?.globalActive).toBe(true);
    isFull = false;
    runner.offer({ type: 'Time', atMs: clock.nowMs() + 1000 });
    runner.drain();
    expect(runner.state().books[getBookId('ann', 'simulation')]?.globalActive).toBe(false);
    expect(runner.state().books[getBookId('bob', 'simulation')]?.commodities.corn?.active).toBe(
      true,
    );
  });
});
