/** Inputs of CropNet: weekly state of the growing crop. */
import { computeMean } from '../../statistics/sample';
import { findSeriesInfo, getCropSeries, type CropChain } from '../../market/series-catalog';
import { findLatest } from '../../market/inputs/published-values';
import { computeAnomaly } from '../../market/inputs/revisions';
import type { MarketCell } from '../../weather/cell';
import { getClimate } from '../../weather/climate-table';
import type { PointInTimeView } from './point-in-time-view';
import {
  CROP_SUBJECTS,
  computeCropDay,
  getCropFlow,
  clampLoss,
  computeAccruedLoss,
  computeExpectedRemainingLoss,
} from './crop-year';
import { HAZARD_INPUTS } from './farm-features';
import {
  type FeatureSpec,
  type ReadFeature,
  createGroup,
  buildInputReader,
  buildOneHotFeatures,
  buildSeasonFeatures,
} from './feature';
import { DAY_MS } from '../../domain/time';

/** Ratio to percent. */
const PERCENT = 100;
const TENTH = 10;
/** Scaled inputs are clipped at 4: with 20% per unit, 80% is the maximum loss. */
const FIFTH = 20;

const getCropCells = (crop: string): readonly MarketCell[] => getCropFlow(crop).cells;
const computeCellMean = (crop: string, getValue: (cell: MarketCell) => number): number =>
  getCropCells(crop).reduce((sum, cell) => sum + getValue(cell), 0) / getCropCells(crop).length;

const computeSoil = (view: PointInTimeView, crop: string): number =>
  computeCellMean(crop, (cell) => view.getInput(`gate/soil/${cell}`));
const buildRainFeature =
  (days: number): ReadFeature =>
  (view, crop) =>
    computeCellMean(crop, (cell) =>
      view
        .getRecord(cell)
        .computeMean(
          ({ rainInches, dayMs }) => rainInches / getClimate(cell, dayMs).rainInches - 1,
          days,
        ),
    );
const buildWarmthFeature =
  (days: number): ReadFeature =>
  (view, crop) =>
    computeCellMean(crop, (cell) =>
      view
        .getRecord(cell)
        .computeMean(
          ({ meanF, dayMs }) =>
            (meanF - getClimate(cell, dayMs).meanF) / getClimate(cell, dayMs).sdF,
          days,
        ),
    );

/** Weekly rating, where published. */
const buildReportedFeature =
  (what: 'condition' | 'progress'): ReadFeature =>
  (view, crop) => {
    const series = getCropSeries(crop as CropChain, what);
    return findSeriesInfo(series) ? (findLatest(view.publicData, series)?.value ?? NaN) : NaN;
  };

/** Latest reported yield / its five-year mean - 1; NaN for a crop without reports. */
const computeYieldRatio: ReadFeature = (view, crop) => {
  const series = getCropSeries(crop as CropChain, 'yield');
  if (!findSeriesInfo(series)) return NaN;
  const { vintages, knownMs } = view.publicData;
  const reportedYields = vintages.listHistory(
    series,
    knownMs - YIELD_YEARS * YEAR_MS,
    knownMs,
    knownMs,
  );
  const mean = computeMean(reportedYields.map(({ value }) => value));
  return (reportedYields.at(-1)?.value ?? NaN) / mean - 1;
};
const YIELD_YEARS = 5;
const YEAR_MS = 365.25 * DAY_MS;

const readCondition = buildReportedFeature('condition');
const computeExpectedLoss: ReadFeature = (view, crop) =>
  PERCENT * (computeAnomaly(getCropFlow(crop), [1, 14], view.publicData)?.value ?? NaN);

/**
 * Expected loss at harvest if the weather follows the two-week forecast and is normal afterwards; a
 * forecast already. NaN while the forecast lacks a figure that the crop needs.
 */
export const FORECAST_LOSS_FEATURE = 'loss at harvest as it is forecast';
const computeForecastLoss: ReadFeature = (view, crop) =>
  PERCENT *
  clampLoss(
    computeAccruedLoss(view, crop) +
      (computeAnomaly(getCropFlow(crop), [1, 14], view.publicData)?.value ?? NaN),
  );

const pastWeather = createGroup('weather so far');
const soil = createGroup('soil');
const forecast = createGroup('forecast');
const ratings = createGroup('ratings');
const stage = createGroup('stage');

export const CROP_FEATURES: readonly FeatureSpec[] = [
  pastWeather.divided(
    'loss so far',
    '% of the yield',
    FIFTH,
    (view, crop) => PERCENT * computeAccruedLoss(view, crop),
  ),
  pastWeather.scaled('rain of 30 days over its usual', '', buildRainFeature(30)),
  pastWeather.scaled('rain of 60 days over its usual', '', buildRainFeature(60)),
  pastWeather.scaled('warmth of 30 days', 'sigma', buildWarmthFeature(30)),
  pastWeather.scaled('warmth of 60 days', 'sigma', buildWarmthFeature(60)),
  soil.scaled('water in the root zone', 'sigma', computeSoil),
  soil.scaled(
    'change of that water in 30 days',
    'sigma',
    (view, crop) => computeSoil(view, crop) - computeSoil(view.getEarlierView(30), crop),
  ),
  soil.scaled('warmth of the Pacific', 'deg C', (view) => view.getInput('gate/nino')),
  forecast.divided('loss that the forecast adds', '% of the yield', TENTH, computeExpectedLoss),
  forecast.divided(FORECAST_LOSS_FEATURE, '% of the yield', FIFTH, computeForecastLoss),
  forecast.scaled('chance of the weather it fears', '', buildInputReader(HAZARD_INPUTS)),
  ratings.scaled(
    'share rated good or excellent',
    'tenths over six',
    (view, crop) => (readCondition(view, crop) - 60) / 10,
  ),
  ratings.raw('reported yield over its usual', '', computeYieldRatio),
  stage.divided(
    'usual loss that is still to come',
    '% of the yield',
    TENTH,
    (view, crop) => PERCENT * computeExpectedRemainingLoss(crop, view.stampMs),
  ),
  stage.scaled(
    'share of the crop year',
    '',
    (view, crop) => computeCropDay(crop, view.stampMs) / 365.25,
  ),
  ...buildSeasonFeatures(2),
  ...buildOneHotFeatures(CROP_SUBJECTS, 'crop'),
];
