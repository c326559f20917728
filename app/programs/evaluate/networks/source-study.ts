// Decides which model issues the signals of each subject and whether it has skill: docs/decisions/0061.
import type { Model } from '../../../trading/networks/core/model';
import type {
  CandidateRow,
  SourceRow,
  SourceTable,
  SubjectSource,
} from '../../../trading/networks/evaluation';
import {
  CONFIDENCE_QUANTILE,
  P_VALUE_MAX,
  SOURCE_T_STATISTIC_MIN,
} from '../../../trading/networks/evaluation';
import type { NetworkSpec } from '../../../trading/networks/network-spec';
import { SIGNAL_SOURCES, type SignalSource } from '../../../trading/domain/signal-facts';
import { computeNormalProbability } from '../../../trading/domain/normal-distribution';
import { adjustPValues } from '../../../trading/statistics/adjust-p-values';
import { computeBrierScore } from '../../../trading/statistics/brier-score';
import { computeExpectedCalibrationError } from '../../../trading/statistics/expected-calibration-error';
import { computeCalibrationErrorByChance } from '../../../trading/statistics/expected-calibration-error-by-chance';
import { computeFractionWhere } from '../../../trading/statistics/fraction-where';
import { computeInformationCoefficient } from '../../../trading/statistics/information-coefficient';
import { computeLongRunVariance } from '../../../trading/statistics/long-run-variance';
import { computeDeviation, computeMean } from '../../../trading/statistics/sample';
import { type Rows, SUBJECT_NOTE } from '../../train/rows';
import { assignBlocks, computeOutputs, getNote } from './row-columns';
import { type PriceForecasts, computeSignalGains, getPriceNote, toForecasts } from './price-sheets';
import { ATTAINABLE_MIN, roundFigure, roundOrZero } from './round-figure';

const YEAR_DAYS = 365.25;
/** Days over which the errors of daily forecasts may be correlated. */
const LAG_DAYS = 5;

/** A network and its linear model, with the rows of each simulated path. */
interface SourceModels {
  readonly spec: NetworkSpec;
  readonly network: Model;
  readonly linear: Model;
}

/** One candidate on one subject: one number per day, path after path. */
export interface SourceDays {
  /** Day blocks, ascending. */
  readonly block: Float64Array;
  /** Probability of a rise. */
  readonly chanceUp: Float64Array;
  /** Move of the day in standard deviations. */
  readonly move: Float64Array;
  /** Return of the signal rule after costs in standard deviations, and its side: 1, 0 or -1. */
  readonly gain: Float64Array;
  readonly side: Float64Array;
  /** Expected move of the day, signed, in standard deviations. */
  readonly edge: Float64Array;
  /** Predictable part of the move from public data, in standard deviations. */
  readonly attainable: Float64Array;
}

/** Days of each candidate by subject, over several paths. */
export type CandidateDays = ReadonlyMap<string, Readonly<Record<SignalSource, SourceDays>>>;

/** Collects the days of all candidates on the paths. */
export function buildCandidateDays(
  { spec, network, linear }: SourceModels,
  paths: readonly Rows[],
): CandidateDays {
  const byPath = paths.map((rows, path) => {
    const forecasts = buildForecasts(rows, network, linear);
    const subjects = getNote(rows, SUBJECT_NOTE);
    const block = assignBlocks(rows, path, 1);
    return SIGNAL_SOURCES.map((source) => {
      const { gain, side, edge } = computeSignalGains(rows, forecasts[source]);
      const columns = {
        block,
        chanceUp: forecasts[source].chanceUp,
        move: getPriceNote(rows, 'move'),
        gain,
        side,
        edge,
        attainable: getPriceNote(rows, 'predictable from public data'),
      };
      return { source, subjects, columns };
    });
  });
  return new Map(
    spec.subjects.map((subject, index) => [
      subject,
      Object.fromEntries(
        SIGNAL_SOURCES.map((source, order) => [
          source,
          joinDays(
            byPath.map((candidates) => {
              const { subjects, columns } = candidates[order] as (typeof candidates)[number];
              return selectRows(columns, (row) => subjects[row] === index);
            }),
          ),
        ]),
      ) as Readonly<Record<SignalSource, SourceDays>>,
    ]),
  );
}

/** Momentum and season have probabilities only; the interval is that of the network. */
function buildForecasts(
  rows: Rows,
  network: Model,
  linear: Model,
): Readonly<Record<SignalSource, PriceForecasts>> {
  const own = toForecasts(computeOutputs(network, rows));
  return {
    network: own,
    linear: toForecasts(computeOutputs(linear, rows)),
    momentum: { ...own, chanceUp: getPriceNote(rows, 'momentum') },
    seasonal: { ...own, chanceUp: getPriceNote(rows, 'seasonal') },
  };
}

const DAY_COLUMNS = ['block', 'chanceUp', 'move', 'gain', 'side', 'edge', 'attainable'] as const;

const mapColumns = (map: (name: (typeof DAY_COLUMNS)[number]) => Float64Array): SourceDays =>
  Object.fromEntries(DAY_COLUMNS.map((name) => [name, map(name)])) as unknown as SourceDays;

const selectRows = (days: SourceDays, isSelected: (row: number) => boolean): SourceDays =>
  mapColumns((name) => days[name].filter((_, row) => isSelected(row)));

const joinDays = (parts: readonly SourceDays[]): SourceDays =>
  mapColumns((name) => Float64Array.from(parts.flatMap((part) => [...part[name]])));

/** Outcomes 0 or 1; NaN for an unchanged price, which no probability is scored on. */
const getOutcomes = ({ move }: SourceDays): Float64Array =>
  move.map((value) => (value === 0 ? NaN : Number(value > 0)));

/** Mean Brier score over the days with a move. */
function computeMeanBrier(days: SourceDays): number {
  const outcomes = getOutcomes(days);
  const isScored = (_: number, row: number): boolean => !Number.isNaN(outcomes[row] ?? NaN);
  return computeBrierScore(days.chanceUp.filter(isScored), outcomes.filter(isScored));
}

/** Chooses the candidate with the lowest mean Brier score for each subject; ties go to the first. */
export function chooseSources(
  network: NetworkSpec['id'],
  candidates: CandidateDays,
): readonly CandidateRow[] {
  return [...candidates].flatMap(([subject, bySource]) => {
    const briers = SIGNAL_SOURCES.map((source) => computeMeanBrier(bySource[source]));
    const best = briers.indexOf(Math.min(...briers));
    return SIGNAL_SOURCES.map((source, index): CandidateRow => {
      const days = bySource[source];
      const ic = computeCoefficient(days);
      return {
        network,
        subject,
        source,
        brier: roundOrZero(briers[index] ?? NaN),
        ic: roundFigure(ic?.coefficient),
        icT: roundFigure(ic?.tStatistic),
        sharpe: roundFigure(computeGainFigures(days)?.sharpe),
        persistence: roundFigure(computePersistence(days.edge)),
        isChosen: index === best,
      };
    });
  });
}

/** Days over which the expected gains of a call are added. */
const HOLDING_DAYS = 5;

/**
 * Sum of the expected moves of `HOLDING_DAYS` days, given that of the first, as a multiple of it:
 * 1 plus the regression coefficients through the origin of the expected move on that of 1, 2, ...
 * days before. The mean is not subtracted, because a lasting part is a gain, too.
 */
function computePersistence(edge: Float64Array): number {
  const squares = edge.reduce((sum, value) => sum + value * value, 0);
  let products = 0;
  for (let lag = 0; lag < HOLDING_DAYS; lag += 1)
    for (let day = lag; day < edge.length; day += 1)
      products += (edge[day] ?? NaN) * (edge[day - lag] ?? NaN);
  return products / squares;
}

const computeCoefficient = ({ chanceUp, move, block }: SourceDays) =>
  computeInformationCoefficient(
    chanceUp.map((value) => value - 0.5),
    move,
    LAG_DAYS,
    block,
  );

/**
 * Sharpe ratio a year of the daily gains, and its lower one-sided 90% bound by the Newey-West error
 * of the mean. Null without any gain or loss.
 */
function computeGainFigures({
  gain,
}: SourceDays): { readonly sharpe: number; readonly lowerSharpe: number } | null {
  const deviation = computeDeviation(gain);
  if (!(deviation > 0)) return null;
  const mean = computeMean(gain);
  const error = Math.sqrt(computeLongRunVariance(gain, LAG_DAYS, mean) / gain.length);
  const toYear = Math.sqrt(YEAR_DAYS) / deviation;
  return { sharpe: mean * toYear, lowerSharpe: (mean - CONFIDENCE_QUANTILE * error) * toYear };
}

/** Figures of the chosen source of each subject, before the correction for many subjects. */
export function scoreSources(
  chosen: readonly SubjectSource[],
  candidates: CandidateDays,
): readonly SourceRow[] {
  return chosen.flatMap(({ network, subject, source }) => {
    const days = candidates.get(subject)?.[source];
    return days ? [scoreSource({ network, subject, source }, days)] : [];
  });
}

function scoreSource(identity: SubjectSource, days: SourceDays): SourceRow {
  const outcomes = getOutcomes(days);
  const isScored = (_: number, row: number): boolean => !Number.isNaN(outcomes[row] ?? NaN);
  const [probabilities, came, blocks] = [days.chanceUp, outcomes, days.block].map((column) =>
    column.filter(isScored),
  ) as [Float64Array, Float64Array, Float64Array];
  const ic = computeCoefficient(days);
  const gains = computeGainFigures(days);
  const attainable = roundFigure(
    computeInformationCoefficient(days.attainable, days.move, LAG_DAYS, days.block)?.coefficient,
  );
  return {
    ...identity,
    count: days.move.length,
    ic: roundFigure(ic?.coefficient),
    icT: roundFigure(ic?.tStatistic),
    pValue: ic ? roundOrZero(1 - computeNormalProbability(ic.tStatistic)) : 1,
    adjusted: 1,
    sharpe: roundFigure(gains?.sharpe),
    lowerSharpe: roundFigure(gains?.lowerSharpe),
    calls: roundOrZero(computeFractionWhere(days.side, (side) => side !== 0)),
    brier: roundOrZero(computeMeanBrier(days)),
    ece: roundOrZero(computeExpectedCalibrationError(probabilities, came)),
    eceByChance: roundOrZero(
      computeCalibrationErrorByChance(probabilities, came, blocks, LAG_DAYS),
    ),
    attainable,
    share:
      attainable !== null && attainable >= ATTAINABLE_MIN && ic
        ? roundFigure(ic.coefficient / attainable)
        : null,
    hasSkill: false,
  };
}

/** Applies the verdict rule to the rows of all subjects: adjusted p-values and `hasSkill`. */
export function assessSources(rows: readonly SourceRow[]): readonly SourceRow[] {
  const adjusted = adjustPValues(
    rows.map(({ pValue }) => pValue),
    'positive',
  );
  return rows.map((row, index) => {
    const level = roundOrZero(adjusted[index] ?? 1);
    return {
      ...row,
      adjusted: level,
      hasSkill:
        (row.icT ?? 0) >= SOURCE_T_STATISTIC_MIN &&
        level <= P_VALUE_MAX &&
        (row.lowerSharpe ?? 0) > 0,
    };
  });
}

/** A verdict table of given paths. */
export const buildSourceTable = (
  paths: Pick<SourceTable, 'seeds' | 'years' | 'powerYears'>,
  rows: readonly SourceRow[],
): SourceTable => ({ ...paths, rows: assessSources(rows) });
