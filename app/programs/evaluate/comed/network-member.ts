// The project's small network, trained on all hours of all days together.
import { runForward, buildPlan } from '../../../trading/networks/core/forward';
import {
  fitScaler,
  scaleDataset,
  scaleRow,
  countScaledInputs,
} from '../../../trading/networks/core/scaler';
import type { Dataset, NetworkShape } from '../../../trading/networks/core/shape';
import { TRAIN_DEFAULTS, trainNetwork } from '../../../trading/networks/core/train';
import { HOURS } from './history';
import type { DayForecast, TrainingDays, Member } from './member';

interface NetworkOptions {
  /** [0, 0] = linear model. */
  readonly hidden: readonly [number, number];
  readonly epochs: number;
  readonly l2: number;
  readonly seeds: readonly string[];
}

/** Retrained weekly on all earlier days; mean of one network per seed. */
export const createNetworkMember = (name: string, options: NetworkOptions): Member => ({
  name,
  refitDays: 7,
  fit: (lessons) => fitNetworks(lessons, options),
});

function fitNetworks(
  { inputs, places, z }: TrainingDays,
  { hidden, epochs, l2, seeds }: NetworkOptions,
): DayForecast {
  const rows = places.flatMap((index) => inputs.hours(index));
  const width = rows[0]?.length ?? 0;
  const x = new Float64Array(rows.length * width);
  for (const [rowIndex, row] of rows.entries()) x.set(row, rowIndex * width);
  const y = Float64Array.from(
    places.flatMap((index) => Array.from(z.subarray(index * HOURS, (index + 1) * HOURS))),
  );
  const raw: Dataset = { rows: rows.length, inputs: width, targets: 1, x, y };
  const scaler = fitScaler(raw, []);
  const dataset = scaleDataset(scaler, raw);
  const shape: NetworkShape = {
    inputs: countScaledInputs(scaler),
    hidden,
    heads: [{ kind: 'pinball', name: 'price', target: 0, quantile: 0.5 }],
  };
  const trained = seeds.map((seed) =>
    trainNetwork(shape, dataset, { ...TRAIN_DEFAULTS, l2, seed, epochs }),
  );
  const plan = buildPlan(shape);
  const [scaled, out] = [new Float64Array(shape.inputs), new Float64Array(1)];
  return (index) =>
    Float64Array.from(inputs.hours(index), (row) => {
      scaleRow(scaler, row, 0, scaled, 0);
      return trained.reduce((sum, weights) => {
        runForward(plan, weights, scaled, 0, out);
        return sum + (out[0] ?? NaN) / trained.length;
      }, 0);
    });
}
