// Evaluates one network: out-of-sample, within one path, by number of training paths, and with two
// placebo tests. A price network also has candidates for sources.
import type { Model } from '../../../trading/networks/core/model';
import type { CheckRow, CurveRow, EvaluationRow } from '../../../trading/networks/evaluation';
import type { NetworkId, NetworkSpec } from '../../../trading/networks/network-spec';
import { DIRECTION_NETWORKS, getNetworkSpec } from '../../../trading/networks/registry';
import { createSeededRandom } from '../../../trading/random';
import { computeDeviation, computeMean } from '../../../trading/statistics/sample';
import { COMMON_NOTES, type Rows } from '../../train/rows';
import type { RowSource } from '../../train/row-source';
import { trainModel } from '../../train/train-network-model';
import { CALIBRATE_SEEDS, SELECTION_SEEDS, TRAIN_SEEDS } from '../../train/worlds';
import type { EvaluatedNetwork } from './evaluated-network';
import { roundFigure } from './round-figure';
import { scoreSheet } from './score-sheet';
import { buildSheets } from './build-sheets';
import { type CandidateDays, buildCandidateDays } from './source-study';
import { type CreateNetwork, buildWalkForwardSheets } from './walk-forward-sheets';

/** Networks that forecast the direction of prices, which must find nothing on efficient markets. */
export const PRICE_NETS: readonly NetworkId[] = DIRECTION_NETWORKS.map(({ id }) => id);

/** Days of the candidates on each set of paths. */
interface SourceStudy {
  readonly selection: CandidateDays;
  readonly verdict: CandidateDays;
  readonly confirmation: CandidateDays | null;
  readonly efficient: CandidateDays;
}

interface NetworkStudy {
  readonly rows: readonly EvaluationRow[];
  readonly inside: readonly EvaluationRow[];
  readonly curve: readonly CurveRow[];
  readonly efficient: CheckRow | null;
  readonly shuffled: CheckRow | null;
  readonly sources: SourceStudy | null;
}

/** Trains a network and its linear version on one history. */
export const createRetrainedNetwork =
  (spec: NetworkSpec): CreateNetwork =>
  (train, calibrate) => {
    const on = { train, calibrate, trainSeeds: [], calibrateSeeds: [], years: 0 };
    return {
      spec,
      model: trainModel(spec, on),
      line: trainModel(spec, on, 'linear'),
      trainRows: train,
    };
  };

/** Rows of training and evaluation paths, and the seeds of each set. */
export interface StudySources {
  readonly source: RowSource;
  readonly outOfSample: RowSource;
  readonly efficient: RowSource;
  readonly years: number;
  readonly verdictSeeds: readonly string[];
  /** Null where the caller chose the paths. */
  readonly confirmationSeeds: readonly string[] | null;
  readonly efficientSeeds: readonly string[];
}

/** A network with its committed linear model; null for networks without one. */
interface DeliveredModels {
  readonly network: Model;
  readonly linear: Model | null;
}

export function studyNetwork(
  id: NetworkId,
  { network, linear }: DeliveredModels,
  sources: StudySources,
): NetworkStudy {
  const { source, outOfSample, efficient, verdictSeeds, efficientSeeds } = sources;
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
    model: network,
    line: linear ?? trainModel(spec, on, 'linear'),
    trainRows: train,
  };
  const listPaths = (rows: RowSource, seeds: readonly string[], isEfficient = false) =>
    seeds.map((seed) => rows.getRows(id, [seed], isEfficient));
  const verdictPaths = listPaths(outOfSample, verdictSeeds);
  const selectionPaths = listPaths(outOfSample, SELECTION_SEEDS);
  const buildCheck = (judged: EvaluatedNetwork, tested: readonly Rows[]): CheckRow =>
    buildCheckRow(id, scoreMain(judged, tested)[0]);
  const common = {
    rows: buildSheets(contestant, verdictPaths).flatMap((sheet) =>
      scoreSheet(sheet, spec.subjects),
    ),
    // Few rows precede the first harvest of each crop, so subjects are pooled.
    inside: buildWalkForwardSheets(
      id,
      outOfSample.getRows(id, verdictSeeds.slice(0, 1)),
      createRetrainedNetwork(spec),
    )
      .filter(({ isMain }) => isMain)
      .flatMap((sheet) => scoreSheet({ ...sheet, bySubject: false }, spec.subjects)),
    curve: buildLearningCurve(contestant, sources, selectionPaths),
  };
  if (!linear) return { ...common, efficient: null, shuffled: null, sources: null };
  const efficientPaths = listPaths(efficient, efficientSeeds, true);
  const buildDays = (paths: readonly Rows[]): CandidateDays =>
    buildCandidateDays({ spec, network, linear }, paths);
  return {
    ...common,
    efficient: buildCheck(contestant, efficientPaths),
    // Trained on shuffled labels, tested on true ones.
    shuffled: averageChecks(
      id,
      Array.from({ length: SHUFFLE_COUNT }, (_, shuffle) =>
        buildCheck(
          {
            ...contestant,
            model: trainModel(spec, {
              ...on,
              train: shuffleLabels(train, 2 * shuffle),
              calibrate: shuffleLabels(on.calibrate, 2 * shuffle + 1),
            }),
          },
          verdictPaths,
        ),
      ),
    ),
    sources: {
      selection: buildDays(selectionPaths),
      verdict: buildDays(verdictPaths),
      confirmation: sources.confirmationSeeds
        ? buildDays(listPaths(outOfSample, sources.confirmationSeeds))
        : null,
      efficient: buildDays(efficientPaths),
    },
  };
}

/** Rows of the main targets, all subjects pooled first. */
const scoreMain = (judged: EvaluatedNetwork, paths: readonly Rows[]): readonly EvaluationRow[] =>
  buildSheets(judged, paths)
    .filter(({ isMain }) => isMain)
    .flatMap((sheet) => scoreSheet({ ...sheet, bySubject: false }, judged.spec.subjects));

/** Fractions of the training paths of a learning curve. */
const CURVE_FRACTIONS = [0.25, 0.5, 1] as const;

/**
 * Loss and IC on the selection paths after training on a quarter, half and all of the training
 * paths. The benchmarks are not refitted: only the network is compared.
 */
function buildLearningCurve(
  contestant: EvaluatedNetwork,
  { source, years }: StudySources,
  selectionPaths: readonly Rows[],
): readonly CurveRow[] {
  const { spec } = contestant;
  return CURVE_FRACTIONS.flatMap((fraction) => {
    const seeds = TRAIN_SEEDS.slice(0, Math.ceil(fraction * TRAIN_SEEDS.length));
    const model =
      fraction === 1
        ? contestant.model
        : trainModel(spec, {
            train: source.getRows(spec.id, seeds),
            calibrate: source.getRows(spec.id, CALIBRATE_SEEDS),
            trainSeeds: [],
            calibrateSeeds: [],
            years: 0,
          });
    return scoreMain({ ...contestant, model }, selectionPaths).map(
      ({ network, target, lossName, loss, ic }): CurveRow => ({
        network,
        target,
        paths: seeds.length,
        years: seeds.length * years,
        lossName,
        loss,
        ic,
      }),
    );
  });
}

const buildCheckRow = (network: NetworkId, row: EvaluationRow | undefined): CheckRow => ({
  network,
  count: row?.count ?? 0,
  ic: row?.ic ?? null,
  icT: row?.icT ?? null,
});

/** Networks trained on shuffled labels, each with labels in another order. */
const SHUFFLE_COUNT = 5;

/**
 * Mean coefficient of several checks, with its t-statistic by the spread between them: a network of
 * shuffled labels is a random function of inputs of which some predict, so the sampling error of one
 * coefficient is too small. A network that forecasts a constant counts as 0.
 */
function averageChecks(network: NetworkId, checks: readonly CheckRow[]): CheckRow {
  const coefficients = checks.map(({ ic }) => ic ?? 0);
  const ic = computeMean(coefficients);
  const error = computeDeviation(coefficients) / Math.sqrt(checks.length);
  return {
    network,
    count: checks[0]?.count ?? 0,
    ic: roundFigure(ic),
    icT: error > 0 ? roundFigure(ic / error) : null,
  };
}

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
