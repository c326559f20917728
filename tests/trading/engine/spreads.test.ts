// Two legs of one decision: entered together or not at all, left together, and found again by the
// rule that opened them.
import { describe, expect, test } from 'vitest';
import { selectedBook } from '../../../app/trading/domain/book';
import { getDecidingChain } from '../../../app/trading/engine/active-playbook';
import type { SpreadLegs } from '../../../app/trading/strategies/playbook';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  levelPlaybook,
  openDesk,
  testConfig,
} from '../../support/desk-harness';

const LEGS: SpreadLegs = {
  first: { chain: 'NG', month: 1 },
  second: { chain: 'CL', month: 1 },
  ratio: 0.05,
};
const spread = (legs: SpreadLegs = LEGS, barsHeldMax: number | null = null) => {
  const whole = levelPlaybook('natural-gas', 3);
  return { ...whole, row: { ...whole.row, id: 'SPREAD', legs, barsHeldMax } };
};
const config = (evaluator = spread()) =>
  testConfig({ playbooksOf: (key) => (key === 'natural-gas' ? [evaluator] : []) });

const held = (desk: DeskHarness) =>
  Object.values(selectedBook(desk.runner.state(), 'ann')?.positions ?? {});
const told = (desk: DeskHarness) =>
  held(desk)
    .map(({ instrumentId, direction }) => `${instrumentId} ${direction}`)
    .sort();
const active = (desk: DeskHarness, key: 'natural-gas' | 'crude-oil') =>
  selectedBook(desk.runner.state(), 'ann')?.commodities[key]?.active ?? false;
const gas = (desk: DeskHarness, ticks: number) => desk.bar(GAS, [ticks, ticks, ticks, ticks]);

async function running(evaluator = spread()): Promise<DeskHarness> {
  const desk = await openDesk(config(evaluator));
  desk.bar(CRUDE, [7000, 7000, 7000, 7000]);
  gas(desk, 2900);
  desk.quote(CRUDE, 7000);
  desk.quote(GAS, 2900);
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  return desk;
}

describe('a spread', () => {
  test('opens both legs on opposite sides, in one group, the second so large that it offsets the first', async () => {
    const desk = await running();
    expect(told(desk)).toEqual(['CL SHORT', 'NG LONG']);
    const [first, second] = ['NG', 'CL'].map((id) =>
      held(desk).find(({ instrumentId }) => instrumentId === id),
    );
    expect(first?.groupId).toBe(second?.groupId);
    expect(first && getDecidingChain(first)).toBe('NG');
    // lots of 10 and of 1 unit
    expect(second?.lots).toBe(Math.floor((first?.lots ?? 0) * 10 * LEGS.ratio + 1e-9));
    expect(held(desk).every(({ playbookId }) => playbookId === 'SPREAD')).toBe(true);
  });

  test('leaves whole when its rule turns, and comes back on the other side', async () => {
    const desk = await running();
    gas(desk, 3100);
    expect(told(desk)).toEqual([]);
    gas(desk, 3110);
    expect(told(desk)).toEqual(['CL LONG', 'NG SHORT']);
  });

  test('stays while only the other leg moves', async () => {
    const desk = await running();
    desk.bar(CRUDE, [6000, 6000, 6000, 6000]);
    expect(told(desk)).toEqual(['CL SHORT', 'NG LONG']);
  });

  test('leaves after its longest holding', async () => {
    const desk = await running(spread(LEGS, 2));
    gas(desk, 2890);
    expect(told(desk)).toHaveLength(2);
    gas(desk, 2880);
    expect(told(desk)).toEqual([]);
  });

  test('is closed whole when one leg is closed by hand, and the commodity that opened it is off', async () => {
    const desk = await running();
    const leg = held(desk).find(({ instrumentId }) => instrumentId === 'CL');
    await desk.send('ann', { type: 'ClosePosition', positionId: leg?.id ?? '' });
    expect([told(desk), active(desk, 'natural-gas')]).toEqual([[], false]);
    gas(desk, 2890);
    expect(told(desk)).toEqual([]);
  });

  test('is not opened at all while its other leg has no price, and says so', async () => {
    const desk = await openDesk(config());
    gas(desk, 2900);
    desk.quote(GAS, 2900);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    expect(told(desk)).toEqual([]);
    const reasons = desk.journal.records.flatMap((record) =>
      record.type === 'DecisionTaken' ? [record.payload.reason] : [],
    );
    expect(reasons.at(-1)).toBe('waits for a price of both legs, NG 1 and CL 1');
  });

  test('is not opened by half when the gate refuses a leg', async () => {
    const desk = await openDesk(config());
    desk.bar(CRUDE, [7000, 7000, 7000, 7000]);
    gas(desk, 2900);
    desk.quote(GAS, 2900);
    // the price of the other leg is too old to open anything
    desk.wait(6 * 86_400_000);
    desk.quote(GAS, 2900);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    expect(told(desk)).toEqual([]);
    expect(desk.journal.records.some(({ type }) => type === 'OrderRefused')).toBe(true);
  });
});
