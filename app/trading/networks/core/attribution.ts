/**
 * Attribution of an output to its inputs: integrated gradients from the median row to the given
 * row.
 *
 * Source: M. Sundararajan, A. Taly and Q. Yan 2017, Axiomatic attribution for deep networks.
 */
import { addInputSlope, buildBackwardPlan } from './backward';
import { buildPlan } from './forward';
import type { Model } from './model';
import { scaleRow, countScaledInputs } from './scaler';

const STEPS = 32;

interface Attribution {
  /** Output before calibration: a logit for a probability, else a value. */
  readonly output: number;
  /** Output with all features at their medians and none missing. */
  readonly base: number;
  /**
   * Contribution of each feature including its missing flag, in output units; with `base` and
   * `unexplained` they sum to `output`.
   */
  readonly features: Float64Array;
  readonly unexplained: number;
}

/**
 * Attribution of one head to raw features (NaN = missing), at the midpoints of 32 steps. Throws
 * RangeError for an invalid head or a wrong number of features.
 */
export function computeAttribution(
  model: Model,
  raw: ArrayLike<number>,
  head: number,
): Attribution {
  const { shape, scaler, weights } = model;
  if (raw.length !== scaler.median.length)
    throw new RangeError(`${model.net} takes ${scaler.median.length} features, got ${raw.length}`);
  if (shape.heads[head] === undefined)
    throw new RangeError(`${model.net} has heads 0 to ${shape.heads.length - 1}, not ${head}`);
  const plan = buildBackwardPlan(buildPlan(shape));
  const inputs = countScaledInputs(scaler);
  const x = new Float64Array(inputs);
  scaleRow(scaler, raw, 0, x, 0);
  const slope = new Float64Array(inputs);
  for (let step = 0; step < STEPS; step += 1)
    addInputSlope(
      plan,
      weights,
      x.map((value) => (value * (step + 0.5)) / STEPS),
      head,
      slope,
    );
  const features = Float64Array.from(
    scaler.median,
    (_, index) => ((slope[index] ?? 0) * (x[index] ?? 0)) / STEPS,
  );
  for (const [flag, index] of scaler.flagged.entries()) {
    const at = scaler.median.length + flag;
    features[index] = (features[index] ?? 0) + ((slope[at] ?? 0) * (x[at] ?? 0)) / STEPS;
  }
  const output = addInputSlope(plan, weights, x, head, new Float64Array(inputs));
  const base = addInputSlope(
    plan,
    weights,
    new Float64Array(inputs),
    head,
    new Float64Array(inputs),
  );
  return {
    output,
    base,
    features,
    unexplained: output - base - features.reduce((sum, part) => sum + part, 0),
  };
}

/**
 * Contribution per feature group, largest absolute value first; `groups` holds the group of each
 * feature.
 */
export function groupAttribution(
  { features }: Pick<Attribution, 'features'>,
  groups: readonly string[],
): readonly { readonly group: string; readonly adds: number }[] {
  const sums = new Map<string, number>();
  for (const [index, group] of groups.entries())
    sums.set(group, (sums.get(group) ?? 0) + (features[index] ?? 0));
  return [...sums]
    .map(([group, adds]) => ({ group, adds }))
    .sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds) || (a.group < b.group ? -1 : 1));
}
