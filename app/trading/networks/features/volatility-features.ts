/**
 * The inputs of VolNet: what is public about how far a price will move, whichever way.
 *  Corsi 2009, Journal of Financial Econometrics 7), the calendar of reports and what the weather
 *  threatens. No input says a direction.
 */
import { POWER_HUBS } from '../../domain/contract';
import type { MarksView } from './daily-marks';
import type { PointInTimeView } from './point-in-time-view';
import { HAZARDS } from './farm-features';
import {
  type FeatureSpec,
  type ReadFeature,
  inGroup,
  buildInput,
  oneHot,
  seasonFeatures,
} from './feature';
import { impactExpected, impactRevision } from './impact-revision';
import { FUTURES, REPORTS } from './price-features';
import { stormLevel } from './storms';

export const VOLATILITY_SUBJECTS: readonly string[] = [
  ...Object.keys(FUTURES),
  ...POWER_HUBS.map((hub) => `ET-${hub}`),
];

const YEAR = 250;
/** A day without a move still has a tick. */
const LEAST = 0.05;

/** Root mean square of the moves of a year, the measure of all others; NaN before there is one. */
export const yearSigma = (view: PointInTimeView, chain: string): number =>
  view.marks(chain)?.rms(YEAR) ?? NaN;

/** Log of a deviation over that of the year, held above a twentieth. */
export const overYear = (sigma: number, year: number): number =>
  Math.log(Math.max(LEAST, sigma / year));

const past = inGroup('past volatility');
const calendar = inGroup('reports');
const weather = inGroup('weather');

const buildRealizedFeature =
  (of: (marks: MarksView) => number): ReadFeature =>
  (view, chain) => {
    const marks = view.marks(chain);
    return marks ? overYear(of(marks), yearSigma(view, chain)) : NaN;
  };
const reportWithin =
  (days: number): ReadFeature =>
  (view, chain) => {
    const report = REPORTS[chain];
    return report ? Number(view.input(`evt/${report}/days-until`) < days) : 0;
  };
const hazard = buildInput({
  ...HAZARDS,
  NG: 'evt/freeze-off/texas/chance',
  ...Object.fromEntries(POWER_HUBS.map((hub) => [`ET-${hub}`, `evt/spike/${hub}/chance`])),
});

export const VOLATILITY_FEATURES: readonly FeatureSpec[] = [
  ...[1, 5, 22, 66].map((days) =>
    past.scaled(
      `volatility of ${days} days`,
      'log over the year',
      buildRealizedFeature((marks) => marks.rms(days)),
    ),
  ),
  past.scaled(
    'exponentially weighted volatility',
    'log over the year',
    buildRealizedFeature((marks) => marks.sigma),
  ),
  calendar.scaled('a report within a day', '0 or 1', reportWithin(1)),
  calendar.scaled('a report within five days', '0 or 1', reportWithin(5)),
  calendar.scaled('an OPEC meeting within a day', '0 or 1', (view, chain) =>
    chain === 'CL' || chain === 'HO' ? Number(view.input('evt/OPEC/days-until') < 1) : 0,
  ),
  weather.scaled('size of the last revision', 'deviations', (view, chain) =>
    Math.abs(impactRevision(view, chain, 0)),
  ),
  weather.scaled('size of what is expected', 'deviations', (view, chain) =>
    Math.abs(impactExpected(view, chain)),
  ),
  weather.scaled('chance of the weather it fears', 'chance', hazard),
  weather.scaled('expected storms over the Gulf', 'categories', (view) => stormLevel(view, 'gulf')),
  weather.scaled('expected storms over Florida', 'categories', (view) =>
    stormLevel(view, 'florida'),
  ),
  ...seasonFeatures(2),
  ...oneHot(VOLATILITY_SUBJECTS, 'market'),
];
