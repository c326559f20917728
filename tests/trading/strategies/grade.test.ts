import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeMedian } from '../../../app/trading/statistics/quantile';
import { GRADES, gradePlaybook } from '../../../app/trading/strategies/grade';

const createReturns = (count: number, value: number): number[] =>
  Array.from({ length: count }, () => value);

const TINY = Number.MIN_VALUE;

describe('grade', () => {
  // The lower bound of the mean of 10: mean - 1.383 sd / sqrt(10).
  it.each([
    ['all alike and positive, without variation', createReturns(10, 1), 0.99, 'A'],
    ['a lower bound just above zero', [0.45, 2.45, ...createReturns(8, 1.45)], 0.95, 'A'],
    ['a deflated Sharpe below 0.95', [0.45, 2.45, ...createReturns(8, 1.45)], 0.9499, 'B'],
    ['no deflated Sharpe', [0.45, 2.45, ...createReturns(8, 1.45)], null, 'B'],
    ['8 of 10 positive', [...createReturns(8, 1), -3, -4], 0.3, 'B'],
    ['7 of 10 positive', [...createReturns(7, 1), -1, -1, -1], 0.3, 'C'],
    [
      '7 of 10 positive, proven by Sharpe and bound',
      [...createReturns(7, 2), -0.1, -0.1, -0.1],
      0.96,
      'A',
    ],
    ['never traded', createReturns(10, 0), null, 'C'],
    ['7 of 10 negative', [...createReturns(7, -1), 2, 2, 2], 0.5, 'C'],
    ['8 of 10 negative', [...createReturns(8, -1), 2, 2], 0.5, 'D'],
    ['8 of 10 negative, two fortunes', [...createReturns(8, -0.01), 90, 90], 0.99, 'D'],
  ] as const)('of %s', (_what, accountPercents, deflatedSharpe, expected) => {
    expect(gradePlaybook({ accountPercents, deflatedSharpe })).toBe(expected);
  });

  it('needs the return of every simulation', () => {
    expect(() => gradePlaybook({ accountPercents: [], deflatedSharpe: 1 })).toThrow(RangeError);
    expect(() => gradePlaybook({ accountPercents: [1, NaN], deflatedSharpe: 1 })).toThrow(/NaN/);
  });

  const anyReturns = fc.array(fc.double({ min: -50, max: 50, noNaN: true }), {
    minLength: 2,
    maxLength: 12,
  });
  const getRank = (accountPercents: readonly number[], deflatedSharpe: number): number =>
    GRADES.indexOf(gradePlaybook({ accountPercents, deflatedSharpe }));

  it('never rises when the sign of all returns is flipped, for a median from zero up', () => {
    fc.assert(
      fc.property(anyReturns, fc.double({ min: 0, max: 1, noNaN: true }), (returns, deflated) => {
        const flipped = returns.map((value) => -value);
        const [better, worse] =
          computeMedian(returns) >= 0 ? [returns, flipped] : [flipped, returns];
        expect(getRank(worse, deflated)).toBeGreaterThanOrEqual(getRank(better, deflated));
      }),
      // Middle values so small that interpolation between them rounded away from zero.
      {
        numRuns: 2000,
        examples: [[[-1.4, -3, ...[-6, -6, -6, -6, 5, 5, 5, 5, 5, 5].map((n) => n * TINY)], 0.95]],
      },
    );
  });
});
