/** Inputs of WeatherNet: the public forecast of a cell and its past errors. */
import type { ForecastDay } from '../../weather/bulletin';
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { getClimate } from '../../weather/climate-table';
import type { PointInTimeView } from './point-in-time-view';
import { type FeatureSpec, type ReadFeature, createGroup, buildSeasonFeatures } from './feature';
import { VERIFIED_LEADS, type VerifiedDay } from './weather-record';
import { DAY_MS, getMidnight } from '../../domain/time';

export const WEATHER_SUBJECTS: readonly MarketCell[] = MARKET_CELLS;

type Region = 'east' | 'plains' | 'south' | 'west' | 'tropics';
const REGIONS: readonly Region[] = ['east', 'plains', 'south', 'west', 'tropics'];
const REGION_BY_CELL: Readonly<Record<MarketCell, Region>> = {
  NYC: 'east',
  PJM: 'east',
  CHI: 'plains',
  DSM: 'plains',
  ICT: 'plains',
  ATL: 'south',
  DFW: 'south',
  LBB: 'south',
  LAK: 'south',
  CAL: 'west',
  PDX: 'west',
  GOM: 'tropics',
  MGB: 'tropics',
};

/** Forecast for `ahead` days after the stamp's day; null without one. */
export function findForecastDay(
  view: PointInTimeView,
  cell: MarketCell,
  lead: number,
): ForecastDay | null {
  const targetMs = getMidnight(view.stampMs) + lead * DAY_MS;
  return view.findRun(cell)?.days.find(({ dayMs }) => dayMs === targetMs) ?? null;
}

/** NaN while the day or the value is missing. */
const buildForecastFeature =
  (lead: number, getValue: (day: ForecastDay, cell: MarketCell) => number | null): ReadFeature =>
  (view, cell) => {
    const day = findForecastDay(view, cell as MarketCell, lead);
    return (day ? getValue(day, cell as MarketCell) : null) ?? NaN;
  };

const computeAnomaly = (
  { meanF, dayMs }: Pick<VerifiedDay, 'meanF' | 'dayMs'>,
  cell: MarketCell,
): number => {
  const normal = getClimate(cell, dayMs);
  return (meanF - normal.meanF) / normal.sdF;
};

const MONTH_DAYS = 30;
const YEAR_DAYS = 365;
/** Mean forecast error at a lead time over `count` days, in standard deviations of the season. */
const buildMeanErrorFeature =
  (leadIndex: number, count: number, back: number): ReadFeature =>
  (view, cell) =>
    view
      .getRecord(cell as MarketCell)
      .computeMean(
        ({ errorsF, dayMs }) =>
          (errorsF[leadIndex] ?? NaN) / getClimate(cell as MarketCell, dayMs).sdF,
        count,
        back,
      );

/** Name of the feature with the public rain probability at a lead time. */
export const getRainOddsName = (lead: number): string => `odds of rain in ${lead} days`;
/** Bound of probabilities away from 0 and 1. */
const PROBABILITY_MIN = 0.005;
const computeLogOdds = (probability: number): number => {
  const clamped = Math.max(PROBABILITY_MIN, Math.min(1 - PROBABILITY_MIN, probability));
  return Math.log(clamped / (1 - clamped));
};

const forecast = createGroup('forecast');
const errors = createGroup('errors of the service');
const pastWeather = createGroup('weather of the last days');

export const WEATHER_FEATURES: readonly FeatureSpec[] = [
  ...VERIFIED_LEADS.map((lead) =>
    forecast.scaled(
      `departure in ${lead} days`,
      'sigma',
      buildForecastFeature(lead, computeAnomaly),
    ),
  ),
  ...VERIFIED_LEADS.map((lead) =>
    forecast.divided(
      getRainOddsName(lead),
      'log odds',
      2,
      buildForecastFeature(lead, ({ rainChance }) =>
        rainChance === null ? null : computeLogOdds(rainChance),
      ),
    ),
  ),
  ...VERIFIED_LEADS.map((lead, leadIndex) =>
    errors.raw(
      `mean error of the last month, ${lead} days ahead`,
      'sigma',
      buildMeanErrorFeature(leadIndex, MONTH_DAYS, 0),
    ),
  ),
  errors.raw('error of the last day, 1 day ahead', 'sigma', buildMeanErrorFeature(0, 1, 0)),
  errors.raw(
    'mean error of this season a year ago',
    'sigma',
    buildMeanErrorFeature(0, MONTH_DAYS, YEAR_DAYS - MONTH_DAYS / 2),
  ),
  errors.raw(
    'mean error of the month to come a year ago',
    'sigma',
    buildMeanErrorFeature(0, MONTH_DAYS, YEAR_DAYS - MONTH_DAYS),
  ),
  pastWeather.scaled('departure of the last day', 'sigma', (view, cell) =>
    view
      .getRecord(cell as MarketCell)
      .computeMean((day) => computeAnomaly(day, cell as MarketCell), 1),
  ),
  pastWeather.scaled('departure of the last month', 'sigma', (view, cell) =>
    view
      .getRecord(cell as MarketCell)
      .computeMean((day) => computeAnomaly(day, cell as MarketCell), MONTH_DAYS),
  ),
  pastWeather.raw('rain of the last month over its usual', '', (view, cell) =>
    view
      .getRecord(cell as MarketCell)
      .computeMean(
        ({ rainInches, dayMs }) =>
          rainInches / getClimate(cell as MarketCell, dayMs).rainInches - 1,
        MONTH_DAYS,
      ),
  ),
  pastWeather.scaled(
    'wind in a day over its usual',
    '',
    buildForecastFeature(1, ({ windMph, dayMs }, cell) =>
      windMph === null ? null : windMph / getClimate(cell, dayMs).windMph - 1,
    ),
  ),
  ...buildSeasonFeatures(2),
  ...REGIONS.map((region) =>
    createGroup('region').scaled(`lies in the ${region}`, '', (_, cell) =>
      Number(REGION_BY_CELL[cell as MarketCell] === region),
    ),
  ),
];
