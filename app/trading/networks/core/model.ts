/**
 * A trained network with all that it needs to answer: its scaler before it, its calibration behind
 * it.
 */
import { type Calibration, applyCalibration } from './calibration';
import { type Plan, runForward, buildPlan } from './forward';
import type { NetworkShape, Weights } from './shape';
import { type Scaler, scaleRow, scaledInputs } from './scaler';

export interface Model {
  /** Id of the network in the registry. */
  readonly net: string;
  readonly version: number;
  /** Names of the raw features, in order. */
  readonly features: readonly string[];
  readonly scaler: Scaler;
  readonly shape: NetworkShape;
  readonly weights: Weights;
  /** One a head; null where an output is no probability, or one that is taken at its word. */
  readonly calibration: readonly (Calibration | null)[];
  /** Worlds it was trained on. */
  readonly trainSeeds: readonly string[];
  /** SHA-256 of the canonical text of what it was trained with: features, options, worlds. */
  readonly manifestSha: string;
}

interface ModelPlan {
  readonly plan: Plan;
  /** The scaled row, overwritten by every call before it is read. */
  readonly x: Float64Array;
  /** Places of the quantiles of one target, from the lowest to the highest. */
  readonly quantiles: readonly (readonly number[])[];
}

const plans = new WeakMap<Model, ModelPlan>();

function planFor(model: Model): ModelPlan {
  const known = plans.get(model);
  if (known) return known;
  const { shape, scaler } = model;
  if (shape.inputs !== scaledInputs(scaler))
    throw new RangeError(
      `the network takes ${shape.inputs} inputs, its scaler gives ${scaledInputs(scaler)}`,
    );
  const made = {
    plan: buildPlan(shape),
    x: new Float64Array(shape.inputs),
    quantiles: quantilesIn(shape),
  };
  plans.set(model, made);
  return made;
}

function quantilesIn({ heads }: NetworkShape): readonly (readonly number[])[] {
  const pinballs = heads.flatMap((head, place) =>
    head.kind === 'pinball' ? [{ ...head, place }] : [],
  );
  const targets = [...new Set(pinballs.map(({ target }) => target))];
  return targets.map((target) =>
    pinballs
      .filter((head) => head.target === target)
      .sort((a, b) => a.quantile - b.quantile)
      .map(({ place }) => place),
  );
}

/**
 * Outputs as the network gives them, one a head: a logit for a probability, else as `predictRow`. Raw
 * features, NaN where missing. Throws RangeError for another number of features.
 */
export function rawOutputs(model: Model, raw: ArrayLike<number>): Float64Array {
  if (raw.length !== model.scaler.median.length)
    throw new RangeError(
      `${model.net} takes ${model.scaler.median.length} features, got ${raw.length}`,
    );
  const { plan, x } = planFor(model);
  scaleRow(model.scaler, raw, 0, x, 0);
  const out = new Float64Array(model.shape.heads.length);
  runForward(plan, model.weights, x, 0, out);
  return out;
}

/**
 * The answer to one row of raw features, one number a head: a calibrated chance 0.02 to 0.98
 * (`bce`), a value (`mse`, `huber`), the natural
 * logarithm of a volatility (`qlike`), a quantile (`pinball`). Quantiles of one target never cross:
 * they are put in order
 * (V. Chernozhukov, I. Fernandez-Val and A. Galichon 2010). Throws RangeError for another number of
 * features.
 */
export function predictRow(model: Model, raw: ArrayLike<number>): Float64Array {
  const out = rawOutputs(model, raw);
  const { heads } = model.shape;
  for (let place = 0; place < heads.length; place += 1) {
    if (heads[place]?.kind === 'bce')
      out[place] = applyCalibration(model.calibration[place] ?? null, out[place] ?? NaN);
  }
  for (const places of planFor(model).quantiles) sortQuantiles(out, places);
  return out;
}

function sortQuantiles(out: Float64Array, places: readonly number[]): void {
  const values = Float64Array.from(places, (place) => out[place] ?? NaN).sort();
  for (const [rank, place] of places.entries()) out[place] = values[rank] ?? NaN;
}
