/**
 * Network training: Adam on shuffled batches, cosine learning rate, and weights averaged over the
 * last quarter of the steps.
 *
 * Sources: I. Loshchilov and F. Hutter 2017 (cosine rate); P. Izmailov et al. 2018 (averaged
 * weights); X. Glorot and Y. Bengio 2010 (initial weight scale).
 */
import { computeNormalQuantile } from '../../domain/normal-distribution';
import { createSeededRandom } from '../../random';
import type { Random } from '../../ports';
import { createAdam } from './adam';
import { addGradient, buildBackwardPlan } from './backward';
import { buildPlan } from './forward';
import { computeStartingOutput } from './losses';
import type { Dataset, NetworkShape, Weights } from './shape';
import { type WeightOffsets, getWeightOffsets } from './weight-offsets';

export interface SkipStart {
  readonly input: number;
  readonly head: number;
  readonly weight: number;
}

interface TrainOptions {
  readonly seed: string;
  readonly epochs: number;
  /** Rows per step. */
  readonly batch: number;
  /** Initial learning rate; it falls to zero. */
  readonly rate: number;
  /** L2 penalty on non-bias weights. */
  readonly l2: number;
  /** Initial non-zero skip weights on scaled inputs, for inputs that are forecasts already. */
  readonly skips?: readonly SkipStart[];
  /** Initial weights for continued training instead of random ones. */
  readonly from?: Weights;
  /** Called after each epoch, for progress. */
  readonly onEpoch?: (epoch: number) => void;
}

/** Options shared by all eight networks. */
export const TRAIN_DEFAULTS = { batch: 128, rate: 0.004, l2: 1e-5 } as const;

/** Fraction of the steps after which weights are averaged. */
const AVERAGE_FROM_FRACTION = 0.75;
/** Weights are rounded to a millionth, so that files are short and identical on all machines. */
const ROUNDING = 1e6;

/**
 * Trains weights on a scaled dataset (`scaleDataset`). The same seed, options and rows give
 * identical bits. Throws RangeError for inconsistent counts, a dataset without rows, or a
 * non-finite input.
 */
export function trainNetwork(
  shape: NetworkShape,
  dataset: Dataset,
  options: TrainOptions,
): Weights {
  assertDataset(shape, dataset, options);
  const plan = buildBackwardPlan(buildPlan(shape));
  const random = createSeededRandom(options.seed);
  const weights = options.from
    ? Float64Array.from(options.from)
    : initializeWeights(shape, plan.offsets, dataset, random, options.skips ?? []);
  const step = createAdam(weights, markBiases(shape, plan.offsets), options.l2);
  const order = Uint32Array.from({ length: dataset.rows }, (_, row) => row);
  const batches = Math.ceil(dataset.rows / options.batch);
  const steps = batches * options.epochs;
  const sum = new Float64Array(weights.length);
  let [stepCount, averaged] = [0, 0];
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    shuffleOrder(order, random, `order/${epoch}`);
    for (let batch = 0; batch < batches; batch += 1) {
      const from = batch * options.batch;
      const until = Math.min(dataset.rows, from + options.batch);
      for (let at = from; at < until; at += 1)
        addGradient(plan, weights, dataset, order[at] ?? 0, step.gradient);
      stepCount += 1;
      step.step(
        until - from,
        options.rate * 0.5 * (1 + Math.cos((Math.PI * (stepCount - 1)) / steps)),
      );
      if (stepCount > AVERAGE_FROM_FRACTION * steps) averaged += addWeights(sum, weights);
    }
    options.onEpoch?.(epoch);
  }
  return sum.map((total) => roundFigure(total / averaged));
}

function addWeights(sum: Float64Array, weights: Weights): number {
  for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (weights[i] ?? 0);
  return 1;
}

/** Rounds to a millionth; `+ 0` turns -0 into 0, because JSON has no -0. */
const roundFigure = (weight: number): number => Math.round(weight * ROUNDING) / ROUNDING + 0;

function assertDataset(
  shape: NetworkShape,
  dataset: Dataset,
  { epochs, batch, from }: TrainOptions,
): void {
  const { count } = getWeightOffsets(shape);
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
  const outOfRange = shape.heads.find(({ target }) => target >= dataset.targets);
  if (outOfRange)
    throw new RangeError(
      `head ${outOfRange.name} is trained for target ${outOfRange.target}, a row has ${dataset.targets}`,
    );
  if (from && from.length !== count)
    throw new RangeError(`the shape has ${count} weights, got ${from.length} to go on from`);
  const invalid = dataset.x.findIndex((value) => !Number.isFinite(value));
  if (invalid >= 0)
    throw new RangeError(
      `input ${invalid % dataset.inputs} of row ${Math.floor(invalid / dataset.inputs)} is no number: scale the dataset first`,
    );
}

function initializeWeights(
  { inputs, hidden: [wide, narrow], heads }: NetworkShape,
  offsets: WeightOffsets,
  dataset: Dataset,
  random: Random,
  skips: readonly SkipStart[],
): Weights {
  const weights = new Float64Array(offsets.count);
  const drawWeights = (from: number, count: number, spread: number): void => {
    for (let i = from; i < from + count; i += 1)
      weights[i] = spread * computeNormalQuantile(random.uniform('weights', i) || Number.MIN_VALUE);
  };
  drawWeights(offsets.first, wide * inputs, Math.sqrt(2 / (inputs + wide)));
  drawWeights(offsets.second, narrow * wide, Math.sqrt(2 / (wide + narrow)));
  for (const { head, input, weight } of skips)
    weights[offsets.skip + head * inputs + input] = weight;
  // Outputs start from the skip alone, plus the best constant given inputs that are forecasts.
  for (const [index, head] of heads.entries()) {
    const headSkips = skips.filter((skip) => skip.head === index);
    const computeResidual = (row: number): number =>
      headSkips.reduce(
        (rest, { input, weight }) => rest - weight * (dataset.x[row * inputs + input] ?? NaN),
        dataset.y[row * dataset.targets + head.target] ?? NaN,
      );
    // A logit that is a forecast needs no offset; other heads start at the best constant.
    if (head.kind === 'bce' && headSkips.length > 0) continue;
    weights[offsets.lastBias + index] = computeStartingOutput(
      head,
      Float64Array.from({ length: dataset.rows }, (_, row) => computeResidual(row)).filter(
        (target) => !Number.isNaN(target),
      ),
    );
  }
  return weights;
}

/** Flags biases, which have no L2 penalty. */
function markBiases(
  { hidden: [wide, narrow], heads }: NetworkShape,
  offsets: WeightOffsets,
): Uint8Array {
  const isBias = new Uint8Array(offsets.count);
  isBias.fill(1, offsets.firstBias, offsets.firstBias + wide);
  isBias.fill(1, offsets.secondBias, offsets.secondBias + narrow);
  isBias.fill(1, offsets.lastBias, offsets.lastBias + heads.length);
  return isBias;
}

/** Fisher-Yates shuffle of the current order; each draw has its own index in the random stream. */
function shuffleOrder(order: Uint32Array, random: Random, stream: string): void {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random.uniform(stream, last) * (last + 1));
    const swapped = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = swapped;
  }
}
