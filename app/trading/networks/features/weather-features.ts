/** The inputs of WeatherNet: what the public forecast of a cell says, and how it has erred. */
import type { ForecastDay } from '../../weather/bulletin';
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { climateAt } from '../../weather/climate-table';
import type { PointInTimeView } from './point-in-time-view';
import { type FeatureSpec, type ReadFeature, inGroup, seasonFeatures } from './feature';
import { VERIFIED_LEADS, type VerifiedDay } from './weather-record';
import { DAY_MS, getMidnight } from '../../domain/time';

export const WEATHER_SUBJECTS: readonly MarketCell[] = MARKET_CELLS;

type Region = 'east' | 'plains' | 'south' | 'west' | 'tropics';
const REGIONS: readonly Region[] = ['east', 'plains', 'south', 'west', 'tropics'];
const REGION_OF: Readonly<Record<MarketCell, Region>> = {
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

/** The forecast of the day that lies so many days after the stamp's; null without it. */
export function forecastDay(
  view: PointInTimeView,
  cell: MarketCell,
  ahead: number,
): ForecastDay | null {
  const wanted = getMidnight(view.stampMs) + ahead * DAY_MS;
  return view.run(cell)?.days.find(({ dayMs }) => dayMs === wanted) ?? null;
}

const ofForecast =
  (ahead: number, figure: (day: ForecastDay, cell: MarketCell) => number): ReadFeature =>
  (view, cell) => {
    const day = forecastDay(view, cell as MarketCell, ahead);
    return day ? figure(day, cell as MarketCell) : NaN;
  };

const computeDeparture = (
  { meanF, dayMs }: Pick<VerifiedDay, 'meanF' | 'dayMs'>,
  cell: MarketCell,
): number => {
  const usual = climateAt(cell, dayMs);
  return (meanF - usual.meanF) / usual.sdF;
};

const MONTH = 30;
const YEAR = 365;
/**
 * Mean error of the forecasts made a number of days ahead, over some days, in deviations of the
 * season.
 */
const meanError =
  (place: number, count: number, back: number): ReadFeature =>
  (view, cell) =>
    view
      .record(cell as MarketCell)
      .mean(
        ({ errorsF, dayMs }) => (errorsF[place] ?? NaN) / climateAt(cell as MarketCell, dayMs).sdF,
        count,
        back,
      );

/** The feature that tells the service's chance of rain so many days ahead. */
export const rainOddsName = (lead: number): string => `odds of rain in ${lead} days`;
/** Chances are held so far from certainty. */
const CHANCE_LEAST = 0.005;
const computeOdds = (chance: number): number => {
  const held = Math.max(CHANCE_LEAST, Math.min(1 - CHANCE_LEAST, chance));
  return Math.log(held / (1 - held));
};

const forecast = inGroup('forecast');
const errors = inGroup('errors of the service');
const past = inGroup('weather of the last days');

export const WEATHER_FEATURES: readonly FeatureSpec[] = [
  ...VERIFIED_LEADS.map((lead) =>
    forecast.scaled(`departure in ${lead} days`, 'deviations', ofForecast(lead, computeDeparture)),
  ),
  ...VERIFIED_LEADS.map((lead) =>
    forecast.divided(
      rainOddsName(lead),
      'log odds',
      2,
      ofForecast(lead, ({ rainChance }) => computeOdds(rainChance)),
    ),
  ),
  ...VERIFIED_LEADS.map((lead, place) =>
    errors.raw(
      `mean error of the last month, ${lead} days ahead`,
      'deviations',
      meanError(place, MONTH, 0),
    ),
  ),
  errors.raw('error of the last day, 1 day ahead', 'deviations', meanError(0, 1, 0)),
  errors.raw(
    'mean error of this season a year ago',
    'deviations',
    meanError(0, MONTH, YEAR - MONTH / 2),
  ),
  errors.raw(
    'mean error of the month to come a year ago',
    'deviations',
    meanError(0, MONTH, YEAR - MONTH),
  ),
  past.scaled('departure of the last day', 'deviations', (view, cell) =>
    view.record(cell as MarketCell).mean((day) => computeDeparture(day, cell as MarketCell), 1),
  ),
  past.scaled('departure of the last month', 'deviations', (view, cell) =>
    view.record(cell as MarketCell).mean((day) => computeDeparture(day, cell as MarketCell), MONTH),
  ),
  past.raw('rain of the last month over its usual', 'share', (view, cell) =>
    view
      .record(cell as MarketCell)
      .mean(
        ({ rainInches, dayMs }) => rainInches / climateAt(cell as MarketCell, dayMs).rainInches - 1,
        MONTH,
      ),
  ),
  past.scaled(
    'wind in a day over its usual',
    'share',
    ofForecast(1, ({ windMph, dayMs }, cell) => windMph / climateAt(cell, dayMs).windMph - 1),
  ),
  ...seasonFeatures(2),
  ...REGIONS.map((region) =>
    inGroup('region').scaled(`lies in the ${region}`, '0 or 1', (_, cell) =>
      Number(REGION_OF[cell as MarketCell] === region),
    ),
  ),
];
