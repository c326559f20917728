// The small network of the project on all hours of all days at once: what one hour teaches serves
// the others.
import { runForward, buildPlan } from '../../../trading/networks/core/forward';
import {
  fitScaler,
  scaleDataset,
  scaleRow,
  scaledInputs,
} from '../../../trading/networks/core/scaler';
import type { Dataset, NetworkShape } from '../../../trading/networks/core/shape';
import { TRAIN_DEFAULTS, trainNetwork } from '../../../trading/networks/core/train';
import { HOURS } from './history';
import type { DayForecast, Lessons, Member } from './member';

interface NetworkOptions {
  /** [0, 0] leaves the linear skip alone. */
  readonly hidden: readonly [number, number];
  readonly epochs: number;
  readonly l2: number;
  readonly seeds: readonly string[];
}

/** Trained again each week, on all days to the one before; the mean of one network a seed. */
export const networkMember = (name: string, options: NetworkOptions): Member => ({
  name,
  refitDays: 7,
  fit: (lessons) => fitNetworks(lessons, options),
});

function fitNetworks(
  { inputs, places, z }: Lessons,
  { hidden, epochs, l2, seeds }: NetworkOptions,
): DayForecast {
  const rows = places.flatMap((place) => inputs.hours(place));
  const width = rows[0]?.length ?? 0;
  const x = new Float64Array(rows.length * width);
  for (const [at, row] of rows.entries()) x.set(row, at * width);
  const y = Float64Array.from(
    places.flatMap((place) => Array.from(z.subarray(place * HOURS, (place + 1) * HOURS))),
  );
  const raw: Dataset = { rows: rows.length, inputs: width, targets: 1, x, y };
  const scaler = fitScaler(raw, []);
  const dataset = scaleDataset(scaler, raw);
  const shape: NetworkShape = {
    inputs: scaledInputs(scaler),
    hidden,
    heads: [{ kind: 'pinball', name: 'price', target: 0, quantile: 0.5 }],
  };
  const trained = seeds.map((seed) =>
    trainNetwork(shape, dataset, { ...TRAIN_DEFAULTS, l2, seed, epochs }),
  );
  const plan = buildPlan(shape);
  const [scaled, out] = [new Float64Array(shape.inputs), new Float64Array(1)];
  return (place) =>
    Float64Array.from(inputs.hours(place), (row) => {
      scaleRow(scaler, row, 0, scaled, 0);
      return trained.reduce((sum, weights) => {
        runForward(plan, weights, scaled, 0, out);
        return sum + (out[0] ?? NaN) / trained.length;
      }, 0);
    });
}
