import { expect, test } from 'vitest';
import { deskView } from '../../../app/trading/desk';
import type { CommodityKey } from '../../../app/trading/domain/commodity';
import {
  CORN,
  GAS,
  type DeskHarness,
  levelPlaybook,
  openDesk,
  testConfig,
} from '../../support/desk-harness';

const config = testConfig({ playbooksOf: (commodity) => [levelPlaybook(commodity, 3)] });

function buildRow(desk: DeskHarness, commodity: CommodityKey) {
  const row = deskView(desk.runner.state(), 'ann', 'simulation')?.commodities.find(
    (each) => each.commodity === commodity,
  );
  if (!row) throw new Error('every commodity has a row');
  return { rule: row.ruleId, waits: row.waitingFor };
}

const start = (desk: DeskHarness, commodity: CommodityKey) =>
  desk.send('ann', { type: 'StartTrading', commodity });

test('what is off waits for nothing, and names its first playbook', async () => {
  expect(buildRow(await openDesk(config), 'natural-gas')).toEqual({ rule: 'LEVEL', waits: null });
});

test('without a price it waits for one, with one for the condition of its rule', async () => {
  const desk = await openDesk(config);
  await start(desk, 'natural-gas');
  expect(buildRow(desk, 'natural-gas').waits).toBe('waiting for the first quote');
  desk.quote(GAS, 2900);
  expect(buildRow(desk, 'natural-gas').waits).toBe('waits for a first bar');
});

test('what holds a position waits for nothing, nor does what a close turned off', async () => {
  const desk = await openDesk(config);
  desk.quote(GAS, 2900);
  await start(desk, 'natural-gas');
  desk.bar(GAS, [2900, 2900, 2900, 2900]);
  expect(buildRow(desk, 'natural-gas').waits).toBeNull();
  const [held] = deskView(desk.runner.state(), 'ann', 'simulation')?.positions ?? [];
  await desk.send('ann', { type: 'ClosePosition', positionId: held?.position.id ?? '' });
  expect(buildRow(desk, 'natural-gas').waits).toBeNull();
});

test('a signal that was taken once is not taken again', async () => {
  const stopped = testConfig({ playbooksOf: (commodity) => [levelPlaybook(commodity, 3, 1, 0.1)] });
  const desk = await openDesk(stopped);
  desk.quote(GAS, 2900);
  await start(desk, 'natural-gas');
  desk.bar(GAS, [2900, 2900, 2900, 2900]);
  desk.quote(GAS, 2500);
  expect(deskView(desk.runner.state(), 'ann', 'simulation')?.positions).toEqual([]);
  expect(buildRow(desk, 'natural-gas').waits).toBe('NG LONG signal already traded');
});

test('a wish that the gate refused is named as one', async () => {
  const desk = await openDesk(config);
  desk.quote(CORN, 1800);
  desk.bar(CORN, [1800, 1800, 1800, 1800]);
  await desk.send('system', { type: 'HaltTrading', reason: 'a test' });
  await start(desk, 'corn');
  expect(buildRow(desk, 'corn').waits).toBe('target CORN SHORT; retries at next bar close');
});

test('a commodity that the market does not list has no playbook in force', async () => {
  const desk = await openDesk(config);
  await start(desk, 'cotton');
  expect(buildRow(desk, 'cotton')).toEqual({ rule: null, waits: 'waiting for the first quote' });
});
