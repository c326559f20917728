/**
 * The simulated weather as an archive: what had been published by a moment, made again instead of stored.
 * It knows when each thing is published; it refuses to look one minute ahead of `knownMs`.
 */
import type { EpochMs } from '../domain/units';
import type { DayReading, WeatherReader } from '../weather/archive-reader';
import type { ForecastRun, Observation, WeatherWarning } from '../weather/bulletin';
import { MARKET_CELLS, type WeatherCell } from '../weather/cell';
import { DAY_MS, WORLD_EPOCH_MS, dayOf } from './calendar';
import { CYCLE_MS, PUBLISH_AFTER_MS, type WeatherPart } from './parts';

const HOUR_MS = 3_600_000;
/** A reading is published a quarter of an hour after its hour has ended. */
const READ_AFTER_MS = HOUR_MS + 15 * 60_000;
/** No warning lasts longer than a season's drought watch. */
const WARNING_DAYS = 150;
const KEPT_MAX = 4096;

/** A reader of the world's weather. Nothing is asked of a day before the world began. */
export function readerOf(weather: WeatherPart): WeatherReader {
  const hours = kept((hourMs: EpochMs) => weather.observations(hourMs));
  const days = kept((key: string) => dayReading(weather, hours, ...dayKey(key)));
  const runs = kept((key: string) => weather.forecastRun(...runKey(key)));
  const warned = kept((cycleMs: EpochMs) => weather.warnings(Math.max(WORLD_EPOCH_MS, cycleMs - WARNING_DAYS * DAY_MS), cycleMs + CYCLE_MS));
  const hour = (cell: WeatherCell, hourMs: EpochMs): Observation | null =>
    hourMs < WORLD_EPOCH_MS ? null : (hours(hourMs).find((reading) => reading.cell === cell) ?? null);
  const run = (cell: WeatherCell, issuedMs: EpochMs): ForecastRun | null => (issuedMs < WORLD_EPOCH_MS ? null : runs(`${cell} ${issuedMs}`));
  return {
    latest: (cell, knownMs) => hour(cell, floorTo(knownMs - READ_AFTER_MS, HOUR_MS)),
    hours: (cell, fromMs, untilMs, knownMs) =>
      steps(ceilTo(fromMs, HOUR_MS), Math.min(untilMs, knownMs - READ_AFTER_MS + 1), HOUR_MS).flatMap((hourMs) => hour(cell, hourMs) ?? []),
    days: (cell, fromDayMs, untilDayMs, knownMs) =>
      steps(ceilTo(fromDayMs, DAY_MS), Math.min(untilDayMs, knownMs - READ_AFTER_MS - 23 * HOUR_MS + 1), DAY_MS).map((dayMs) => days(`${cell} ${dayMs}`)),
    run: (cell, knownMs, back = 0) => run(cell, floorTo(knownMs - PUBLISH_AFTER_MS, CYCLE_MS) - back * CYCLE_MS),
    runs: (cell, fromMs, untilMs, knownMs) =>
      steps(ceilTo(fromMs, CYCLE_MS), Math.min(untilMs, knownMs - PUBLISH_AFTER_MS + 1), CYCLE_MS).flatMap((issuedMs) => run(cell, issuedMs) ?? []),
    warnings: (knownMs) => newestPhases(warned(floorTo(knownMs, CYCLE_MS)), knownMs),
  };
}

function dayReading(weather: WeatherPart, hours: (hourMs: EpochMs) => readonly Observation[], cell: WeatherCell, dayMs: EpochMs): DayReading {
  const publishedMs = dayMs + 23 * HOUR_MS + READ_AFTER_MS;
  const index = (MARKET_CELLS as readonly WeatherCell[]).indexOf(cell);
  if (index >= 0) {
    const { meanF, highF, lowF, rainInches, windMph } = weather.pastDay(dayOf(dayMs));
    const at = (values: Float64Array): number => values[index] ?? 0;
    return { dayMs, meanF: at(meanF), highF: at(highF), lowF: at(lowF), rainInches: at(rainInches), windMph: at(windMph), publishedMs };
  }
  const readings = Array.from({ length: 24 }, (_, hour) => hours(dayMs + hour * HOUR_MS).find((reading) => reading.cell === cell)).filter((reading) => reading !== undefined);
  const temperatures = readings.map(({ temperatureF }) => temperatureF);
  const total = (of: (reading: Observation) => number): number => readings.reduce((sum, reading) => sum + of(reading), 0);
  return {
    dayMs, meanF: total(({ temperatureF }) => temperatureF) / readings.length, highF: Math.max(...temperatures), lowF: Math.min(...temperatures),
    rainInches: total(({ rainInches }) => rainInches), windMph: total(({ windMph }) => windMph) / readings.length, publishedMs,
  };
}

/** Of each warning the newest phase by a moment; what has been over for more than a day is left out. */
function newestPhases(warnings: readonly WeatherWarning[], knownMs: EpochMs): readonly WeatherWarning[] {
  const newest = new Map<string, WeatherWarning>();
  for (const warning of warnings) if (warning.publishedMs <= knownMs && warning.publishedMs >= (newest.get(warning.id)?.publishedMs ?? -Infinity)) newest.set(warning.id, warning);
  const isOver = ({ phase, publishedMs, untilMs }: WeatherWarning): boolean =>
    phase === 'ended' || phase === 'cancelled' ? publishedMs < knownMs - DAY_MS : untilMs < knownMs - DAY_MS;
  return [...newest.values()].filter((warning) => !isOver(warning)).sort((a, b) => a.publishedMs - b.publishedMs || (a.id < b.id ? -1 : 1));
}

const floorTo = (ms: EpochMs, step: number): EpochMs => Math.floor(ms / step) * step;
const ceilTo = (ms: EpochMs, step: number): EpochMs => Math.max(WORLD_EPOCH_MS, Math.ceil(ms / step) * step);
const steps = (fromMs: EpochMs, untilMs: EpochMs, step: number): readonly EpochMs[] => Array.from({ length: Math.max(0, Math.ceil((untilMs - fromMs) / step)) }, (_, index) => fromMs + index * step);
const dayKey = (key: string): [WeatherCell, EpochMs] => [key.slice(0, key.indexOf(' ')) as WeatherCell, Number(key.slice(key.indexOf(' ')))];
const runKey = dayKey;

/** Remembers the latest answers: the same few are asked by every page. */
function kept<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= KEPT_MAX) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
