// How long networks take: to be trained, to answer, and to say why.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeAttribution } from '../../../trading/networks/core/attribution';
import { type Model, predictRow } from '../../../trading/networks/core/model';
import { readModel } from '../../../trading/networks/core/model-file';
import { TRAIN_DEFAULTS, trainNetwork } from '../../../trading/networks/core/train';
import type { NetworkId } from '../../../trading/networks/network-spec';
import { NETWORKS, networkSpec } from '../../../trading/networks/registry';
import { seededRandom } from '../../../trading/random';
import { decideSignal } from '../../../trading/signals/decide';
import { WEIGHTS_FOLDER } from '../../train/program';
import { sha256 } from '../../train/train-net';
import { measureSeconds } from '../engine-speed';

export interface NetworkSpeed {
  /** Mean time of one answer by network, the first hundred left out. */
  readonly answers: readonly { readonly net: NetworkId; readonly micros: number }[];
  /** Chances, bands and reasons of all contracts, from features that are there. */
  readonly signalsMs: number;
  readonly signals: number;
  /** One pass over so many made rows of the network with the most inputs. */
  readonly trained: {
    readonly net: NetworkId;
    readonly rows: number;
    readonly inputs: number;
    readonly seconds: number;
  };
}

/** Rows of features of order one. */
function madeRows(model: Model, count: number): readonly Float64Array[] {
  const random = seededRandom('bench');
  const { median, scale } = model.scaler;
  return Array.from({ length: count }, (_, row) =>
    Float64Array.from(
      median,
      (middle, place) =>
        middle +
        (scale[place] ?? 1) * (2 * random.uniform(model.net, row * median.length + place) - 1),
    ),
  );
}

const WARM_UP = 100;
const SIGNAL_NETS: readonly NetworkId[] = ['PowerNet', 'GasNet', 'PetroNet', 'AgNet'];

/** Measures with the committed weights: `answers` a network, `rows` to train on. */
export function measureNetworks(answers: number, rows: number): NetworkSpeed {
  const models = new Map(
    NETWORKS.map(({ id }) => [
      id,
      readModel(readFileSync(join(WEIGHTS_FOLDER, `${id}.json`), 'utf8'), sha256),
    ]),
  );
  const timed = [...models].map(([net, model]) => {
    const made = madeRows(model, 64);
    const ask = (count: number): void => {
      for (let at = 0; at < count; at += 1) predictRow(model, made[at % made.length] ?? []);
    };
    ask(WARM_UP);
    return { net, micros: (1e6 * measureSeconds(() => ask(answers))) / answers };
  });
  const subjects = SIGNAL_NETS.flatMap((id) =>
    networkSpec(id).subjects.map(() => models.get(id) as Model),
  ).map((model) => ({ model, row: madeRows(model, 1)[0] ?? new Float64Array(0) }));
  const sayAll = (): void => subjects.forEach(({ model, row }) => computeSignal(model, row));
  for (let at = 0; at < 5; at += 1) sayAll();
  return {
    answers: timed,
    signalsMs: (1000 * measureSeconds(() => Array.from({ length: 20 }, sayAll))) / 20,
    signals: subjects.length,
    trained: trainOn(models, rows),
  };
}

function computeSignal(model: Model, row: Float64Array): void {
  const [chanceUp = NaN, , low = NaN, middle = NaN, high = NaN] = predictRow(model, row);
  computeAttribution(model, row, 0);
  decideSignal(
    {
      network: model.net,
      chain: '',
      stampMs: 0,
      horizonMs: 0,
      chanceUp,
      low,
      middle,
      high,
      reasons: [],
    },
    { price: 100, roundTrip: 0 },
    'moderate',
  );
}

function trainOn(models: ReadonlyMap<NetworkId, Model>, rows: number): NetworkSpeed['trained'] {
  const [widest] = [...models].sort(([, a], [, b]) => b.shape.inputs - a.shape.inputs);
  if (!widest) throw new RangeError('there are no networks');
  const [net, { shape }] = widest;
  const random = seededRandom('bench rows');
  const [targets, { inputs }] = [1 + Math.max(...shape.heads.map(({ target }) => target)), shape];
  const made = (name: string, width: number): Float64Array =>
    Float64Array.from({ length: rows * width }, (_, at) => random.uniform(name, at));
  const dataset = { rows, inputs, targets, x: made('x', inputs), y: made('y', targets) };
  return {
    net,
    rows,
    inputs,
    seconds: measureSeconds(() =>
      trainNetwork(shape, dataset, { ...TRAIN_DEFAULTS, seed: 'bench', epochs: 1 }),
    ),
  };
}
