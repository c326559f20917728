import { expect, test } from 'vitest';
import { selectedBook } from '../../../app/trading/domain/book';
import { defineInstrument } from '../../../app/trading/domain/instrument';
import type { Evaluator } from '../../../app/trading/strategies/playbook';
import {
  GAS,
  INSTRUMENTS,
  MARKET,
  levelPlaybook,
  openDesk,
  testConfig,
} from '../../support/desk-harness';

const LATER = defineInstrument({
  id: 'NG-LATER',
  commodity: 'natural-gas',
  tick: '0.001',
  lot: '10',
  priceMayBeNegative: false,
});
const LEVEL = 3;

/**
 * Wants as `levelPlaybook` does, with no strength left: a target that stands and is not growing.
 */
const faded = (): Evaluator => {
  const whole = levelPlaybook('natural-gas', LEVEL);
  return { ...whole, target: (state) => ({ ...whole.target(state), strength: 0 }) };
};

test('RUN takes the contract that its rule wants, though its strength has gone and another comes first', async () => {
  const known = [...INSTRUMENTS, LATER];
  const desk = await openDesk(
    testConfig({ playbooksOf: (commodity) => (commodity === 'natural-gas' ? [faded()] : []) }),
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
  const held = Object.values(selectedBook(desk.runner.state(), 'ann')?.positions ?? {});
  expect(held.map(({ instrumentId, direction }) => [instrumentId, direction])).toEqual([
    ['NG-LATER', 'LONG'],
  ]);
});
