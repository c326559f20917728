/**
 * How the loss of a row changes with each weight, and how an output changes with each input.
 * It knows the chain rule over one row; it refuses to step: what is done with a gradient is the optimiser's.
 */
import { type Plan, forward } from './forward';
import { addOuter, addSlopes, addTransposed } from './kernels';
import { lossOf, slopeOf } from './losses';
import type { Dataset, Weights } from './shape';

/** A plan with room for what is handed back. */
export interface BackwardPlan extends Plan {
  readonly out: Float64Array;
  readonly slopes: { readonly out: Float64Array; readonly narrow: Float64Array; readonly wide: Float64Array };
}

export function backwardPlanOf(plan: Plan): BackwardPlan {
  const { hidden: [wide, narrow], heads } = plan.shape;
  return { ...plan, out: new Float64Array(heads.length), slopes: { out: new Float64Array(heads.length), narrow: new Float64Array(narrow), wide: new Float64Array(wide) } };
}

/** Adds the gradient of one row's loss, summed over its heads, to `gradient`; answers with the loss. */
export function addGradient(plan: BackwardPlan, weights: Weights, dataset: Dataset, row: number, gradient: Float64Array): number {
  const { shape, places, hidden, out, slopes } = plan;
  const { inputs, hidden: [wide, narrow], heads } = shape;
  const xAt = row * inputs;
  forward(plan, weights, dataset.x, xAt, out);
  const loss = headSlopes(plan, dataset, row);
  addOuter(gradient, places.skip, slopes.out, heads.length, dataset.x, xAt, inputs);
  addSlopes(gradient, places.lastBias, slopes.out, heads.length);
  if (wide === 0) return loss;
  addOuter(gradient, places.last, slopes.out, heads.length, hidden.narrow, 0, narrow);
  throughHidden(plan, weights);
  addOuter(gradient, places.second, slopes.narrow, narrow, hidden.wide, 0, wide);
  addSlopes(gradient, places.secondBias, slopes.narrow, narrow);
  addOuter(gradient, places.first, slopes.wide, wide, dataset.x, xAt, inputs);
  addSlopes(gradient, places.firstBias, slopes.wide, wide);
  return loss;
}

function headSlopes({ shape: { heads }, out, slopes }: BackwardPlan, dataset: Dataset, row: number): number {
  let loss = 0;
  for (let place = 0; place < heads.length; place += 1) {
    const head = heads[place];
    if (head === undefined) break;
    const target = dataset.y[row * dataset.targets + head.target] ?? NaN;
    const z = out[place] ?? 0;
    const isLeftOut = Number.isNaN(target);
    slopes.out[place] = isLeftOut ? 0 : slopeOf(head, z, target);
    loss += isLeftOut ? 0 : lossOf(head, z, target);
  }
  return loss;
}

/** From the slopes of the outputs to those of both hidden layers, before their tanh. */
function throughHidden({ shape, places, hidden, slopes }: BackwardPlan, weights: Weights): void {
  const { hidden: [wide, narrow], heads } = shape;
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
export function addInputSlope(plan: BackwardPlan, weights: Weights, x: Float64Array, head: number, slope: Float64Array): number {
  const { shape, places, out, slopes } = plan;
  const { inputs, hidden: [wide], heads } = shape;
  forward(plan, weights, x, 0, out);
  slopes.out.fill(0);
  slopes.out[head] = 1;
  addTransposed(weights, places.skip, slopes.out, heads.length, slope, inputs);
  if (wide > 0) {
    throughHidden(plan, weights);
    addTransposed(weights, places.first, slopes.wide, wide, slope, inputs);
  }
  return out[head] ?? NaN;
}
