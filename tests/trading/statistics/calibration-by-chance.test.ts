// What right chances would show of a calibration error: as much as a thousand drawn worlds show,
// however their days hang together.
import { expect, test } from 'vitest';
import { seededRandom } from '../../../app/trading/random';
import { calibrationErrorByChance } from '../../../app/trading/statistics/calibration-error-by-chance';
import { expectedCalibrationError } from '../../../app/trading/statistics/expected-calibration-error';
import { computeMean } from '../../../app/trading/statistics/sample';

const random = seededRandom('calibration');
const DAYS = 800;
const days = Float64Array.from({ length: DAYS }, (_, day) => day);
const chances = Float64Array.from(days, (day) => 0.05 + 0.9 * random.uniform('chance', day));
const drawn = (world: number, of: Float64Array = chances): Float64Array =>
  Float64Array.from(of, (chance, day) => Number(random.uniform(`world ${world}`, day) < chance));
const repeated = (column: Float64Array, times: number): Float64Array =>
  Float64Array.from(
    { length: column.length * times },
    (_, row) => column[Math.floor(row / times)] ?? NaN,
  );

test('is the mean of what right chances show', () => {
  const shown = computeMean(
    Float64Array.from({ length: 300 }, (_, world) =>
      expectedCalibrationError(chances, drawn(world)),
    ),
  );
  const told = computeMean(
    Float64Array.from({ length: 20 }, (_, world) =>
      calibrationErrorByChance(chances, drawn(world), days, 0),
    ),
  );
  expect(told / shown).toBeGreaterThan(0.94);
  expect(told / shown).toBeLessThan(1.06);
});

test('five rows of one day are one piece of luck', () => {
  const came = drawn(1);
  const single = calibrationErrorByChance(chances, came, days, 0);
  expect(
    calibrationErrorByChance(repeated(chances, 5), repeated(came, 5), repeated(days, 5), 0),
  ).toBeCloseTo(single, 12);
  // The same rows taken for days of their own would seem to prove more than they do.
  expect(
    calibrationErrorByChance(
      repeated(chances, 5),
      repeated(came, 5),
      Float64Array.from({ length: 5 * DAYS }, (_, row) => row),
      0,
    ),
  ).toBeCloseTo(single / Math.sqrt(5), 3);
});

test('days that overlap share their luck', () => {
  const same = Float64Array.from(days, () => 0.5);
  const came = repeated(drawn(2, same).subarray(0, DAYS / 5), 5);
  const [blind, seeing] = [
    calibrationErrorByChance(same, came, days, 0),
    calibrationErrorByChance(same, came, days, 4),
  ];
  expect(seeing / blind).toBeGreaterThan(1.6);
});

test('a bias is no luck', () => {
  const right = Float64Array.from(days, () => 0.52);
  const wrong = Float64Array.from(days, () => 0.54);
  const came = drawn(3, right);
  expect(calibrationErrorByChance(wrong, came, days, 0)).toBeCloseTo(
    calibrationErrorByChance(right, came, days, 0),
    12,
  );
});

test('of nothing is no number, and columns are of one length', () => {
  expect(calibrationErrorByChance([], [], [], 0)).toBeNaN();
  expect(() => calibrationErrorByChance([0.5], [1], [], 0)).toThrow(
    /each chance needs its outcome and its block/,
  );
});
