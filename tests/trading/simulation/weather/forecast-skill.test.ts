// The forecast is a conditional expectation: as good as forecasts are, no better, and never
// predictably wrong.
import { describe, expect, it } from 'vitest';
import { dayOfYear } from '../../../../app/trading/simulation/calendar';
import { CELLS, LEADS, buildPanel, computeT } from './panel';

const YEARS = 40;
const { days, forecast, truth } = buildPanel('skill', Math.floor(YEARS * 365.25));
const at = (values: Float64Array | undefined, index: number): number => values?.[index] ?? NaN;
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/**
 * Sum over cells of the change of a day's forecast for the day that is `lead` ahead of the later
 * midnight.
 */
const revision = (day: number, lead: number, cell: number): number =>
  at(forecast[day], lead * CELLS + cell) - at(forecast[day - 1], (lead + 1) * CELLS + cell);
const overCells = (value: (cell: number) => number): number =>
  range(CELLS).reduce((sum, cell) => sum + value(cell), 0);

describe('the outlook', () => {
  it.each([
    [1, 0.99],
    [3, 0.95],
    [5, 0.87],
    [7, 0.76],
    [10, 0.54],
    [14, 0.29],
  ])(
    'at lead %i has the skill of forecasts, a correlation of %f with what comes',
    (lead, expected) => {
      let [xy, xx, yy] = [0, 0, 0];
      // Lead 1 at the end of a day is lead 0 at the midnight that follows.
      for (let day = LEADS; day < days; day += 1) {
        for (let cell = 0; cell < CELLS; cell += 1) {
          const [x, y] = [
            at(forecast[day - lead + 1], (lead - 1) * CELLS + cell),
            at(truth[day], cell),
          ];
          [xy, xx, yy] = [xy + x * y, xx + x * x, yy + y * y];
        }
      }
      expect(Math.abs(xy / Math.sqrt(xx * yy) - expected)).toBeLessThan(0.03);
    },
  );

  it.each([
    ['cold outbreaks', (date: number) => date < 60 || date > 330],
    ['heat domes', (date: number) => date > 150 && date < 250],
    ['neither', () => true],
  ] as const)('is revised by nothing on average in the season of %s, at every lead', (_, isIn) => {
    const asked = range(days - 1)
      .map((day) => day + 1)
      .filter((day) => isIn(dayOfYear(day)));
    for (const lead of range(LEADS - 1)) {
      const changes = asked.map((day) => overCells((cell) => revision(day, lead, cell)));
      expect(Math.abs(computeT(changes)), `lead ${lead}`).toBeLessThan(3.5);
    }
  });

  it('is revised without regard to the revisions before', () => {
    for (const lead of range(LEADS - 2)) {
      const products = range(days - 2).map((day) =>
        overCells((cell) => revision(day + 2, lead, cell) * revision(day + 1, lead + 1, cell)),
      );
      const sideways = range(days - 2).map((day) =>
        overCells((cell) => revision(day + 2, lead, cell) * revision(day + 1, lead, cell)),
      );
      expect(Math.abs(computeT(products)), `lead ${lead}, same day`).toBeLessThan(3.5);
      expect(Math.abs(computeT(sideways)), `lead ${lead}, next day`).toBeLessThan(3.5);
    }
  });

  it('errs more the farther it looks', () => {
    const variances = range(LEADS).map((lead) => {
      let sum = 0;
      for (let day = LEADS; day < days; day += 1)
        sum += overCells(
          (cell) => (at(truth[day], cell) - at(forecast[day - lead], lead * CELLS + cell)) ** 2,
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
