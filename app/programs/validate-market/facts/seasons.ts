// Facts about the seasons of volatility, and about winters in orange groves.
import { monthlyVolatility } from '../../../trading/statistics/monthly-volatility';
import { rankCorrelationOf } from '../../../trading/statistics/rank-correlation';
import { meanOf } from '../../../trading/statistics/sample';
import { topShareOf } from '../../../trading/statistics/top-share';
import { type FactRow, atLeast, within } from '../row';
import type { Chain, ChainStudy, MarketStudy } from '../study';
import { type Studies, code, frontNote, ofChain, pooledRow, rowOf } from './measure';

const MONTH_NAMES = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

const months = (study: ChainStudy, market: MarketStudy): readonly number[] => monthlyVolatility(market.days, study.returns) ?? [];
const peakOver = (list: readonly number[]): number => Math.max(...list) / Math.min(...list);

/** Where volatility peaks, first and last month allowed, and by how much at least. */
const PEAKS: readonly { readonly chain: Chain; readonly first: number; readonly last: number }[] = [
  { chain: 'NG', first: 1, last: 1 }, { chain: 'CORN', first: 6, last: 7 }, { chain: 'SOYB', first: 6, last: 7 },
];
const PEAK_LEAST = 1.6;

/**
 * Real volatility by month over the mean of the year. Soybeans' September and cotton's November are the mean of their neighbours, as a roll was in the measured ones.
 * Crude, heating oil, coffee and orange juice have no stable season in what was measured, so that nothing is asked of theirs.
 */
const REAL_MONTHS: readonly (readonly [Chain, readonly number[]])[] = [
  ['NG', [1.35, 1.04, 0.86, 0.88, 0.91, 0.95, 0.87, 0.82, 1.02, 0.94, 1.15, 1.15]],
  ['CORN', [0.89, 0.73, 0.91, 0.91, 0.98, 1.36, 1.34, 0.96, 1.04, 0.97, 0.87, 0.79]],
  ['SOYB', [0.9, 0.74, 0.91, 0.77, 0.9, 0.95, 1.22, 1.24, 1.1, 0.95, 0.91, 0.75]],
  ['WHEAT', [0.89, 1.01, 1.14, 0.97, 1.04, 1.1, 1.11, 1.01, 0.98, 0.94, 0.87, 0.85]],
  ['CT', [0.81, 0.91, 1.03, 0.95, 1.04, 1.23, 1.15, 0.88, 0.93, 1, 0.945, 0.89]],
];
const RANK_LEAST = 0.6;

const WINTER_MONTHS = [11, 0, 1];
/** Days of a winter on which Florida freezes, as a share. */
const FREEZING_PART = 0.045;

function winterShare(study: ChainStudy, market: MarketStudy): number {
  const winter = study.returns.filter((value, place) => Number.isFinite(value) && WINTER_MONTHS.includes(new Date(market.days[place] ?? 0).getUTCMonth()));
  return topShareOf(winter, FREEZING_PART);
}

export const seasonRows = (studies: Studies): FactRow[] => [
  ...PEAKS.flatMap(({ chain, first, last }) => [
    pooledRow(studies, {
      fact: 'month of most volatility', market: code(chain), decimals: 0, target: within(first, last), note: `${MONTH_NAMES.slice(first - 1, last).join(' or ')}, of the mean over worlds and twins`,
      ask: (markets) => peakMonth(meanMonths(markets, chain)),
    }),
    rowOf(studies, {
      fact: 'volatility, peak month over trough', market: code(chain), decimals: 2, target: atLeast(PEAK_LEAST), note: frontNote(studies, chain),
      ask: ofChain(chain, (study, market) => peakOver(months(study, market))),
    }),
  ]),
  ...REAL_MONTHS.map(([chain, real]) =>
    pooledRow(studies, {
      fact: 'volatility by month, rank correlation with real', market: code(chain), decimals: 2, target: atLeast(RANK_LEAST), note: 'of the mean over worlds and twins',
      ask: (markets) => rankOrNothing(meanMonths(markets, chain), real),
    }),
  ),
  rowOf(studies, {
    fact: 'winter variance on its largest 4.5 % of days', market: 'OJ', decimals: 2, target: within(0.3, 0.5), note: frontNote(studies, 'OJ'), ask: ofChain('OJ', winterShare),
  }),
];

/** Volatility by month as the mean over markets and the worlds about them; NaN in every month where one of them cannot tell. */
function meanMonths(markets: readonly MarketStudy[], chain: Chain): number[] {
  const profiles = markets.flatMap((market) => {
    const study = market.chains.get(chain);
    return [study ? months(study, market) : [], ...(market.twin?.months.get(chain) ?? [])];
  });
  return MONTH_NAMES.map((_, month) => meanOf(profiles.map((profile) => profile[month] ?? NaN)));
}

const rankOrNothing = (profile: readonly number[], real: readonly number[]): number => (profile.every(Number.isFinite) ? rankCorrelationOf(profile, real) : NaN);

/** The month of the largest value, 1 to 12. */
const peakMonth = (profile: readonly number[]): number => (profile.every(Number.isFinite) ? profile.indexOf(Math.max(...profile)) + 1 : NaN);
