// Text of the VaR backtest, with the verdict of the duration test.
import { describe, expect, it } from 'vitest';
import { describeDurations, formatCoverage } from '../../../app/programs/evaluate/var/study';

const row = {
  book: 'oil',
  method: 'filtered history',
  level: 0.95,
  days: 1000,
  exceptions: 50,
  share: 0.05,
  band: { low: 34, high: 67 },
  isInside: true,
  kupiec: 0.9,
  independence: 0.4,
  coverage: 0.6,
  shape: 0.8,
  durations: 0.01,
  light: 'green',
} as const;

describe('VaR coverage', () => {
  it('names clusters, regular spacing, and too few exceedances', () => {
    expect(describeDurations(row)).toBe('CLUSTERS');
    expect(describeDurations({ shape: 1.3, durations: 0.01 })).toBe('TOO REGULAR');
    expect(describeDurations({ shape: 0.8, durations: 0.2 })).toBe('no clusters found');
    expect(describeDurations({ shape: null, durations: null })).toBe('too few exceedances');
  });

  it('prints the duration test beside that of Kupiec', () => {
    const text = formatCoverage({
      coverage: [row, { ...row, level: 0.99, shape: null, durations: null }],
    });
    expect(text).toMatch(/Kupiec p +day after p +shape +durations p +verdict on clusters/);
    expect(text).toMatch(/oil .*inside +0\.900 +0\.400 +0\.80 +0\.010 +CLUSTERS +green/);
    expect(text).toMatch(/99 % .*none +none +too few exceedances/);
    expect(text).toContain('clusters at the 5 % level in 1 of 2 rows');
  });
});
