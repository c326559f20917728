// Step budget of a rule per bar, and that every valid row stays within it.
import { describe, expect, it } from 'vitest';
import { createEvaluator } from '../../../app/trading/strategies/evaluate';
import type { Family } from '../../../app/trading/strategies/playbook';
import { createClimate, addReading } from '../../../app/trading/strategies/families/climate';
import {
  createMoments,
  computeExactMean,
  pushMoment,
} from '../../../app/trading/strategies/families/moments';
import {
  FIGURES_MAX,
  STEPS_PER_BAR,
  beginBar,
  endBar,
  countFigures,
  spendSteps,
} from '../../../app/trading/strategies/step-budget';
import { createRow } from '../../support/desk-harness';

describe('the step budget', () => {
  it('resets with each bar and throws when exhausted', () => {
    beginBar();
    spendSteps(STEPS_PER_BAR);
    expect(() => spendSteps(1)).toThrow(`more than ${STEPS_PER_BAR} steps`);
    beginBar();
    expect(() => spendSteps(STEPS_PER_BAR + 1)).toThrow('steps on one bar');
    endBar();
  });

  it('stops an oversized window before its loop runs', () => {
    const moments = createMoments(STEPS_PER_BAR + 2);
    for (let n = 0; n < STEPS_PER_BAR + 1; n += 1) pushMoment(moments, n);
    beginBar();
    expect(() => computeExactMean(moments)).toThrow('steps on one bar');
    const climate = createClimate(1);
    beginBar();
    expect(() => addReading(climate, 0, 1, 1e12)).toThrow('steps on one bar');
    endBar();
  });
});

describe('the size of a state', () => {
  it('is counted in depth, up to the limit', () => {
    expect(countFigures({ a: 1, b: [1, 2, { c: 'four' }], d: new Float64Array(10) })).toBe(20);
    expect(countFigures(Array.from({ length: 1_000_000 }, () => 0))).toBeGreaterThan(FIGURES_MAX);
    const round: { self?: unknown } = {};
    round.self = round;
    expect(countFigures(round)).toBe(1);
  });
});

/** Families without a parameter `n` of up to 2000 bars. */
type FamilyWithoutWindow = 'SEAS' | 'CARRY' | 'WXA' | 'EVT' | 'AI';
const WIDEST_PARAMS: Readonly<Record<Exclude<Family, FamilyWithoutWindow>, object>> = {
  MOM: { n: 2000, e: 1 },
  REV: { n: 2000, e: 2, x: 1 },
  BRK: { n: 2000, k: 0 },
  SPRD: { place: 0, n: 2000, e: 2, x: 1 },
  FUND: { kind: 'price', place: 0, n: 2000, e: 2, x: 1 },
  HEDGE: { place: 0, n: 2000, e: 1 },
  VOLR: { n: 2000, lo: 0.7, hi: 1.3, k: 0, e: 2, x: 1 },
  SCALP: { n: 2000, e: 2, from: 0, to: 24, zone: 'UTC' },
};
const WIDEST = Object.entries(WIDEST_PARAMS);

describe('a row', () => {
  it.each(WIDEST)(
    '%s with the widest window that its parameters allow keeps within both on every bar',
    (family, params) => {
      const row = createRow('corn', {
        family: family as never,
        params: params as never,
        inputs: ['a'],
      });
      const rule = createEvaluator(row);
      const state = rule.createState();
      // Falling, then rising, so that queues fill and empty at once; then flat, where sums are
      // recomputed on every bar.
      for (let bar = 0; bar < 7000; bar += 1) {
        const close =
          bar < 2500 ? 5000 - bar : bar < 5000 ? 2500 + bar : bar % 2 === 0 ? 7500 : 7500.0001;
        rule.fold(state, {
          open: close,
          high: close,
          low: close,
          close,
          endsMs: bar * 900_000,
          inputs: [close],
        });
      }
      expect(countFigures(state)).toBeLessThanOrEqual(FIGURES_MAX);
    },
  );

  it.each(WIDEST)('%s with a wider window is rejected before the first bar', (family, params) => {
    expect(() =>
      createEvaluator(
        createRow('corn', {
          family: family as never,
          params: { ...params, n: 2001 } as never,
          inputs: ['a'],
        }),
      ),
    ).toThrow('params.n');
  });

  it('allows at most ten inputs and ten gates', () => {
    const gates = Array.from({ length: 11 }, () => ({
      input: 0,
      is: 'above' as const,
      value: 0,
      ends: false,
      text: 'x',
    }));
    expect(() =>
      createEvaluator(
        createRow('corn', { family: 'MOM', params: { n: 5, e: 1 }, inputs: ['a'], gates }),
      ),
    ).toThrow('gates: at most 10, got 11');
  });
});
