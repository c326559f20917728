// Trains one network: scaler, weights, calibration and manifest.
import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../../trading/domain/canonical-json';
import type { Model } from '../../trading/networks/core/model';
import { fitScaler } from '../../trading/networks/core/fit-scaler';
import { type Scaler, scaleDataset } from '../../trading/networks/core/scaler';
import { type SkipStart, TRAIN_DEFAULTS, trainNetwork } from '../../trading/networks/core/train';
import type { Dataset, NetworkShape } from '../../trading/networks/core/shape';
import {
  HIDDEN,
  type NetworkId,
  type NetworkSpec,
  getShape,
} from '../../trading/networks/network-spec';
import { type TrainedSource, getModelName } from '../../trading/networks/signal-source';
import { fitCalibrations } from './calibrate';
import { FOLDS, buildFolds } from './folds';
import type { Rows } from './rows';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface TrainingSet {
  readonly train: Rows;
  readonly calibrate: Rows;
  readonly trainSeeds: readonly string[];
  readonly calibrateSeeds: readonly string[];
  readonly years: number;
}

const VERSION = 1;

/**
 * Epochs, selected on paths outside training and test. Noisy targets with few rows overfit with
 * more.
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

/** Hidden units: the linear model is the network without them. */
const HIDDEN_UNITS: Readonly<Record<TrainedSource, NetworkShape['hidden']>> = {
  network: HIDDEN,
  linear: [0, 0],
};

/** Everything that determines the weights of a network or of its linear model. */
export const buildManifest = (
  { id, features, heads, targets, headStarts, isTwoSided }: NetworkSpec,
  { trainSeeds, calibrateSeeds, years }: Omit<TrainingSet, 'train' | 'calibrate'>,
  source: TrainedSource = 'network',
) => ({
  net: getModelName(id, source),
  hidden: HIDDEN_UNITS[source],
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

/** Median and scale of features without a given scale. */
function buildScaler({ features }: NetworkSpec, dataset: Dataset): Scaler {
  const givenScales = features.map(({ scale }) => scale);
  const { median, scale, flagged } = fitScaler(dataset, [], givenScales);
  return {
    median: median.map(roundFigure),
    scale: scale.map((value, index) => givenScales[index] ?? roundFigure(value)),
    flagged,
  };
}

/** Initial skip weights of features that are forecasts themselves. */
function listSkips({ headStarts, features }: NetworkSpec, { scale }: Scaler): readonly SkipStart[] {
  return (headStarts ?? []).map(({ head, feature, slope }) => {
    const input = features.findIndex(({ name }) => name === feature);
    return { input, head, weight: slope * (scale[input] ?? NaN) };
  });
}

/** Nine digits keep the file short. */
const roundFigure = (value: number): number => Number(value.toPrecision(9));

/** Deterministic: the same rows give bit-identical weights. */
export function trainModel(
  spec: NetworkSpec,
  trainingSet: TrainingSet,
  source: TrainedSource = 'network',
  onEpoch?: (epoch: number) => void,
): Model {
  const manifest = {
    trainSeeds: trainingSet.trainSeeds,
    manifestSha: sha256(toCanonicalJson(buildManifest(spec, trainingSet, source))),
  };
  const fitModel = (rows: Rows, onFitEpoch?: typeof onEpoch): Model => ({
    ...trainUncalibrated(spec, rows, source, onFitEpoch),
    ...manifest,
  });
  const model = fitModel(trainingSet.train, onEpoch);
  if (spec.heads.every(({ kind }) => kind !== 'bce')) return model;
  const foldModels = buildFolds(trainingSet.train).map(({ train, heldOut }) => ({
    model: fitModel(train),
    rows: heldOut,
  }));
  return {
    ...model,
    calibration: fitCalibrations(spec, [...foldModels, { model, rows: trainingSet.calibrate }]),
  };
}

function trainUncalibrated(
  spec: NetworkSpec,
  rows: Rows,
  source: TrainedSource,
  onEpoch?: (epoch: number) => void,
): Omit<Model, 'trainSeeds' | 'manifestSha'> {
  const dataset = buildDataset(rows);
  const scaler = buildScaler(spec, dataset);
  const shape = { ...getShape(spec), hidden: HIDDEN_UNITS[source] };
  const weights = trainNetwork(shape, scaleDataset(scaler, dataset), {
    ...TRAIN_DEFAULTS,
    seed: `train/${spec.id}`,
    epochs: EPOCHS[spec.id],
    skips: listSkips(spec, scaler),
    ...(onEpoch ? { onEpoch } : {}),
  });
  return {
    net: getModelName(spec.id, source),
    version: VERSION,
    features: spec.features.map(({ name }) => name),
    scaler,
    shape,
    weights,
    calibration: shape.heads.map(() => null),
  };
}
