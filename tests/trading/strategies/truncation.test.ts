import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { bindPlaybook } from '../../../app/trading/strategies/bind';
import { defaultPlaybooks } from '../../../app/trading/strategies/playbooks/default';
import type { RuleBar } from '../../../app/trading/strategies/strategy';
import { barAt, boundTo, endOfDay, targetsOver } from './bars';

const RUNS = 1_000;
const DAY_MS = 86_400_000;
const seed = Date.now() % 2 ** 31;
process.stdout.write(`truncation: seed ${seed}, ${RUNS} runs of each property\n`);

/** Small windows, so that short histories pass every state of every rule. */
const SMALL = [
  boundTo('MOM', { n: 3, e: 0.8 }),
  boundTo('REV', { n: 4, e: 1, x: 0.2 }),
  boundTo('BRK', { n: 4, k: 0.1 }),
  boundTo('SEAS', { window: { from: '01-10', to: '01-25' }, dir: 'LONG', filter: { n: 5, zMin: -1, zMax: null } }),
  boundTo('WXA', { series: ['hdd'], averageDays: 2, n: 3, e: 0.5, hold: 2, responseSign: 1 }),
];

const moves = fc.array(fc.record({ move: fc.integer({ min: -40, max: 40 }), wide: fc.integer({ min: 0, max: 9 }), hdd: fc.option(fc.integer({ min: 0, max: 40 })) }), { minLength: 1, maxLength: 60, size: 'max' });

/** A walk that crosses zero at will, over dates that pass a year after thirty bars so that the climatology speaks. */
function barsOf(steps: readonly { move: number; wide: number; hdd: number | null }[]): RuleBar[] {
  let close = 20;
  return steps.map(({ move, wide, hdd }, index) => {
    close += move;
    const day = index < 30 ? index : index + 335;
    return barAt(endOfDay('2023-01-01') + day * DAY_MS, close, { high: close + wide, low: close - wide, weather: hdd === null ? {} : { hdd } });
  });
}

it('a rule cannot see the bars after the one it is given', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(moves, fc.nat(), fc.constantFrom(...SMALL), (steps, cut, bound) => {
      const bars = barsOf(steps);
      const length = cut % (bars.length + 1);
      const whole = targetsOver(bound, bars);
      whole.forEach((target) => seen.add(`${bound.playbook.family} ${target.side}`));
      expect(targetsOver(bound, bars.slice(0, length))).toEqual(whole.slice(0, length));
    }),
    { numRuns: RUNS, seed },
  );
  // The property says nothing about targets that never came up.
  expect([...seen].sort()).toEqual([
    'BRK FLAT', 'BRK LONG', 'BRK SHORT', 'MOM FLAT', 'MOM LONG', 'MOM SHORT', 'REV FLAT', 'REV LONG', 'REV SHORT', 'SEAS FLAT', 'SEAS LONG',
    'WXA FLAT', 'WXA LONG', 'WXA SHORT',
  ]);
});

it('a rule has a standing target with a reason after every bar, and survives being stored', () => {
  fc.assert(
    fc.property(moves, fc.constantFrom(...COMMODITY_KEYS), fc.nat({ max: 4 }), (steps, commodity, index) => {
      const bound = bindPlaybook(defaultPlaybooks(commodity)[index] ?? expect.fail());
      let state = bound.init();
      for (const bar of barsOf(steps)) {
        state = bound.fold(JSON.parse(JSON.stringify(Object.freeze(state))), bar);
        expect(['LONG', 'SHORT', 'FLAT']).toContain(state.target.side);
        expect(state.target.strength >= 0 && state.target.strength <= 1).toBe(true);
        expect(state.target.reason).toMatch(/\d|no input/);
      }
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    }),
    { numRuns: RUNS, seed },
  );
});
