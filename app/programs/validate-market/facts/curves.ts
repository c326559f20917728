// Futures curves: volatility by maturity, and the season of gas.
import { computeAnnualVolatilityPercent } from '../../../trading/statistics/annual-volatility';
import { computeMedian } from '../../../trading/statistics/quantile';
import { computeRankCorrelation } from '../../../trading/statistics/rank-correlation';
import { computeMean, listFinite } from '../../../trading/statistics/sample';
import { computeSamuelsonSlope } from '../../../trading/statistics/samuelson-slope';
import { type FactRow, createMinTarget, createRangeTarget } from '../row';
import type { ChainStudy, CurveStudy } from '../chain-study';
import { CURVE_MONTHS, type Chain } from '../chains';
import type { MarketStudy } from '../study';
import { type Studies, getCode, forChain, measureFact } from './measure';

/**
 * Log decline per year of real volatility from the 1st to the 12th month. Target: 0.5 to 1.5 times.
 */
const REAL_SLOPES: readonly (readonly [Chain, number])[] = [
  ['NG', -0.91],
  ['CL', -0.4],
  ['HO', -0.36],
];
const MONTHS = 12;
const JANUARY = 0;
const APRIL = 3;

/**
 * Real median price by delivery month relative to the curve trend, percent, January to December.
 */
const REAL_GAS_SEASON = [8.8, 7.9, 3.2, -4.6, -5.6, -4.5, -3.1, -2.8, -3.1, -2.4, 0.8, 6.1];

function computeSlope({ generic }: ChainStudy): number {
  const points = [...generic].map(([month, returns]) => ({
    years: month / MONTHS,
    volatility: computeAnnualVolatilityPercent(listFinite(returns)),
  }));
  return points.length < 2 ? NaN : computeSamuelsonSlope(points);
}

/**
 * Median price by delivery month relative to the linear trend of that day's twelve months, percent.
 */
export function computeCurveSeason(curve: CurveStudy): number[] {
  const byMonth = Array.from({ length: MONTHS }, (): number[] => []);
  curve.firstMonth.forEach((first, index) => {
    const logs = Array.from(
      curve.prices.subarray(index * CURVE_MONTHS, (index + 1) * CURVE_MONTHS),
      Math.log,
    );
    if (first < 0 || !logs.every(Number.isFinite)) return;
    const center = (CURVE_MONTHS - 1) / 2;
    const mean = computeMean(logs);
    const slope =
      logs.reduce((sum, log, offset) => sum + (offset - center) * log, 0) /
      logs.reduce((sum, _, offset) => sum + (offset - center) ** 2, 0);
    logs.forEach((log, offset) =>
      byMonth[(first + offset) % MONTHS]?.push(log - mean - slope * (offset - center)),
    );
  });
  return byMonth.map((list) => 100 * computeMedian(list));
}

/** Mean of second / first month - 1, in percent, over days in the given calendar months. */
function computeContango(
  curve: CurveStudy,
  market: MarketStudy,
  months: readonly number[],
): number {
  const ratios = market.days.flatMap((day, index) => {
    const ratio =
      100 *
      ((curve.prices[index * CURVE_MONTHS + 1] ?? NaN) /
        (curve.prices[index * CURVE_MONTHS] ?? NaN) -
        1);
    return months.includes(new Date(day).getUTCMonth()) && Number.isFinite(ratio) ? [ratio] : [];
  });
  return computeMean(ratios);
}

const createGasCurveFact = (compute: (curve: CurveStudy, market: MarketStudy) => number) =>
  forChain('NG', (study, market) => (study.curve ? compute(study.curve, market) : NaN));

export const buildCurveRows = (studies: Studies): FactRow[] => [
  ...REAL_SLOPES.map(([chain, real]) =>
    measureFact(studies, {
      fact: 'Samuelson slope, log volatility a year',
      market: getCode(chain),
      decimals: 2,
      target: createRangeTarget(1.5 * real, 0.5 * real),
      note: 'first to twelfth month',
      compute: forChain(chain, computeSlope),
    }),
  ),
  measureFact(studies, {
    fact: 'January over April delivery, % of curve',
    market: 'NG',
    decimals: 1,
    target: createMinTarget(0),
    compute: createGasCurveFact((curve) => {
      const season = computeCurveSeason(curve);
      return (season[JANUARY] ?? NaN) - (season[APRIL] ?? NaN);
    }),
  }),
  measureFact(studies, {
    fact: 'season of the curve, rank correlation with real',
    market: 'NG',
    decimals: 2,
    target: null,
    compute: createGasCurveFact((curve) => {
      const season = computeCurveSeason(curve);
      return season.every(Number.isFinite) ? computeRankCorrelation(season, REAL_GAS_SEASON) : NaN;
    }),
  }),
  measureFact(studies, {
    fact: 'contango in September and October over January, points',
    market: 'NG',
    decimals: 1,
    target: createMinTarget(0),
    compute: createGasCurveFact(
      (curve, market) =>
        computeContango(curve, market, [8, 9]) - computeContango(curve, market, [0]),
    ),
  }),
];
