// Calibration error of calibrated probabilities, against a thousand simulated samples.
import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../app/trading/random';
import { computeCalibrationErrorByChance } from '../../../app/trading/statistics/expected-calibration-error-by-chance';
import { computeExpectedCalibrationError } from '../../../app/trading/statistics/expected-calibration-error';
import { computeMean } from '../../../app/trading/statistics/sample';

const random = createSeededRandom('calibration');
const DAYS = 800;
const days = Float64Array.from({ length: DAYS }, (_, day) => day);
const chances = Float64Array.from(days, (day) => 0.05 + 0.9 * random.uniform('chance', day));
const drawOutcomes = (world: number, of: Float64Array = chances): Float64Array =>
  Float64Array.from(of, (chance, day) => Number(random.uniform(`world ${world}`, day) < chance));
const repeatRows = (column: Float64Array, times: number): Float64Array =>
  Float64Array.from(
    { length: column.length * times },
    (_, row) => column[Math.floor(row / times)] ?? NaN,
  );

test('is the mean error of calibrated probabilities', () => {
  const shown = computeMean(
    Float64Array.from({ length: 300 }, (_, world) =>
      computeExpectedCalibrationError(chances, drawOutcomes(world)),
    ),
  );
  const computed = computeMean(
    Float64Array.from({ length: 20 }, (_, world) =>
      computeCalibrationErrorByChance(chances, drawOutcomes(world), days, 0),
    ),
  );
  expect(computed / shown).toBeGreaterThan(0.94);
  expect(computed / shown).toBeLessThan(1.06);
});

test('treats five rows of one day as one observation', () => {
  const came = drawOutcomes(1);
  const single = computeCalibrationErrorByChance(chances, came, days, 0);
  expect(
    computeCalibrationErrorByChance(
      repeatRows(chances, 5),
      repeatRows(came, 5),
      repeatRows(days, 5),
      0,
    ),
  ).toBeCloseTo(single, 12);
  // The same rows taken for days of their own would seem to prove more than they do.
  expect(
    computeCalibrationErrorByChance(
      repeatRows(chances, 5),
      repeatRows(came, 5),
      Float64Array.from({ length: 5 * DAYS }, (_, row) => row),
      0,
    ),
  ).toBeCloseTo(single / Math.sqrt(5), 3);
});

test('allows for overlapping days', () => {
  const same = Float64Array.from(days, () => 0.5);
  const came = repeatRows(drawOutcomes(2, same).subarray(0, DAYS / 5), 5);
  const [blind, seeing] = [
    computeCalibrationErrorByChance(same, came, days, 0),
    computeCalibrationErrorByChance(same, came, days, 4),
  ];
  expect(seeing / blind).toBeGreaterThan(1.6);
});

test('ignores a bias', () => {
  const right = Float64Array.from(days, () => 0.52);
  const wrong = Float64Array.from(days, () => 0.54);
  const came = drawOutcomes(3, right);
  expect(computeCalibrationErrorByChance(wrong, came, days, 0)).toBeCloseTo(
    computeCalibrationErrorByChance(right, came, days, 0),
    12,
  );
});

test('is NaN without rows and rejects unequal lengths', () => {
  expect(computeCalibrationErrorByChance([], [], [], 0)).toBeNaN();
  expect(() => computeCalibrationErrorByChance([0.5], [1], [], 0)).toThrow(
    /each chance needs its outcome and its block/,
  );
});
