// Training of one network: scaler, weights and calibration from rows, as a model with the manifest
// of what it was made of.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../trading/domain/canonical';
import type { Model } from '../../trading/networks/core/model';
import { type Scaler, fitScaler, scaleDataset } from '../../trading/networks/core/scaler';
import { type SkipStart, TRAIN_DEFAULTS, trainNetwork } from '../../trading/networks/core/train';
import type { Dataset, NetworkShape } from '../../trading/networks/core/shape';
import {
  HIDDEN,
  type NetworkId,
  type NetworkSpec,
  getShape,
} from '../../trading/networks/network-spec';
import { fitCalibrations } from './calibrate';
import { FOLDS, buildFolds } from './folds';
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

/**
 * Passes over the rows. What is hardest to foresee and has the fewest rows bears the fewest: chosen
 * on worlds that neither train nor judge, where more of them lost.
 */
export const EPOCHS: Readonly<Record<NetworkId, number>> = {
  WeatherNet: 6,
  CropNet: 1,
  SpikeNet: 10,
  PowerNet: 2,
  GasNet: 4,
  PetroNet: 2,
  AgNet: 4,
  VolNet: 16,
};

/** All that decides a network's weights, as one value. */
export const buildManifest = (
  { id, features, heads, targets, headStarts, isTwoSided }: NetworkSpec,
  { trainSeeds, calibrateSeeds, years }: Omit<TrainedOn, 'train' | 'calibrate'>,
) => ({
  net: id,
  version: VERSION,
  epochs: EPOCHS[id],
  ...TRAIN_DEFAULTS,
  heads,
  targets,
  years,
  trainSeeds,
  calibrateSeeds,
  folds: FOLDS,
  features: features.map(({ name, unit, group, scale }) => ({ name, unit, group, scale })),
  ...(headStarts ? { headStarts } : {}),
  ...(isTwoSided ? { isTwoSided } : {}),
});

const buildDataset = ({ rows, inputs, targets, x, y }: Rows): Dataset => ({
  rows,
  inputs,
  targets,
  x,
  y,
});

/** Medians and ranges of the features whose scale is not given. */
function buildScaler({ features }: NetworkSpec, dataset: Dataset): Scaler {
  const given = features.map(({ scale }) => scale);
  const { median, scale, flagged } = fitScaler(dataset, [], given);
  return {
    median: median.map(roundFigure),
    scale: scale.map((value, place) => given[place] ?? roundFigure(value)),
    flagged,
  };
}

/** Skips of features that are forecasts already, on their scaled inputs. */
function listSkips({ headStarts, features }: NetworkSpec, { scale }: Scaler): readonly SkipStart[] {
  return (headStarts ?? []).map(({ head, feature, slope }) => {
    const input = features.findIndex(({ name }) => name === feature);
    return { input, head, weight: slope * (scale[input] ?? NaN) };
  });
}

/** Nine digits say enough of a median and keep the file short. */
const roundFigure = (value: number): number => Number(value.toPrecision(9));

/** Trains a network. The same rows give the same bits, wherever it runs. */
export function trainModel(
  spec: NetworkSpec,
  on: TrainedOn,
  onEpoch?: (epoch: number) => void,
  hidden: NetworkShape['hidden'] = HIDDEN,
): Model {
  const manifest = {
    trainSeeds: on.trainSeeds,
    manifestSha: sha256(canonicalJson(buildManifest(spec, on))),
  };
  const fitted = (rows: Rows, heard?: typeof onEpoch): Model => ({
    ...trainUncalibrated(spec, rows, hidden, heard),
    ...manifest,
  });
  const model = fitted(on.train, onEpoch);
  if (spec.heads.every(({ kind }) => kind !== 'bce')) return model;
  const crossed = buildFolds(on.train).map(({ learnt, told }) => ({
    model: fitted(learnt),
    rows: told,
  }));
  return {
    ...model,
    calibration: fitCalibrations(spec, [...crossed, { model, rows: on.calibrate }]),
  };
}

function trainUncalibrated(
  spec: NetworkSpec,
  rows: Rows,
  hidden: NetworkShape['hidden'],
  onEpoch?: (epoch: number) => void,
): Omit<Model, 'trainSeeds' | 'manifestSha'> {
  const dataset = buildDataset(rows);
  const scaler = buildScaler(spec, dataset);
  const shape = { ...getShape(spec), hidden };
  const weights = trainNetwork(shape, scaleDataset(scaler, dataset), {
    ...TRAIN_DEFAULTS,
    seed: `train/${spec.id}`,
    epochs: EPOCHS[spec.id],
    skips: listSkips(spec, scaler),
    ...(onEpoch ? { onEpoch } : {}),
  });
  return {
    net: spec.id,
    version: VERSION,
    features: spec.features.map(({ name }) => name),
    scaler,
    shape,
    weights,
    calibration: shape.heads.map(() => null),
  };
}
