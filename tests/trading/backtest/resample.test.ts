import { describe, expect, it } from 'vitest';
import { type Interval, resampleReturns } from '../../../app/trading/backtest/resample';
import { createSeededRandom } from '../../../app/trading/random';
import { computeDeviation } from '../../../app/trading/statistics/sample';
import { createNormalReturns, createAutocorrelatedReturns } from '../../support/return-series';

const WORLDS = 200;

/** Fraction of samples whose interval contains the true value. */
function computeCoverage(
  worlds: number,
  series: (world: string) => Float64Array,
  truth: number,
  figure: 'mean' | 'sharpe',
  blockLength?: number,
): number {
  const isCovered = ({ low, high }: Interval): boolean => low <= truth && truth <= high;
  const hits = Array.from({ length: worlds }, (_, world) => {
    const found = resampleReturns(series(`world ${world}`), createSeededRandom(`draws ${world}`), {
      draws: 200,
      ...(blockLength === undefined ? {} : { blockLength }),
    });
    return found && isCovered(found[figure]);
  }).filter(Boolean).length;
  return hits / worlds;
}

describe('block bootstrap', () => {
  it('covers the true mean and Sharpe ratio in about 90% of samples', () => {
    const createSeries = (world: string): Float64Array => createNormalReturns(world, 250, 0.1);
    const [mean, sharpe] = [
      computeCoverage(WORLDS, createSeries, 0.1, 'mean'),
      computeCoverage(WORLDS, createSeries, 0.1, 'sharpe'),
    ];
    console.log(
      `the interval of 90 % held the mean in ${mean.toFixed(3)}, the ratio in ${sharpe.toFixed(3)} of ${WORLDS} worlds`,
    );
    for (const share of [mean, sharpe]) {
      expect(share).toBeGreaterThan(0.84);
      expect(share).toBeLessThan(0.95);
    }
  });

  it('needs blocks for autocorrelated returns', () => {
    const createSeries = (world: string): Float64Array =>
      createAutocorrelatedReturns(world, 200, 0.6);
    const [torn, whole] = [
      computeCoverage(100, createSeries, 0, 'mean', 1),
      computeCoverage(100, createSeries, 0, 'mean', 12),
    ];
    expect(torn).toBeLessThan(0.75);
    expect(whole).toBeGreaterThan(0.8);
  });

  it('matches independent sampling with blocks of one return', () => {
    const returns = createNormalReturns('one', 400);
    const found = resampleReturns(returns, createSeededRandom('d'), {
      draws: 3000,
      blockLength: 1,
    });
    const width = (found?.mean.high ?? NaN) - (found?.mean.low ?? NaN);
    expect(width / ((2 * 1.6449 * computeDeviation(returns)) / Math.sqrt(400))).toBeCloseTo(1, 1);
  });

  it('is deterministic per seed', () => {
    const returns = createNormalReturns('one', 50);
    expect(resampleReturns(returns, createSeededRandom('a'))).toEqual(
      resampleReturns(returns, createSeededRandom('a')),
    );
    expect(resampleReturns(returns, createSeededRandom('a'))).not.toEqual(
      resampleReturns(returns, createSeededRandom('b')),
    );
    expect(resampleReturns(returns, createSeededRandom('a'))).toMatchObject({
      draws: 1000,
      blockLength: Math.cbrt(50),
    });
  });

  it('is shift-invariant except for its mean', () => {
    const returns = createNormalReturns('one', 50);
    const high = resampleReturns(
      returns.map((value) => value + 1e6),
      createSeededRandom('a'),
    );
    expect(high?.mean.low).toBeCloseTo(
      (resampleReturns(returns, createSeededRandom('a'))?.mean.low ?? NaN) + 1e6,
      6,
    );
  });

  it.each([[[]], [[1]], [[2, 2, 2]]])('is null for %j', (returns) =>
    expect(resampleReturns(returns, createSeededRandom('a'))).toBeNull(),
  );

  it('accepts two returns', () =>
    expect(resampleReturns([1, -1], createSeededRandom('a'))?.mean).toEqual({ low: -1, high: 1 }));

  it('rejects invalid returns and options', () => {
    expect(() => resampleReturns([1, NaN], createSeededRandom('a'))).toThrow(/numbers/);
    expect(() => resampleReturns([1, 2], createSeededRandom('a'), { draws: 0 })).toThrow(
      /at least one draw/,
    );
    expect(() => resampleReturns([1, 2], createSeededRandom('a'), { level: 1 })).toThrow(
      /between 0 and 1/,
    );
    expect(() => resampleReturns([1, 2], createSeededRandom('a'), { blockLength: 0 })).toThrow(
      /one return/,
    );
  });
});
