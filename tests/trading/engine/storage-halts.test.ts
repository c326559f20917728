// Halts combined with storage faults: trading stays halted until the system resumes it.
import { expect, test } from 'vitest';
import type { Command } from '../../../app/trading/domain/command';
import { SYSTEM_USER } from '../../../app/trading/engine/config';
import { toMills } from '../../../app/trading/domain/units';
import {
  type DeskHarness,
  GAS,
  MARKET,
  createDeskHarness,
  createTestConfig,
} from '../../support/desk-harness';
import { type FragileDisk, createFragileJournal } from '../../support/fragile-journal';
import { executeCommand, createManualOrder, listHoldings } from '../../support/reference-orders';

const HALT: Command = { type: 'HaltTrading', reason: 'the books differ' };
const RESUME: Command = { type: 'ResumeTrading', reason: 'the books were compared' };

async function openFragile(): Promise<FragileDisk & { desk: DeskHarness }> {
  const disk = createFragileJournal();
  const desk = createDeskHarness(createTestConfig(), disk.journal);
  await desk.send('ann', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  desk.quote(GAS, 2800);
  return { ...disk, desk };
}

const tickSecond = (desk: DeskHarness): void =>
  desk.offer({ type: 'Time', atMs: desk.nowMs() + 1000 });
const countRecords = (desk: DeskHarness, type: string): number =>
  desk.journal.records.filter((record) => record.type === type).length;

/** Starts the storage fault: the next write fails. */
async function beginFault({ desk, setFull }: FragileDisk & { desk: DeskHarness }): Promise<void> {
  setFull(true);
  expect(await executeCommand(desk, createManualOrder())).toBe('STORAGE');
}

test('a halt from before a storage fault stays active', async () => {
  const fragile = await openFragile();
  const { desk, setFull } = fragile;
  await desk.send(SYSTEM_USER, HALT);
  await beginFault(fragile);
  setFull(false);
  tickSecond(desk);
  expect([desk.runner.status().storageFault, desk.runner.state().trading.state]).toEqual([
    null,
    'HALTED',
  ]);
  expect(await executeCommand(desk, createManualOrder())).toBe('HALTED');
  expect(countRecords(desk, 'TradingResumed')).toBe(0);
});

test('a probe leaves no record', async () => {
  const fragile = await openFragile();
  const { desk, setFull } = fragile;
  await beginFault(fragile);
  const { length } = desk.journal.records;
  setFull(false);
  tickSecond(desk);
  expect([desk.runner.status().storageFault, desk.journal.records.length]).toEqual([null, length]);
  expect(await executeCommand(desk, createManualOrder())).toBe('granted');
});

test('a halt during a fault applies at once and is the first record after it', async () => {
  const fragile = await openFragile();
  const { desk, setFull } = fragile;
  await beginFault(fragile);
  await desk.send('ann', { type: 'StopTrading', commodity: null });
  expect((await desk.send(SYSTEM_USER, HALT)).outcome).toMatchObject({
    ok: false,
    refusal: {
      code: 'STORAGE',
      message: expect.stringContaining('It is executed first') as string,
    },
  });
  expect(desk.runner.status().pendingHalt).toBe('the books differ');
  const { length } = desk.journal.records;
  setFull(false);
  desk.runner.offer({ type: 'Time', atMs: desk.nowMs() + 1000 });
  const entry = desk.runner.execute({
    userId: 'ann',
    idempotencyKey: null,
    command: createManualOrder(),
  });
  desk.runner.drain();
  expect((await entry).outcome).toMatchObject({ ok: false, refusal: { code: 'HALTED' } });
  expect([desk.runner.state().trading, desk.runner.status().pendingHalt]).toEqual([
    { state: 'HALTED', reason: 'the books differ' },
    null,
  ]);
  const [first, second, third] = desk.journal.records.slice(length);
  expect([first?.payload, second?.type, third?.payload]).toMatchObject([
    { command: HALT },
    'TradingHalted',
    { command: { type: 'StopTrading' } },
  ]);
});

test('a halt in the batch that met the fault applies', async () => {
  const { desk, setFull } = await openFragile();
  setFull(true);
  const entry = desk.runner.execute({
    userId: 'ann',
    idempotencyKey: null,
    command: createManualOrder(),
  });
  void desk.runner.execute({ userId: SYSTEM_USER, idempotencyKey: null, command: HALT });
  desk.runner.drain();
  expect((await entry).outcome).toMatchObject({ ok: false, refusal: { code: 'STORAGE' } });
  setFull(false);
  tickSecond(desk);
  expect(await executeCommand(desk, createManualOrder())).toBe('HALTED');
});

test('storage is available again only when the pending halt is stored', async () => {
  const fragile = await openFragile();
  const { desk, setFull, failCommits } = fragile;
  await beginFault(fragile);
  await desk.send(SYSTEM_USER, HALT);
  setFull(false);
  failCommits(1);
  tickSecond(desk);
  expect(desk.runner.status()).toMatchObject({
    storageFault: 'no space left',
    pendingHalt: 'the books differ',
  });
  expect(await executeCommand(desk, createManualOrder())).toBe('STORAGE');
  tickSecond(desk);
  expect(desk.runner.status()).toMatchObject({ storageFault: null, pendingHalt: null });
  expect([
    await executeCommand(desk, createManualOrder()),
    listHoldings(desk),
    countRecords(desk, 'TradingHalted'),
  ]).toEqual(['HALTED', [], 1]);
});

test('stores a repeated halt once and rejects a resume during the fault', async () => {
  const fragile = await openFragile();
  const { desk, setFull } = fragile;
  await beginFault(fragile);
  await desk.send(SYSTEM_USER, HALT);
  await desk.send(SYSTEM_USER, HALT);
  expect((await desk.send(SYSTEM_USER, RESUME)).outcome).toMatchObject({
    ok: false,
    refusal: { code: 'STORAGE' },
  });
  setFull(false);
  tickSecond(desk);
  expect([
    desk.runner.state().trading.state,
    countRecords(desk, 'TradingHalted'),
    countRecords(desk, 'TradingResumed'),
  ]).toEqual(['HALTED', 1, 0]);
  expect(
    desk.journal.records.filter(({ payload }) => JSON.stringify(payload).includes('HaltTrading')),
  ).toHaveLength(1);
  await desk.send(SYSTEM_USER, RESUME);
  expect(await executeCommand(desk, createManualOrder())).toBe('granted');
});

test('rejects a halt by a user during a fault', async () => {
  const fragile = await openFragile();
  const { desk, setFull } = fragile;
  await beginFault(fragile);
  await desk.send('ann', HALT);
  expect(desk.runner.status().pendingHalt).toBeNull();
  setFull(false);
  tickSecond(desk);
  expect(desk.runner.state().trading.state).toBe('ACTIVE');
});

test('applies listings from a fault after it', async () => {
  const fragile = await openFragile();
  const { desk, setFull } = fragile;
  await beginFault(fragile);
  const added = { ...GAS, id: 'NG-LATER' };
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: [added],
    staleAfterMs: 5_000_000,
    atMs: desk.nowMs(),
  });
  setFull(false);
  tickSecond(desk);
  expect(Object.keys(desk.runner.state().listings[MARKET] ?? {})).toContain('NG-LATER');
});

test('accepts a halt when the queue is full', async () => {
  const { desk } = await openFragile();
  for (let count = 0; count < 10_000; count += 1)
    desk.runner.offer({ type: 'Time', atMs: desk.nowMs() });
  const [refusal, halt] = [
    desk.runner.execute({ userId: 'ann', idempotencyKey: null, command: createManualOrder() }),
    desk.runner.execute({ userId: SYSTEM_USER, idempotencyKey: null, command: HALT }),
  ];
  desk.runner.drain();
  expect([
    (await refusal).outcome.ok,
    (await halt).outcome.ok,
    desk.runner.state().trading.state,
  ]).toEqual([false, true, 'HALTED']);
});
