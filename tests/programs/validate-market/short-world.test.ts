// Three years of one seed within wide bounds. The full check is `npm run validate-market`.
import { describe, expect, it } from 'vitest';
import { buildStudyRows } from '../../../app/programs/validate-market/run-validation';
import { type FactRow, computeMeanValue } from '../../../app/programs/validate-market/row';
import { studySimulation } from '../../../app/programs/validate-market/simulation-study';
import { createWorld } from '../../../app/trading/simulation/world';

const study = studySimulation(createWorld, {
  seed: 'short',
  years: 3,
  closeYears: 0.5,
  efficientPathCount: 1,
});
const rows = buildStudyRows({ simulated: [study], real: null });
const findRows = (fact: string): FactRow[] => rows.filter((row) => row.fact === fact);

/** Fact, minimum and maximum of any market. */
const BOUNDS: readonly (readonly [string, number, number])[] = [
  ['annual volatility, %', 10, 80],
  ['kurtosis of daily returns', 2.8, 60],
  ['autocorrelation of returns, 1 day', -0.2, 0.2],
  ['autocorrelation of sizes, 1 day', -0.1, 0.6],
  ['correlation of daily returns', 0.2, 0.97],
  ['volatility, peak month over trough', 1.1, 12],
  ['Samuelson slope, log volatility a year', -2.5, 0],
  ['mean price, $/MWh', 50, 140],
  ['mean over median', 0.9, 2.6],
  ['hours below zero, %', 0, 20],
  ['autocorrelation of daily means, 1 day', 0.1, 0.95],
  ['hours of the day, rank correlation with real', 0.6, 1],
  ['share of variance that is weather', 0, 0.95],
  ['winter temperature, mean, deg F', 18, 45],
  ['winter temperature, deviation, deg F', 5, 16],
  ['January over April delivery, % of curve', 0, 40],
];

describe('three years of one seed', () => {
  it.each(BOUNDS)('%s between %d and %d', (fact, low, high) => {
    const found = findRows(fact);
    expect(found.length).toBeGreaterThan(0);
    for (const row of found)
      expect([
        row.market,
        computeMeanValue(row) >= low && computeMeanValue(row) <= high,
        computeMeanValue(row),
      ]).toEqual([row.market, true, computeMeanValue(row)]);
  });

  it('has no two markets with equal values', () => {
    const judged = rows.filter(({ fact }) => !fact.startsWith('month of'));
    const seen = judged
      .map((row) => `${row.fact}: ${computeMeanValue(row).toPrecision(9)}`)
      .filter((text) => !/: -?0\.0+$/.test(text));
    expect(seen.filter((text, index) => seen.indexOf(text) !== index)).toEqual([]);
  });
});
