/**
 * Inputs of VolNet: past volatility (F. Corsi 2009, Journal of Financial Econometrics 7), the
 * report calendar, and weather risk. No input has a direction.
 */
import { POWER_HUBS } from '../../domain/contract';
import type { MarksView } from './daily-marks';
import type { PointInTimeView } from './point-in-time-view';
import { HAZARD_INPUTS } from './farm-features';
import {
  type FeatureSpec,
  type ReadFeature,
  createGroup,
  buildInputReader,
  buildOneHotFeatures,
  buildSeasonFeatures,
} from './feature';
import { computeExpectedImpact } from './expected-impact';
import { computeImpactRevision } from './impact-revision';
import { REPORTS } from './calendar-features';
import { FUTURES } from './price-features';
import { getStormLevel } from './storms';

export const VOLATILITY_SUBJECTS: readonly string[] = [
  ...Object.keys(FUTURES),
  ...POWER_HUBS.map((hub) => `ET-${hub}`),
];

const YEAR_DAYS = 250;
/** Lower bound of the ratio, for days without a move. */
const RATIO_MIN = 0.05;

/**
 * Root mean square of daily moves over a year, the reference for all ratios; NaN before a year of
 * data.
 */
export const computeYearSigma = (view: PointInTimeView, chain: string): number =>
  view.getMarks(chain)?.computeRms(YEAR_DAYS) ?? NaN;

/** Log of sigma / yearly sigma, with the ratio at least 0.05. */
export const computeLogRatio = (sigma: number, year: number): number =>
  Math.log(Math.max(RATIO_MIN, sigma / year));

const pastVolatility = createGroup('past volatility');
const calendar = createGroup('reports');
const weather = createGroup('weather');

const buildRealizedFeature =
  (computeSigma: (marks: MarksView) => number): ReadFeature =>
  (view, chain) => {
    const marks = view.getMarks(chain);
    return marks ? computeLogRatio(computeSigma(marks), computeYearSigma(view, chain)) : NaN;
  };
const buildReportFeature =
  (days: number): ReadFeature =>
  (view, chain) => {
    const report = REPORTS[chain];
    return report ? Number(view.getInput(`evt/${report}/days-until`) < days) : 0;
  };
const readHazard = buildInputReader({
  ...HAZARD_INPUTS,
  NG: 'evt/freeze-off/texas/chance',
  ...Object.fromEntries(POWER_HUBS.map((hub) => [`ET-${hub}`, `evt/spike/${hub}/chance`])),
});

export const VOLATILITY_FEATURES: readonly FeatureSpec[] = [
  ...[1, 5, 22, 66].map((days) =>
    pastVolatility.scaled(
      `volatility of ${days} days`,
      'log over the year',
      buildRealizedFeature((marks) => marks.computeRms(days)),
    ),
  ),
  pastVolatility.scaled(
    'exponentially weighted volatility',
    'log over the year',
    buildRealizedFeature((marks) => marks.sigma),
  ),
  calendar.scaled('a report within a day', '', buildReportFeature(1)),
  calendar.scaled('a report within five days', '', buildReportFeature(5)),
  calendar.scaled('an OPEC meeting within a day', '', (view, chain) =>
    chain === 'CL' || chain === 'HO' ? Number(view.getInput('evt/OPEC/days-until') < 1) : 0,
  ),
  weather.scaled('size of the last revision', 'sigma', (view, chain) =>
    Math.abs(computeImpactRevision(view, chain, 0)),
  ),
  weather.scaled('size of what is expected', 'sigma', (view, chain) =>
    Math.abs(computeExpectedImpact(view, chain)),
  ),
  weather.scaled('chance of the weather it fears', '', readHazard),
  weather.scaled('expected storms over the Gulf', 'categories', (view) =>
    getStormLevel(view, 'gulf'),
  ),
  weather.scaled('expected storms over Florida', 'categories', (view) =>
    getStormLevel(view, 'florida'),
  ),
  ...buildSeasonFeatures(2),
  ...buildOneHotFeatures(VOLATILITY_SUBJECTS, 'market'),
];
