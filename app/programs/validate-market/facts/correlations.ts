// Correlations between chains.
import { computeCorrelation } from '../../../trading/statistics/correlation';
import { computeMean } from '../../../trading/statistics/sample';
import { type FactRow, createMaxTarget, createRangeTarget } from '../row';
import { CHAINS, type Chain } from '../chains';
import type { MarketStudy } from '../study';
import { type Studies, getCode, measurePooledFact, measureFact } from './measure';

/** Pairs with their own target range of daily correlations. */
const PAIRS: readonly (readonly [Chain, Chain, number, number])[] = [
  ['CL', 'HO', 0.75, 0.88],
  ['CORN', 'SOYB', 0.5, 0.65],
  ['CORN', 'WHEAT', 0.42, 0.62],
  ['SOYB', 'WHEAT', 0.35, 0.55],
];
const SOFTS: readonly Chain[] = ['KC', 'OJ', 'CT'];
const SOFTS_MAX = 0.28;

/** Real weekly correlations 2015-2023 of other pairs; unlisted pairs were within ±0.2. */
const WEEKLY: readonly (readonly [Chain, Chain, number])[] = [
  ['CL', 'CT', 0.24],
  ['NG', 'HO', 0.21],
  ['NG', 'CL', 0.16],
  ['SOYB', 'KC', 0.22],
  ['CORN', 'CL', 0.13],
];
const OTHERS_MAX = 0.2;
const WEEKLY_DEVIATION_MAX = 0.12;
const DAYS_PER_WEEK = 5;

const createPairTest =
  (a: Chain, b: Chain) =>
  ([c, d]: readonly [Chain, Chain, ...unknown[]]): boolean =>
    (a === c && b === d) || (a === d && b === c);

/** Each pair of chains once. */
const listPairs = (): [Chain, Chain][] =>
  CHAINS.flatMap((a, index) => CHAINS.slice(index + 1).map((b): [Chain, Chain] => [a, b]));

const getReturns = (study: MarketStudy, chain: Chain): Float64Array =>
  study.chains.get(chain)?.returns ?? new Float64Array(study.days.length).fill(NaN);

/** Sums of five consecutive days; NaN when a day is missing. */
function toWeekly(returns: Float64Array): Float64Array {
  const weeks = new Float64Array(Math.floor(returns.length / DAYS_PER_WEEK));
  return weeks.map((_, week) =>
    returns
      .subarray(week * DAYS_PER_WEEK, (week + 1) * DAYS_PER_WEEK)
      .reduce((sum, value) => sum + value, 0),
  );
}

/**
 * Largest deviation from the real weekly correlations, mean over markets. For unlisted pairs, the
 * excess over 0.2.
 */
function computeMaxDeviation(markets: readonly MarketStudy[]): number {
  if (markets.some(({ chains }) => CHAINS.some((chain) => !chains.has(chain)))) return NaN;
  const series = markets.map(
    (market) => new Map(CHAINS.map((chain) => [chain, toWeekly(getReturns(market, chain))])),
  );
  const deviations = listPairs()
    .filter(([a, b]) => !PAIRS.some(createPairTest(a, b)))
    .map(([a, b]) => {
      const correlation = computeMean(
        series.map((one) => computeCorrelation(one.get(a) ?? [], one.get(b) ?? [])),
      );
      const realPair = WEEKLY.find(createPairTest(a, b));
      return realPair
        ? Math.abs(correlation - realPair[2])
        : Math.max(0, Math.abs(correlation) - OTHERS_MAX);
    });
  return Math.max(...deviations);
}

const computeMaxSoftCorrelation = (study: MarketStudy): number =>
  Math.max(
    ...listPairs()
      .filter(([a, b]) => SOFTS.includes(a) || SOFTS.includes(b))
      .map(([a, b]) => Math.abs(computeCorrelation(getReturns(study, a), getReturns(study, b)))),
  );

export const buildCorrelationRows = (studies: Studies): FactRow[] => [
  ...PAIRS.map(([a, b, low, high]) =>
    measureFact(studies, {
      fact: 'correlation of daily returns',
      market: `${getCode(a)}-${getCode(b)}`,
      decimals: 2,
      target: createRangeTarget(low, high),
      compute: (study) => computeCorrelation(getReturns(study, a), getReturns(study, b)),
    }),
  ),
  measureFact(studies, {
    fact: 'largest correlation of a soft',
    market: 'KC OJ CT',
    decimals: 2,
    target: createMaxTarget(SOFTS_MAX),
    note: 'with each other and all others, daily',
    compute: computeMaxSoftCorrelation,
  }),
  measurePooledFact(studies, {
    fact: 'weekly correlations, farthest from real',
    market: 'all others',
    decimals: 2,
    target: createMaxTarget(WEEKLY_DEVIATION_MAX),
    note: 'pairs without a row above, each by its mean over worlds',
    compute: computeMaxDeviation,
  }),
];
