import { computeMean } from '../../../../app/trading/statistics/sample';
import { describe, expect, it } from 'vitest';
import { createChance } from '../../../../app/trading/simulation/random-streams';
import { CHAINS } from '../../../../app/trading/simulation/prices/chains';
import {
  BINS,
  getBin,
  buildClimatology,
} from '../../../../app/trading/simulation/prices/climatology';
import {
  CLIMATOLOGY,
  CLIMATOLOGY_HASH,
} from '../../../../app/trading/simulation/prices/climatology.generated';
import { REACH, STOCKS, YEAR_DAYS } from '../../../../app/trading/simulation/prices/fundamentals';
import {
  climatologyHash,
  measureClimatology,
} from '../../../../app/trading/simulation/prices/measure-climatology';
import { createWeather } from '../../../../app/trading/simulation/weather/weather';

const gas = CLIMATOLOGY.find(({ stock }) => stock === 'NG/0')!;
const average = (values: readonly number[]) => computeMean(values);

describe('the kept climatology', () => {
  it('has a row for each stock, in order, and the hash of its figures', () => {
    expect(CLIMATOLOGY.map(({ stock }) => stock)).toEqual(
      STOCKS.map(
        ({ chain }, index) =>
          `${CHAINS[chain]!.id}/${index - STOCKS.findIndex((other) => other.chain === chain)}`,
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

  it('is what a fresh world measures: gas demand through the year, and its news', () => {
    const seed = 'fresh';
    const measured = measureClimatology([createWeather({ seed }, createChance(seed))], 7).find(
      ({ stock }) => stock === 'NG/0',
    )!;
    // six years have a standard error of some 0.03 in a winter bin
    gas.mean.forEach((mean, bin) =>
      expect(Math.abs((measured.mean[bin] ?? 0) - mean)).toBeLessThan(0.13),
    );
    expect(Math.abs(average(measured.mean) / average(gas.mean) - 1)).toBeLessThan(0.08);
    expect(Math.abs(average(measured.variance) / average(gas.variance) - 1)).toBeLessThan(0.2);
  });

  it('knows seasons: gas is used in winter, crops are at stake in summer, frost in the southern one', () => {
    const peak = (stock: string) => {
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
      expect(peak(stock)).toBeGreaterThan(from);
      expect(peak(stock)).toBeLessThan(until);
    }
  });

  it('runs straight between the middles of its bins, round the year', () => {
    const rows = CLIMATOLOGY.map((row) => ({ ...row, mean: row.mean.map((_, bin) => bin) }));
    const { mean } = buildClimatology(rows);
    expect(mean[100]).toBeCloseTo((100.5 * BINS) / 365.25 - 0.5, 9);
    expect(mean[0]).toBeLessThan(BINS);
    expect(mean[YEAR_DAYS + 100]).toBe(mean[100]);
    expect([getBin(0), getBin(365), getBin(366)]).toEqual([0, BINS - 1, 0]);
  });
});
