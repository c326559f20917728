// Spreads: both legs enter and exit together.
import { describe, expect, test } from 'vitest';
import { getSelectedBook } from '../../../app/trading/domain/book';
import { getDecidingChain } from '../../../app/trading/engine/active-playbook';
import type { SpreadLegs } from '../../../app/trading/strategies/playbook';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  createLevelPlaybook,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';

const LEGS: SpreadLegs = {
  first: { chain: 'NG', month: 1 },
  second: { chain: 'CL', month: 1 },
  ratio: 0.05,
};
const createSpread = (legs: SpreadLegs = LEGS, barsHeldMax: number | null = null) => {
  const whole = createLevelPlaybook('natural-gas', 3);
  return { ...whole, row: { ...whole.row, id: 'SPREAD', legs, barsHeldMax } };
};
const createConfig = (evaluator = createSpread()) =>
  createTestConfig({ listPlaybooks: (key) => (key === 'natural-gas' ? [evaluator] : []) });

const listPositions = (desk: DeskHarness) =>
  Object.values(getSelectedBook(desk.runner.state(), 'ann')?.positions ?? {});
const formatPositions = (desk: DeskHarness) =>
  listPositions(desk)
    .map(({ instrumentId, direction }) => `${instrumentId} ${direction}`)
    .sort();
const isActive = (desk: DeskHarness, key: 'natural-gas' | 'crude-oil') =>
  getSelectedBook(desk.runner.state(), 'ann')?.commodities[key]?.active ?? false;
const closeGasBar = (desk: DeskHarness, ticks: number) =>
  desk.bar(GAS, [ticks, ticks, ticks, ticks]);

async function openRunningDesk(evaluator = createSpread()): Promise<DeskHarness> {
  const desk = await openDesk(createConfig(evaluator));
  desk.bar(CRUDE, [7000, 7000, 7000, 7000]);
  closeGasBar(desk, 2900);
  desk.quote(CRUDE, 7000);
  desk.quote(GAS, 2900);
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  return desk;
}

describe('spread', () => {
  test('opens two opposite legs of matching size in one group', async () => {
    const desk = await openRunningDesk();
    expect(formatPositions(desk)).toEqual(['CL SHORT', 'NG LONG']);
    const [first, second] = ['NG', 'CL'].map((id) =>
      listPositions(desk).find(({ instrumentId }) => instrumentId === id),
    );
    expect(first?.groupId).toBe(second?.groupId);
    expect(first && getDecidingChain(first)).toBe('NG');
    // lots of 10 and 1 units
    expect(second?.lots).toBe(Math.floor((first?.lots ?? 0) * 10 * LEGS.ratio + 1e-9));
    expect(listPositions(desk).every(({ playbookId }) => playbookId === 'SPREAD')).toBe(true);
  });

  test('exits both legs when the target flips and enters the other side', async () => {
    const desk = await openRunningDesk();
    closeGasBar(desk, 3100);
    expect(formatPositions(desk)).toEqual([]);
    closeGasBar(desk, 3110);
    expect(formatPositions(desk)).toEqual(['CL LONG', 'NG SHORT']);
  });

  test('holds while only the other leg moves', async () => {
    const desk = await openRunningDesk();
    desk.bar(CRUDE, [6000, 6000, 6000, 6000]);
    expect(formatPositions(desk)).toEqual(['CL SHORT', 'NG LONG']);
  });

  test('exits after the maximum holding time', async () => {
    const desk = await openRunningDesk(createSpread(LEGS, 2));
    closeGasBar(desk, 2890);
    expect(formatPositions(desk)).toHaveLength(2);
    closeGasBar(desk, 2880);
    expect(formatPositions(desk)).toEqual([]);
  });

  test('closes both legs when one is closed manually', async () => {
    const desk = await openRunningDesk();
    const leg = listPositions(desk).find(({ instrumentId }) => instrumentId === 'CL');
    await desk.send('ann', { type: 'ClosePosition', positionId: leg?.id ?? '' });
    expect([formatPositions(desk), isActive(desk, 'natural-gas')]).toEqual([[], false]);
    closeGasBar(desk, 2890);
    expect(formatPositions(desk)).toEqual([]);
  });

  test('is not opened while a leg has no price, with a reason', async () => {
    const desk = await openDesk(createConfig());
    closeGasBar(desk, 2900);
    desk.quote(GAS, 2900);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    expect(formatPositions(desk)).toEqual([]);
    const reasons = desk.journal.records.flatMap((record) =>
      record.type === 'DecisionTaken' ? [record.payload.reason] : [],
    );
    expect(reasons.at(-1)).toBe('no price of both legs yet: NG 1 and CL 1');
  });

  test('opens no leg if pre-trade checks reject one', async () => {
    const desk = await openDesk(createConfig());
    desk.bar(CRUDE, [7000, 7000, 7000, 7000]);
    closeGasBar(desk, 2900);
    desk.quote(GAS, 2900);
    // the quote of the other leg is stale
    desk.wait(6 * 86_400_000);
    desk.quote(GAS, 2900);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    expect(formatPositions(desk)).toEqual([]);
    expect(desk.journal.records.some(({ type }) => type === 'OrderRefused')).toBe(true);
  });
});
