// The naive rivals of the networks, learnt on the rows of training alone: shares of rises, seasons,
// momentum, and lines through few inputs.
import { fitLogistic, logisticChance } from '../../../trading/networks/baselines/logistic';
import { MOMENTUM_DAYS, fitMomentum } from '../../../trading/networks/baselines/momentum-chance';
import { RANDOM_WALK_CHANCE, alwaysChance } from '../../../trading/networks/baselines/no-skill';
import { seasonalChances } from '../../../trading/networks/baselines/seasonal-chance';
import { fitScaler, scaleDataset } from '../../../trading/networks/core/scaler';
import type { NetworkSpec } from '../../../trading/networks/network-spec';
import { dayStartMs } from '../../../trading/simulation/calendar';
import { DAY_NOTE, type Rows, SUBJECT_NOTE } from '../../train/row-sink';
import { getInputs, getNote } from './sheet';

/** A forecast for each row of a table. */
export type NetworkBenchmark = (rows: Rows) => Float64Array;
export interface NamedBenchmark {
  readonly name: string;
  readonly tell: NetworkBenchmark;
}

const buildConstantBenchmark =
  (value: number): NetworkBenchmark =>
  (rows) =>
    new Float64Array(rows.rows).fill(value);

const getMonth = (day: number): number => new Date(dayStartMs(day)).getUTCMonth();
const subjectsIn = (rows: Rows): readonly number[] => [...new Set(getNote(rows, SUBJECT_NOTE))];

/**
 * A rival learnt for each subject by itself, from moves (or any numbers whose sign is the outcome)
 * and one input.
 */
function bySubject(
  learnt: Rows,
  moves: Float64Array,
  fit: (moves: Float64Array, places: readonly number[]) => (rows: Rows, row: number) => number,
): NetworkBenchmark {
  const subjects = getNote(learnt, SUBJECT_NOTE);
  const fitted = new Map(
    subjectsIn(learnt).map((subject) => {
      const places = Array.from(subjects.keys()).filter(
        (row) => subjects[row] === subject && !Number.isNaN(moves[row] ?? NaN),
      );
      return [
        subject,
        fit(
          Float64Array.from(places, (row) => moves[row] ?? NaN),
          places,
        ),
      ];
    }),
  );
  return (rows) =>
    getNote(rows, SUBJECT_NOTE).map(
      (subject, row) => fitted.get(subject)?.(rows, row) ?? RANDOM_WALK_CHANCE,
    );
}

/** The share of rises of each subject. */
export const shareOfRises = (learnt: Rows, moves: Float64Array): NetworkBenchmark =>
  bySubject(learnt, moves, (own) => {
    const share = alwaysChance(own);
    return () => share;
  });

/** The share of rises of each subject by month. */
export const seasonOfRises = (learnt: Rows, moves: Float64Array): NetworkBenchmark => {
  const days = getNote(learnt, DAY_NOTE);
  return bySubject(learnt, moves, (own, places) => {
    const months = seasonalChances(
      own,
      places.map((row) => getMonth(days[row] ?? 0)),
    );
    return (rows, row) =>
      months[getMonth(rows.note[row * rows.notes + DAY_NOTE] ?? 0)] ?? RANDOM_WALK_CHANCE;
  });
};

/** How often a rise went on, for each subject, from an input that is a past move. */
const buildMomentumBenchmark = (
  learnt: Rows,
  moves: Float64Array,
  input: number,
): NetworkBenchmark =>
  bySubject(learnt, moves, (own, places) => {
    const tell = fitMomentum(
      places.map((row) => learnt.x[row * learnt.inputs + input] ?? NaN),
      own,
    );
    return (rows, row) => tell(rows.x[row * rows.inputs + input] ?? NaN);
  });

/** So many rows settle a line through few inputs. */
const ROWS_MAX = 40_000;
const PENALTY = 1e-4;

/** Logistic regression of an outcome on some inputs, all subjects together. */
export function buildLogisticBenchmark(
  learnt: Rows,
  came: Float64Array,
  places: readonly number[],
): NetworkBenchmark {
  const known = Array.from({ length: learnt.rows }, (_, row) => row).filter(
    (row) => !Number.isNaN(came[row] ?? NaN),
  );
  // subjects come in turns: thinned by their places in time, not before those without an outcome
  // are left out
  const step = Math.ceil(known.length / ROWS_MAX);
  const kept = known.filter((_, place) => place % step === 0);
  const few = (rows: Rows, chosen: readonly number[]) => ({
    rows: chosen.length,
    inputs: places.length,
    targets: 0,
    x: Float64Array.from(
      { length: chosen.length * places.length },
      (_, at) =>
        rows.x[
          (chosen[Math.floor(at / places.length)] ?? 0) * rows.inputs +
            (places[at % places.length] ?? 0)
        ] ?? NaN,
    ),
    y: new Float64Array(0),
  });
  const dataset = {
    ...few(learnt, kept),
    targets: 1,
    y: Float64Array.from(kept, (row) => came[row] ?? NaN),
  };
  const scaler = fitScaler(dataset, []);
  const line = fitLogistic(scaleDataset(scaler, dataset), 0, PENALTY);
  return (rows) => {
    const scaled = scaleDataset(
      scaler,
      few(
        rows,
        Array.from({ length: rows.rows }, (_, row) => row),
      ),
    );
    return Float64Array.from({ length: rows.rows }, (_, row) =>
      logisticChance(line, scaled.x.subarray(row * scaled.inputs, (row + 1) * scaled.inputs)),
    );
  };
}

/** Places of the inputs of groups, and of inputs by name. */
export const placesIn = ({ features }: NetworkSpec, groups: readonly string[]): readonly number[] =>
  features.flatMap(({ group }, place) => (groups.includes(group) ? [place] : []));
export const findFeatureIndex = ({ id, features }: NetworkSpec, name: string): number => {
  const place = features.findIndex((feature) => feature.name === name);
  if (place < 0) throw new RangeError(`${id} has no input '${name}'`);
  return place;
};

/** What a forecast of direction has to beat, by name. */
export function priceRivals(
  spec: NetworkSpec,
  learnt: Rows,
  moves: Float64Array,
): readonly NamedBenchmark[] {
  const came = moves.map((move) => (move === 0 ? NaN : Number(move > 0)));
  const names = { 1: 'move of the last day', 20: 'move of 20 days' } as const;
  return [
    { name: 'even chance', tell: buildConstantBenchmark(RANDOM_WALK_CHANCE) },
    { name: 'always up', tell: shareOfRises(learnt, moves) },
    { name: 'season', tell: seasonOfRises(learnt, moves) },
    ...MOMENTUM_DAYS.map((days) => ({
      name: `momentum ${days} d`,
      tell: buildMomentumBenchmark(learnt, moves, findFeatureIndex(spec, names[days])),
    })),
    {
      name: 'logistic of prices',
      tell: buildLogisticBenchmark(learnt, came, placesIn(spec, ['price'])),
    },
  ];
}

export const inputColumn = (spec: NetworkSpec, rows: Rows, name: string): Float64Array =>
  getInputs(rows, findFeatureIndex(spec, name));
