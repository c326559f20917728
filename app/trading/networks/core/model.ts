/** A trained network with its scaler and calibration. */
import { type Calibration, applyCalibration } from './calibration';
import { type Plan, runForward, buildPlan } from './forward';
import type { NetworkShape, Weights } from './shape';
import { type Scaler, scaleRow, countScaledInputs } from './scaler';

export interface Model {
  /** Id of the network in the registry; the linear model of a network adds `.linear`. */
  readonly net: string;
  readonly version: number;
  /** Names of raw features, in order. */
  readonly features: readonly string[];
  readonly scaler: Scaler;
  readonly shape: NetworkShape;
  readonly weights: Weights;
  /** One per head; null for an output that is not a probability or needs no calibration. */
  readonly calibration: readonly (Calibration | null)[];
  /** Seeds of the simulated paths used in training. */
  readonly trainSeeds: readonly string[];
  /** SHA-256 of the canonical training manifest: features, options, paths. */
  readonly manifestSha: string;
}

interface ModelPlan {
  readonly plan: Plan;
  /** Buffer of the scaled row. */
  readonly x: Float64Array;
  /** Heads of the quantiles of each target, lowest first. */
  readonly quantiles: readonly (readonly number[])[];
}

const plans = new WeakMap<Model, ModelPlan>();

function getModelPlan(model: Model): ModelPlan {
  const cached = plans.get(model);
  if (cached) return cached;
  const { shape, scaler } = model;
  if (shape.inputs !== countScaledInputs(scaler))
    throw new RangeError(
      `the network takes ${shape.inputs} inputs, its scaler gives ${countScaledInputs(scaler)}`,
    );
  const modelPlan = {
    plan: buildPlan(shape),
    x: new Float64Array(shape.inputs),
    quantiles: listQuantileHeads(shape),
  };
  plans.set(model, modelPlan);
  return modelPlan;
}

function listQuantileHeads({ heads }: NetworkShape): readonly (readonly number[])[] {
  const pinballs = heads.flatMap((head, index) =>
    head.kind === 'pinball' ? [{ ...head, index }] : [],
  );
  const targets = [...new Set(pinballs.map(({ target }) => target))];
  return targets.map((target) =>
    pinballs
      .filter((head) => head.target === target)
      .sort((a, b) => a.quantile - b.quantile)
      .map(({ index }) => index),
  );
}

/**
 * Outputs before calibration, one per head: a logit for a probability, else as `predictRow`. `raw`
 * holds raw features, NaN if missing. Throws RangeError for a wrong number of features.
 */
export function computeRawOutputs(model: Model, raw: ArrayLike<number>): Float64Array {
  if (raw.length !== model.scaler.median.length)
    throw new RangeError(
      `${model.net} takes ${model.scaler.median.length} features, got ${raw.length}`,
    );
  const { plan, x } = getModelPlan(model);
  scaleRow(model.scaler, raw, 0, x, 0);
  const out = new Float64Array(model.shape.heads.length);
  runForward(plan, model.weights, x, 0, out);
  return out;
}

/**
 * Predictions for one row of raw features, one per head: a calibrated probability 0.02 to 0.98
 * (`bce`), a value (`mse`, `huber`), a log volatility (`qlike`), a quantile (`pinball`). Quantiles
 * of one target are sorted so that they never cross (V. Chernozhukov, I. Fernandez-Val and A.
 * Galichon 2010). Throws RangeError for a wrong number of features.
 */
export function predictRow(model: Model, raw: ArrayLike<number>): Float64Array {
  const out = computeRawOutputs(model, raw);
  const { heads } = model.shape;
  for (let index = 0; index < heads.length; index += 1) {
    if (heads[index]?.kind === 'bce')
      out[index] = applyCalibration(model.calibration[index] ?? null, out[index] ?? NaN);
  }
  for (const indices of getModelPlan(model).quantiles) sortQuantiles(out, indices);
  return out;
}

function sortQuantiles(out: Float64Array, indices: readonly number[]): void {
  const values = Float64Array.from(indices, (index) => out[index] ?? NaN).sort();
  for (const [rank, index] of indices.entries()) out[index] = values[rank] ?? NaN;
}
