// Evaluates one network: out-of-sample, within one path, and two placebo tests.
import type { Model } from '../../../trading/networks/core/model';
import type { CheckRow, EvaluationRow } from '../../../trading/networks/evaluation';
import type { NetworkId, NetworkSpec } from '../../../trading/networks/network-spec';
import { getNetworkSpec } from '../../../trading/networks/registry';
import { createSeededRandom } from '../../../trading/random';
import { COMMON_NOTES, type Rows } from '../../train/row-sink';
import type { RowSource } from '../../train/row-source';
import { trainModel } from '../../train/train-network-model';
import { CALIBRATE_SEEDS, TEST_SEEDS, TRAIN_SEEDS } from '../../train/worlds';
import type { EvaluatedNetwork } from './evaluated-network';
import { scoreSheet } from './score-sheet';
import { buildSheets } from './build-sheets';
import { type CreateNetwork, buildWalkForwardSheets } from './walk-forward-sheets';

/** Price networks, which must find nothing on efficient markets. */
export const PRICE_NETS: readonly NetworkId[] = ['PowerNet', 'GasNet', 'PetroNet', 'AgNet'];
/** Out-of-sample path for walk-forward training and testing. */
export const INSIDE_SEED = TEST_SEEDS[0] ?? '';

interface NetworkStudy {
  readonly rows: readonly EvaluationRow[];
  readonly inside: readonly EvaluationRow[];
  readonly efficient: CheckRow | null;
  readonly shuffled: CheckRow | null;
}

/** Trains a network and its linear version on one history. */
export const createRetrainedNetwork =
  (spec: NetworkSpec): CreateNetwork =>
  (train, calibrate) => {
    const on = { train, calibrate, trainSeeds: [], calibrateSeeds: [], years: 0 };
    return {
      spec,
      model: trainModel(spec, on),
      line: trainModel(spec, on, undefined, [0, 0]),
      trainRows: train,
    };
  };

/** Rows of training, out-of-sample and efficient paths. */
interface Sources {
  readonly source: RowSource;
  readonly outOfSample: RowSource;
  readonly efficient: RowSource;
}

export function studyNetwork(
  id: NetworkId,
  model: Model,
  { source, outOfSample, efficient }: Sources,
): NetworkStudy {
  const spec = getNetworkSpec(id);
  const train = source.getRows(id, TRAIN_SEEDS);
  const on = {
    train,
    calibrate: source.getRows(id, CALIBRATE_SEEDS),
    trainSeeds: [],
    calibrateSeeds: [],
    years: 0,
  };
  const contestant: EvaluatedNetwork = {
    spec,
    model,
    line: trainModel(spec, on, undefined, [0, 0]),
    trainRows: train,
  };
  const worlds = TEST_SEEDS.map((seed) => outOfSample.getRows(id, [seed]));
  const isPriceNetwork = PRICE_NETS.includes(id);
  const buildCheck = (judged: EvaluatedNetwork, tested: readonly Rows[]): CheckRow =>
    buildCheckRow(
      id,
      buildSheets(judged, tested).flatMap((sheet) => scoreSheet(sheet, spec.subjects))[0],
    );
  return {
    rows: buildSheets(contestant, worlds).flatMap((sheet) => scoreSheet(sheet, spec.subjects)),
    // Few rows precede the first harvest of each crop, so subjects are pooled.
    inside: buildWalkForwardSheets(
      id,
      outOfSample.getRows(id, [INSIDE_SEED]),
      createRetrainedNetwork(spec),
    )
      .filter(({ isMain }) => isMain)
      .flatMap((sheet) => scoreSheet({ ...sheet, bySubject: false }, spec.subjects)),
    efficient: isPriceNetwork
      ? buildCheck(
          contestant,
          TEST_SEEDS.map((seed) => efficient.getRows(id, [seed], true)),
        )
      : null,
    shuffled: isPriceNetwork
      ? buildCheck(
          {
            ...contestant,
            model: trainModel(spec, {
              ...on,
              train: shuffleLabels(train, 0),
              calibrate: shuffleLabels(on.calibrate, 1),
            }),
          },
          worlds.map((rows, world) => shuffleLabels(rows, world + 2)),
        )
      : null,
  };
}

const buildCheckRow = (network: NetworkId, row: EvaluationRow | undefined): CheckRow => ({
  network,
  count: row?.count ?? 0,
  ic: row?.ic ?? null,
  icT: row?.icT ?? null,
});

/** Permutes targets and notes against the inputs. */
function shuffleLabels(rows: Rows, index: number): Rows {
  const random = createSeededRandom(`shuffled labels ${index}`);
  const order = Array.from({ length: rows.rows }, (_, row) => row);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random.uniform('order', last) * (last + 1));
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  const [y, note] = [new Float64Array(rows.y.length), Float64Array.from(rows.note)];
  for (const [row, from] of order.entries()) {
    y.set(rows.y.subarray(from * rows.targets, (from + 1) * rows.targets), row * rows.targets);
    note.set(
      rows.note.subarray(from * rows.notes + COMMON_NOTES, (from + 1) * rows.notes),
      row * rows.notes + COMMON_NOTES,
    );
  }
  return { ...rows, y, note };
}
