// The project's small network with one output per hour, trained on whole days.
import { runForward, buildPlan } from '../../../trading/networks/core/forward';
import { CLIP } from '../../../trading/networks/core/scaler';
import type { Dataset, NetworkShape } from '../../../trading/networks/core/shape';
import { trainNetwork } from '../../../trading/networks/core/train';
import { HOURS } from './hours';
import { type DayForecast, type Member, type TrainingDays, buildDayMatrix } from './member';
import { computeDayWeights, computeHourlyMeans, fitStandardizer } from './standardize';

interface NetworkOptions {
  readonly hidden: readonly [number, number];
  readonly epochs: number;
  readonly batch: number;
  /** Initial learning rate. */
  readonly rate: number;
  readonly l2: number;
  readonly seeds: readonly string[];
  readonly windowDays: number;
  readonly refitDays: number;
}

/** Mean of one network per seed; each hour is a median (pinball loss). */
export const createNetworkMember = (name: string, options: NetworkOptions): Member => ({
  name,
  refitDays: options.refitDays,
  windowDays: options.windowDays,
  fit: (trainingSet) => fitNetworks(trainingSet, options),
});

const clipValue = (value: number): number => Math.max(-CLIP, Math.min(CLIP, value));

function fitNetworks(
  trainingSet: TrainingDays,
  { hidden, epochs, batch, rate, l2, seeds }: NetworkOptions,
): DayForecast {
  const { x, y } = buildDayMatrix(trainingSet);
  const dayWeights = computeDayWeights(x.length, Infinity);
  const standardizer = fitStandardizer(x, dayWeights);
  const scaleRow = (row: Float64Array): Float64Array => standardizer.of(row).map(clipValue);
  const means = computeHourlyMeans(y, dayWeights);
  const width = x[0]?.length ?? 0;
  const dataset: Dataset = {
    rows: x.length,
    inputs: width,
    targets: HOURS,
    x: Float64Array.from({ length: x.length * width }),
    y: Float64Array.from({ length: x.length * HOURS }),
  };
  x.forEach((row, day) => dataset.x.set(scaleRow(row), day * width));
  y.forEach((row, day) =>
    dataset.y.set(
      row.map((z, hour) => z - (means[hour] ?? 0)),
      day * HOURS,
    ),
  );
  const shape: NetworkShape = {
    inputs: width,
    hidden,
    heads: Array.from({ length: HOURS }, (_, hour) => ({
      kind: 'pinball',
      name: `hour ${hour}`,
      target: hour,
      quantile: 0.5,
    })),
  };
  const trained = seeds.map((seed) =>
    trainNetwork(shape, dataset, { epochs, batch, rate, l2, seed }),
  );
  const plan = buildPlan(shape);
  const out = new Float64Array(HOURS);
  return (index) => {
    const row = scaleRow(trainingSet.inputs.day(index));
    const forecast = Float64Array.from(means);
    for (const weights of trained) {
      runForward(plan, weights, row, 0, out);
      for (let hour = 0; hour < HOURS; hour += 1)
        forecast[hour] = (forecast[hour] ?? 0) + (out[hour] ?? NaN) / trained.length;
    }
    return forecast;
  };
}
