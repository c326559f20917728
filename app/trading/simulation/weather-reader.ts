/** Weather archive of the simulated market: data as of any moment, computed instead of stored. */
import type { EpochMs } from '../domain/units';
import type { DayReading, WeatherReader } from '../weather/archive-reader';
import type { ForecastRun, Observation, WeatherWarning } from '../weather/bulletin';
import { DISPLAY_CELLS, MARKET_CELLS, WEATHER_CELLS, type WeatherCell } from '../weather/cell';
import { filterCurrentWarnings } from '../weather/warning-log';
import { WORLD_EPOCH_MS, getDay } from './calendar';
import { CYCLE_MS, PUBLISH_AFTER_MS, type WeatherModel } from './market-models';
import { DAY_MS, HOUR_MS } from '../domain/time';

/** An observation is published 15 minutes after its hour ends. */
const OBSERVATION_DELAY_MS = HOUR_MS + 15 * 60_000;
/** Longest lifetime of a warning: a drought watch over a season. */
const WARNING_DAYS = 150;
/**
 * Cache sizes: 14 days of hours, eight years of days, 560 runs, warnings of a week; about 30 MB in
 * all.
 */
const CACHED_HOURS_MAX = 336;
const CACHED_DAYS_MAX = 8 * 366;
const CACHED_RUNS_MAX = 560;
const CACHED_WARNINGS_MAX = 28;

/** Returns nothing before the epoch. */
export function createWeatherReader(weather: WeatherModel): WeatherReader {
  const hours = cacheResults(CACHED_HOURS_MAX, (hourMs: EpochMs) =>
    weather.listObservations(hourMs),
  );
  const days = cacheResults(CACHED_DAYS_MAX, (dayMs: EpochMs) => buildDayReadings(weather, dayMs));
  const runs = cacheResults(CACHED_RUNS_MAX, (issuedMs: EpochMs) =>
    WEATHER_CELLS.map((cell) => weather.getForecastRun(cell, issuedMs)),
  );
  const getWarnings = cacheResults(CACHED_WARNINGS_MAX, (cycleMs: EpochMs) =>
    weather.listWarnings(
      Math.max(WORLD_EPOCH_MS, cycleMs - WARNING_DAYS * DAY_MS),
      cycleMs + CYCLE_MS,
    ),
  );
  const readHour = (cell: WeatherCell, hourMs: EpochMs): Observation | null =>
    hourMs < WORLD_EPOCH_MS ? null : (hours(hourMs)[getCellIndex(cell)] ?? null);
  const run = (cell: WeatherCell, issuedMs: EpochMs): ForecastRun | null =>
    issuedMs < WORLD_EPOCH_MS ? null : (runs(issuedMs)[getCellIndex(cell)] ?? null);
  return {
    findLatest: (cell, asOfMs) => readHour(cell, floorTo(asOfMs - OBSERVATION_DELAY_MS, HOUR_MS)),
    listHours: (cell, fromMs, untilMs, asOfMs) =>
      listSteps(
        ceilTo(fromMs, HOUR_MS),
        Math.min(untilMs, asOfMs - OBSERVATION_DELAY_MS + 1),
        HOUR_MS,
      ).flatMap((hourMs) => readHour(cell, hourMs) ?? []),
    listDays: (cell, fromDayMs, untilDayMs, asOfMs) =>
      listSteps(
        ceilTo(fromDayMs, DAY_MS),
        Math.min(untilDayMs, asOfMs - OBSERVATION_DELAY_MS - 23 * HOUR_MS + 1),
        DAY_MS,
      ).flatMap((dayMs) => days(dayMs)[getCellIndex(cell)] ?? []),
    findRun: (cell, asOfMs, back = 0) =>
      run(cell, floorTo(asOfMs - PUBLISH_AFTER_MS, CYCLE_MS) - back * CYCLE_MS),
    listRuns: (cell, fromMs, untilMs, asOfMs) =>
      listSteps(
        ceilTo(fromMs, CYCLE_MS),
        Math.min(untilMs, asOfMs - PUBLISH_AFTER_MS + 1),
        CYCLE_MS,
      ).flatMap((issuedMs) => run(cell, issuedMs) ?? []),
    listDailyRuns: (cell, fromDayMs, untilDayMs, asOfMs) =>
      listSteps(
        ceilTo(fromDayMs, DAY_MS),
        Math.min(untilDayMs, asOfMs - PUBLISH_AFTER_MS + 1),
        DAY_MS,
      ).flatMap((issuedMs) => run(cell, issuedMs) ?? []),
    warnings: (asOfMs) => selectNewestPhases(getWarnings(floorTo(asOfMs, CYCLE_MS)), asOfMs),
  };
}

const getCellIndex = (cell: WeatherCell): number => WEATHER_CELLS.indexOf(cell);

/** Daily weather of all cells, computed together because one fold serves all of them. */
function buildDayReadings(weather: WeatherModel, dayMs: EpochMs): readonly DayReading[] {
  const publishedMs = dayMs + 23 * HOUR_MS + OBSERVATION_DELAY_MS;
  const day = getDay(dayMs);
  const pastDay = weather.getPastDay(day);
  const readValue = (values: Float64Array, index: number): number => values[index] ?? 0;
  const market = MARKET_CELLS.map((_, index) => ({
    dayMs,
    meanF: readValue(pastDay.meanF, index),
    highF: readValue(pastDay.highF, index),
    lowF: readValue(pastDay.lowF, index),
    rainInches: readValue(pastDay.rainInches, index),
    windMph: readValue(pastDay.windMph, index),
    publishedMs,
  }));
  return [
    ...market,
    ...DISPLAY_CELLS.map((cell) => ({ dayMs, ...weather.getDisplayDay(cell, day), publishedMs })),
  ];
}

/**
 * Newest phase of each warning by a moment, without warnings that ended more than a day before.
 */
function selectNewestPhases(
  warnings: readonly WeatherWarning[],
  asOfMs: EpochMs,
): readonly WeatherWarning[] {
  const newest = new Map<string, WeatherWarning>();
  for (const warning of warnings)
    if (
      warning.publishedMs <= asOfMs &&
      warning.publishedMs >= (newest.get(warning.id)?.publishedMs ?? -Infinity)
    )
      newest.set(warning.id, warning);
  return filterCurrentWarnings([...newest.values()], asOfMs);
}

const floorTo = (ms: EpochMs, step: number): EpochMs => Math.floor(ms / step) * step;
const ceilTo = (ms: EpochMs, step: number): EpochMs =>
  Math.max(WORLD_EPOCH_MS, Math.ceil(ms / step) * step);
const listSteps = (fromMs: EpochMs, untilMs: EpochMs, step: number): readonly EpochMs[] =>
  Array.from(
    { length: Math.max(0, Math.ceil((untilMs - fromMs) / step)) },
    (_, index) => fromMs + index * step,
  );

/** Caches results by key; cleared when full. */
function cacheResults<V>(countMax: number, compute: (key: number) => V): (key: number) => V {
  const cache = new Map<number, V>();
  return (key) => {
    const before = cache.get(key);
    if (before !== undefined) return before;
    if (cache.size >= countMax) cache.clear();
    const created = compute(key);
    cache.set(key, created);
    return created;
  };
}
