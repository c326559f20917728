/** Point-in-time readers of the weather archive. */
import type { EpochMs } from '../domain/units';
import type { ForecastRun, Observation, WeatherWarning } from './bulletin';
import type { WeatherCell } from './cell';

/** A completed day of one cell, from its hourly readings. */
export interface DayReading {
  /** Midnight UTC that begins the day. */
  readonly dayMs: EpochMs;
  readonly meanF: number;
  readonly highF: number;
  readonly lowF: number;
  /** Daily sum; null where too few hours have it. */
  readonly rainInches: number | null;
  /** Daily mean; null where no hour has it. */
  readonly windMph: number | null;
  /** Publication time of its last reading. */
  readonly publishedMs: EpochMs;
}

/**
 * Point-in-time reader: results contain only what was published by `knownMs`. Ranges are half-open,
 * lists ordered in time.
 */
export interface WeatherReader {
  /** Latest reading of a cell; null before the first. */
  findLatest(cell: WeatherCell, knownMs: EpochMs): Observation | null;
  /** Readings of hours in [fromMs, untilMs). */
  listHours(
    cell: WeatherCell,
    fromMs: EpochMs,
    untilMs: EpochMs,
    knownMs: EpochMs,
  ): readonly Observation[];
  /** Completed days that start in [fromDayMs, untilDayMs); days without readings are omitted. */
  listDays(
    cell: WeatherCell,
    fromDayMs: EpochMs,
    untilDayMs: EpochMs,
    knownMs: EpochMs,
  ): readonly DayReading[];
  /** Latest forecast run, or the one `back` runs earlier; null for none. */
  findRun(cell: WeatherCell, knownMs: EpochMs, back?: number): ForecastRun | null;
  /** Runs issued in [fromMs, untilMs). */
  listRuns(
    cell: WeatherCell,
    fromMs: EpochMs,
    untilMs: EpochMs,
    knownMs: EpochMs,
  ): readonly ForecastRun[];
  /** First run of each UTC day in [fromDayMs, untilDayMs). */
  listDailyRuns(
    cell: WeatherCell,
    fromDayMs: EpochMs,
    untilDayMs: EpochMs,
    knownMs: EpochMs,
  ): readonly ForecastRun[];
  /** Latest phase of each warning that ended at most a day ago, by publication, then id. */
  warnings(knownMs: EpochMs): readonly WeatherWarning[];
}
