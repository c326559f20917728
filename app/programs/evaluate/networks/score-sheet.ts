// Scores a loss sheet: one row for all subjects together and one per subject, tested against the
// best benchmark.
import type { EvaluationRow, ReliabilityRow } from '../../../trading/networks/evaluation';
import { computeAreaUnderCurve } from '../../../trading/statistics/area-under-curve';
import { computeBrierScore } from '../../../trading/statistics/brier-score';
import {
  type DieboldMariano,
  testDieboldMariano,
} from '../../../trading/statistics/diebold-mariano';
import { computeExpectedCalibrationError } from '../../../trading/statistics/expected-calibration-error';
import { computeCalibrationErrorByChance } from '../../../trading/statistics/expected-calibration-error-by-chance';
import { adjustPValues } from '../../../trading/statistics/adjust-p-values';
import { computeHitRate, computeTopDecileHitRate } from '../../../trading/statistics/hit-rate';
import { P_VALUE_MAX, T_STATISTIC_MIN } from '../../../trading/networks/evaluation';
import { computeInformationCoefficient } from '../../../trading/statistics/information-coefficient';
import { computeMeanLogLoss } from '../../../trading/statistics/log-loss';
import { computeReliability } from '../../../trading/statistics/reliability';
import { computeDeviation, computeMean } from '../../../trading/statistics/sample';
import type { Sheet } from './loss-sheet';
import { ATTAINABLE_MIN, roundFigure, roundOrZero } from './round-figure';

const YEAR_DAYS = 365.25;
/**
 * Scores all subjects, and each of several. `subjects` gives the names by index; hasSkill is set
 * later by withVerdicts.
 */
export function scoreSheet(sheet: Sheet, subjects: readonly string[]): readonly EvaluationRow[] {
  const validRows = Array.from(sheet.own.keys()).filter(
    (row) => !Number.isNaN(sheet.own[row] ?? NaN),
  );
  const presentSubjects = subjects.filter((_, index) =>
    validRows.some((row) => sheet.subject[row] === index),
  );
  const separateSubjects =
    presentSubjects.length > 1 ? (sheet.bySubject ? presentSubjects : []) : [];
  const groups = [
    { name: presentSubjects.length === 1 ? (presentSubjects[0] ?? 'all') : 'all', rows: validRows },
    ...separateSubjects.map((name) => ({
      name,
      rows: validRows.filter((row) => sheet.subject[row] === subjects.indexOf(name)),
    })),
  ];
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows }) => scoreRow(sheet, name, rows));
}

function scoreRow(sheet: Sheet, subject: string, rows: readonly number[]): EvaluationRow {
  const select = (column: Float64Array): Float64Array =>
    Float64Array.from(rows, (row) => column[row] ?? NaN);
  const block = select(sheet.block);
  const [own, line] = [select(sheet.own), select(sheet.line)];
  const benchmarks = sheet.rivals.map(({ name, losses }) => ({ name, losses: select(losses) }));
  const bestBenchmark = benchmarks.reduce((best, benchmark) =>
    computeMean(benchmark.losses) < computeMean(best.losses) ? benchmark : best,
  );
  const test = testByBlock(own, bestBenchmark.losses, block, sheet.lag);
  const ic = computeInformationCoefficient(
    select(sheet.forecast),
    select(sheet.outcome),
    sheet.lag,
    block,
  );
  const attainable = sheet.attainable
    ? roundFigure(
        computeInformationCoefficient(
          select(sheet.attainable),
          select(sheet.outcome),
          sheet.lag,
          block,
        )?.coefficient,
      )
    : null;
  return {
    network: sheet.net,
    subject,
    target: sheet.target,
    isMain: sheet.isMain,
    lossName: sheet.lossName,
    count: rows.length,
    loss: roundOrZero(computeMean(own)),
    rivals: benchmarks.map(({ name, losses }) => ({
      name,
      loss: roundOrZero(computeMean(losses)),
    })),
    best: bestBenchmark.name,
    pValue: roundFigure(test?.pValue),
    adjusted: null,
    lineLoss: roundOrZero(computeMean(line)),
    linePValue: roundFigure(testByBlock(own, line, block, sheet.lag)?.pValue),
    ic: roundFigure(ic?.coefficient),
    icT: roundFigure(ic?.tStatistic),
    ...computeHitRates(sheet, select),
    ...computeProbabilityScores(sheet, select),
    sharpe: sheet.gain ? roundFigure(computeSharpe(select(sheet.gain), block)) : null,
    attainable,
    share:
      attainable !== null && attainable >= ATTAINABLE_MIN && ic
        ? roundFigure(ic.coefficient / attainable)
        : null,
    hasSkill: false,
  };
}

function computeHitRates(
  sheet: Sheet,
  select: (column: Float64Array) => Float64Array,
): Pick<EvaluationRow, 'hit' | 'topHit'> {
  if (!sheet.isDirection) return { hit: null, topHit: null };
  const [forecast, outcome] = [select(sheet.forecast), select(sheet.outcome)];
  return {
    hit: roundFigure(computeHitRate(forecast, outcome).share),
    topHit: roundFigure(computeTopDecileHitRate(forecast, outcome).share),
  };
}

function computeProbabilityScores(
  sheet: Sheet,
  select: (column: Float64Array) => Float64Array,
): Pick<EvaluationRow, 'brier' | 'logLoss' | 'ece' | 'eceByChance' | 'area' | 'reliability'> {
  if (!sheet.chance || !sheet.came)
    return {
      brier: null,
      logLoss: null,
      ece: null,
      eceByChance: null,
      area: null,
      reliability: null,
    };
  const [probabilities, outcomes] = [select(sheet.chance), select(sheet.came)];
  const classes = computeReliability(probabilities, outcomes).filter(({ rows }) => rows > 0);
  return {
    brier: roundFigure(computeBrierScore(probabilities, outcomes)),
    logLoss: roundFigure(computeMeanLogLoss(probabilities, outcomes)),
    ece: roundFigure(computeExpectedCalibrationError(probabilities, outcomes)),
    eceByChance: roundFigure(
      computeCalibrationErrorByChance(probabilities, outcomes, select(sheet.block), sheet.lag),
    ),
    area: roundFigure(computeAreaUnderCurve(probabilities, outcomes)),
    reliability: classes.map(
      ({ meanProbability, meanOutcome, rows }): ReliabilityRow => ({
        chance: roundOrZero(meanProbability),
        came: roundOrZero(meanOutcome),
        count: rows,
      }),
    ),
  };
}

/** Sums a column by block, in block order. */
function sumByBlock(values: Float64Array, block: Float64Array): Float64Array {
  const sums = new Map<number, number>();
  for (const [row, value] of values.entries())
    sums.set(block[row] ?? 0, (sums.get(block[row] ?? 0) ?? 0) + value);
  return Float64Array.from(sums.values());
}

/**
 * Diebold-Mariano test over block sums, because rows of one day are dependent. Null with too few
 * blocks.
 */
function testByBlock(
  own: Float64Array,
  benchmark: Float64Array,
  block: Float64Array,
  lag: number,
): DieboldMariano | null {
  const [first, second] = [sumByBlock(own, block), sumByBlock(benchmark, block)];
  return first.length > lag + 10 ? testDieboldMariano(first, second, lag) : null;
}

/** Annualized Sharpe ratio of the daily mean gain over all subjects. */
function computeSharpe(gain: Float64Array, block: Float64Array): number {
  const counts = sumByBlock(
    gain.map(() => 1),
    block,
  );
  const daily = sumByBlock(gain, block).map((sum, index) => sum / (counts[index] ?? 1));
  return (computeMean(daily) / computeDeviation(daily)) * Math.sqrt(YEAR_DAYS);
}

/**
 * Sets hasSkill: loss below the best benchmark, significant after multiple-testing correction, and
 * IC t-statistic at least T_MIN.
 */
export function assessSkill(rows: readonly EvaluationRow[]): readonly EvaluationRow[] {
  const adjusted = adjustPValues(
    rows.map(({ pValue }) => pValue ?? 1),
    'any',
  );
  return rows.map((row, index) => {
    const level = adjusted[index] ?? 1;
    const isBetter =
      row.loss < (row.rivals.find(({ name }) => name === row.best)?.loss ?? -Infinity);
    return {
      ...row,
      adjusted: row.pValue === null ? null : roundFigure(level),
      hasSkill:
        isBetter &&
        row.pValue !== null &&
        level <= P_VALUE_MAX &&
        (row.icT ?? 0) >= T_STATISTIC_MIN,
    };
  });
}
