// Time of network training, inference and attribution.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeAttribution } from '../../../trading/networks/core/attribution';
import { type Model, predictRow } from '../../../trading/networks/core/model';
import { parseModelFile } from '../../../trading/networks/core/model-file';
import { TRAIN_DEFAULTS, trainNetwork } from '../../../trading/networks/core/train';
import type { NetworkId } from '../../../trading/networks/network-spec';
import { NETWORKS, getNetworkSpec } from '../../../trading/networks/registry';
import { createSeededRandom } from '../../../trading/random';
import { decideSignal } from '../../../trading/signals/decide-signal';
import { WEIGHTS_FOLDER } from '../../train/program';
import { sha256 } from '../../train/train-network-model';
import { measureSeconds } from '../engine-speed';

export interface NetworkSpeed {
  /** Mean inference time per network, without the first hundred calls. */
  readonly answers: readonly { readonly net: NetworkId; readonly micros: number }[];
  /** Probabilities, intervals and drivers of all contracts, from given features. */
  readonly signalsMs: number;
  readonly signals: number;
  /** One epoch over synthetic rows of the network with the most inputs. */
  readonly trained: {
    readonly net: NetworkId;
    readonly rows: number;
    readonly inputs: number;
    readonly seconds: number;
  };
}

/** Synthetic feature rows within one scale of the median. */
function buildRows(model: Model, count: number): readonly Float64Array[] {
  const random = createSeededRandom('bench');
  const { median, scale } = model.scaler;
  return Array.from({ length: count }, (_, row) =>
    Float64Array.from(
      median,
      (center, index) =>
        center +
        (scale[index] ?? 1) * (2 * random.uniform(model.net, row * median.length + index) - 1),
    ),
  );
}

const WARM_UP = 100;
const SIGNAL_NETS: readonly NetworkId[] = ['PowerNet', 'GasNet', 'PetroNet', 'AgNet'];

/** Measures the committed weights: `answers` inferences per network, `rows` training rows. */
export function measureNetworks(answers: number, rows: number): NetworkSpeed {
  const models = new Map(
    NETWORKS.map(({ id }) => [
      id,
      parseModelFile(readFileSync(join(WEIGHTS_FOLDER, `${id}.json`), 'utf8'), sha256),
    ]),
  );
  const speeds = [...models].map(([net, model]) => {
    const samples = buildRows(model, 64);
    const runInference = (count: number): void => {
      for (let at = 0; at < count; at += 1) predictRow(model, samples[at % samples.length] ?? []);
    };
    runInference(WARM_UP);
    return { net, micros: (1e6 * measureSeconds(() => runInference(answers))) / answers };
  });
  const subjects = SIGNAL_NETS.flatMap((id) =>
    getNetworkSpec(id).subjects.map(() => models.get(id) as Model),
  ).map((model) => ({ model, row: buildRows(model, 1)[0] ?? new Float64Array(0) }));
  const computeAllSignals = (): void =>
    subjects.forEach(({ model, row }) => computeSignal(model, row));
  for (let at = 0; at < 5; at += 1) computeAllSignals();
  return {
    answers: speeds,
    signalsMs: (1000 * measureSeconds(() => Array.from({ length: 20 }, computeAllSignals))) / 20,
    signals: subjects.length,
    trained: measureTrainingEpoch(models, rows),
  };
}

function computeSignal(model: Model, row: Float64Array): void {
  const [chanceUp = NaN, , low = NaN, center = NaN, high = NaN] = predictRow(model, row);
  computeAttribution(model, row, 0);
  decideSignal(
    {
      network: model.net,
      chain: '',
      stampMs: 0,
      horizonMs: 0,
      chanceUp,
      low,
      middle: center,
      high,
      reasons: [],
    },
    { price: 100, roundTrip: 0 },
    'moderate',
  );
}

function measureTrainingEpoch(
  models: ReadonlyMap<NetworkId, Model>,
  rows: number,
): NetworkSpeed['trained'] {
  const [widest] = [...models].sort(([, a], [, b]) => b.shape.inputs - a.shape.inputs);
  if (!widest) throw new RangeError('no networks found');
  const [net, { shape }] = widest;
  const random = createSeededRandom('bench rows');
  const [targets, { inputs }] = [1 + Math.max(...shape.heads.map(({ target }) => target)), shape];
  const drawValues = (name: string, width: number): Float64Array =>
    Float64Array.from({ length: rows * width }, (_, at) => random.uniform(name, at));
  const dataset = {
    rows,
    inputs,
    targets,
    x: drawValues('x', inputs),
    y: drawValues('y', targets),
  };
  return {
    net,
    rows,
    inputs,
    seconds: measureSeconds(() =>
      trainNetwork(shape, dataset, { ...TRAIN_DEFAULTS, seed: 'bench', epochs: 1 }),
    ),
  };
}
