// From a sheet to figures: one row for all subjects together and one for each, with the test
// against the best rival.
import type { EvaluationRow, ReliabilityRow } from '../../../trading/networks/evaluation';
import { areaUnderCurve } from '../../../trading/statistics/area-under-curve';
import { brierScore } from '../../../trading/statistics/brier-score';
import { type DieboldMariano, dieboldMariano } from '../../../trading/statistics/diebold-mariano';
import { expectedCalibrationError } from '../../../trading/statistics/expected-calibration-error';
import { calibrationErrorByChance } from '../../../trading/statistics/calibration-error-by-chance';
import { discoveryAdjusted } from '../../../trading/statistics/false-discoveries';
import { hitRate, topDecileHitRate } from '../../../trading/statistics/hit-rate';
import { P_MAX, T_MIN } from '../../../trading/networks/evaluation';
import { informationCoefficient } from '../../../trading/statistics/information-coefficient';
import { logLoss } from '../../../trading/statistics/log-loss';
import { computeReliability } from '../../../trading/statistics/reliability';
import { computeDeviation, computeMean } from '../../../trading/statistics/sample';
import type { Sheet } from './sheet';

const YEAR_DAYS = 365.25;
const DIGITS = 6;
/** To six digits; null for what is no number. */
const kept = (value: number | null | undefined): number | null =>
  value === null || value === undefined || !Number.isFinite(value)
    ? null
    : Number(value.toPrecision(DIGITS));
const number = (value: number): number => kept(value) ?? 0;

/** Below this there is nothing worth a share of. */
const ATTAINABLE_LEAST = 0.02;

/**
 * Figures of all subjects, and of each where there are several; `subjects` names the places.
 * Verdicts are given later, over all rows.
 */
export function judgedSheet(sheet: Sheet, subjects: readonly string[]): readonly EvaluationRow[] {
  const known = Array.from(sheet.own.keys()).filter((row) => !Number.isNaN(sheet.own[row] ?? NaN));
  const present = subjects.filter((_, place) => known.some((row) => sheet.subject[row] === place));
  const single = present.length > 1 ? (sheet.bySubject ? present : []) : [];
  const groups = [
    { name: present.length === 1 ? (present[0] ?? 'all') : 'all', rows: known },
    ...single.map((name) => ({
      name,
      rows: known.filter((row) => sheet.subject[row] === subjects.indexOf(name)),
    })),
  ];
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows }) => judgeRow(sheet, name, rows));
}

function judgeRow(sheet: Sheet, subject: string, rows: readonly number[]): EvaluationRow {
  const of = (column: Float64Array): Float64Array =>
    Float64Array.from(rows, (row) => column[row] ?? NaN);
  const block = of(sheet.block);
  const [own, line] = [of(sheet.own), of(sheet.line)];
  const rivals = sheet.rivals.map(({ name, losses }) => ({ name, losses: of(losses) }));
  const best = rivals.reduce((least, rival) =>
    computeMean(rival.losses) < computeMean(least.losses) ? rival : least,
  );
  const test = comparedByBlock(own, best.losses, block, sheet.lag);
  const ic = informationCoefficient(of(sheet.forecast), of(sheet.outcome), sheet.lag, block);
  const attainable = sheet.attainable
    ? kept(
        informationCoefficient(of(sheet.attainable), of(sheet.outcome), sheet.lag, block)
          ?.coefficient,
      )
    : null;
  return {
    network: sheet.net,
    subject,
    target: sheet.target,
    isMain: sheet.isMain,
    lossName: sheet.lossName,
    count: rows.length,
    loss: number(computeMean(own)),
    rivals: rivals.map(({ name, losses }) => ({ name, loss: number(computeMean(losses)) })),
    best: best.name,
    pValue: kept(test?.pValue),
    adjusted: null,
    lineLoss: number(computeMean(line)),
    linePValue: kept(comparedByBlock(own, line, block, sheet.lag)?.pValue),
    ic: kept(ic?.coefficient),
    icT: kept(ic?.tStatistic),
    ...buildSides(sheet, of),
    ...buildChances(sheet, of),
    sharpe: sheet.gain ? kept(computeSharpe(of(sheet.gain), block)) : null,
    attainable,
    share:
      attainable !== null && attainable >= ATTAINABLE_LEAST && ic
        ? kept(ic.coefficient / attainable)
        : null,
    hasSkill: false,
  };
}

function buildSides(
  sheet: Sheet,
  of: (column: Float64Array) => Float64Array,
): Pick<EvaluationRow, 'hit' | 'topHit'> {
  if (!sheet.isDirection) return { hit: null, topHit: null };
  const [forecast, outcome] = [of(sheet.forecast), of(sheet.outcome)];
  return {
    hit: kept(hitRate(forecast, outcome).share),
    topHit: kept(topDecileHitRate(forecast, outcome).share),
  };
}

function buildChances(
  sheet: Sheet,
  of: (column: Float64Array) => Float64Array,
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
  const [chance, came] = [of(sheet.chance), of(sheet.came)];
  const classes = computeReliability(chance, came).filter(({ rows }) => rows > 0);
  return {
    brier: kept(brierScore(chance, came)),
    logLoss: kept(logLoss(chance, came)),
    ece: kept(expectedCalibrationError(chance, came)),
    eceByChance: kept(calibrationErrorByChance(chance, came, of(sheet.block), sheet.lag)),
    area: kept(areaUnderCurve(chance, came)),
    reliability: classes.map(
      ({ meanChance, meanOutcome, rows }): ReliabilityRow => ({
        chance: number(meanChance),
        came: number(meanOutcome),
        count: rows,
      }),
    ),
  };
}

/** Sums of a column by block; blocks come in order. */
function sumsBy(values: Float64Array, block: Float64Array): Float64Array {
  const sums = new Map<number, number>();
  for (const [row, value] of values.entries())
    sums.set(block[row] ?? 0, (sums.get(block[row] ?? 0) ?? 0) + value);
  return Float64Array.from(sums.values());
}

/**
 * Diebold and Mariano's test over blocks: what rows of one day share is no further evidence. Null
 * where it cannot be made.
 */
function comparedByBlock(
  own: Float64Array,
  rival: Float64Array,
  block: Float64Array,
  lag: number,
): DieboldMariano | null {
  const [first, second] = [sumsBy(own, block), sumsBy(rival, block)];
  return first.length > lag + 10 ? dieboldMariano(first, second, lag) : null;
}

/** A year's Sharpe ratio of the mean gain of a day over all subjects. */
function computeSharpe(gain: Float64Array, block: Float64Array): number {
  const counts = sumsBy(
    gain.map(() => 1),
    block,
  );
  const daily = sumsBy(gain, block).map((sum, place) => sum / (counts[place] ?? 1));
  return (computeMean(daily) / computeDeviation(daily)) * Math.sqrt(YEAR_DAYS);
}

/**
 * The rows with their verdicts: better than the best rival by more than chance, after a correction
 * for all rows that were looked at, and a correlation two standard errors from nothing.
 */
export function withVerdicts(rows: readonly EvaluationRow[]): readonly EvaluationRow[] {
  const adjusted = discoveryAdjusted(rows.map(({ pValue }) => pValue ?? 1));
  return rows.map((row, place) => {
    const level = adjusted[place] ?? 1;
    const isBetter =
      row.loss < (row.rivals.find(({ name }) => name === row.best)?.loss ?? -Infinity);
    return {
      ...row,
      adjusted: row.pValue === null ? null : kept(level),
      hasSkill: isBetter && row.pValue !== null && level <= P_MAX && (row.icT ?? 0) >= T_MIN,
    };
  });
}
