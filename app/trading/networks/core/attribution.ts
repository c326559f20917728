/**
 * Why an output is what it is: integrated gradients from the row of medians to the row at hand.
 *
 * Source: M. Sundararajan, A. Taly and Q. Yan 2017, Axiomatic attribution for deep networks.
 */
import { addInputSlope, buildBackwardPlan } from './backward';
import { buildPlan } from './forward';
import type { Model } from './model';
import { scaleRow, scaledInputs } from './scaler';

const STEPS = 32;

interface Attribution {
  /** The output before calibration: a logit for a probability, else a value. */
  readonly output: number;
  /** The output where every feature is its median and none is missing. */
  readonly base: number;
  /**
   * What each feature adds, its flag included, in units of the output; with `base` and
   * `unexplained` they sum to `output`.
   */
  readonly features: Float64Array;
  readonly unexplained: number;
}

/**
 * Attribution of one head's output to raw features (NaN = missing), at the midpoints of 32 steps.
 * Throws RangeError for a head that is not there or a wrong number of features.
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
  const inputs = scaledInputs(scaler);
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
    (_, place) => ((slope[place] ?? 0) * (x[place] ?? 0)) / STEPS,
  );
  for (const [flag, place] of scaler.flagged.entries()) {
    const at = scaler.median.length + flag;
    features[place] = (features[place] ?? 0) + ((slope[at] ?? 0) * (x[at] ?? 0)) / STEPS;
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
 * What each group of features adds, the largest in size first; `groups` names the group of each
 * feature.
 */
export function groupedAttribution(
  { features }: Pick<Attribution, 'features'>,
  groups: readonly string[],
): readonly { readonly group: string; readonly adds: number }[] {
  const sums = new Map<string, number>();
  for (const [place, group] of groups.entries())
    sums.set(group, (sums.get(group) ?? 0) + (features[place] ?? 0));
  return [...sums]
    .map(([group, adds]) => ({ group, adds }))
    .sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds) || (a.group < b.group ? -1 : 1));
}
