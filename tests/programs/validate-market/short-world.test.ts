// One short world inside wide bounds: what three years of one seed can tell. The full judgement is
// `npm run validate-market`.
import { describe, expect, it } from 'vitest';
import { studyRows } from '../../../app/programs/validate-market/judge';
import { type FactRow, meanValue } from '../../../app/programs/validate-market/row';
import { studyWorld } from '../../../app/programs/validate-market/world-study';
import { createWorld } from '../../../app/trading/simulation/world';

const study = studyWorld(createWorld, { seed: 'short', years: 3, closeYears: 0.5, twins: 1 });
const rows = studyRows({ simulated: [study], real: null });
const of = (fact: string): FactRow[] => rows.filter((row) => row.fact === fact);

/** Fact, lowest and highest value of any market. */
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
    const found = of(fact);
    expect(found.length).toBeGreaterThan(0);
    for (const row of found)
      expect([row.market, meanValue(row) >= low && meanValue(row) <= high, meanValue(row)]).toEqual(
        [row.market, true, meanValue(row)],
      );
  });

  it('has no two markets of one value', () => {
    const judged = rows.filter(({ fact }) => !fact.startsWith('month of'));
    const seen = judged
      .map((row) => `${row.fact}: ${meanValue(row).toPrecision(9)}`)
      .filter((text) => !/: -?0\.0+$/.test(text));
    expect(seen.filter((text, index) => seen.indexOf(text) !== index)).toEqual([]);
  });
});
