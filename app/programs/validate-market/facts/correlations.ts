// Facts about how chains move together.
import { computeCorrelation } from '../../../trading/statistics/correlation';
import { computeMean } from '../../../trading/statistics/sample';
import { type FactRow, atMost, buildWithinTarget } from '../row';
import { CHAINS, type Chain, type MarketStudy } from '../study';
import { type Studies, generateCode, pooledRow, measureFact } from './measure';

/** Pairs with a band of their own, by daily returns. */
const PAIRS: readonly (readonly [Chain, Chain, number, number])[] = [
  ['CL', 'HO', 0.75, 0.88],
  ['CORN', 'SOYB', 0.5, 0.65],
  ['CORN', 'WHEAT', 0.42, 0.62],
  ['SOYB', 'WHEAT', 0.35, 0.55],
];
const SOFTS: readonly Chain[] = ['KC', 'OJ', 'CT'];
const SOFTS_MOST = 0.28;

/**
 * Real correlations of weekly returns 2015 to 2023 beyond those pairs; the rest lay within .2 of
 * nothing.
 */
const WEEKLY: readonly (readonly [Chain, Chain, number])[] = [
  ['CL', 'CT', 0.24],
  ['NG', 'HO', 0.21],
  ['NG', 'CL', 0.16],
  ['SOYB', 'KC', 0.22],
  ['CORN', 'CL', 0.13],
];
const OTHERS_MOST = 0.2;
const WEEKLY_APART_MOST = 0.12;
const DAYS_PER_WEEK = 5;

const isPair =
  (a: Chain, b: Chain) =>
  ([c, d]: readonly [Chain, Chain, ...unknown[]]): boolean =>
    (a === c && b === d) || (a === d && b === c);

/** Each pair of chains once. */
const allPairs = (): [Chain, Chain][] =>
  CHAINS.flatMap((a, index) => CHAINS.slice(index + 1).map((b): [Chain, Chain] => [a, b]));

const computeReturns = (study: MarketStudy, chain: Chain): Float64Array =>
  study.chains.get(chain)?.returns ?? new Float64Array(study.days.length).fill(NaN);

/** Sums over five days in a row; NaN where a day is missing. */
function toWeekly(returns: Float64Array): Float64Array {
  const weeks = new Float64Array(Math.floor(returns.length / DAYS_PER_WEEK));
  return weeks.map((_, week) =>
    returns
      .subarray(week * DAYS_PER_WEEK, (week + 1) * DAYS_PER_WEEK)
      .reduce((sum, value) => sum + value, 0),
  );
}

/**
 * Farthest of all pairs from the real weekly correlations, by the mean over markets; a pair that is
 * not listed is apart by what it exceeds .2.
 */
function matrixApart(markets: readonly MarketStudy[]): number {
  if (markets.some(({ chains }) => CHAINS.some((chain) => !chains.has(chain)))) return NaN;
  const series = markets.map(
    (market) => new Map(CHAINS.map((chain) => [chain, toWeekly(computeReturns(market, chain))])),
  );
  const apart = allPairs()
    .filter(([a, b]) => !PAIRS.some(isPair(a, b)))
    .map(([a, b]) => {
      const found = computeMean(
        series.map((one) => computeCorrelation(one.get(a) ?? [], one.get(b) ?? [])),
      );
      const listed = WEEKLY.find(isPair(a, b));
      return listed ? Math.abs(found - listed[2]) : Math.max(0, Math.abs(found) - OTHERS_MOST);
    });
  return Math.max(...apart);
}

const softsMost = (study: MarketStudy): number =>
  Math.max(
    ...allPairs()
      .filter(([a, b]) => SOFTS.includes(a) || SOFTS.includes(b))
      .map(([a, b]) =>
        Math.abs(computeCorrelation(computeReturns(study, a), computeReturns(study, b))),
      ),
  );

export const correlationRows = (studies: Studies): FactRow[] => [
  ...PAIRS.map(([a, b, low, high]) =>
    measureFact(studies, {
      fact: 'correlation of daily returns',
      market: `${generateCode(a)}-${generateCode(b)}`,
      decimals: 2,
      target: buildWithinTarget(low, high),
      ask: (study) => computeCorrelation(computeReturns(study, a), computeReturns(study, b)),
    }),
  ),
  measureFact(studies, {
    fact: 'largest correlation of a soft',
    market: 'KC OJ CT',
    decimals: 2,
    target: atMost(SOFTS_MOST),
    note: 'with each other and all others, daily',
    ask: softsMost,
  }),
  pooledRow(studies, {
    fact: 'weekly correlations, farthest from real',
    market: 'all others',
    decimals: 2,
    target: atMost(WEEKLY_APART_MOST),
    note: 'pairs without a row above, each by its mean over worlds',
    ask: matrixApart,
  }),
];
