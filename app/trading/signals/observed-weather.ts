/** The weather record of networks from observed days and the forecasts issued before them. */
import { DAY_MS, getMidnight } from '../domain/time';
import type { EpochMs } from '../domain/units';
import { VERIFIED_LEADS, WeatherRecord } from '../networks/features/weather-record';
import type { WeatherReader } from '../weather/archive-reader';
import { MARKET_CELLS, type MarketCell } from '../weather/cell';

/** Reads the days of the last `days` that were public at `knownMs`. */
export function buildWeatherRecord(
  weather: Pick<WeatherReader, 'listDays'>,
  forecasts: Pick<WeatherReader, 'listDailyRuns'>,
  knownMs: EpochMs,
  days: number,
): WeatherRecord {
  const record = new WeatherRecord();
  const untilMs = getMidnight(knownMs) + DAY_MS;
  const fromMs = untilMs - days * DAY_MS;
  for (const cell of MARKET_CELLS) {
    const findForecastF = createForecastLookup(forecasts, cell, fromMs, untilMs, knownMs);
    for (const day of weather.listDays(cell, fromMs, untilMs, knownMs))
      record.add(cell, {
        dayMs: day.dayMs,
        publishedMs: day.publishedMs,
        meanF: day.meanF,
        rainInches: day.rainInches ?? NaN,
        windMph: day.windMph ?? NaN,
        errorsF: VERIFIED_LEADS.map((lead) => day.meanF - findForecastF(day.dayMs, lead)),
      });
  }
  return record;
}

/** Forecast daily mean of a day by the first run of the day `lead` days before; NaN without one. */
function createForecastLookup(
  forecasts: Pick<WeatherReader, 'listDailyRuns'>,
  cell: MarketCell,
  fromMs: EpochMs,
  untilMs: EpochMs,
  knownMs: EpochMs,
): (dayMs: EpochMs, lead: number) => number {
  const leadMax = Math.max(...VERIFIED_LEADS);
  const runs = forecasts.listDailyRuns(cell, fromMs - leadMax * DAY_MS, untilMs, knownMs);
  const byDay = new Map(runs.map((run) => [getMidnight(run.issuedMs), run]));
  return (dayMs, lead) =>
    byDay.get(dayMs - lead * DAY_MS)?.days.find((each) => each.dayMs === dayMs)?.meanF ?? NaN;
}
