// Text rows of the alpha budget: the predictability built into the simulated market.
import type { BudgetRow } from '../../../trading/networks/evaluation';
import {
  ALPHA,
  type NewsAbsorption,
  type TransientNoise,
} from '../../../trading/simulation/prices/alpha';
import { formatNumber, formatPercent } from '../../../trading/domain/format';

const formatShare = (share: number, decimals = 0): string => formatPercent(100 * share, decimals);
const formatAbsorption = ({ lag, carry }: NewsAbsorption): string =>
  `${formatShare(lag, 1)} of the news is not in the price at once; of what is missing ${formatShare(carry)} is still missing a day later`;
const formatNoise = ({ ratio, halfLifeDays }: TransientNoise): string =>
  `${formatNumber(ratio, 2)} of a day's deviation, half gone in ${formatNumber(halfLifeDays, 1)} days`;

const CALIBRATED = 'Calibrated to the autocorrelation of daily returns';
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const formatSeason = (centerDay: number): string => {
  const date = new Date(Date.UTC(2010, 0, 1 + centerDay));
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''}`;
};

const listConsensusRows = (): readonly BudgetRow[] => [
  { what: 'Weather news, energy', leaves: formatAbsorption(ALPHA.energy), source: CALIBRATED },
  { what: 'Weather news, crops', leaves: formatAbsorption(ALPHA.crops), source: CALIBRATED },
  { what: 'Weather news, power', leaves: formatAbsorption(ALPHA.power), source: CALIBRATED },
  {
    what: 'Night and weekend runs',
    leaves: `${formatNumber(ALPHA.inattentionRatio, 1)} times as much is missing as of the 6 and 12 UTC runs of business days; the mean is unchanged`,
    source: 'DellaVigna, Pollet 2009: delayed response 70% higher on Fridays',
  },
  {
    what: 'Large revisions, futures',
    leaves: `from ${formatNumber(ALPHA.largeRevisions.fromDeviations, 0)} standard deviations more is missing, at most ${formatNumber(1 + ALPHA.largeRevisions.excess, 1)} times as much`,
    source: 'Assumption; no size is published',
  },
  {
    what: 'Bias of the public forecast',
    leaves: `the price follows ${formatShare(ALPHA.biasFraction)} of its temperature bias by place, season, ridge and El Nino, up to a week ahead`,
    source: 'Assumption; Roll 1984 finds that prices anticipate a part of forecast errors',
  },
];

const listReportRows = (): readonly BudgetRow[] => [
  {
    what: 'Gas storage reports',
    leaves: formatAbsorption(ALPHA.storage),
    source: 'Linn, Zhu 2004 report minutes, not days; half the size of other reports',
  },
  { what: 'Other reports', leaves: formatAbsorption(ALPHA.report), source: CALIBRATED },
];

const listPremiumRows = (): readonly BudgetRow[] => [
  {
    what: 'Carry',
    leaves: `${formatShare(ALPHA.carryPremium)} of the roll yield without its season, to the holder`,
    source: 'Gorton, Hayashi, Rouwenhorst 2013',
  },
  {
    what: 'Basis momentum',
    leaves: `${formatShare(ALPHA.basisMomentumPremium)} a year of the recent return of the front less that of the next month, to the holder`,
    source: 'Boons, Prado 2019',
  },
  ...ALPHA.seasonPremia.map(({ chain, size, centerDay, widthDays }) => ({
    what: `Weather premium of ${chain}`,
    leaves: `${formatShare(size, 1)} above the expectation, falling to zero about ${formatSeason(centerDay)}, give or take ${formatNumber(widthDays, 0)} days`,
    source:
      chain === 'CORN'
        ? 'Li, Hayes, Jacobs 2018: 4% above the harvest price'
        : 'Assumption; Roll 1984 and Boudoukh et al. 2007 report no premium',
  })),
  ...ALPHA.powerPremium.seasons.map(({ size, centerDay, widthDays }) => ({
    what: `Forward premium of power delivered about ${formatSeason(centerDay)}`,
    leaves: `${formatShare(size, 1)} of the price eight weeks ahead, zero at delivery; within ${formatNumber(widthDays, 0)} days`,
    source: 'Bessembinder, Lemmon 2002; Longstaff, Wang 2004',
  })),
  {
    what: 'Forward premium of power delivered in other seasons',
    leaves: `${formatShare(ALPHA.powerPremium.elsewhere, 1)} of the price eight weeks ahead`,
    source: 'Bessembinder, Lemmon 2002: negative at low demand',
  },
  {
    what: 'Slow drift',
    leaves: `${formatShare(ALPHA.drift.sdPerYear)} a year, half gone in ${formatNumber(ALPHA.drift.halfLifeDays, 0)} days`,
    source: 'Moskowitz, Ooi, Pedersen 2012; Miffre, Rallis 2007: 9.38% a year',
  },
];

const listNoiseRows = (): readonly BudgetRow[] =>
  [
    { what: 'deep markets', noise: ALPHA.noise.deep },
    ...Object.entries(ALPHA.noise.thin).map(([what, noise]) => ({ what, noise })),
    { what: 'power', noise: ALPHA.noise.power },
  ].map(({ what, noise }) => ({
    what: `Passing noise of ${what}`,
    leaves: formatNoise(noise),
    source: CALIBRATED,
  }));

export const listBudgetRows = (): readonly BudgetRow[] => [
  ...listConsensusRows(),
  ...listReportRows(),
  ...listPremiumRows(),
  ...listNoiseRows(),
];
