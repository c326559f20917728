// Facts about the seasons of volatility, and about winters in orange groves.
import { monthlyVolatility } from '../../../trading/statistics/monthly-volatility';
import { computeRankCorrelation } from '../../../trading/statistics/rank-correlation';
import { computeMean, standardError } from '../../../trading/statistics/sample';
import { computeTopShare } from '../../../trading/statistics/top-share';
import { type FactRow, atLeast, buildWithinTarget } from '../row';
import type { Chain, ChainStudy, MarketStudy } from '../study';
import { type Studies, generateCode, frontNote, ofChain, pooledRow, measureFact } from './measure';

const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const computeMonths = (study: ChainStudy, market: MarketStudy): readonly number[] =>
  monthlyVolatility(market.days, study.returns) ?? [];
/** Months of the season, first and last from 1 to 12. */
interface Season {
  readonly first: number;
  readonly last: number;
}

const peakIn = (list: readonly number[], { first, last }: Season): number =>
  Math.max(...list.slice(first - 1, last));
const peakOver = (list: readonly number[], season: Season): number =>
  peakIn(list, season) / Math.min(...list);

/** Where volatility peaks, first and last month allowed, and by how much at least. */
const PEAKS: readonly { readonly chain: Chain; readonly season: Season }[] = [
  { chain: 'NG', season: { first: 1, last: 1 } },
  { chain: 'CORN', season: { first: 6, last: 7 } },
  { chain: 'SOYB', season: { first: 6, last: 7 } },
];
const formatNames = ({ first, last }: Season): string =>
  MONTH_NAMES.slice(first - 1, last).join(' or ');
const PEAK_LEAST = 1.6;
/**
 * Standard errors by which a month has to lie above those of the season, or the season has the
 * peak: neighbors differ by less than forty years can tell.
 */
const APART = 2;

/**
 * Real volatility by month over the mean of the year. Soybeans' September and cotton's November are
 * the mean of their neighbors, as a roll was in the measured ones.
 * Crude, heating oil, coffee and orange juice have no stable season in what was measured, so that
 * nothing is asked of theirs.
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
  const winter = study.returns.filter(
    (value, place) =>
      Number.isFinite(value) &&
      WINTER_MONTHS.includes(new Date(market.days[place] ?? 0).getUTCMonth()),
  );
  return computeTopShare(winter, FREEZING_PART);
}

export const seasonRows = (studies: Studies): FactRow[] => [
  ...PEAKS.flatMap(({ chain, season }) => [
    pooledRow(studies, {
      fact: 'month of most volatility',
      market: generateCode(chain),
      decimals: 0,
      target: buildWithinTarget(season.first, season.last),
      note: `${formatNames(season)} unless another lies ${APART} standard errors above, over worlds and twins`,
      ask: (markets) => peakMonth(listProfiles(markets, chain), season),
    }),
    measureFact(studies, {
      fact: 'volatility, peak month over trough',
      market: generateCode(chain),
      decimals: 2,
      target: atLeast(PEAK_LEAST),
      note: [`peak in ${formatNames(season)}`, frontNote(studies, chain)]
        .filter(Boolean)
        .join('; '),
      ask: ofChain(chain, (study, market) => peakOver(computeMonths(study, market), season)),
    }),
  ]),
  ...REAL_MONTHS.map(([chain, real]) =>
    pooledRow(studies, {
      fact: 'volatility by month, rank correlation with real',
      market: generateCode(chain),
      decimals: 2,
      target: atLeast(RANK_LEAST),
      note: 'of the mean over worlds and twins',
      ask: (markets) => rankOrNothing(meanMonths(listProfiles(markets, chain)), real),
    }),
  ),
  measureFact(studies, {
    fact: 'winter variance on its largest 4.5 % of days',
    market: 'OJ',
    decimals: 2,
    target: buildWithinTarget(0.3, 0.5),
    note: frontNote(studies, 'OJ'),
    ask: ofChain('OJ', winterShare),
  }),
];

type Profile = readonly number[];

/** Volatility by month of markets and the worlds about them. */
const listProfiles = (markets: readonly MarketStudy[], chain: Chain): readonly Profile[] =>
  markets.flatMap((market) => {
    const study = market.chains.get(chain);
    return [study ? computeMonths(study, market) : [], ...(market.twin?.months.get(chain) ?? [])];
  });

/** The mean of profiles; NaN in every month where one of them cannot tell. */
const meanMonths = (profiles: readonly Profile[]): Profile =>
  MONTH_NAMES.map((_, month) => computeMean(profiles.map((profile) => profile[month] ?? NaN)));

const rankOrNothing = (profile: Profile, real: Profile): number =>
  profile.every(Number.isFinite) ? computeRankCorrelation(profile, real) : NaN;

/**
 * The month of most volatility, 1 to 12: the best of the season while no other lies surely above
 * it.
 */
function peakMonth(profiles: readonly Profile[], season: Season): number {
  const mean = meanMonths(profiles);
  if (!mean.every(Number.isFinite)) return NaN;
  const [most, best] = [mean.indexOf(Math.max(...mean)), mean.indexOf(peakIn(mean, season))];
  const above = profiles.map((profile) => (profile[most] ?? NaN) - (profile[best] ?? NaN));
  return computeMean(above) <= APART * standardError(above) ? best + 1 : most + 1;
}
