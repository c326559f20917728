// The evaluation of one network: on unseen worlds, inside one world, where there is nothing to
// find, and after training on shuffled labels.
import type { Model } from '../../../trading/networks/core/model';
import type { CheckRow, EvaluationRow } from '../../../trading/networks/evaluation';
import type { NetworkId, NetworkSpec } from '../../../trading/networks/network-spec';
import { networkSpec } from '../../../trading/networks/registry';
import { seededRandom } from '../../../trading/random';
import { COMMON_NOTES, type Rows } from '../../train/row-sink';
import type { RowSource } from '../../train/row-source';
import { trainModel } from '../../train/train-net';
import { CALIBRATE_SEEDS, TEST_SEEDS, TRAIN_SEEDS } from '../../train/worlds';
import type { Contestant } from './contestant';
import { judgedSheet } from './judge';
import { buildSheets } from './sheets-of';
import { type MakeContestant, walkedSheets } from './walk';

/** Networks of prices: of the others an efficient market takes nothing away. */
export const PRICE_NETS: readonly NetworkId[] = ['PowerNet', 'GasNet', 'PetroNet', 'AgNet'];
/** The unseen world inside of which networks are trained and judged too. */
export const INSIDE_SEED = TEST_SEEDS[0] ?? '';

interface NetStudy {
  readonly rows: readonly EvaluationRow[];
  readonly inside: readonly EvaluationRow[];
  readonly efficient: CheckRow | null;
  readonly shuffled: CheckRow | null;
}

/** A network trained on rows of one history, beside its line. */
export const retrainContestant =
  (spec: NetworkSpec): MakeContestant =>
  (train, calibrate) => {
    const on = { train, calibrate, trainSeeds: [], calibrateSeeds: [], years: 0 };
    return {
      spec,
      model: trainModel(spec, on),
      line: trainModel(spec, on, undefined, [0, 0]),
      learnt: train,
    };
  };

/**
 * Rows of worlds that were trained on, of unseen ones, and of those without anything on the table.
 */
interface Sources {
  readonly source: RowSource;
  readonly unseen: RowSource;
  readonly efficient: RowSource;
}

/** All that is judged of a network. */
export function studyNetwork(
  id: NetworkId,
  model: Model,
  { source, unseen, efficient }: Sources,
): NetStudy {
  const spec = networkSpec(id);
  const train = source.of(id, TRAIN_SEEDS);
  const on = {
    train,
    calibrate: source.of(id, CALIBRATE_SEEDS),
    trainSeeds: [],
    calibrateSeeds: [],
    years: 0,
  };
  const contestant: Contestant = {
    spec,
    model,
    line: trainModel(spec, on, undefined, [0, 0]),
    learnt: train,
  };
  const worlds = TEST_SEEDS.map((seed) => unseen.of(id, [seed]));
  const isPriced = PRICE_NETS.includes(id);
  const buildCheck = (judged: Contestant, tested: readonly Rows[]): CheckRow =>
    buildCheckRow(
      id,
      buildSheets(judged, tested).flatMap((sheet) => judgedSheet(sheet, spec.subjects))[0],
    );
  return {
    rows: buildSheets(contestant, worlds).flatMap((sheet) => judgedSheet(sheet, spec.subjects)),
    // rows of days before the last crop of each kind came in are few, so that subjects are not told
    // apart
    inside: walkedSheets(id, unseen.of(id, [INSIDE_SEED]), retrainContestant(spec))
      .filter(({ isMain }) => isMain)
      .flatMap((sheet) => judgedSheet({ ...sheet, bySubject: false }, spec.subjects)),
    efficient: isPriced
      ? buildCheck(
          contestant,
          TEST_SEEDS.map((seed) => efficient.of(id, [seed], true)),
        )
      : null,
    shuffled: isPriced
      ? buildCheck(
          {
            ...contestant,
            model: trainModel(spec, {
              ...on,
              train: shuffledRows(train, 0),
              calibrate: shuffledRows(on.calibrate, 1),
            }),
          },
          worlds.map((rows, world) => shuffledRows(rows, world + 2)),
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

/** The same inputs with the outcomes of other rows, targets and judges' notes alike. */
function shuffledRows(rows: Rows, place: number): Rows {
  const random = seededRandom(`shuffled labels ${place}`);
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
