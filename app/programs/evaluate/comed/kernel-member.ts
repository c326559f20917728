// Kernel ridge regression with a linear and a Matern 3/2 kernel. Source: C. Saunders, A. Gammerman
// and V. Vovk 1998.
import { factorizeCholesky, solveFactored } from '../../../trading/statistics/cholesky';
import { computeMedian } from '../../../trading/statistics/quantile';
import { HOURS } from './hours';
import type { InputGroup } from './inputs';
import { type DayForecast, type TrainingDays, type Member, buildDayMatrix } from './member';
import { computeDayWeights, computeHourlyMeans, fitStandardizer } from './standardize';

interface KernelOptions {
  /** Weights of the linear and the Matern kernel. */
  readonly linear: number;
  readonly matern: number;
  /** Length scale of the Matern kernel, in medians of the squared distance between two days. */
  readonly lengthScale: number;
  /** Ridge penalty on the diagonal. */
  readonly ridge: number;
  /** Half-life of the weight of training days. */
  readonly halfLifeDays: number;
  /** Factors of standardized inputs by group; 1 for the others. */
  readonly groupFactors: Partial<Record<InputGroup, number>>;
  readonly windowDays: number;
  readonly refitDays: number;
}

export const createKernelMember = (name: string, options: KernelOptions): Member => ({
  name,
  refitDays: options.refitDays,
  windowDays: options.windowDays,
  fit: (trainingSet) => fitKernel(trainingSet, options),
});

/** Pairs of days from which the median distance is taken. */
const PAIRS_PER_DAY = 4;

function fitKernel(
  trainingSet: TrainingDays,
  { linear, matern, lengthScale, ridge, halfLifeDays, groupFactors }: KernelOptions,
): DayForecast {
  const { x, y } = buildDayMatrix(trainingSet);
  const size = x.length;
  const standardizer = fitStandardizer(x, computeDayWeights(size, Infinity));
  const factors = trainingSet.inputs.groups.map((group) => groupFactors[group] ?? 1);
  const buildRow = (row: Float64Array): Float64Array =>
    standardizer.of(row).map((value, column) => value * (factors[column] ?? 1));
  const rows = x.map(buildRow);
  const width = factors.reduce((sum, factor) => sum + factor * factor, 0);
  const dots = computeDots(rows);
  const getSquaredDistance = (row: number, other: number): number =>
    Math.max(
      0,
      (dots[row * size + row] ?? 0) +
        (dots[other * size + other] ?? 0) -
        2 * (dots[row * size + other] ?? 0),
    );
  const unit =
    lengthScale *
    computeMedian(
      Float64Array.from({ length: size * PAIRS_PER_DAY }, (_, pair) =>
        getSquaredDistance(pair % size, (pair * 7919 + 13) % size),
      ),
    );
  const computeKernel = (dot: number, distance: number): number =>
    (linear * dot) / width + matern * computeMatern(distance / unit);
  const matrix = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let other = 0; other <= row; other += 1)
      matrix[row * size + other] = computeKernel(
        dots[row * size + other] ?? 0,
        getSquaredDistance(row, other),
      );
    matrix[row * size + row] =
      (matrix[row * size + row] ?? 0) + ridge * 2 ** ((size - 1 - row) / halfLifeDays);
  }
  const means = computeHourlyMeans(y, computeDayWeights(size, halfLifeDays));
  const residuals = Float64Array.from(
    { length: size * HOURS },
    (_, index) =>
      (y[Math.floor(index / HOURS)]?.[index % HOURS] ?? NaN) - (means[index % HOURS] ?? 0),
  );
  const weights = solveFactored(factorizeCholesky(matrix, size), size, residuals, HOURS);
  return (index) => {
    const row = buildRow(trainingSet.inputs.day(index));
    const own = computeDot(row, row);
    const out = Float64Array.from(means);
    for (const [other, trainingRow] of rows.entries()) {
      const dot = computeDot(row, trainingRow);
      const similarity = computeKernel(
        dot,
        Math.max(0, own + (dots[other * size + other] ?? 0) - 2 * dot),
      );
      for (let hour = 0; hour < HOURS; hour += 1)
        out[hour] = (out[hour] ?? 0) + similarity * (weights[other * HOURS + hour] ?? 0);
    }
    return out;
  };
}

/** Matern 3/2 kernel of a squared distance. */
function computeMatern(squaredDistance: number): number {
  const distance = Math.sqrt(3 * squaredDistance);
  return (1 + distance) * Math.exp(-distance);
}

function computeDot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

/** Symmetric matrix of dot products of all rows. */
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
