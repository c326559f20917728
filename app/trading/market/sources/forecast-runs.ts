/** Forecast runs of the weather readers from the forecasts of public sources. */
import { DAY_MS, HOUR_MS, getMidnight } from '../../domain/time';
import { computeMean } from '../../statistics/sample';
import type { EpochMs } from '../../domain/units';
import type { WeatherReader } from '../../weather/archive-reader';
import {
  type ForecastDay,
  type ForecastRun,
  LEAD_DAYS_MAX,
  getCycleMs,
} from '../../weather/bulletin';
import type { MarketCell, WeatherCell } from '../../weather/cell';
import { MARKET_CELLS } from '../../weather/cell';
import { getClimate } from '../../weather/climate-table';
import { FORECAST_CYCLE_MS } from '../../weather/forecast-schedule';
import type { ArchivedForecastReading, ForecastReading, SourceForecastDay } from './reading';

const HOURS_OF_DAY = DAY_MS / HOUR_MS;

/**
 * Share of the variance of the daily mean about its normal that a forecast leaves open, by lead 0
 * to 14. Assumed until past errors are measured: an error of about 2 deg F after a day and 6 after
 * a week in winter, and that of the climatology after two weeks.
 */
const OPEN_SHARES = [
  0.01, 0.04, 0.08, 0.14, 0.22, 0.32, 0.44, 0.56, 0.67, 0.76, 0.83, 0.89, 0.93, 0.96, 0.98,
];

/** Assumed standard deviation of the error of a daily mean, deg F. */
const computeSpread = (cell: MarketCell, dayMs: EpochMs, lead: number): number =>
  getClimate(cell, dayMs).sdF * Math.sqrt(OPEN_SHARES[lead] ?? 1);

const findMarketCell = (cell: WeatherCell): MarketCell | null =>
  MARKET_CELLS.find((each) => each === cell) ?? null;

/**
 * Builds the run of a six-hour cycle, from the day of issue to the last whole day with
 * temperatures. Wind, sunshine and rain are null on days for which the source has none: the
 * National Weather Service forecasts amounts of rain for three days and temperatures for seven. The
 * temperatures of the day of issue begin with the hours observed before the forecast; its wind,
 * sunshine and rain are those of the hours to come. A run is public from the time at which enough of
 * the observed hours were known: after a start of the server they arrive later than the forecast.
 * Null for a cell that markets do not use, and where observed and forecast hours do not cover the
 * day of issue.
 */
export function buildForecastRun(
  { cell, issuedMs, days }: ForecastReading,
  publishedMs: EpochMs,
  weather: Pick<WeatherReader, 'listHours'>,
): ForecastRun | null {
  const marketCell = findMarketCell(cell);
  if (marketCell === null) return null;
  const cycleMs = getCycleMs(issuedMs);
  const firstDayMs = getMidnight(cycleMs);
  const firstDay = days.find(({ dayMs }) => dayMs === firstDayMs);
  const coveredMs = firstDay && findCoverageMs(firstDay, weather, cell, publishedMs);
  if (coveredMs === undefined || coveredMs === null) return null;
  const built: ForecastDay[] = [];
  for (let lead = 0; lead <= LEAD_DAYS_MAX; lead += 1) {
    const dayMs = firstDayMs + lead * DAY_MS;
    const day = days.find((each) => each.dayMs === dayMs);
    const whole =
      day && lead === 0 ? addObservedHours(day, weather, cell, coveredMs) : (day ?? null);
    if (!whole || whole.hours < HOURS_OF_DAY) break;
    built.push(buildDay(marketCell, whole, lead));
  }
  // A source may be ahead of the clock of this server.
  const knownMs = Math.max(coveredMs, cycleMs);
  return built.length === 0 ? null : { cell, issuedMs: cycleMs, publishedMs: knownMs, days: built };
}

function buildDay(cell: MarketCell, day: SourceForecastDay, lead: number): ForecastDay {
  const { hours: _, ...figures } = day;
  return { ...figures, lead, spreadF: computeSpread(cell, day.dayMs, lead) };
}

/**
 * Builds the run of a forecast from an archive, with its whole days only. The day of issue is
 * missing where the forecast begins during it: its hours before were not stored at the time. Null
 * for a cell that markets do not use, and without a whole day.
 */
export function buildArchivedRun(
  { cell, issuedMs, days }: ArchivedForecastReading,
  publishedMs: EpochMs,
): ForecastRun | null {
  const marketCell = findMarketCell(cell);
  if (marketCell === null) return null;
  const cycleMs = getCycleMs(issuedMs);
  const built = days.flatMap((day) => {
    const lead = (day.dayMs - getMidnight(cycleMs)) / DAY_MS;
    return day.hours < HOURS_OF_DAY || lead > LEAD_DAYS_MAX ? [] : buildDay(marketCell, day, lead);
  });
  return built.length === 0 ? null : { cell, issuedMs: cycleMs, publishedMs, days: built };
}

/** Share of the hours before the forecast that must be observed. */
const OBSERVED_SHARE_MIN = 0.75;

/** Observations that arrive later than this after a forecast belong to a later one. */
const OBSERVED_WITHIN_MS = FORECAST_CYCLE_MS;

/**
 * Time from which the hours before a forecast are known well enough: that of the forecast, or of the
 * observations if they arrive later; null without them.
 */
function findCoverageMs(
  day: SourceForecastDay,
  weather: Pick<WeatherReader, 'listHours'>,
  cell: WeatherCell,
  publishedMs: EpochMs,
): EpochMs | null {
  const missing = HOURS_OF_DAY - day.hours;
  const listObserved = (knownMs: EpochMs) =>
    weather.listHours(cell, day.dayMs, day.dayMs + missing * HOUR_MS, knownMs);
  const isCovered = (knownMs: EpochMs): boolean =>
    listObserved(knownMs).length >= missing * OBSERVED_SHARE_MIN;
  if (isCovered(publishedMs)) return publishedMs;
  const arrivals = listObserved(publishedMs + OBSERVED_WITHIN_MS)
    .map((hour) => hour.publishedMs)
    .filter((arrivedMs) => arrivedMs > publishedMs);
  return [...new Set(arrivals)].sort((a, b) => a - b).find(isCovered) ?? null;
}

/** Today of hours observed and hours forecast; unchanged with too few observations. */
function addObservedHours(
  day: SourceForecastDay,
  weather: Pick<WeatherReader, 'listHours'>,
  cell: WeatherCell,
  knownMs: EpochMs,
): SourceForecastDay {
  const missing = HOURS_OF_DAY - day.hours;
  const observed = weather
    .listHours(cell, day.dayMs, day.dayMs + missing * HOUR_MS, knownMs)
    .map(({ temperatureF }) => temperatureF);
  if (missing === 0 || observed.length < missing * OBSERVED_SHARE_MIN) return day;
  return {
    ...day,
    meanF: (computeMean(observed) * missing + day.meanF * day.hours) / HOURS_OF_DAY,
    highF: Math.max(day.highF, ...observed),
    lowF: Math.min(day.lowF, ...observed),
    hours: HOURS_OF_DAY,
  };
}
