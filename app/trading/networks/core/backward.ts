/** How the loss of a row changes with each weight, and how an output changes with each input. */
import { type Plan, runForward } from './forward';
import { addOuter, addSlopes, addTransposed } from './kernels';
import { computeLoss, computeLossSlope } from './losses';
import type { Dataset, Head, Weights } from './shape';

/** A plan with room for what is handed back. */
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
  const { shape, places, hidden, slopes } = plan;
  const {
    inputs,
    hidden: [wide, narrow],
    heads,
  } = shape;
  const xAt = row * inputs;
  headSlopes(plan, weights, dataset, row);
  addOuter(gradient, places.skip, slopes.out, heads.length, dataset.x, xAt, inputs);
  addSlopes(gradient, places.lastBias, slopes.out, heads.length);
  if (wide === 0) return;
  addOuter(gradient, places.last, slopes.out, heads.length, hidden.narrow, 0, narrow);
  throughHidden(plan, weights);
  addOuter(gradient, places.second, slopes.narrow, narrow, hidden.wide, 0, wide);
  addSlopes(gradient, places.secondBias, slopes.narrow, narrow);
  addOuter(gradient, places.first, slopes.wide, wide, dataset.x, xAt, inputs);
  addSlopes(gradient, places.firstBias, slopes.wide, wide);
}

/** How the row's loss changes with each output; a head without a target is left out. */
function headSlopes(plan: BackwardPlan, weights: Weights, dataset: Dataset, row: number): void {
  const {
    shape: { inputs, heads },
    out,
    slopes,
  } = plan;
  runForward(plan, weights, dataset.x, row * inputs, out);
  for (const [place, head] of heads.entries()) {
    const target = computeTarget(dataset, row, head);
    slopes.out[place] = Number.isNaN(target) ? 0 : computeLossSlope(head, out[place] ?? 0, target);
  }
}

const computeTarget = ({ y, targets }: Dataset, row: number, { target }: Head): number =>
  y[row * targets + target] ?? NaN;

/** The loss of one row, summed over the heads that have a target: what `addGradient` goes down. */
export function rowLoss(
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
  return heads.reduce((sum, head, place) => {
    const target = computeTarget(dataset, row, head);
    return Number.isNaN(target) ? sum : sum + computeLoss(head, out[place] ?? 0, target);
  }, 0);
}

/** From the slopes of the outputs to those of both hidden layers, before their tanh. */
function throughHidden({ shape, places, hidden, slopes }: BackwardPlan, weights: Weights): void {
  const {
    hidden: [wide, narrow],
    heads,
  } = shape;
  slopes.narrow.fill(0);
  addTransposed(weights, places.last, slopes.out, heads.length, slopes.narrow, narrow);
  throughTanh(slopes.narrow, hidden.narrow);
  slopes.wide.fill(0);
  addTransposed(weights, places.second, slopes.narrow, narrow, slopes.wide, wide);
  throughTanh(slopes.wide, hidden.wide);
}

function throughTanh(slope: Float64Array, value: Float64Array): void {
  for (let i = 0; i < slope.length; i += 1) slope[i] = (slope[i] ?? 0) * (1 - (value[i] ?? 0) ** 2);
}

/** Adds the derivative of one output by each input at `x` to `slope`; answers with the output. */
export function addInputSlope(
  plan: BackwardPlan,
  weights: Weights,
  x: Float64Array,
  head: number,
  slope: Float64Array,
): number {
  const { shape, places, out, slopes } = plan;
  const {
    inputs,
    hidden: [wide],
    heads,
  } = shape;
  runForward(plan, weights, x, 0, out);
  slopes.out.fill(0);
  slopes.out[head] = 1;
  addTransposed(weights, places.skip, slopes.out, heads.length, slope, inputs);
  if (wide > 0) {
    throughHidden(plan, weights);
    addTransposed(weights, places.first, slopes.wide, wide, slope, inputs);
  }
  return out[head] ?? NaN;
}
