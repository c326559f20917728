import { computeMean } from '../../../../app/trading/statistics/sample';
import { describe, expect, it } from 'vitest';
import { createRandomStreams } from '../../../../app/trading/simulation/random-streams';
import { FUTURES_CHAINS } from '../../../../app/trading/simulation/prices/futures-chains';
import {
  BINS,
  getBin,
  buildClimatology,
} from '../../../../app/trading/simulation/prices/climatology';
import {
  CLIMATOLOGY,
  CLIMATOLOGY_HASH,
} from '../../../../app/trading/simulation/prices/climatology.generated';
import { REACH, STOCKS, YEAR_DAYS } from '../../../../app/trading/simulation/prices/weather-flows';
import {
  climatologyHash,
  measureClimatology,
} from '../../../../app/trading/simulation/prices/measure-climatology';
import { createWeather } from '../../../../app/trading/simulation/weather/weather';

const gas = CLIMATOLOGY.find(({ stock }) => stock === 'NG/0')!;
const computeAverage = (values: readonly number[]) => computeMean(values);

describe('the stored climatology', () => {
  it('has a row per stock, in order, and a valid hash', () => {
    expect(CLIMATOLOGY.map(({ stock }) => stock)).toEqual(
      STOCKS.map(
        ({ chain }, index) =>
          `${FUTURES_CHAINS[chain]!.id}/${index - STOCKS.findIndex((other) => other.chain === chain)}`,
      ),
    );
    for (const { mean, variance, ridge, share } of CLIMATOLOGY)
      expect([mean.length, variance.length, ridge.length, share.length]).toEqual([
        BINS,
        BINS,
        BINS,
        REACH + 1,
      ]);
    expect(climatologyHash(CLIMATOLOGY)).toBe(CLIMATOLOGY_HASH);
  });

  it('matches a new measurement of gas demand and its news', () => {
    const seed = 'fresh';
    const measured = measureClimatology(
      [createWeather({ seed }, createRandomStreams(seed))],
      7,
    ).find(({ stock }) => stock === 'NG/0')!;
    // Six years have a standard error of about 0.03 in a winter bin.
    gas.mean.forEach((mean, bin) =>
      expect(Math.abs((measured.mean[bin] ?? 0) - mean)).toBeLessThan(0.13),
    );
    expect(Math.abs(computeAverage(measured.mean) / computeAverage(gas.mean) - 1)).toBeLessThan(
      0.08,
    );
    expect(
      Math.abs(computeAverage(measured.variance) / computeAverage(gas.variance) - 1),
    ).toBeLessThan(0.2);
  });

  it('has its seasonal peaks in the right months', () => {
    const findPeakDay = (stock: string) => {
      const { variance } = CLIMATOLOGY.find((row) => row.stock === stock)!;
      return Math.round((variance.indexOf(Math.max(...variance)) + 0.5) * (365.25 / BINS));
    };
    expect(gas.mean.indexOf(Math.max(...gas.mean)) * 5).toBeLessThan(45);
    for (const [stock, from, until] of [
      ['CORN/0', 150, 215],
      ['SOYB/0', 165, 240],
      ['KC/0', 170, 300],
      ['CL/0', 220, 290],
    ] as const) {
      expect(findPeakDay(stock)).toBeGreaterThan(from);
      expect(findPeakDay(stock)).toBeLessThan(until);
    }
  });

  it('interpolates linearly between bin centers, around the year', () => {
    const rows = CLIMATOLOGY.map((row) => ({ ...row, mean: row.mean.map((_, bin) => bin) }));
    const { mean } = buildClimatology(rows);
    expect(mean[100]).toBeCloseTo((100.5 * BINS) / 365.25 - 0.5, 9);
    expect(mean[0]).toBeLessThan(BINS);
    expect(mean[YEAR_DAYS + 100]).toBe(mean[100]);
    expect([getBin(0), getBin(365), getBin(366)]).toEqual([0, BINS - 1, 0]);
  });
});
