// Facts about whole curves: near months move more than far ones, and gas is dear for winter.
import { annualVolatilityPercent } from '../../../trading/statistics/annual-volatility';
import { computeMedian } from '../../../trading/statistics/quantile';
import { computeRankCorrelation } from '../../../trading/statistics/rank-correlation';
import { computeMean, listPresent } from '../../../trading/statistics/sample';
import { samuelsonSlope } from '../../../trading/statistics/samuelson-slope';
import { type FactRow, atLeast, buildWithinTarget } from '../row';
import {
  CURVE_MONTHS,
  type Chain,
  type ChainStudy,
  type CurveStudy,
  type MarketStudy,
} from '../study';
import { type Studies, generateCode, ofChain, measureFact } from './measure';

/**
 * Real volatilities of the first to the twelfth month fall by these logs a year; the simulated ones
 * by half to one and a half times as much.
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
 * Real median price of each month of delivery over the curve's trend, January to December, in
 * percent.
 */
const REAL_GAS_SEASON = [8.8, 7.9, 3.2, -4.6, -5.6, -4.5, -3.1, -2.8, -3.1, -2.4, 0.8, 6.1];

function computeSlope({ generic }: ChainStudy): number {
  const points = [...generic].map(([month, returns]) => ({
    years: month / MONTHS,
    volatility: annualVolatilityPercent(listPresent(returns)),
  }));
  return points.length < 2 ? NaN : samuelsonSlope(points);
}

/**
 * Median over all days of the price of each month of delivery over the line through that day's
 * twelve, in percent.
 */
export function curveSeason(curve: CurveStudy): number[] {
  const byMonth = Array.from({ length: MONTHS }, (): number[] => []);
  curve.firstMonth.forEach((first, place) => {
    const logs = Array.from(
      curve.prices.subarray(place * CURVE_MONTHS, (place + 1) * CURVE_MONTHS),
      Math.log,
    );
    if (first < 0 || !logs.every(Number.isFinite)) return;
    const center = (CURVE_MONTHS - 1) / 2;
    const mean = computeMean(logs);
    const slope =
      logs.reduce((sum, log, nth) => sum + (nth - center) * log, 0) /
      logs.reduce((sum, _, nth) => sum + (nth - center) ** 2, 0);
    logs.forEach((log, nth) =>
      byMonth[(first + nth) % MONTHS]?.push(log - mean - slope * (nth - center)),
    );
  });
  return byMonth.map((list) => 100 * computeMedian(list));
}

/** Mean of the second month over the first, in percent, over days in these calendar months. */
function computeContango(
  curve: CurveStudy,
  market: MarketStudy,
  months: readonly number[],
): number {
  const ratios = market.days.flatMap((day, place) => {
    const ratio =
      100 *
      ((curve.prices[place * CURVE_MONTHS + 1] ?? NaN) /
        (curve.prices[place * CURVE_MONTHS] ?? NaN) -
        1);
    return months.includes(new Date(day).getUTCMonth()) && Number.isFinite(ratio) ? [ratio] : [];
  });
  return computeMean(ratios);
}

const gasCurve = (ask: (curve: CurveStudy, market: MarketStudy) => number) =>
  ofChain('NG', (study, market) => (study.curve ? ask(study.curve, market) : NaN));

export const curveRows = (studies: Studies): FactRow[] => [
  ...REAL_SLOPES.map(([chain, real]) =>
    measureFact(studies, {
      fact: 'Samuelson slope, log volatility a year',
      market: generateCode(chain),
      decimals: 2,
      target: buildWithinTarget(1.5 * real, 0.5 * real),
      note: 'first to twelfth month',
      ask: ofChain(chain, computeSlope),
    }),
  ),
  measureFact(studies, {
    fact: 'January over April delivery, % of curve',
    market: 'NG',
    decimals: 1,
    target: atLeast(0),
    ask: gasCurve((curve) => {
      const season = curveSeason(curve);
      return (season[JANUARY] ?? NaN) - (season[APRIL] ?? NaN);
    }),
  }),
  measureFact(studies, {
    fact: 'season of the curve, rank correlation with real',
    market: 'NG',
    decimals: 2,
    target: null,
    ask: gasCurve((curve) => {
      const season = curveSeason(curve);
      return season.every(Number.isFinite) ? computeRankCorrelation(season, REAL_GAS_SEASON) : NaN;
    }),
  }),
  measureFact(studies, {
    fact: 'contango in September and October over January, points',
    market: 'NG',
    decimals: 1,
    target: atLeast(0),
    ask: gasCurve(
      (curve, market) =>
        computeContango(curve, market, [8, 9]) - computeContango(curve, market, [0]),
    ),
  }),
];
