// Clock faults block entries only; the log contains the reason.
import { expect, test } from 'vitest';
import { toMills } from '../../../app/trading/domain/units';
import { replayRefusal } from '../../../app/trading/engine/replay-refusal';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { StorageError } from '../../../app/trading/ports';
import type { LoggedState } from '../../../app/trading/domain/book';
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

const FAULT =
  'The system clock jumped 1 h 0 min back at 2024-01-02 00:00:05 UTC (limit 5 s); entries wait until it agrees again.';
const setClockFault = (desk: DeskHarness, clockFault?: string | null): void =>
  desk.offer({
    type: 'Time',
    atMs: desk.nowMs() + 1000,
    ...(clockFault === undefined ? {} : { clockFault }),
  });

test('rejects entries during a clock fault and accepts them after it', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  setClockFault(desk, FAULT);
  const { outcome } = await desk.send('ann', createManualOrder());
  expect(outcome).toEqual({ ok: false, refusal: { code: 'CLOCK', message: FAULT } });
  // A `Time` event without clock information changes nothing.
  setClockFault(desk);
  expect(await executeCommand(desk, createManualOrder())).toBe('CLOCK');
  setClockFault(desk, null);
  expect([await executeCommand(desk, createManualOrder()), listHoldings(desk)]).toEqual([
    'granted',
    [['NG', 30]],
  ]);
});

test('fills stops and closes positions during a clock fault', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  await desk.send('ann', createManualOrder({ stop: 50 }));
  setClockFault(desk, FAULT);
  desk.quote(GAS, 2700);
  expect(listHoldings(desk)).toEqual([]);
  setClockFault(desk, null);
  await desk.send('ann', createManualOrder());
  setClockFault(desk, FAULT);
  expect([
    await executeCommand(desk, { type: 'CloseTrading', commodity: null }),
    listHoldings(desk),
  ]).toEqual(['granted', []]);
});

test('stores RUN during a clock fault and enters at the first bar after it', async () => {
  const desk = await openDesk(
    createTestConfig({
      listPlaybooks: (key) =>
        key === 'natural-gas' ? [createLevelPlaybook('natural-gas', 3000)] : [],
    }),
  );
  desk.bar(GAS, [2800, 2800, 2800, 2800]);
  setClockFault(desk, FAULT);
  expect(await executeCommand(desk, { type: 'StartTrading', commodity: 'natural-gas' })).toBe(
    'granted',
  );
  expect(listHoldings(desk)).toEqual([]);
  desk.bar(GAS, [2800, 2800, 2800, 2800]);
  expect(listHoldings(desk)).toEqual([]);
  setClockFault(desk, null);
  desk.bar(GAS, [2800, 2800, 2800, 2800]);
  expect(listHoldings(desk)).toHaveLength(1);
});

test('reproduces the refusal from the log', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  setClockFault(desk, FAULT);
  await desk.send('ann', createManualOrder());
  let folded: LoggedState = EMPTY_DESK;
  const remade = desk.journal.records.flatMap((record) => {
    const found = record.type === 'OrderRefused' ? [replayRefusal(folded, record)] : [];
    folded = applyRecord(folded, record);
    return found;
  });
  expect(remade).toHaveLength(1);
  expect(remade[0]).toMatchObject({ isSame: true });
  expect(desk.journal.records.find(({ type }) => type === 'OrderRefused')?.payload).toMatchObject({
    seen: { clockFault: FAULT },
  });
});

test('applies a clock fault that arrives during a storage fault', async () => {
  const journal = createMemoryJournal();
  let isFull = false;
  const desk = createDeskHarness(createTestConfig(), {
    ...journal,
    commit(batch) {
      if (isFull) throw new StorageError('no space left');
      journal.commit(batch);
    },
  });
  await desk.send('ann', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  desk.quote(GAS, 2800);
  isFull = true;
  expect(await executeCommand(desk, createManualOrder())).toBe('STORAGE');
  isFull = false;
  setClockFault(desk, FAULT);
  expect(await executeCommand(desk, createManualOrder())).toBe('CLOCK');
});
