/** Backpropagation: gradients of a row's loss by weight and of an output by input. */
import { type Plan, runForward } from './forward';
import { addOuter, addSlopes, addTransposed } from './kernels';
import { computeLoss, computeLossSlope } from './losses';
import type { Dataset, Head, Weights } from './shape';

/** A plan with buffers for backpropagation. */
interface BackwardPlan extends Plan {
  readonly out: Float64Array;
  readonly slopes: {
    readonly out: Float64Array;
    readonly narrow: Float64Array;
    readonly wide: Float64Array;
  };
}

export function buildBackwardPlan(plan: Plan): BackwardPlan {
  const {
    hidden: [wide, narrow],
    heads,
  } = plan.shape;
  return {
    ...plan,
    out: new Float64Array(heads.length),
    slopes: {
      out: new Float64Array(heads.length),
      narrow: new Float64Array(narrow),
      wide: new Float64Array(wide),
    },
  };
}

/** Adds the gradient of one row's loss, summed over its heads, to `gradient`. */
export function addGradient(
  plan: BackwardPlan,
  weights: Weights,
  dataset: Dataset,
  row: number,
  gradient: Float64Array,
): void {
  const { shape, offsets, hidden, slopes } = plan;
  const {
    inputs,
    hidden: [wide, narrow],
    heads,
  } = shape;
  const xAt = row * inputs;
  computeHeadSlopes(plan, weights, dataset, row);
  addOuter(gradient, offsets.skip, slopes.out, heads.length, dataset.x, xAt, inputs);
  addSlopes(gradient, offsets.lastBias, slopes.out, heads.length);
  if (wide === 0) return;
  addOuter(gradient, offsets.last, slopes.out, heads.length, hidden.narrow, 0, narrow);
  backpropagateHidden(plan, weights);
  addOuter(gradient, offsets.second, slopes.narrow, narrow, hidden.wide, 0, wide);
  addSlopes(gradient, offsets.secondBias, slopes.narrow, narrow);
  addOuter(gradient, offsets.first, slopes.wide, wide, dataset.x, xAt, inputs);
  addSlopes(gradient, offsets.firstBias, slopes.wide, wide);
}

/** Gradient of the row's loss by output; heads without a target are skipped. */
function computeHeadSlopes(
  plan: BackwardPlan,
  weights: Weights,
  dataset: Dataset,
  row: number,
): void {
  const {
    shape: { inputs, heads },
    out,
    slopes,
  } = plan;
  runForward(plan, weights, dataset.x, row * inputs, out);
  for (const [index, head] of heads.entries()) {
    const target = getTarget(dataset, row, head);
    slopes.out[index] = Number.isNaN(target) ? 0 : computeLossSlope(head, out[index] ?? 0, target);
  }
}

const getTarget = ({ y, targets }: Dataset, row: number, { target }: Head): number =>
  y[row * targets + target] ?? NaN;

/** Loss of one row over the heads with a target; the function whose gradient `addGradient` adds. */
export function computeRowLoss(
  plan: BackwardPlan,
  weights: Weights,
  dataset: Dataset,
  row: number,
): number {
  const {
    shape: { inputs, heads },
    out,
  } = plan;
  runForward(plan, weights, dataset.x, row * inputs, out);
  return heads.reduce((sum, head, index) => {
    const target = getTarget(dataset, row, head);
    return Number.isNaN(target) ? sum : sum + computeLoss(head, out[index] ?? 0, target);
  }, 0);
}

/** Propagates output gradients to both hidden layers, before tanh. */
function backpropagateHidden(
  { shape, offsets, hidden, slopes }: BackwardPlan,
  weights: Weights,
): void {
  const {
    hidden: [wide, narrow],
    heads,
  } = shape;
  slopes.narrow.fill(0);
  addTransposed(weights, offsets.last, slopes.out, heads.length, slopes.narrow, narrow);
  backpropagateTanh(slopes.narrow, hidden.narrow);
  slopes.wide.fill(0);
  addTransposed(weights, offsets.second, slopes.narrow, narrow, slopes.wide, wide);
  backpropagateTanh(slopes.wide, hidden.wide);
}

function backpropagateTanh(slope: Float64Array, value: Float64Array): void {
  for (let i = 0; i < slope.length; i += 1) slope[i] = (slope[i] ?? 0) * (1 - (value[i] ?? 0) ** 2);
}

/** Adds the gradient of one output by input at `x` to `slope`; returns the output. */
export function addInputSlope(
  plan: BackwardPlan,
  weights: Weights,
  x: Float64Array,
  head: number,
  slope: Float64Array,
): number {
  const { shape, offsets, out, slopes } = plan;
  const {
    inputs,
    hidden: [wide],
    heads,
  } = shape;
  runForward(plan, weights, x, 0, out);
  slopes.out.fill(0);
  slopes.out[head] = 1;
  addTransposed(weights, offsets.skip, slopes.out, heads.length, slope, inputs);
  if (wide > 0) {
    backpropagateHidden(plan, weights);
    addTransposed(weights, offsets.first, slopes.wide, wide, slope, inputs);
  }
  return out[head] ?? NaN;
}
