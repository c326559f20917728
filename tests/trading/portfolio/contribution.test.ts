// Attribution against hand-computed sums.
import { describe, expect, test } from 'vitest';
import { toMills } from '../../../app/trading/domain/units';
import {
  DAYS_MIN,
  type EquityPair,
  computeContribution,
} from '../../../app/trading/portfolio/contribution';

const createPairs = (gave: readonly number[]): EquityPair[] => {
  let own = 25_000_000;
  return gave.map((mills, index) => ({
    day: `2026-01-${String(index + 1).padStart(2, '0')}`,
    ownMills: toMills((own += mills + 7)),
    shadowMills: toMills(25_000_000 + 7 * (index + 1)),
  }));
};

describe('attribution', () => {
  test('is the daily change of the difference and sums to the last', () => {
    const { days, totalMills, todayMills, finished, finishedMills } = computeContribution(
      createPairs([100, -40, 25]),
      true,
    );
    expect(days.map(({ mills, totalMills: total }) => [mills, total])).toEqual([
      [100, 100],
      [-40, 60],
      [25, 85],
    ]);
    expect([totalMills, todayMills, finished, finishedMills]).toEqual([85, 25, 2, 60]);
    expect(computeContribution(createPairs([100, -40, 25]), false)).toMatchObject({
      finished: 3,
      finishedMills: 85,
    });
  });

  test('has the standard error sd x sqrt(n)', () => {
    // 10 and 30: deviation sqrt(200), times sqrt(2) = 20
    expect(computeContribution(createPairs([10, 30]), false).errorMills).toBe(20);
    expect(computeContribution(createPairs([10]), false).errorMills).toBeNull();
    expect(computeContribution([], false)).toEqual({
      days: [],
      totalMills: 0,
      todayMills: 0,
      finished: 0,
      finishedMills: 0,
      errorMills: null,
      verdict: 'NO_EVIDENCE',
    });
  });

  const createAlternating = (days: number, mean: number): number[] =>
    Array.from({ length: days }, (_, index) => mean + (index % 2 === 0 ? 100 : -100));
  test.each([
    ['too few days, however sure', createAlternating(DAYS_MIN - 1, 1000), 'NO_EVIDENCE'],
    ['within two standard errors', createAlternating(DAYS_MIN, 30), 'NO_EVIDENCE'],
    ['beyond two above', createAlternating(DAYS_MIN, 60), 'GAINS'],
    ['beyond two below', createAlternating(DAYS_MIN, -60), 'LOSES'],
    ['nothing on any day', Array.from({ length: DAYS_MIN }, () => 0), 'NO_EVIDENCE'],
  ] as const)('%s', (_what, gave, verdict) =>
    expect(computeContribution(createPairs(gave), false).verdict).toBe(verdict),
  );

  test('excludes an open day from its conclusion', () => {
    expect(
      computeContribution(createPairs([...createAlternating(DAYS_MIN, 60), -1_000_000]), true)
        .verdict,
    ).toBe('GAINS');
  });
});
