// What one rule may spend on one bar, and that no row can ask for more.
import { describe, expect, it } from 'vitest';
import { createEvaluator } from '../../../app/trading/strategies/evaluate';
import { emptyClimate, takeReading } from '../../../app/trading/strategies/families/climate';
import {
  emptyMoments,
  exactMean,
  pushMoment,
} from '../../../app/trading/strategies/families/moments';
import {
  FIGURES_MAX,
  STEPS_PER_BAR,
  beginBar,
  endBar,
  figuresIn,
  spendSteps,
} from '../../../app/trading/strategies/steps';
import { plainRow } from '../../support/desk-harness';

describe('the steps of a bar', () => {
  it('are given once for each bar, and an error names that they are spent', () => {
    beginBar();
    spendSteps(STEPS_PER_BAR);
    expect(() => spendSteps(1)).toThrow(`more than ${STEPS_PER_BAR} steps`);
    beginBar();
    expect(() => spendSteps(STEPS_PER_BAR + 1)).toThrow('steps on one bar');
    endBar();
  });

  it('end a window that no row may have before it is walked through', () => {
    const moments = emptyMoments(STEPS_PER_BAR + 2);
    for (let n = 0; n < STEPS_PER_BAR + 1; n += 1) pushMoment(moments, n);
    beginBar();
    expect(() => exactMean(moments)).toThrow('steps on one bar');
    const climate = emptyClimate(1);
    beginBar();
    expect(() => takeReading(climate, 0, 1, 1e12)).toThrow('steps on one bar');
    endBar();
  });
});

describe('the figures of a state', () => {
  it('are counted to their depth, and no further than is allowed', () => {
    expect(figuresIn({ a: 1, b: [1, 2, { c: 'four' }], d: new Float64Array(10) })).toBe(20);
    expect(figuresIn(Array.from({ length: 1_000_000 }, () => 0))).toBeGreaterThan(FIGURES_MAX);
    const round: { self?: unknown } = {};
    round.self = round;
    expect(figuresIn(round)).toBe(1);
  });
});

const WIDEST: readonly (readonly [string, object])[] = [
  ['MOM', { n: 2000, e: 1 }],
  ['REV', { n: 2000, e: 2, x: 1 }],
  ['BRK', { n: 2000, k: 0 }],
  ['SPRD', { place: 0, n: 2000, e: 2, x: 1 }],
  ['FUND', { kind: 'price', place: 0, n: 2000, e: 2, x: 1 }],
  ['HEDGE', { place: 0, n: 2000, e: 1 }],
  ['VOLR', { n: 2000, lo: 0.7, hi: 1.3, k: 0, e: 2, x: 1 }],
  ['SCALP', { n: 2000, e: 2, x: 1, from: 0, to: 24, zone: 'UTC' }],
];

describe('a row', () => {
  it.each(WIDEST)(
    '%s with the widest window that its parameters allow keeps within both on every bar',
    (family, params) => {
      const { x: _x, ...scalp } = params as { x?: number };
      const row = plainRow('corn', {
        family: family as never,
        params: (family === 'SCALP' ? scalp : params) as never,
        inputs: ['a'],
      });
      const rule = createEvaluator(row);
      const state = rule.init();
      // Falling, then rising, so that queues fill and are emptied at once; then flat, where sums
      // are made anew on every bar.
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
      expect(figuresIn(state)).toBeLessThanOrEqual(FIGURES_MAX);
    },
  );

  it.each(WIDEST)('%s with a wider one is refused before it folds a bar', (family, params) => {
    expect(() =>
      createEvaluator(
        plainRow('corn', {
          family: family as never,
          params: { ...params, n: 2001 } as never,
          inputs: ['a'],
        }),
      ),
    ).toThrow('params.n');
  });

  it('may name ten inputs and ten gates, and no more', () => {
    const gates = Array.from({ length: 11 }, () => ({
      input: 0,
      is: 'above' as const,
      value: 0,
      ends: false,
      text: 'x',
    }));
    expect(() =>
      createEvaluator(
        plainRow('corn', { family: 'MOM', params: { n: 5, e: 1 }, inputs: ['a'], gates }),
      ),
    ).toThrow('gates: at most 10, got 11');
  });
});
