// Properties of AI_CORE: no look-ahead, independent copies, sides and strength by the signal alone.
import fc from 'fast-check';
import { expect } from 'vitest';
import { DAY_MS } from '../../app/trading/domain/time';
import { COST_MULTIPLE } from '../../app/trading/signals/decide-signal';
import { HOLDING_FACTOR, computeDailyGain } from '../../app/trading/signals/price-forecast';
import { createEvaluator } from '../../app/trading/strategies/evaluate';
import type { InputBar, PlaybookState } from '../../app/trading/strategies/playbook';
import { findPlaybookRow } from '../../app/trading/strategies/playbooks/catalog';
import { computeEnd, inputBar } from '../trading/strategies/input-bars';
import { assertEqual, expectAllMet, property } from './property';

const row = findPlaybookRow('wheat', 'AI_CORE');
if (!row) throw new Error('wheat has no AI_CORE');
const evaluator = createEvaluator(row);

const createDecimal = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true });
const sometimesMissing = (values: fc.Arbitrary<number>): fc.Arbitrary<number> =>
  fc.oneof({ weight: 20, arbitrary: values }, { weight: 1, arbitrary: fc.constant(NaN) });
const signals = fc.array(
  fc.record({
    chanceUp: sometimesMissing(createDecimal(0.35, 0.65)),
    width: createDecimal(0.5, 30),
    middle: createDecimal(-2, 2),
    roundTrip: createDecimal(0, 1),
    skill: fc.constantFrom(1, 1, 1, 0),
    sigma: fc.oneof(fc.constant(0), createDecimal(0.5, 30)),
    spike: createDecimal(0, 1),
    age: fc.constantFrom(0, 0, 0, 0, 2, 30),
    close: createDecimal(5, 900),
  }),
  { minLength: 1, maxLength: 40, size: 'max' },
);
type Signals = typeof signals extends fc.Arbitrary<infer T> ? T : never;

const buildBars = (days: Signals): InputBar[] =>
  days.map(({ chanceUp, width, middle, roundTrip, skill, sigma, spike, age, close }, day) =>
    inputBar(computeEnd('2023-01-01') + day * DAY_MS, close, [
      chanceUp,
      middle - width,
      middle,
      middle + width,
      roundTrip,
      skill,
      sigma,
      spike,
      age,
    ]),
  );

function listStates(bars: readonly InputBar[]): PlaybookState[] {
  const state = evaluator.createState();
  return bars.map((bar) => {
    evaluator.fold(state, bar);
    return evaluator.copyState(state);
  });
}

property('AI_CORE does not depend on later bars', fc.tuple(signals, fc.nat()), ([days, cut]) => {
  const bars = buildBars(days);
  const size = cut % (bars.length + 1);
  assertEqual(
    listStates(bars.slice(0, size)),
    listStates(bars).slice(0, size),
    'a part of the bars',
  );
});

property(
  'a copied state of AI_CORE is independent',
  fc.tuple(signals, signals),
  ([days, later]) => {
    const state = listStates(buildBars(days)).at(-1) ?? evaluator.createState();
    const before = structuredClone(state);
    const copy = evaluator.copyState(state);
    for (const bar of buildBars(later)) evaluator.fold(copy, bar);
    assertEqual(state, before, 'the original');
  },
);

const seen = new Set<string>();
property(
  'AI_CORE is on the likelier side, enters above the hurdle only, and is flat without a signal',
  signals,
  (days) => {
    const states = listStates(buildBars(days));
    states.forEach(({ side, strength }, index) => {
      const day = days[index];
      if (!day) return;
      const { chanceUp, width, middle, roundTrip, skill, age } = day;
      const before = states[index - 1]?.side ?? 0;
      if (Number.isNaN(chanceUp) || skill === 0 || age > 24) assertEqual(side, 0, 'no signal');
      if (side !== 0 && age === 0) expect((chanceUp - 0.5) * side).toBeGreaterThan(0);
      const gain =
        HOLDING_FACTOR *
        computeDailyGain({ chanceUp, low: middle - width, middle, high: middle + width });
      if (side !== 0 && side !== before && age === 0)
        expect(gain).toBeGreaterThan(COST_MULTIPLE * roundTrip);
      if (side === 0) assertEqual(strength, 0, 'strength without a side');
      expect(strength >= 0 && strength <= 1).toBe(true);
      seen.add(`${before} ${side}`);
    });
  },
  {
    after: () =>
      expectAllMet(seen, ['-1 -1', '-1 0', '-1 1', '0 -1', '0 0', '0 1', '1 -1', '1 0', '1 1']),
  },
);
