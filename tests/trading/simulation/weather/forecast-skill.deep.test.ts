// The forecast is a conditional expectation: realistic skill, unbiased, with unpredictable
// revisions.
import { describe, expect, it } from 'vitest';
import { getDayOfYear } from '../../../../app/trading/simulation/calendar';
import { CELLS, LEADS, buildPanel, computeT } from './panel';

const YEARS = 40;
const { days, forecast, truth } = buildPanel('skill', Math.floor(YEARS * 365.25));
const readValue = (values: Float64Array | undefined, index: number): number =>
  values?.[index] ?? NaN;
const listIndexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Change of a cell's forecast for the day `lead` days after the later midnight. */
const computeRevision = (day: number, lead: number, cell: number): number =>
  readValue(forecast[day], lead * CELLS + cell) -
  readValue(forecast[day - 1], (lead + 1) * CELLS + cell);
const sumOverCells = (value: (cell: number) => number): number =>
  listIndexes(CELLS).reduce((sum, cell) => sum + value(cell), 0);

describe('the outlook', () => {
  it.each([
    [1, 0.99],
    [3, 0.95],
    [5, 0.87],
    [7, 0.76],
    [10, 0.54],
    [14, 0.29],
  ])('at lead %i has a correlation of %f with the outcome', (lead, expected) => {
    let [xy, xx, yy] = [0, 0, 0];
    // Lead 1 at the end of a day is lead 0 at the next midnight.
    for (let day = LEADS; day < days; day += 1) {
      for (let cell = 0; cell < CELLS; cell += 1) {
        const [x, y] = [
          readValue(forecast[day - lead + 1], (lead - 1) * CELLS + cell),
          readValue(truth[day], cell),
        ];
        [xy, xx, yy] = [xy + x * y, xx + x * x, yy + y * y];
      }
    }
    expect(Math.abs(xy / Math.sqrt(xx * yy) - expected)).toBeLessThan(0.03);
  });

  it.each([
    ['cold outbreaks', (date: number) => date < 60 || date > 330],
    ['heat domes', (date: number) => date > 150 && date < 250],
    ['neither', () => true],
  ] as const)('has unbiased revisions in the season of %s, at every lead', (_, isIn) => {
    const seasonDays = listIndexes(days - 1)
      .map((day) => day + 1)
      .filter((day) => isIn(getDayOfYear(day)));
    for (const lead of listIndexes(LEADS - 1)) {
      const changes = seasonDays.map((day) =>
        sumOverCells((cell) => computeRevision(day, lead, cell)),
      );
      expect(Math.abs(computeT(changes)), `lead ${lead}`).toBeLessThan(3.5);
    }
  });

  it('has uncorrelated revisions', () => {
    for (const lead of listIndexes(LEADS - 2)) {
      const products = listIndexes(days - 2).map((day) =>
        sumOverCells(
          (cell) => computeRevision(day + 2, lead, cell) * computeRevision(day + 1, lead + 1, cell),
        ),
      );
      const sideways = listIndexes(days - 2).map((day) =>
        sumOverCells(
          (cell) => computeRevision(day + 2, lead, cell) * computeRevision(day + 1, lead, cell),
        ),
      );
      expect(Math.abs(computeT(products)), `lead ${lead}, same day`).toBeLessThan(3.5);
      expect(Math.abs(computeT(sideways)), `lead ${lead}, next day`).toBeLessThan(3.5);
    }
  });

  it('has errors that grow with lead', () => {
    const variances = listIndexes(LEADS).map((lead) => {
      let sum = 0;
      for (let day = LEADS; day < days; day += 1)
        sum += sumOverCells(
          (cell) =>
            (readValue(truth[day], cell) - readValue(forecast[day - lead], lead * CELLS + cell)) **
            2,
        );
      return sum / (days - LEADS) / CELLS;
    });
    variances
      .slice(1)
      .forEach((variance, index) =>
        expect(variance, `lead ${index + 1}`).toBeGreaterThan(variances[index] ?? Infinity),
      );
    expect(Math.sqrt(variances[0] ?? 0)).toBeGreaterThan(0.5);
  });
});
