// Benchmarks of the networks, fitted on training rows only: base rate, season, momentum and
// logistic regressions.
import {
  fitLogistic,
  computeLogisticProbability,
} from '../../../trading/networks/baselines/logistic';
import { MOMENTUM_DAYS, fitMomentum } from '../../../trading/networks/baselines/momentum';
import {
  RANDOM_WALK_PROBABILITY,
  computeRiseRate,
} from '../../../trading/networks/baselines/no-skill';
import { computeSeasonalProbabilities } from '../../../trading/networks/baselines/seasonal';
import { fitScaler } from '../../../trading/networks/core/fit-scaler';
import { scaleDataset } from '../../../trading/networks/core/scaler';
import type { NetworkSpec } from '../../../trading/networks/network-spec';
import { getDayStartMs } from '../../../trading/simulation/calendar';
import { DAY_NOTE, type Rows, SUBJECT_NOTE } from '../../train/rows';
import { getInputs, getNote } from './row-columns';

/** Computes a forecast per row. */
export type NetworkBenchmark = (rows: Rows) => Float64Array;
export interface NamedBenchmark {
  readonly name: string;
  readonly predict: NetworkBenchmark;
}

const buildConstantBenchmark =
  (value: number): NetworkBenchmark =>
  (rows) =>
    new Float64Array(rows.rows).fill(value);

const getMonth = (day: number): number => new Date(getDayStartMs(day)).getUTCMonth();
const listSubjects = (rows: Rows): readonly number[] => [...new Set(getNote(rows, SUBJECT_NOTE))];

/**
 * Fits a benchmark per subject, from moves (any numbers whose sign is the outcome) and one input.
 */
function fitBySubject(
  trainRows: Rows,
  moves: Float64Array,
  fit: (moves: Float64Array, indices: readonly number[]) => (rows: Rows, row: number) => number,
): NetworkBenchmark {
  const subjects = getNote(trainRows, SUBJECT_NOTE);
  const fitted = new Map(
    listSubjects(trainRows).map((subject) => {
      const indices = Array.from(subjects.keys()).filter(
        (row) => subjects[row] === subject && !Number.isNaN(moves[row] ?? NaN),
      );
      return [
        subject,
        fit(
          Float64Array.from(indices, (row) => moves[row] ?? NaN),
          indices,
        ),
      ];
    }),
  );
  return (rows) =>
    getNote(rows, SUBJECT_NOTE).map(
      (subject, row) => fitted.get(subject)?.(rows, row) ?? RANDOM_WALK_PROBABILITY,
    );
}

/** Base rate of rises per subject. */
export const buildBaseRateBenchmark = (trainRows: Rows, moves: Float64Array): NetworkBenchmark =>
  fitBySubject(trainRows, moves, (subjectMoves) => {
    const baseRate = computeRiseRate(subjectMoves);
    return () => baseRate;
  });

/** Base rate of rises per subject and month. */
export const buildSeasonBenchmark = (trainRows: Rows, moves: Float64Array): NetworkBenchmark => {
  const days = getNote(trainRows, DAY_NOTE);
  return fitBySubject(trainRows, moves, (subjectMoves, indices) => {
    const months = computeSeasonalProbabilities(
      subjectMoves,
      indices.map((row) => getMonth(days[row] ?? 0)),
    );
    return (rows, row) =>
      months[getMonth(rows.note[row * rows.notes + DAY_NOTE] ?? 0)] ?? RANDOM_WALK_PROBABILITY;
  });
};

/** Conditional probability of a rise per subject, given the sign of a past move. */
const buildMomentumBenchmark = (
  trainRows: Rows,
  moves: Float64Array,
  input: number,
): NetworkBenchmark =>
  fitBySubject(trainRows, moves, (subjectMoves, indices) => {
    const predict = fitMomentum(
      indices.map((row) => trainRows.x[row * trainRows.inputs + input] ?? NaN),
      subjectMoves,
    );
    return (rows, row) => predict(rows.x[row * rows.inputs + input] ?? NaN);
  });

/** Enough rows for a regression with few inputs. */
const ROWS_MAX = 40_000;
const PENALTY = 1e-4;

/** Logistic regression on some inputs, all subjects pooled. */
export function buildLogisticBenchmark(
  trainRows: Rows,
  outcomes: Float64Array,
  indices: readonly number[],
): NetworkBenchmark {
  const validRows = Array.from({ length: trainRows.rows }, (_, row) => row).filter(
    (row) => !Number.isNaN(outcomes[row] ?? NaN),
  );
  // Thinned by position after removing rows without an outcome, because subjects alternate.
  const step = Math.ceil(validRows.length / ROWS_MAX);
  const sampledRows = validRows.filter((_, index) => index % step === 0);
  const selectInputs = (rows: Rows, chosen: readonly number[]) => ({
    rows: chosen.length,
    inputs: indices.length,
    targets: 0,
    x: Float64Array.from(
      { length: chosen.length * indices.length },
      (_, at) =>
        rows.x[
          (chosen[Math.floor(at / indices.length)] ?? 0) * rows.inputs +
            (indices[at % indices.length] ?? 0)
        ] ?? NaN,
    ),
    y: new Float64Array(0),
  });
  const dataset = {
    ...selectInputs(trainRows, sampledRows),
    targets: 1,
    y: Float64Array.from(sampledRows, (row) => outcomes[row] ?? NaN),
  };
  const scaler = fitScaler(dataset, []);
  const line = fitLogistic(scaleDataset(scaler, dataset), 0, PENALTY);
  return (rows) => {
    const scaled = scaleDataset(
      scaler,
      selectInputs(
        rows,
        Array.from({ length: rows.rows }, (_, row) => row),
      ),
    );
    return Float64Array.from({ length: rows.rows }, (_, row) =>
      computeLogisticProbability(
        line,
        scaled.x.subarray(row * scaled.inputs, (row + 1) * scaled.inputs),
      ),
    );
  };
}

/** Feature indices of groups. */
export const listFeatureIndices = (
  { features }: NetworkSpec,
  groups: readonly string[],
): readonly number[] =>
  features.flatMap(({ group }, index) => (groups.includes(group) ? [index] : []));
export const findFeatureIndex = ({ id, features }: NetworkSpec, name: string): number => {
  const index = features.findIndex((feature) => feature.name === name);
  if (index < 0) throw new RangeError(`${id} has no input '${name}'`);
  return index;
};

/** Benchmarks of a direction forecast. */
export function buildPriceBenchmarks(
  spec: NetworkSpec,
  trainRows: Rows,
  moves: Float64Array,
): readonly NamedBenchmark[] {
  const outcomes = moves.map((move) => (move === 0 ? NaN : Number(move > 0)));
  const names = { 1: 'move of the last day', 20: 'move of 20 days' } as const;
  return [
    { name: 'even chance', predict: buildConstantBenchmark(RANDOM_WALK_PROBABILITY) },
    { name: 'always up', predict: buildBaseRateBenchmark(trainRows, moves) },
    { name: 'season', predict: buildSeasonBenchmark(trainRows, moves) },
    ...MOMENTUM_DAYS.map((days) => ({
      name: `momentum ${days} d`,
      predict: buildMomentumBenchmark(trainRows, moves, findFeatureIndex(spec, names[days])),
    })),
    {
      name: 'logistic of prices',
      predict: buildLogisticBenchmark(trainRows, outcomes, listFeatureIndices(spec, ['price'])),
    },
  ];
}

export const getInputColumn = (spec: NetworkSpec, rows: Rows, name: string): Float64Array =>
  getInputs(rows, findFeatureIndex(spec, name));
