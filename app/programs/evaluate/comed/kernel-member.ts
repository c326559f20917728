// Ridge regression in a space of likeness: a day is forecast from the days that are like it, beside
// a straight line through all of them.
// Source: C. Saunders, A. Gammerman and V. Vovk 1998 (kernel ridge regression); the kernel is
// Matern's with smoothness 3/2.
import { factorize, solveFactored } from '../../../trading/statistics/cholesky';
import { computeMedian } from '../../../trading/statistics/quantile';
import { type DayForecast, type Lessons, type Member, dayMatrix } from './member';
import { meanHours, computeStandard } from './standardise';

interface KernelOptions {
  /** Weight of the straight line beside the likeness, whose weight is `bent`. */
  readonly line: number;
  readonly bent: number;
  /** Reach of the likeness, in medians of the squared distance between two days. */
  readonly reach: number;
  /** What is added to the diagonal: the more, the smoother. */
  readonly ridge: number;
  /** A lesson counts half after so many days. */
  readonly halfLifeDays: number;
}

export const kernelMember = (name: string, options: KernelOptions): Member => ({
  name,
  refitDays: 1,
  fit: (lessons) => fitKernel(lessons, options),
});

const HOURS = 24;

function fitKernel(
  lessons: Lessons,
  { line, bent, reach, ridge, halfLifeDays }: KernelOptions,
): DayForecast {
  const { x, y } = dayMatrix(lessons);
  const standard = computeStandard(x);
  const rows = x.map(standard.of);
  const width = rows[0]?.length ?? 1;
  const size = rows.length;
  const dots = computeDots(rows);
  const squared = (row: number, other: number): number =>
    Math.max(
      0,
      (dots[row * size + row] ?? 0) +
        (dots[other * size + other] ?? 0) -
        2 * (dots[row * size + other] ?? 0),
    );
  const unit =
    reach *
    computeMedian(
      Float64Array.from({ length: size * 4 }, (_, pair) =>
        squared(pair % size, (pair * 7919 + 13) % size),
      ),
    );
  const kernel = (dot: number, distance: number): number =>
    (line * dot) / width + (bent > 0 ? bent * computeMatern(distance / unit) : 0);
  const matrix = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let other = 0; other <= row; other += 1)
      matrix[row * size + other] = kernel(dots[row * size + other] ?? 0, squared(row, other));
    matrix[row * size + row] =
      (matrix[row * size + row] ?? 0) + ridge * 2 ** ((size - 1 - row) / halfLifeDays);
  }
  const mean = meanHours(y);
  const apart = Float64Array.from(
    { length: size * HOURS },
    (_, place) =>
      (y[Math.floor(place / HOURS)]?.[place % HOURS] ?? NaN) - (mean[place % HOURS] ?? 0),
  );
  const weights = solveFactored(factorize(matrix, size), size, apart, HOURS);
  return (place) => {
    const row = standard.of(lessons.inputs.day(place));
    const own = computeDot(row, row);
    const out = Float64Array.from(mean);
    for (const [other, lesson] of rows.entries()) {
      const shared = computeDot(row, lesson);
      const likeness = kernel(
        shared,
        Math.max(0, own + (dots[other * size + other] ?? 0) - 2 * shared),
      );
      for (let hour = 0; hour < HOURS; hour += 1)
        out[hour] = (out[hour] ?? 0) + likeness * (weights[other * HOURS + hour] ?? 0);
    }
    return out;
  };
}

/** Matern 3/2 of a squared distance. */
function computeMatern(squared: number): number {
  const distance = Math.sqrt(3 * squared);
  return (1 + distance) * Math.exp(-distance);
}

function computeDot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < a.length; place += 1) sum += (a[place] ?? 0) * (b[place] ?? 0);
  return sum;
}

/** Products of all pairs of rows; the lower half is the upper one's mirror. */
function computeDots(rows: readonly Float64Array[]): Float64Array {
  const size = rows.length;
  const dots = new Float64Array(size * size);
  for (const [row, a] of rows.entries()) {
    for (let other = 0; other <= row; other += 1) {
      const product = computeDot(a, rows[other] ?? a);
      dots[row * size + other] = product;
      dots[other * size + row] = product;
    }
  }
  return dots;
}
