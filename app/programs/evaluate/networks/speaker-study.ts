// Decides which model speaks for each subject and whether it has skill: docs/decisions/0061.
import type { Model } from '../../../trading/networks/core/model';
import type {
  CandidateRow,
  SpeakerRow,
  SpeakerTable,
  SubjectSpeaker,
} from '../../../trading/networks/evaluation';
import {
  CONFIDENCE_QUANTILE,
  P_VALUE_MAX,
  SPEAKER_T_STATISTIC_MIN,
} from '../../../trading/networks/evaluation';
import type { NetworkSpec } from '../../../trading/networks/network-spec';
import { SPEAKERS, type Speaker } from '../../../trading/domain/signal-facts';
import { computeNormalProbability } from '../../../trading/domain/normal-distribution';
import { adjustPValues } from '../../../trading/statistics/adjust-p-values';
import { computeBrierScore } from '../../../trading/statistics/brier-score';
import { computeExpectedCalibrationError } from '../../../trading/statistics/expected-calibration-error';
import { computeCalibrationErrorByChance } from '../../../trading/statistics/expected-calibration-error-by-chance';
import { computeFractionWhere } from '../../../trading/statistics/fraction-where';
import { computeInformationCoefficient } from '../../../trading/statistics/information-coefficient';
import { computeLongRunVariance } from '../../../trading/statistics/long-run-variance';
import { computeDeviation, computeMean } from '../../../trading/statistics/sample';
import { type Rows, SUBJECT_NOTE } from '../../train/row-sink';
import { assignBlocks, computeOutputs, getNote } from './loss-sheet';
import { type PriceForecasts, computeSignalGains, getPriceNote, toForecasts } from './price-sheets';
import { ATTAINABLE_MIN, roundFigure, roundOrZero } from './round-figure';

const YEAR_DAYS = 365.25;
/** Days over which the errors of daily forecasts may be correlated. */
const LAG_DAYS = 5;

/** A network and its linear model, with the rows of each simulated path. */
export interface SpeakerModels {
  readonly spec: NetworkSpec;
  readonly network: Model;
  readonly linear: Model;
}

/** One candidate on one subject: one number per day, path after path. */
export interface SpeakerDays {
  /** Day blocks, ascending. */
  readonly block: Float64Array;
  /** Probability of a rise. */
  readonly chanceUp: Float64Array;
  /** Move of the day in standard deviations. */
  readonly move: Float64Array;
  /** Return of the signal rule after costs in standard deviations, and its side: 1, 0 or -1. */
  readonly gain: Float64Array;
  readonly side: Float64Array;
  /** Predictable part of the move from public data, in standard deviations. */
  readonly attainable: Float64Array;
}

/** Days of each candidate by subject, over several paths. */
export type CandidateDays = ReadonlyMap<string, Readonly<Record<Speaker, SpeakerDays>>>;

/** Collects the days of all candidates on the paths. */
export function buildCandidateDays(
  { spec, network, linear }: SpeakerModels,
  paths: readonly Rows[],
): CandidateDays {
  const byPath = paths.map((rows, path) => {
    const forecasts = buildForecasts(rows, network, linear);
    const subjects = getNote(rows, SUBJECT_NOTE);
    const block = assignBlocks(rows, path, 1);
    return SPEAKERS.map((speaker) => {
      const { gain, side } = computeSignalGains(rows, forecasts[speaker]);
      const columns = {
        block,
        chanceUp: forecasts[speaker].chanceUp,
        move: getPriceNote(rows, 'move'),
        gain,
        side,
        attainable: getPriceNote(rows, 'predictable from public data'),
      };
      return { speaker, subjects, columns };
    });
  });
  return new Map(
    spec.subjects.map((subject, index) => [
      subject,
      Object.fromEntries(
        SPEAKERS.map((speaker, order) => [
          speaker,
          joinDays(
            byPath.map((candidates) => {
              const { subjects, columns } = candidates[order] as (typeof candidates)[number];
              return selectRows(columns, (row) => subjects[row] === index);
            }),
          ),
        ]),
      ) as Readonly<Record<Speaker, SpeakerDays>>,
    ]),
  );
}

/** Momentum and season have probabilities only; the interval is that of the network. */
function buildForecasts(
  rows: Rows,
  network: Model,
  linear: Model,
): Readonly<Record<Speaker, PriceForecasts>> {
  const own = toForecasts(computeOutputs(network, rows));
  return {
    network: own,
    linear: toForecasts(computeOutputs(linear, rows)),
    momentum: { ...own, chanceUp: getPriceNote(rows, 'momentum') },
    seasonal: { ...own, chanceUp: getPriceNote(rows, 'seasonal') },
  };
}

const DAY_COLUMNS = ['block', 'chanceUp', 'move', 'gain', 'side', 'attainable'] as const;

const mapColumns = (map: (name: (typeof DAY_COLUMNS)[number]) => Float64Array): SpeakerDays =>
  Object.fromEntries(DAY_COLUMNS.map((name) => [name, map(name)])) as unknown as SpeakerDays;

const selectRows = (days: SpeakerDays, isSelected: (row: number) => boolean): SpeakerDays =>
  mapColumns((name) => days[name].filter((_, row) => isSelected(row)));

const joinDays = (parts: readonly SpeakerDays[]): SpeakerDays =>
  mapColumns((name) => Float64Array.from(parts.flatMap((part) => [...part[name]])));

/** Outcomes 0 or 1; NaN for an unchanged price, which no probability is scored on. */
const getOutcomes = ({ move }: SpeakerDays): Float64Array =>
  move.map((value) => (value === 0 ? NaN : Number(value > 0)));

/** Mean Brier score over the days with a move. */
export function computeMeanBrier(days: SpeakerDays): number {
  const outcomes = getOutcomes(days);
  const isScored = (_: number, row: number): boolean => !Number.isNaN(outcomes[row] ?? NaN);
  return computeBrierScore(days.chanceUp.filter(isScored), outcomes.filter(isScored));
}

/** Chooses the candidate with the lowest mean Brier score for each subject; ties go to the first. */
export function chooseSpeakers(
  network: NetworkSpec['id'],
  candidates: CandidateDays,
): readonly CandidateRow[] {
  return [...candidates].flatMap(([subject, bySpeaker]) => {
    const briers = SPEAKERS.map((speaker) => computeMeanBrier(bySpeaker[speaker]));
    const best = briers.indexOf(Math.min(...briers));
    return SPEAKERS.map((speaker, index): CandidateRow => {
      const days = bySpeaker[speaker];
      const ic = computeCoefficient(days);
      return {
        network,
        subject,
        speaker,
        brier: roundOrZero(briers[index] ?? NaN),
        ic: roundFigure(ic?.coefficient),
        icT: roundFigure(ic?.tStatistic),
        sharpe: roundFigure(computeGainFigures(days)?.sharpe),
        isChosen: index === best,
      };
    });
  });
}

const computeCoefficient = ({ chanceUp, move, block }: SpeakerDays) =>
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
}: SpeakerDays): { readonly sharpe: number; readonly lowerSharpe: number } | null {
  const deviation = computeDeviation(gain);
  if (!(deviation > 0)) return null;
  const mean = computeMean(gain);
  const error = Math.sqrt(computeLongRunVariance(gain, LAG_DAYS, mean) / gain.length);
  const toYear = Math.sqrt(YEAR_DAYS) / deviation;
  return { sharpe: mean * toYear, lowerSharpe: (mean - CONFIDENCE_QUANTILE * error) * toYear };
}

/** Figures of the chosen speaker of each subject, before the correction for many subjects. */
export function scoreSpeakers(
  chosen: readonly SubjectSpeaker[],
  candidates: CandidateDays,
): readonly SpeakerRow[] {
  return chosen.flatMap(({ network, subject, speaker }) => {
    const days = candidates.get(subject)?.[speaker];
    return days ? [scoreSpeaker({ network, subject, speaker }, days)] : [];
  });
}

function scoreSpeaker(identity: SubjectSpeaker, days: SpeakerDays): SpeakerRow {
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
export function assessSpeakers(rows: readonly SpeakerRow[]): readonly SpeakerRow[] {
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
        (row.icT ?? 0) >= SPEAKER_T_STATISTIC_MIN &&
        level <= P_VALUE_MAX &&
        (row.lowerSharpe ?? 0) > 0,
    };
  });
}

/** A verdict table of given paths. */
export const buildSpeakerTable = (
  paths: Pick<SpeakerTable, 'seeds' | 'years' | 'powerYears'>,
  rows: readonly SpeakerRow[],
): SpeakerTable => ({ ...paths, rows: assessSpeakers(rows) });
