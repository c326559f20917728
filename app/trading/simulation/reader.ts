/**
 * The simulated weather as an archive: what had been published by a moment, made again instead of
 * stored.
 */
import type { EpochMs } from '../domain/units';
import type { DayReading, WeatherReader } from '../weather/archive-reader';
import type { ForecastRun, Observation, WeatherWarning } from '../weather/bulletin';
import { DISPLAY_CELLS, MARKET_CELLS, WEATHER_CELLS, type WeatherCell } from '../weather/cell';
import { shownWarnings } from '../weather/warning-log';
import { WORLD_EPOCH_MS, getDay } from './calendar';
import { CYCLE_MS, PUBLISH_AFTER_MS, type WeatherPart } from './parts';
import { DAY_MS, HOUR_MS } from '../domain/time';

/** A reading is published a quarter of an hour after its hour has ended. */
const READ_AFTER_MS = HOUR_MS + 15 * 60_000;
/** No warning lasts longer than a season's drought watch. */
const WARNING_DAYS = 150;
/**
 * What is remembered: hours of a fortnight, days of eight years, a run a day for a year and a half,
 * warnings of a week; some 30 MB in all.
 */
const HOURS_KEPT = 336;
const DAYS_KEPT = 8 * 366;
const RUNS_KEPT = 560;
const WARNED_KEPT = 28;

/** A reader of the world's weather. Nothing is asked of a day before the world began. */
export function createReader(weather: WeatherPart): WeatherReader {
  const hours = kept(HOURS_KEPT, (hourMs: EpochMs) => weather.observations(hourMs));
  const days = kept(DAYS_KEPT, (dayMs: EpochMs) => dayReadings(weather, dayMs));
  const runs = kept(RUNS_KEPT, (issuedMs: EpochMs) =>
    WEATHER_CELLS.map((cell) => weather.forecastRun(cell, issuedMs)),
  );
  const warned = kept(WARNED_KEPT, (cycleMs: EpochMs) =>
    weather.warnings(Math.max(WORLD_EPOCH_MS, cycleMs - WARNING_DAYS * DAY_MS), cycleMs + CYCLE_MS),
  );
  const hour = (cell: WeatherCell, hourMs: EpochMs): Observation | null =>
    hourMs < WORLD_EPOCH_MS ? null : (hours(hourMs)[getPlace(cell)] ?? null);
  const run = (cell: WeatherCell, issuedMs: EpochMs): ForecastRun | null =>
    issuedMs < WORLD_EPOCH_MS ? null : (runs(issuedMs)[getPlace(cell)] ?? null);
  return {
    latest: (cell, knownMs) => hour(cell, floorTo(knownMs - READ_AFTER_MS, HOUR_MS)),
    hours: (cell, fromMs, untilMs, knownMs) =>
      listSteps(
        ceilTo(fromMs, HOUR_MS),
        Math.min(untilMs, knownMs - READ_AFTER_MS + 1),
        HOUR_MS,
      ).flatMap((hourMs) => hour(cell, hourMs) ?? []),
    days: (cell, fromDayMs, untilDayMs, knownMs) =>
      listSteps(
        ceilTo(fromDayMs, DAY_MS),
        Math.min(untilDayMs, knownMs - READ_AFTER_MS - 23 * HOUR_MS + 1),
        DAY_MS,
      ).flatMap((dayMs) => days(dayMs)[getPlace(cell)] ?? []),
    run: (cell, knownMs, back = 0) =>
      run(cell, floorTo(knownMs - PUBLISH_AFTER_MS, CYCLE_MS) - back * CYCLE_MS),
    runs: (cell, fromMs, untilMs, knownMs) =>
      listSteps(
        ceilTo(fromMs, CYCLE_MS),
        Math.min(untilMs, knownMs - PUBLISH_AFTER_MS + 1),
        CYCLE_MS,
      ).flatMap((issuedMs) => run(cell, issuedMs) ?? []),
    dailyRuns: (cell, fromDayMs, untilDayMs, knownMs) =>
      listSteps(
        ceilTo(fromDayMs, DAY_MS),
        Math.min(untilDayMs, knownMs - PUBLISH_AFTER_MS + 1),
        DAY_MS,
      ).flatMap((issuedMs) => run(cell, issuedMs) ?? []),
    warnings: (knownMs) => newestPhases(warned(floorTo(knownMs, CYCLE_MS)), knownMs),
  };
}

const getPlace = (cell: WeatherCell): number => WEATHER_CELLS.indexOf(cell);

/** The readings of a day at all cells: made together, for the world folds a day for all of them. */
function dayReadings(weather: WeatherPart, dayMs: EpochMs): readonly DayReading[] {
  const publishedMs = dayMs + 23 * HOUR_MS + READ_AFTER_MS;
  const day = getDay(dayMs);
  const past = weather.pastDay(day);
  const at = (values: Float64Array, index: number): number => values[index] ?? 0;
  const market = MARKET_CELLS.map((_, index) => ({
    dayMs,
    meanF: at(past.meanF, index),
    highF: at(past.highF, index),
    lowF: at(past.lowF, index),
    rainInches: at(past.rainInches, index),
    windMph: at(past.windMph, index),
    publishedMs,
  }));
  return [
    ...market,
    ...DISPLAY_CELLS.map((cell) => ({ dayMs, ...weather.shownDay(cell, day), publishedMs })),
  ];
}

/**
 * Of each warning the newest phase by a moment; what has been over for more than a day is left out.
 */
function newestPhases(
  warnings: readonly WeatherWarning[],
  knownMs: EpochMs,
): readonly WeatherWarning[] {
  const newest = new Map<string, WeatherWarning>();
  for (const warning of warnings)
    if (
      warning.publishedMs <= knownMs &&
      warning.publishedMs >= (newest.get(warning.id)?.publishedMs ?? -Infinity)
    )
      newest.set(warning.id, warning);
  return shownWarnings([...newest.values()], knownMs);
}

const floorTo = (ms: EpochMs, step: number): EpochMs => Math.floor(ms / step) * step;
const ceilTo = (ms: EpochMs, step: number): EpochMs =>
  Math.max(WORLD_EPOCH_MS, Math.ceil(ms / step) * step);
const listSteps = (fromMs: EpochMs, untilMs: EpochMs, step: number): readonly EpochMs[] =>
  Array.from(
    { length: Math.max(0, Math.ceil((untilMs - fromMs) / step)) },
    (_, index) => fromMs + index * step,
  );

/** Remembers the latest answers: the same few are asked by every page. */
function kept<V>(most: number, make: (key: number) => V): (key: number) => V {
  const known = new Map<number, V>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
