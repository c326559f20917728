// Training of one network: scaler, weights and calibration from rows, as a model with the manifest of what it was made of.
// It knows specs and rows; it refuses notes, which are for judges alone.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../trading/domain/canonical';
import { type Calibration, fitCalibration } from '../../trading/networks/core/calibration';
import { type Model, rawOutputs } from '../../trading/networks/core/model';
import { type Scaler, fitScaler, scaleDataset } from '../../trading/networks/core/scaler';
import { type SkipStart, TRAIN_DEFAULTS, trainNetwork } from '../../trading/networks/core/train';
import type { Dataset, NetworkShape } from '../../trading/networks/core/shape';
import { HIDDEN, type NetworkId, type NetworkSpec, shapeOf } from '../../trading/networks/network-spec';
import type { Rows } from './row-sink';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface TrainedOn {
  readonly train: Rows;
  readonly calibrate: Rows;
  readonly trainSeeds: readonly string[];
  readonly calibrateSeeds: readonly string[];
  readonly years: number;
}

const VERSION = 1;

/** Passes over the rows. What is hardest to foresee and has the fewest rows bears the fewest: chosen on the worlds of calibration, where more of them lost. */
export const EPOCHS: Readonly<Record<NetworkId, number>> = { WeatherNet: 6, CropNet: 1, SpikeNet: 6, PowerNet: 2, GasNet: 2, PetroNet: 2, AgNet: 4, VolNet: 6 };

/** All that decides a network's weights, as one value. */
export const manifestOf = ({ id, features, heads, targets, headStarts, isTwoSided }: NetworkSpec, { trainSeeds, calibrateSeeds, years }: Omit<TrainedOn, 'train' | 'calibrate'>) => ({
  net: id, version: VERSION, epochs: EPOCHS[id], ...TRAIN_DEFAULTS, heads, targets, years, trainSeeds, calibrateSeeds,
  features: features.map(({ name, unit, group, scale }) => ({ name, unit, group, scale })), ...(headStarts ? { headStarts } : {}), ...(isTwoSided ? { isTwoSided } : {}),
});

const datasetOf = ({ rows, inputs, targets, x, y }: Rows): Dataset => ({ rows, inputs, targets, x, y });

/** Medians and ranges of the features whose scale is not given. */
function scalerOf({ features }: NetworkSpec, dataset: Dataset): Scaler {
  const { median, scale } = fitScaler(dataset, []);
  return { median: median.map((value, place) => (features[place]?.scale ? 0 : rounded(value))), scale: scale.map((value, place) => features[place]?.scale ?? rounded(value)), flagged: [] };
}

/** Skips of features that are forecasts already, on their scaled inputs. */
function skipsOf({ headStarts, features }: NetworkSpec, { scale }: Scaler): readonly SkipStart[] {
  return (headStarts ?? []).map(({ head, feature, slope }) => {
    const input = features.findIndex(({ name }) => name === feature);
    return { input, head, weight: slope * (scale[input] ?? NaN) };
  });
}

/** Nine digits say enough of a median and keep the file short. */
const rounded = (value: number): number => Number(value.toPrecision(9));

/** Trains a network. The same rows give the same bits, wherever it runs. */
export function trainModel(spec: NetworkSpec, on: TrainedOn, onEpoch?: (epoch: number, loss: number) => void, hidden: NetworkShape['hidden'] = HIDDEN): Model {
  const dataset = datasetOf(on.train);
  const scaler = scalerOf(spec, dataset);
  const shape = { ...shapeOf(spec), hidden };
  const weights = trainNetwork(shape, scaleDataset(scaler, dataset), { ...TRAIN_DEFAULTS, seed: `train/${spec.id}`, epochs: EPOCHS[spec.id], skips: skipsOf(spec, scaler), ...(onEpoch ? { onEpoch } : {}) });
  const model: Model = {
    net: spec.id, version: VERSION, features: spec.features.map(({ name }) => name), scaler, shape, weights, calibration: shape.heads.map(() => null), trainSeeds: on.trainSeeds,
    manifestSha: sha256(canonicalJson(manifestOf(spec, on))),
  };
  return { ...model, calibration: calibrationsOf(model, on.calibrate, spec.isTwoSided ?? false) };
}

/** A calibration for each chance, on worlds that the weights have not seen. A soft label counts as what it came to be: above or below one half. */
function calibrationsOf(model: Model, rows: Rows, twoSided: boolean): readonly (Calibration | null)[] {
  const { heads } = model.shape;
  const outputs = heads.map(() => new Float64Array(rows.rows));
  for (let row = 0; row < rows.rows; row += 1) {
    const out = rawOutputs(model, rows.x.subarray(row * rows.inputs, (row + 1) * rows.inputs));
    for (const [place, column] of outputs.entries()) column[row] = out[place] ?? NaN;
  }
  return heads.map((head, place) => {
    if (head.kind !== 'bce') return null;
    return fitCalibration(outputs[place] ?? new Float64Array(0), Float64Array.from({ length: rows.rows }, (_, row) => hardened(rows.y[row * rows.targets + head.target] ?? NaN)), twoSided);
  });
}

/** What came of a soft label; a price that stood still says nothing. */
export const hardened = (label: number): number => (Number.isNaN(label) || label === 0.5 ? NaN : Number(label > 0.5));
