// Loss sheets of the weather, crop, spike and volatility networks.
import { VERIFIED_LEADS } from '../../../trading/networks/features/weather-record';
import { FORECAST_LOSS_FEATURE } from '../../../trading/networks/features/crop-features';
import { LOSS_MIN, LOSS_MAX } from '../../../trading/networks/features/crop-year';
import { getRainOddsName } from '../../../trading/networks/features/weather-features';
import { computeLoss, computeSigmoid } from '../../../trading/networks/core/losses';
import { computeMean } from '../../../trading/statistics/sample';
import { COMMON_NOTES, type Rows, SUBJECT_NOTE } from '../../train/rows';
import type { EvaluatedNetwork } from './evaluated-network';
import { fitHarBenchmark } from './har-benchmark';
import {
  getInputColumn,
  buildLogisticBenchmark,
  findFeatureIndex,
  listFeatureIndices,
  buildSeasonBenchmark,
  buildBaseRateBenchmark,
} from './benchmarks';
import type { Sheet } from './loss-sheet';
import {
  assignBlocks,
  getNote,
  computeOutputs,
  computeSquaredErrors,
  getTargets,
} from './row-columns';
import { computeLosses } from './price-sheets';

type SheetBuilder = (
  contestant: EvaluatedNetwork,
) => (rows: Rows, world: number) => readonly Sheet[];

/** Converts 0/1 outcomes to ±1 moves, as direction benchmarks expect. */
const toMoves = (outcomes: Float64Array): Float64Array =>
  outcomes.map((value) => (Number.isNaN(value) ? NaN : value > 0.5 ? 1 : -1));
const NO_DIRECTION = { isDirection: false, attainable: null, gain: null } as const;

export const createSpikeSheets: SheetBuilder = ({ spec, model, line, trainRows }) => {
  const benchmarks = spec.targets.map((_, target) => {
    const outcomes = getTargets(trainRows, target);
    return [
      { name: 'share of days', predict: buildBaseRateBenchmark(trainRows, toMoves(outcomes)) },
      { name: 'season', predict: buildSeasonBenchmark(trainRows, toMoves(outcomes)) },
      {
        name: 'logistic of spot',
        predict: buildLogisticBenchmark(
          trainRows,
          outcomes,
          listFeatureIndices(spec, ['spot of the last days', 'season and place']),
        ),
      },
      {
        name: 'public chance',
        predict: buildLogisticBenchmark(trainRows, outcomes, [
          findFeatureIndex(spec, 'public chance'),
        ]),
      },
    ];
  });
  return (rows, world) => {
    const [outputs, linear] = [computeOutputs(model, rows), computeOutputs(line, rows)];
    return spec.targets.map((target, head): Sheet => {
      const outcomes = getTargets(rows, head);
      const probabilities = outputs[head] ?? outcomes;
      return {
        net: spec.id,
        target,
        lossName: 'Brier score',
        isMain: true,
        bySubject: true,
        lag: 5,
        subject: getNote(rows, SUBJECT_NOTE),
        block: assignBlocks(rows, world, 1),
        own: computeSquaredErrors(probabilities, outcomes),
        line: computeSquaredErrors(linear[head] ?? outcomes, outcomes),
        rivals: computeLosses(benchmarks[head] ?? [], rows, outcomes),
        forecast: probabilities,
        outcome: outcomes,
        chance: probabilities,
        came: outcomes,
        ...NO_DIRECTION,
      };
    });
  };
};

export const createCropSheets: SheetBuilder = ({ spec, model, line, trainRows }) => {
  const subjects = getNote(trainRows, SUBJECT_NOTE);
  const losses = getTargets(trainRows, 0);
  const meanLosses = spec.subjects.map((_, index) =>
    computeMean(losses.filter((_loss, row) => subjects[row] === index)),
  );
  // Inputs are in percent, the target in tenths.
  const clampLoss = (percent: Float64Array): Float64Array =>
    percent.map((value) => Math.max(10 * LOSS_MIN, Math.min(10 * LOSS_MAX, value / 10)));
  return (rows, world) => {
    const outcomes = getTargets(rows, 0);
    const predictions = computeOutputs(model, rows)[0] ?? outcomes;
    const subject = getNote(rows, SUBJECT_NOTE);
    const benchmarks = [
      {
        name: 'usual harvest',
        losses: computeSquaredErrors(
          subject.map((index) => meanLosses[index] ?? NaN),
          outcomes,
        ),
      },
      {
        name: 'loss so far',
        losses: computeSquaredErrors(
          clampLoss(getInputColumn(spec, rows, 'loss so far')),
          outcomes,
        ),
      },
      {
        name: 'loss as it is forecast',
        losses: computeSquaredErrors(
          clampLoss(getInputColumn(spec, rows, FORECAST_LOSS_FEATURE)),
          outcomes,
        ),
      },
    ];
    return [
      {
        net: spec.id,
        target: 'loss at harvest',
        lossName: 'squared error',
        isMain: true,
        bySubject: true,
        lag: 1,
        subject,
        block: assignBlocks(rows, world, 365.25),
        own: computeSquaredErrors(predictions, outcomes),
        line: computeSquaredErrors(computeOutputs(line, rows)[0] ?? outcomes, outcomes),
        rivals: benchmarks,
        forecast: predictions,
        outcome: outcomes,
        chance: null,
        came: null,
        ...NO_DIRECTION,
      },
    ];
  };
};

export const createVolatilitySheets: SheetBuilder = ({ spec, model, line, trainRows }) => {
  const har = fitHarBenchmark(spec, trainRows);
  const head = { kind: 'qlike', name: '', target: 0 } as const;
  const computeLossColumn = (predictions: Float64Array, outcomes: Float64Array): Float64Array =>
    predictions.map((value, row) => computeLoss(head, value, outcomes[row] ?? NaN));
  return (rows, world) => {
    const [outputs, linear, lines] = [
      computeOutputs(model, rows),
      computeOutputs(line, rows),
      har(rows),
    ];
    return spec.targets.map((_, index): Sheet => {
      const outcomes = getTargets(rows, index);
      const predictions = outputs[index] ?? outcomes;
      return {
        net: spec.id,
        target: `volatility of ${index === 0 ? 'a day' : 'five days'}`,
        lossName: 'QLIKE',
        isMain: index === 0,
        bySubject: index === 0,
        lag: 10,
        subject: getNote(rows, SUBJECT_NOTE),
        block: assignBlocks(rows, world, 1),
        own: computeLossColumn(predictions, outcomes),
        line: computeLossColumn(linear[index] ?? outcomes, outcomes),
        rivals: [
          {
            name: 'volatility of the year',
            losses: computeLossColumn(new Float64Array(rows.rows), outcomes),
          },
          {
            name: 'weighted volatility',
            losses: computeLossColumn(getNote(rows, COMMON_NOTES), outcomes),
          },
          {
            name: 'day, week and month',
            losses: computeLossColumn(lines[index] ?? outcomes, outcomes),
          },
        ],
        forecast: predictions,
        outcome: outcomes,
        chance: null,
        came: null,
        ...NO_DIRECTION,
      };
    });
  };
};

const getWeatherNote = (rows: Rows, lead: number, at: 0 | 1): Float64Array =>
  getNote(rows, COMMON_NOTES + 2 * lead + at);

export const createWeatherSheets: SheetBuilder = ({ spec, model, line, trainRows }) => {
  const leads = VERIFIED_LEADS.length;
  const rain = VERIFIED_LEADS.map((days, lead) => {
    const outcomes = getTargets(trainRows, leads + lead);
    return [
      { name: 'season', predict: buildSeasonBenchmark(trainRows, toMoves(outcomes)) },
      {
        name: 'chance of the service',
        predict: (rows: Rows) =>
          getInputColumn(spec, rows, getRainOddsName(days)).map(computeSigmoid),
      },
    ];
  });
  return (rows, world) => {
    const [outputs, linear] = [computeOutputs(model, rows), computeOutputs(line, rows)];
    const common = {
      net: spec.id,
      bySubject: false,
      lag: 10,
      subject: getNote(rows, SUBJECT_NOTE),
      block: assignBlocks(rows, world, 1),
      ...NO_DIRECTION,
    };
    const getColumn = (from: readonly Float64Array[], index: number): Float64Array =>
      from[index] ?? new Float64Array(rows.rows);
    const temperatureSheets = VERIFIED_LEADS.map((days, lead): Sheet => {
      const error = getTargets(rows, lead);
      const outcomes = getWeatherNote(rows, lead, 1);
      return {
        ...common,
        target: `temperature ${days} d ahead`,
        lossName: 'squared error',
        isMain: false,
        own: computeSquaredErrors(getColumn(outputs, lead), error),
        line: computeSquaredErrors(getColumn(linear, lead), error),
        rivals: [
          { name: 'forecast of the service', losses: error.map((value) => value * value) },
          { name: 'season', losses: outcomes.map((value) => value * value) },
          {
            name: 'day before',
            losses: computeSquaredErrors(
              getInputColumn(spec, rows, 'departure of the last day'),
              outcomes,
            ),
          },
          {
            name: 'forecast less its month',
            losses: computeSquaredErrors(
              getInputColumn(spec, rows, `mean error of the last month, ${days} days ahead`),
              error,
            ),
          },
        ],
        forecast: getColumn(outputs, lead),
        outcome: error,
        chance: null,
        came: null,
      };
    });
    const rainSheets = VERIFIED_LEADS.map((days, lead): Sheet => {
      const outcomes = getTargets(rows, leads + lead);
      const probabilities = getColumn(outputs, leads + lead);
      return {
        ...common,
        target: `rain ${days} d ahead`,
        lossName: 'Brier score',
        isMain: false,
        own: computeSquaredErrors(probabilities, outcomes),
        line: computeSquaredErrors(getColumn(linear, leads + lead), outcomes),
        rivals: computeLosses(rain[lead] ?? [], rows, outcomes),
        forecast: probabilities,
        outcome: outcomes,
        chance: probabilities,
        came: outcomes,
      };
    });
    return [
      joinSheets(temperatureSheets, 'temperature', true),
      joinSheets(rainSheets, 'rain', false),
      ...temperatureSheets,
      ...rainSheets,
    ];
  };
};

/** Interleaves sheets of the same rows row by row, to score a subject over all targets. */
function joinSheets(sheets: readonly Sheet[], target: string, isMain: boolean): Sheet {
  const [first] = sheets;
  if (!first) throw new RangeError('no sheets to join');
  const interleave = (selectColumn: (sheet: Sheet) => Float64Array): Float64Array => {
    const columns = sheets.map(selectColumn);
    return Float64Array.from(
      { length: first.own.length * sheets.length },
      (_, at) => columns[at % sheets.length]?.[Math.floor(at / sheets.length)] ?? NaN,
    );
  };
  return {
    ...first,
    target,
    isMain,
    bySubject: true,
    subject: interleave(({ subject }) => subject),
    block: interleave(({ block }) => block),
    own: interleave(({ own }) => own),
    line: interleave(({ line }) => line),
    rivals: first.rivals.map(({ name }, index) => ({
      name,
      losses: interleave(({ rivals: benchmarks }) => benchmarks[index]?.losses ?? first.own),
    })),
    forecast: interleave(({ forecast }) => forecast),
    outcome: interleave(({ outcome }) => outcome),
    chance: first.chance
      ? interleave(({ chance: probabilities }) => probabilities ?? first.own)
      : null,
    came: first.came ? interleave(({ came: outcomes }) => outcomes ?? first.own) : null,
  };
}
