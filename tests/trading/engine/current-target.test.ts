import { expect, test } from 'vitest';
import { getSelectedBook } from '../../../app/trading/domain/book';
import { defineInstrument } from '../../../app/trading/domain/instrument';
import type { Evaluator } from '../../../app/trading/strategies/playbook';
import {
  GAS,
  INSTRUMENTS,
  MARKET,
  createLevelPlaybook,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';

const LATER = defineInstrument({
  id: 'NG-LATER',
  commodity: 'natural-gas',
  tick: '0.001',
  lot: '10',
  priceMayBeNegative: false,
});
const LEVEL = 3;

/** Like `levelPlaybook`, but with zero strength. */
const createFadedPlaybook = (): Evaluator => {
  const whole = createLevelPlaybook('natural-gas', LEVEL);
  return { ...whole, buildTarget: (state) => ({ ...whole.buildTarget(state), strength: 0 }) };
};

const listHeld = async (playbook: Evaluator) => {
  const known = [...INSTRUMENTS, LATER];
  const desk = await openDesk(
    createTestConfig({
      listPlaybooks: (commodity) => (commodity === 'natural-gas' ? [playbook] : []),
    }),
  );
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: known,
    staleAfterMs: 5 * 86_400_000,
    atMs: desk.nowMs(),
  });
  desk.bar(GAS, [3000, 3000, 3000, 3000]);
  desk.bar(LATER, [2900, 2900, 2900, 2900]);
  desk.quote(GAS, 3000);
  desk.quote(LATER, 2900);
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  const held = Object.values(getSelectedBook(desk.runner.state(), 'ann')?.positions ?? {});
  return held.map(({ instrumentId, direction }) => [instrumentId, direction]);
};

test('RUN enters the contract with a target', async () => {
  expect(await listHeld(createLevelPlaybook('natural-gas', LEVEL))).toEqual([['NG-LATER', 'LONG']]);
});

test('RUN leaves a target of zero strength to the next bar', async () => {
  expect(await listHeld(createFadedPlaybook())).toEqual([]);
});
