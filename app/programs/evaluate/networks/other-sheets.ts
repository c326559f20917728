// Sheets of the networks that speak of weather, harvests, spikes and volatility.
import { VERIFIED_LEADS } from '../../../trading/networks/features/weather-record';
import { LOSS_AS_FORECAST } from '../../../trading/networks/features/crop-features';
import { LOSS_LEAST, LOSS_MOST } from '../../../trading/networks/features/crop-year';
import { rainOddsName } from '../../../trading/networks/features/weather-features';
import { computeLoss, computeSigmoid } from '../../../trading/networks/core/losses';
import { computeMean } from '../../../trading/statistics/sample';
import { COMMON_NOTES, type Rows, SUBJECT_NOTE } from '../../train/row-sink';
import type { Contestant } from './contestant';
import { fitHar } from './har-rival';
import {
  inputColumn,
  buildLogisticBenchmark,
  findFeatureIndex,
  placesIn,
  seasonOfRises,
  shareOfRises,
} from './rivals';
import {
  type Sheet,
  assignBlocks,
  getNote,
  computeOutputs,
  computeSquares,
  getTargets,
} from './sheet';
import { computeLosses } from './price-sheets';

type Maker = (contestant: Contestant) => (rows: Rows, world: number) => readonly Sheet[];

/** Outcomes of 0 and 1 as moves, of which rivals of direction learn shares. */
const asMoves = (came: Float64Array): Float64Array =>
  came.map((value) => (Number.isNaN(value) ? NaN : value > 0.5 ? 1 : -1));
const NOTHING = { isDirection: false, attainable: null, gain: null } as const;

export const spikeSheets: Maker = ({ spec, model, line, learnt }) => {
  const rivals = spec.targets.map((_, target) => {
    const came = getTargets(learnt, target);
    return [
      { name: 'share of days', tell: shareOfRises(learnt, asMoves(came)) },
      { name: 'season', tell: seasonOfRises(learnt, asMoves(came)) },
      {
        name: 'logistic of spot',
        tell: buildLogisticBenchmark(
          learnt,
          came,
          placesIn(spec, ['spot of the last days', 'season and place']),
        ),
      },
      {
        name: 'public chance',
        tell: buildLogisticBenchmark(learnt, came, [findFeatureIndex(spec, 'public chance')]),
      },
    ];
  });
  return (rows, world) => {
    const [own, straight] = [computeOutputs(model, rows), computeOutputs(line, rows)];
    return spec.targets.map((target, head): Sheet => {
      const came = getTargets(rows, head);
      const chance = own[head] ?? came;
      return {
        net: spec.id,
        target,
        lossName: 'Brier score',
        isMain: true,
        bySubject: true,
        lag: 5,
        subject: getNote(rows, SUBJECT_NOTE),
        block: assignBlocks(rows, world, 1),
        own: computeSquares(chance, came),
        line: computeSquares(straight[head] ?? came, came),
        rivals: computeLosses(rivals[head] ?? [], rows, came),
        forecast: chance,
        outcome: came,
        chance,
        came,
        ...NOTHING,
      };
    });
  };
};

export const cropSheets: Maker = ({ spec, model, line, learnt }) => {
  const subjects = getNote(learnt, SUBJECT_NOTE);
  const losses = getTargets(learnt, 0);
  const usual = spec.subjects.map((_, place) =>
    computeMean(losses.filter((_loss, row) => subjects[row] === place)),
  );
  // inputs are in percent, the target in tenths
  const held = (percent: Float64Array): Float64Array =>
    percent.map((value) => Math.max(10 * LOSS_LEAST, Math.min(10 * LOSS_MOST, value / 10)));
  return (rows, world) => {
    const came = getTargets(rows, 0);
    const told = computeOutputs(model, rows)[0] ?? came;
    const subject = getNote(rows, SUBJECT_NOTE);
    const rivals = [
      {
        name: 'usual harvest',
        losses: computeSquares(
          subject.map((place) => usual[place] ?? NaN),
          came,
        ),
      },
      {
        name: 'loss so far',
        losses: computeSquares(held(inputColumn(spec, rows, 'loss so far')), came),
      },
      {
        name: 'loss as it is forecast',
        losses: computeSquares(held(inputColumn(spec, rows, LOSS_AS_FORECAST)), came),
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
        own: computeSquares(told, came),
        line: computeSquares(computeOutputs(line, rows)[0] ?? came, came),
        rivals,
        forecast: told,
        outcome: came,
        chance: null,
        came: null,
        ...NOTHING,
      },
    ];
  };
};

export const volatilitySheets: Maker = ({ spec, model, line, learnt }) => {
  const har = fitHar(spec, learnt);
  const head = { kind: 'qlike', name: '', target: 0 } as const;
  const losses = (told: Float64Array, came: Float64Array): Float64Array =>
    told.map((value, row) => computeLoss(head, value, came[row] ?? NaN));
  return (rows, world) => {
    const [own, straight, lines] = [
      computeOutputs(model, rows),
      computeOutputs(line, rows),
      har(rows),
    ];
    return spec.targets.map((_, place): Sheet => {
      const came = getTargets(rows, place);
      const told = own[place] ?? came;
      return {
        net: spec.id,
        target: `volatility of ${place === 0 ? 'a day' : 'five days'}`,
        lossName: 'QLIKE',
        isMain: place === 0,
        bySubject: place === 0,
        lag: 10,
        subject: getNote(rows, SUBJECT_NOTE),
        block: assignBlocks(rows, world, 1),
        own: losses(told, came),
        line: losses(straight[place] ?? came, came),
        rivals: [
          { name: 'volatility of the year', losses: losses(new Float64Array(rows.rows), came) },
          { name: 'weighted volatility', losses: losses(getNote(rows, COMMON_NOTES), came) },
          { name: 'day, week and month', losses: losses(lines[place] ?? came, came) },
        ],
        forecast: told,
        outcome: came,
        chance: null,
        came: null,
        ...NOTHING,
      };
    });
  };
};

const weatherNote = (rows: Rows, lead: number, at: 0 | 1): Float64Array =>
  getNote(rows, COMMON_NOTES + 2 * lead + at);

export const weatherSheets: Maker = ({ spec, model, line, learnt }) => {
  const leads = VERIFIED_LEADS.length;
  const rain = VERIFIED_LEADS.map((days, lead) => {
    const came = getTargets(learnt, leads + lead);
    return [
      { name: 'season', tell: seasonOfRises(learnt, asMoves(came)) },
      {
        name: 'chance of the service',
        tell: (rows: Rows) => inputColumn(spec, rows, rainOddsName(days)).map(computeSigmoid),
      },
    ];
  });
  return (rows, world) => {
    const [own, straight] = [computeOutputs(model, rows), computeOutputs(line, rows)];
    const common = {
      net: spec.id,
      bySubject: false,
      lag: 10,
      subject: getNote(rows, SUBJECT_NOTE),
      block: assignBlocks(rows, world, 1),
      ...NOTHING,
    };
    const column = (from: readonly Float64Array[], place: number): Float64Array =>
      from[place] ?? new Float64Array(rows.rows);
    const warmth = VERIFIED_LEADS.map((days, lead): Sheet => {
      const error = getTargets(rows, lead);
      const came = weatherNote(rows, lead, 1);
      return {
        ...common,
        target: `temperature ${days} d ahead`,
        lossName: 'squared error',
        isMain: false,
        own: computeSquares(column(own, lead), error),
        line: computeSquares(column(straight, lead), error),
        rivals: [
          { name: 'forecast of the service', losses: error.map((value) => value * value) },
          { name: 'season', losses: came.map((value) => value * value) },
          {
            name: 'day before',
            losses: computeSquares(inputColumn(spec, rows, 'departure of the last day'), came),
          },
          {
            name: 'forecast less its month',
            losses: computeSquares(
              inputColumn(spec, rows, `mean error of the last month, ${days} days ahead`),
              error,
            ),
          },
        ],
        forecast: column(own, lead),
        outcome: error,
        chance: null,
        came: null,
      };
    });
    const wet = VERIFIED_LEADS.map((days, lead): Sheet => {
      const came = getTargets(rows, leads + lead);
      const chance = column(own, leads + lead);
      return {
        ...common,
        target: `rain ${days} d ahead`,
        lossName: 'Brier score',
        isMain: false,
        own: computeSquares(chance, came),
        line: computeSquares(column(straight, leads + lead), came),
        rivals: computeLosses(rain[lead] ?? [], rows, came),
        forecast: chance,
        outcome: came,
        chance,
        came,
      };
    });
    return [
      joinSheets(warmth, 'temperature', true),
      joinSheets(wet, 'rain', false),
      ...warmth,
      ...wet,
    ];
  };
};

/**
 * Sheets of the same rows as one, row by row; the word about a subject is judged over all of them.
 */
function joinSheets(sheets: readonly Sheet[], target: string, isMain: boolean): Sheet {
  const [first] = sheets;
  if (!first) throw new RangeError('there are no sheets to put together');
  const woven = (column: (sheet: Sheet) => Float64Array): Float64Array => {
    const columns = sheets.map(column);
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
    subject: woven(({ subject }) => subject),
    block: woven(({ block }) => block),
    own: woven(({ own }) => own),
    line: woven(({ line }) => line),
    rivals: first.rivals.map(({ name }, place) => ({
      name,
      losses: woven(({ rivals }) => rivals[place]?.losses ?? first.own),
    })),
    forecast: woven(({ forecast }) => forecast),
    outcome: woven(({ outcome }) => outcome),
    chance: first.chance ? woven(({ chance }) => chance ?? first.own) : null,
    came: first.came ? woven(({ came }) => came ?? first.own) : null,
  };
}
