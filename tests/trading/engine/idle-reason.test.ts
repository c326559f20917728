import { afterEach, expect, test, vi } from 'vitest';
import { getDeskView } from '../../../app/trading/desk-view';
import { NONE_PAID } from '../../../app/trading/strategies/playbook-order';
import * as records from '../../../app/trading/strategies/track-record';
import type { CommodityKey } from '../../../app/trading/domain/commodity';
import {
  CORN,
  GAS,
  type DeskHarness,
  createLevelPlaybook,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';

afterEach(() => vi.restoreAllMocks());

const config = createTestConfig({
  listPlaybooks: (commodity) => [createLevelPlaybook(commodity, 3)],
});

function buildRow(desk: DeskHarness, commodity: CommodityKey) {
  const row = getDeskView(desk.runner.state(), 'ann', 'simulation')?.commodities.find(
    (each) => each.commodity === commodity,
  );
  if (!row) throw new Error('every commodity has a row');
  return { rule: row.activePlaybookId, waits: row.waitingFor };
}

const start = (desk: DeskHarness, commodity: CommodityKey) =>
  desk.send('ann', { type: 'StartTrading', commodity });

test('has no idle reason for a stopped commodity and names its first playbook', async () => {
  expect(buildRow(await openDesk(config), 'natural-gas')).toEqual({ rule: 'LEVEL', waits: null });
});

test('waits for a quote, then for the entry condition', async () => {
  const desk = await openDesk(config);
  await start(desk, 'natural-gas');
  expect(buildRow(desk, 'natural-gas').waits).toBe('waiting for the first quote');
  desk.quote(GAS, 2900);
  expect(buildRow(desk, 'natural-gas').waits).toBe('waits for a first bar');
});

test('has no idle reason with a position or after CLOSE', async () => {
  const desk = await openDesk(config);
  desk.quote(GAS, 2900);
  await start(desk, 'natural-gas');
  desk.bar(GAS, [2900, 2900, 2900, 2900]);
  expect(buildRow(desk, 'natural-gas').waits).toBeNull();
  const [held] = getDeskView(desk.runner.state(), 'ann', 'simulation')?.positions ?? [];
  await desk.send('ann', { type: 'ClosePosition', positionId: held?.position.id ?? '' });
  expect(buildRow(desk, 'natural-gas').waits).toBeNull();
});

test('names a signal that was traded already', async () => {
  const stopped = createTestConfig({
    listPlaybooks: (commodity) => [createLevelPlaybook(commodity, 3, 1, 0.1)],
  });
  const desk = await openDesk(stopped);
  desk.quote(GAS, 2900);
  await start(desk, 'natural-gas');
  desk.bar(GAS, [2900, 2900, 2900, 2900]);
  desk.quote(GAS, 2500);
  expect(getDeskView(desk.runner.state(), 'ann', 'simulation')?.positions).toEqual([]);
  expect(buildRow(desk, 'natural-gas').waits).toBe('NG LONG signal already traded');
});

test('names what blocks the account, then a target whose entry was rejected', async () => {
  const desk = await openDesk(config);
  desk.quote(CORN, 1800);
  desk.bar(CORN, [1800, 1800, 1800, 1800]);
  await desk.send('system', { type: 'HaltTrading', reason: 'a test' });
  await start(desk, 'corn');
  expect(buildRow(desk, 'corn').waits).toBe('trading is halted: a test');
  await desk.send('system', { type: 'ResumeTrading', reason: 'tested' });
  expect(buildRow(desk, 'corn').waits).toBe('target CORN SHORT; retries at next bar close');
});

test('watches while no strategy has paid its costs, and trades a chosen one', async () => {
  vi.spyOn(records, 'findTrackRecord').mockReturnValue({ grade: 'D' } as records.TrackRecord);
  const level = createLevelPlaybook('corn', 3);
  const desk = await openDesk(
    createTestConfig({
      listPlaybooks: () => [{ ...level, row: { ...level.row, id: 'EXPORT_DEMAND' } }],
    }),
  );
  desk.quote(CORN, 1800);
  desk.bar(CORN, [1800, 1800, 1800, 1800]);
  await start(desk, 'corn');
  expect(buildRow(desk, 'corn')).toEqual({ rule: null, waits: NONE_PAID });
  await desk.send('ann', {
    type: 'ChoosePlaybook',
    commodity: 'corn',
    playbookId: 'EXPORT_DEMAND',
  });
  desk.bar(CORN, [1800, 1800, 1800, 1800]);
  expect(buildRow(desk, 'corn')).toEqual({ rule: 'EXPORT_DEMAND', waits: null });
});

test('has no active playbook for an unlisted commodity', async () => {
  const desk = await openDesk(config);
  await start(desk, 'cotton');
  expect(buildRow(desk, 'cotton')).toEqual({ rule: null, waits: 'waiting for the first quote' });
});
