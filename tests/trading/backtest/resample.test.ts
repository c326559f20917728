import { describe, expect, it } from 'vitest';
import { type Interval, resampleReturns } from '../../../app/trading/backtest/resample';
import { seededRandom } from '../../../app/trading/random';
import { computeDeviation } from '../../../app/trading/statistics/sample';
import { normalReturns, resemblingReturns } from '../../support/made-returns';

const WORLDS = 200;

/** Share of worlds whose interval holds the truth. */
function coverage(
  worlds: number,
  series: (world: string) => Float64Array,
  truth: number,
  figure: 'mean' | 'sharpe',
  blockLength?: number,
): number {
  const holds = ({ low, high }: Interval): boolean => low <= truth && truth <= high;
  const hits = Array.from({ length: worlds }, (_, world) => {
    const found = resampleReturns(series(`world ${world}`), seededRandom(`draws ${world}`), {
      draws: 200,
      ...(blockLength === undefined ? {} : { blockLength }),
    });
    return found && holds(found[figure]);
  }).filter(Boolean).length;
  return hits / worlds;
}

describe('the block bootstrap', () => {
  it('holds the true mean and the true Sharpe ratio in about nine of ten worlds', () => {
    const series = (world: string): Float64Array => normalReturns(world, 250, 0.1);
    const [mean, sharpe] = [
      coverage(WORLDS, series, 0.1, 'mean'),
      coverage(WORLDS, series, 0.1, 'sharpe'),
    ];
    console.log(
      `the interval of 90 % held the mean in ${mean.toFixed(3)}, the ratio in ${sharpe.toFixed(3)} of ${WORLDS} worlds`,
    );
    for (const share of [mean, sharpe]) {
      expect(share).toBeGreaterThan(0.84);
      expect(share).toBeLessThan(0.95);
    }
  });

  it('needs its blocks where returns resemble each other', () => {
    const series = (world: string): Float64Array => resemblingReturns(world, 200, 0.6);
    const [torn, whole] = [
      coverage(100, series, 0, 'mean', 1),
      coverage(100, series, 0, 'mean', 12),
    ];
    expect(torn).toBeLessThan(0.75);
    expect(whole).toBeGreaterThan(0.8);
  });

  it('with blocks of one return scatters as the mean of independent values does', () => {
    const returns = normalReturns('one', 400);
    const found = resampleReturns(returns, seededRandom('d'), { draws: 3000, blockLength: 1 });
    const width = (found?.mean.high ?? NaN) - (found?.mean.low ?? NaN);
    expect(width / ((2 * 1.6449 * computeDeviation(returns)) / Math.sqrt(400))).toBeCloseTo(1, 1);
  });

  it('is the same again for the same chance, and another for another', () => {
    const returns = normalReturns('one', 50);
    expect(resampleReturns(returns, seededRandom('a'))).toEqual(
      resampleReturns(returns, seededRandom('a')),
    );
    expect(resampleReturns(returns, seededRandom('a'))).not.toEqual(
      resampleReturns(returns, seededRandom('b')),
    );
    expect(resampleReturns(returns, seededRandom('a'))).toMatchObject({
      draws: 1000,
      blockLength: Math.cbrt(50),
    });
  });

  it('does not depend on where the series lies, but for its mean', () => {
    const returns = normalReturns('one', 50);
    const high = resampleReturns(
      returns.map((value) => value + 1e6),
      seededRandom('a'),
    );
    expect(high?.mean.low).toBeCloseTo(
      (resampleReturns(returns, seededRandom('a'))?.mean.low ?? NaN) + 1e6,
      6,
    );
  });

  it.each([[[]], [[1]], [[2, 2, 2]]])('makes nothing of %j', (returns) =>
    expect(resampleReturns(returns, seededRandom('a'))).toBeNull(),
  );

  it('makes something of two returns', () =>
    expect(resampleReturns([1, -1], seededRandom('a'))?.mean).toEqual({ low: -1, high: 1 }));

  it('refuses what is no record and no interval', () => {
    expect(() => resampleReturns([1, NaN], seededRandom('a'))).toThrow(/numbers/);
    expect(() => resampleReturns([1, 2], seededRandom('a'), { draws: 0 })).toThrow(
      /at least one draw/,
    );
    expect(() => resampleReturns([1, 2], seededRandom('a'), { level: 1 })).toThrow(
      /between 0 and 1/,
    );
    expect(() => resampleReturns([1, 2], seededRandom('a'), { blockLength: 0 })).toThrow(
      /one return/,
    );
  });
});
