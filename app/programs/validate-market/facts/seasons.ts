// Seasonality of volatility, and freezes in orange juice.
import { computeMonthlyVolatility } from '../../../trading/statistics/monthly-volatility';
import { computeRankCorrelation } from '../../../trading/statistics/rank-correlation';
import { computeMean, computeStandardError } from '../../../trading/statistics/sample';
import { computeTopShare } from '../../../trading/statistics/top-share';
import { type FactRow, type Target, createMinTarget, createRangeTarget } from '../row';
import type { ChainStudy } from '../chain-study';
import type { Chain } from '../chains';
import type { MarketStudy } from '../study';
import {
  type Studies,
  getCode,
  getFrontNote,
  forChain,
  measurePooledFact,
  measureFact,
} from './measure';

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
  computeMonthlyVolatility(market.days, study.returns) ?? [];
/** First and last month, 1 to 12. */
interface Season {
  readonly first: number;
  readonly last: number;
}

const findPeak = (list: readonly number[], { first, last }: Season): number =>
  Math.max(...list.slice(first - 1, last));
const computePeakRatio = (list: readonly number[], season: Season): number =>
  findPeak(list, season) / Math.min(...list);

/** Expected peak months of volatility. */
const PEAKS: readonly {
  readonly chain: Chain;
  readonly season: Season;
  /** Volatility of the peak month over that of the calmest. */
  readonly ratio: Target;
}[] = [
  // Real: 1.41 in the futures of 2007 to 2023.
  { chain: 'NG', season: { first: 1, last: 1 }, ratio: createRangeTarget(1.4, 2) },
  { chain: 'CORN', season: { first: 6, last: 7 }, ratio: createMinTarget(1.6) },
  { chain: 'SOYB', season: { first: 6, last: 7 }, ratio: createMinTarget(1.6) },
];
const formatNames = ({ first, last }: Season): string =>
  MONTH_NAMES.slice(first - 1, last).join(' or ');
/**
 * Standard errors by which a month must exceed the season's peak; neighbors differ by less than 40
 * years can show.
 */
const PEAK_ERRORS_MIN = 2;

/**
 * Real monthly volatility / annual mean. Soybeans in September and cotton in November are
 * interpolated because of rolls. Crude, heating oil, coffee and orange juice have no stable season.
 */
const REAL_MONTHS: readonly (readonly [Chain, readonly number[]])[] = [
  ['NG', [1.35, 1.04, 0.86, 0.88, 0.91, 0.95, 0.87, 0.82, 1.02, 0.94, 1.15, 1.15]],
  ['CORN', [0.89, 0.73, 0.91, 0.91, 0.98, 1.36, 1.34, 0.96, 1.04, 0.97, 0.87, 0.79]],
  ['SOYB', [0.9, 0.74, 0.91, 0.77, 0.9, 0.95, 1.22, 1.24, 1.1, 0.95, 0.91, 0.75]],
  ['WHEAT', [0.89, 1.01, 1.14, 0.97, 1.04, 1.1, 1.11, 1.01, 0.98, 0.94, 0.87, 0.85]],
  ['CT', [0.81, 0.91, 1.03, 0.95, 1.04, 1.23, 1.15, 0.88, 0.93, 1, 0.945, 0.89]],
];
const RANK_MIN = 0.6;

const WINTER_MONTHS = [11, 0, 1];
/** Fraction of winter days with a freeze in Florida. */
const FREEZING_FRACTION = 0.045;

function computeWinterShare(study: ChainStudy, market: MarketStudy): number {
  const winter = study.returns.filter(
    (value, index) =>
      Number.isFinite(value) &&
      WINTER_MONTHS.includes(new Date(market.days[index] ?? 0).getUTCMonth()),
  );
  return computeTopShare(winter, FREEZING_FRACTION);
}

export const buildSeasonRows = (studies: Studies): FactRow[] => [
  ...PEAKS.flatMap(({ chain, season, ratio }) => [
    measurePooledFact(studies, {
      fact: 'month of most volatility',
      market: getCode(chain),
      decimals: 0,
      target: createRangeTarget(season.first, season.last),
      note: `${formatNames(season)} unless another lies ${PEAK_ERRORS_MIN} standard errors above, over worlds and twins`,
      compute: (markets) => findPeakMonth(listProfiles(markets, chain), season),
    }),
    measureFact(studies, {
      fact: 'volatility, peak month over trough',
      market: getCode(chain),
      decimals: 2,
      target: ratio,
      note: [`peak in ${formatNames(season)}`, getFrontNote(studies, chain)]
        .filter(Boolean)
        .join('; '),
      compute: forChain(chain, (study, market) =>
        computePeakRatio(computeMonths(study, market), season),
      ),
    }),
  ]),
  ...REAL_MONTHS.map(([chain, real]) =>
    measurePooledFact(studies, {
      fact: 'volatility by month, rank correlation with real',
      market: getCode(chain),
      decimals: 2,
      target: createMinTarget(RANK_MIN),
      note: 'of the mean over worlds and twins',
      compute: (markets) => computeRank(computeMeanProfile(listProfiles(markets, chain)), real),
    }),
  ),
  measureFact(studies, {
    fact: 'winter variance on its largest 4.5 % of days',
    market: 'OJ',
    decimals: 2,
    target: createRangeTarget(0.3, 0.5),
    note: getFrontNote(studies, 'OJ'),
    compute: forChain('OJ', computeWinterShare),
  }),
];

type Profile = readonly number[];

/** Monthly volatility of markets and of their efficient paths. */
const listProfiles = (markets: readonly MarketStudy[], chain: Chain): readonly Profile[] =>
  markets.flatMap((market) => {
    const study = market.chains.get(chain);
    return [
      study ? computeMonths(study, market) : [],
      ...(market.efficient?.months.get(chain) ?? []),
    ];
  });

/** Mean profile; NaN for months with missing data. */
const computeMeanProfile = (profiles: readonly Profile[]): Profile =>
  MONTH_NAMES.map((_, month) => computeMean(profiles.map((profile) => profile[month] ?? NaN)));

const computeRank = (profile: Profile, real: Profile): number =>
  profile.every(Number.isFinite) ? computeRankCorrelation(profile, real) : NaN;

/** Peak month, 1 to 12: the season's best unless another month is significantly higher. */
function findPeakMonth(profiles: readonly Profile[], season: Season): number {
  const mean = computeMeanProfile(profiles);
  if (!mean.every(Number.isFinite)) return NaN;
  const [maxMonth, seasonMonth] = [
    mean.indexOf(Math.max(...mean)),
    mean.indexOf(findPeak(mean, season)),
  ];
  const differences = profiles.map(
    (profile) => (profile[maxMonth] ?? NaN) - (profile[seasonMonth] ?? NaN),
  );
  return computeMean(differences) <= PEAK_ERRORS_MIN * computeStandardError(differences)
    ? seasonMonth + 1
    : maxMonth + 1;
}
