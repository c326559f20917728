// Lasso per hour on the inputs of a day, as LEAR. Source: B. Uniejewski, J. Nowotarski and R. Weron
// 2016, Energies 9; windows and their mean: K. Hubicka, G. Marcjasz and R. Weron 2019.
import { HOURS } from './hours';
import { solveLasso } from './lasso';
import { type DayForecast, type Member, type TrainingDays, buildDayMatrix } from './member';
import { computeDayWeights, computeHourlyMeans, fitStandardizer } from './standardize';

interface LassoOptions {
  /** Training days before the forecast day. */
  readonly windowDays: number;
  /** Half-life of the weight of training days. */
  readonly halfLifeDays: number;
  /** Penalty relative to the smallest one with no input. */
  readonly penalty: number;
  readonly refitDays: number;
}

export const createLassoMember = (name: string, options: LassoOptions): Member => ({
  name,
  refitDays: options.refitDays,
  windowDays: options.windowDays,
  fit: (trainingSet) => fitLasso(trainingSet, options),
});

/** Scaled prices are kept within the range in which the inverse transform is harmless. */
const Z_MIN = -4;
const Z_MAX = 5;

function fitLasso(trainingSet: TrainingDays, { halfLifeDays, penalty }: LassoOptions): DayForecast {
  const { x, y } = buildDayMatrix(trainingSet);
  const dayWeights = computeDayWeights(x.length, halfLifeDays);
  const standardizer = fitStandardizer(x, dayWeights);
  const rows = x.map(standardizer.of);
  const means = computeHourlyMeans(y, dayWeights);
  const width = rows[0]?.length ?? 0;
  const gram = computeGram(rows, dayWeights);
  const coefficients = Array.from({ length: HOURS }, (_, hour) => {
    const products = new Float64Array(width);
    rows.forEach((row, day) => {
      const factor = (dayWeights[day] ?? 0) * ((y[day]?.[hour] ?? NaN) - (means[hour] ?? 0));
      for (let column = 0; column < width; column += 1)
        products[column] = (products[column] ?? 0) + factor * (row[column] ?? 0);
    });
    const largest = products.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const weights = new Float64Array(width);
    solveLasso(gram, products, penalty * largest, weights);
    return weights;
  });
  return (index) => {
    const row = standardizer.of(trainingSet.inputs.day(index));
    return means.map((mean, hour) => {
      const weights = coefficients[hour] ?? new Float64Array(0);
      const z = weights.reduce((sum, weight, column) => sum + weight * (row[column] ?? 0), mean);
      return Math.max(Z_MIN, Math.min(Z_MAX, z));
    });
  };
}

/** Weighted mean of the products of all pairs of inputs. */
function computeGram(rows: readonly Float64Array[], dayWeights: Float64Array): Float64Array {
  const width = rows[0]?.length ?? 0;
  const gram = new Float64Array(width * width);
  rows.forEach((row, day) => {
    for (let column = 0; column < width; column += 1) {
      const value = (dayWeights[day] ?? 0) * (row[column] ?? 0);
      const at = column * width;
      for (let other = 0; other <= column; other += 1)
        gram[at + other] = (gram[at + other] ?? 0) + value * (row[other] ?? 0);
    }
  });
  for (let column = 0; column < width; column += 1)
    for (let other = 0; other < column; other += 1)
      gram[other * width + column] = gram[column * width + other] ?? 0;
  return gram;
}
