/**
 * Expected excess of a normal variable over a threshold, tabulated: futures evaluate it thousands
 * of times a day.
 */
import { normalDensity, normalShare } from '../random-streams';
import { evaluateCubic, buildCubics } from './cubic';

const END = 6;
const STEPS_PER_UNIT = 64;
const SIZE = 2 * END * STEPS_PER_UNIT + 1;

const VALUES = Float64Array.from({ length: SIZE }, (_, index) => {
  const z = index / STEPS_PER_UNIT - END;
  return normalDensity(z) + z * normalShare(z);
});
const CUBICS = buildCubics(
  VALUES,
  Float64Array.from(
    { length: SIZE },
    (_, index) => normalShare(index / STEPS_PER_UNIT - END) / STEPS_PER_UNIT,
  ),
);

/** E[max(0, z + Z)] for a standard normal Z, by cubic Hermite interpolation, within 2e-10. */
export function computeUnitLoss(z: number): number {
  if (z >= END) return z;
  if (z <= -END) return 0;
  const position = (z + END) * STEPS_PER_UNIT;
  const index = Math.min(SIZE - 2, Math.floor(position));
  return evaluateCubic(CUBICS, index, position - index);
}

/** E[max(0, X)] for a normal X of a mean and deviation. */
export const computeExpectedPositive = (mean: number, sd: number): number =>
  sd < 1e-9 ? Math.max(0, mean) : sd * computeUnitLoss(mean / sd);
