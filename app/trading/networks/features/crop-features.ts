/** The inputs of CropNet: what one knows, week by week, of the crop that stands. */
import { computeMean } from '../../statistics/sample';
import { seriesInfo, cropSeries, type CropChain } from '../../market/series-catalogue';
import { findLatest } from '../../market/inputs/knowledge';
import { computeAnomaly } from '../../market/inputs/revisions';
import type { MarketCell } from '../../weather/cell';
import { climateAt } from '../../weather/climate-table';
import type { PointInTimeView } from './point-in-time-view';
import {
  CROP_SUBJECTS,
  daysIntoCrop,
  flowOfCrop,
  heldLoss,
  accruedLoss,
  expectedRemainingLoss,
} from './crop-year';
import { HAZARDS } from './farm-features';
import {
  type FeatureSpec,
  type ReadFeature,
  inGroup,
  buildInput,
  oneHot,
  seasonFeatures,
} from './feature';
import { DAY_MS } from '../../domain/time';

/** Percent of the yield. */
const PERCENT = 100;
const TENTH = 10;
/**
 * Inputs are cut off at four of their units: in fifths, four of them are the most that a harvest
 * can lose.
 */
const FIFTH = 20;

const buildCells = (crop: string): readonly MarketCell[] => flowOfCrop(crop).cells;
const meanOver = (crop: string, figure: (cell: MarketCell) => number): number =>
  buildCells(crop).reduce((sum, cell) => sum + figure(cell), 0) / buildCells(crop).length;

const computeSoil = (view: PointInTimeView, crop: string): number =>
  meanOver(crop, (cell) => view.input(`gate/soil/${cell}`));
const buildRainFeature =
  (days: number): ReadFeature =>
  (view, crop) =>
    meanOver(crop, (cell) =>
      view
        .record(cell)
        .mean(({ rainInches, dayMs }) => rainInches / climateAt(cell, dayMs).rainInches - 1, days),
    );
const buildWarmthFeature =
  (days: number): ReadFeature =>
  (view, crop) =>
    meanOver(crop, (cell) =>
      view
        .record(cell)
        .mean(
          ({ meanF, dayMs }) => (meanF - climateAt(cell, dayMs).meanF) / climateAt(cell, dayMs).sdF,
          days,
        ),
    );

/** A weekly rating, for crops of which it is published. */
const buildReportedFeature =
  (what: 'condition' | 'progress'): ReadFeature =>
  (view, crop) => {
    const series = cropSeries(crop as CropChain, what);
    return seriesInfo(series) ? (findLatest(view.known, series)?.value ?? NaN) : NaN;
  };

/**
 * The newest yield of the reports over the mean of those of five years; NaN for a crop without
 * reports.
 */
const yieldOverUsual: ReadFeature = (view, crop) => {
  const series = cropSeries(crop as CropChain, 'yield');
  if (!seriesInfo(series)) return NaN;
  const { vintages, knownMs } = view.known;
  const told = vintages.history(series, knownMs - YIELD_YEARS * YEAR_MS, knownMs, knownMs);
  const mean = computeMean(told.map(({ value }) => value));
  return (told.at(-1)?.value ?? NaN) / mean - 1;
};
const YIELD_YEARS = 5;
const YEAR_MS = 365.25 * DAY_MS;

const condition = buildReportedFeature('condition');
const computeExpectedLoss: ReadFeature = (view, crop) =>
  PERCENT * (computeAnomaly(flowOfCrop(crop), [1, 14], view.known)?.value ?? NaN);

/**
 * What a harvest would have lost if the weather were as forecast for two weeks and usual after
 * them: a forecast by itself.
 */
export const LOSS_AS_FORECAST = 'loss at harvest as it is forecast';
const asForecast: ReadFeature = (view, crop) =>
  PERCENT *
  heldLoss(
    accruedLoss(view, crop) + (computeAnomaly(flowOfCrop(crop), [1, 14], view.known)?.value ?? 0),
  );

const past = inGroup('weather so far');
const soil = inGroup('soil');
const ahead = inGroup('forecast');
const ratings = inGroup('ratings');
const stage = inGroup('stage');

export const CROP_FEATURES: readonly FeatureSpec[] = [
  past.divided(
    'loss so far',
    '% of the yield',
    FIFTH,
    (view, crop) => PERCENT * accruedLoss(view, crop),
  ),
  past.scaled('rain of 30 days over its usual', 'share', buildRainFeature(30)),
  past.scaled('rain of 60 days over its usual', 'share', buildRainFeature(60)),
  past.scaled('warmth of 30 days', 'deviations', buildWarmthFeature(30)),
  past.scaled('warmth of 60 days', 'deviations', buildWarmthFeature(60)),
  soil.scaled('water in the root zone', 'deviations', computeSoil),
  soil.scaled(
    'change of that water in 30 days',
    'deviations',
    (view, crop) => computeSoil(view, crop) - computeSoil(view.before(30), crop),
  ),
  soil.scaled('warmth of the Pacific', 'deg C', (view) => view.input('gate/nino')),
  ahead.divided('loss that the forecast adds', '% of the yield', TENTH, computeExpectedLoss),
  ahead.divided(LOSS_AS_FORECAST, '% of the yield', FIFTH, asForecast),
  ahead.scaled('chance of the weather it fears', 'chance', buildInput(HAZARDS)),
  ratings.scaled(
    'share rated good or excellent',
    'tenths over six',
    (view, crop) => (condition(view, crop) - 60) / 10,
  ),
  ratings.raw('reported yield over its usual', 'share', yieldOverUsual),
  stage.divided(
    'usual loss that is still to come',
    '% of the yield',
    TENTH,
    (view, crop) => PERCENT * expectedRemainingLoss(crop, view.stampMs),
  ),
  stage.scaled(
    'share of the crop year',
    'share',
    (view, crop) => daysIntoCrop(crop, view.stampMs) / 365.25,
  ),
  ...seasonFeatures(2),
  ...oneHot(CROP_SUBJECTS, 'crop'),
];
