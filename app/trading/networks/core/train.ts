/**
 * Training: Adam over shuffled batches, a rate that falls along a cosine, and the mean of the
 * weights over the last quarter of the way.
 *
 * Sources: I. Loshchilov and F. Hutter 2017 (cosine rate); P. Izmailov et al. 2018 (averaged
 * weights);
 * X. Glorot and Y. Bengio 2010 (scale of the first weights).
 */
import { normalQuantile } from '../../domain/normal-curve';
import { seededRandom } from '../../random';
import type { Random } from '../../ports';
import { createAdam } from './adam';
import { addGradient, buildBackwardPlan } from './backward';
import { buildPlan } from './forward';
import { computeStart } from './losses';
import {
  type Dataset,
  type NetworkShape,
  type WeightPlaces,
  type Weights,
  getWeightPlaces,
} from './shape';

export interface SkipStart {
  readonly input: number;
  readonly head: number;
  readonly weight: number;
}

interface TrainOptions {
  readonly seed: string;
  readonly epochs: number;
  /** Rows a step. */
  readonly batch: number;
  /** Length of a step at the start; it falls to zero. */
  readonly rate: number;
  /** Added to the gradient for each weight that is no bias, times that weight. */
  readonly l2: number;
  /**
   * Weights of the skip that begin elsewhere than at zero, on scaled inputs: where an input is a
   * forecast already.
   */
  readonly skips?: readonly SkipStart[];
  /** Weights to go on from instead of chance: a model that is kept up to date. */
  readonly from?: Weights;
  /** Hears of each epoch that is done, for progress. */
  readonly onEpoch?: (epoch: number) => void;
}

/** What all eight networks are trained with. */
export const TRAIN_DEFAULTS = { batch: 128, rate: 0.004, l2: 1e-5 } as const;

/** Weights are averaged over the steps after this share of the way. */
const AVERAGE_FROM = 0.75;
/** Weights are kept to a millionth, so that a file of them is short and the same everywhere. */
const ROUNDING = 1e6;

/**
 * Weights for a shape from a scaled dataset (`scaleDataset`). The same seed, options and rows give
 * the same bits.
 * Throws RangeError for counts that do not fit, a dataset without rows, and an input that is no
 * number.
 */
export function trainNetwork(
  shape: NetworkShape,
  dataset: Dataset,
  options: TrainOptions,
): Weights {
  checkDataset(shape, dataset, options);
  const plan = buildBackwardPlan(buildPlan(shape));
  const random = seededRandom(options.seed);
  const weights = options.from
    ? Float64Array.from(options.from)
    : startWeights(shape, plan.places, dataset, random, options.skips ?? []);
  const step = createAdam(weights, buildBiases(shape, plan.places), options.l2);
  const order = Uint32Array.from({ length: dataset.rows }, (_, row) => row);
  const batches = Math.ceil(dataset.rows / options.batch);
  const steps = batches * options.epochs;
  const sum = new Float64Array(weights.length);
  let [done, averaged] = [0, 0];
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    shuffleOrder(order, random, `order/${epoch}`);
    for (let batch = 0; batch < batches; batch += 1) {
      const from = batch * options.batch;
      const until = Math.min(dataset.rows, from + options.batch);
      for (let at = from; at < until; at += 1)
        addGradient(plan, weights, dataset, order[at] ?? 0, step.gradient);
      done += 1;
      step.take(until - from, options.rate * 0.5 * (1 + Math.cos((Math.PI * (done - 1)) / steps)));
      if (done > AVERAGE_FROM * steps) averaged += addTo(sum, weights);
    }
    options.onEpoch?.(epoch);
  }
  return sum.map((total) => roundFigure(total / averaged));
}

function addTo(sum: Float64Array, weights: Weights): number {
  for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (weights[i] ?? 0);
  return 1;
}

/** To a millionth; never minus zero, which a file of JSON would not keep. */
const roundFigure = (weight: number): number => Math.round(weight * ROUNDING) / ROUNDING + 0;

function checkDataset(
  shape: NetworkShape,
  dataset: Dataset,
  { epochs, batch, from }: TrainOptions,
): void {
  const { count } = getWeightPlaces(shape);
  for (const [name, value] of [
    ['epochs', epochs],
    ['batch', batch],
    ['rows', dataset.rows],
  ] as const) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new RangeError(`training needs a whole number of ${name} from 1, got ${value}`);
  }
  if (dataset.inputs !== shape.inputs || dataset.x.length !== dataset.rows * dataset.inputs)
    throw new RangeError(
      `${dataset.rows} rows of ${shape.inputs} inputs are needed, got ${dataset.x.length} numbers in rows of ${dataset.inputs}`,
    );
  if (dataset.y.length !== dataset.rows * dataset.targets)
    throw new RangeError(
      `${dataset.rows} rows of ${dataset.targets} targets are needed, got ${dataset.y.length} numbers`,
    );
  const far = shape.heads.find(({ target }) => target >= dataset.targets);
  if (far)
    throw new RangeError(
      `head ${far.name} is trained for target ${far.target}, a row has ${dataset.targets}`,
    );
  if (from && from.length !== count)
    throw new RangeError(`the shape has ${count} weights, got ${from.length} to go on from`);
  const bad = dataset.x.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0)
    throw new RangeError(
      `input ${bad % dataset.inputs} of row ${Math.floor(bad / dataset.inputs)} is no number: scale the dataset first`,
    );
}

function startWeights(
  { inputs, hidden: [wide, narrow], heads }: NetworkShape,
  places: WeightPlaces,
  dataset: Dataset,
  random: Random,
  skips: readonly SkipStart[],
): Weights {
  const weights = new Float64Array(places.count);
  const draw = (from: number, count: number, spread: number): void => {
    for (let i = from; i < from + count; i += 1)
      weights[i] = spread * normalQuantile(random.uniform('weights', i) || Number.MIN_VALUE);
  };
  draw(places.first, wide * inputs, Math.sqrt(2 / (inputs + wide)));
  draw(places.second, narrow * wide, Math.sqrt(2 / (wide + narrow)));
  for (const { head, input, weight } of skips)
    weights[places.skip + head * inputs + input] = weight;
  // outputs start from the skip alone, which starts from the best constant beside the inputs that
  // are forecasts
  for (const [place, head] of heads.entries()) {
    const own = skips.filter((skip) => skip.head === place);
    const left = (row: number): number =>
      own.reduce(
        (rest, { input, weight }) => rest - weight * (dataset.x[row * inputs + input] ?? NaN),
        dataset.y[row * dataset.targets + head.target] ?? NaN,
      );
    // a logit that is a forecast already is at home at zero; of values the best constant beside
    // them is found
    if (head.kind === 'bce' && own.length > 0) continue;
    weights[places.lastBias + place] = computeStart(
      head,
      Float64Array.from({ length: dataset.rows }, (_, row) => left(row)).filter(
        (target) => !Number.isNaN(target),
      ),
    );
  }
  return weights;
}

/** The places of biases, which no penalty draws to zero. */
function buildBiases(
  { hidden: [wide, narrow], heads }: NetworkShape,
  places: WeightPlaces,
): Uint8Array {
  const isBias = new Uint8Array(places.count);
  isBias.fill(1, places.firstBias, places.firstBias + wide);
  isBias.fill(1, places.secondBias, places.secondBias + narrow);
  isBias.fill(1, places.lastBias, places.lastBias + heads.length);
  return isBias;
}

/**
 * Fisher and Yates' shuffle from the order that is there; the chance of each place has a name of
 * its own.
 */
function shuffleOrder(order: Uint32Array, random: Random, stream: string): void {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random.uniform(stream, last) * (last + 1));
    const kept = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = kept;
  }
}
