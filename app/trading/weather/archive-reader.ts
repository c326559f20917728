/**
 * The archive of published weather as its readers see it: what a service had said by a moment, and
 * nothing later.
 */
import type { EpochMs } from '../domain/units';
import type { ForecastRun, Observation, WeatherWarning } from './bulletin';
import type { WeatherCell } from './cell';

/** A day of one cell that is over, as its hourly readings tell it. */
export interface DayReading {
  /** Midnight UTC that begins the day. */
  readonly dayMs: EpochMs;
  readonly meanF: number;
  readonly highF: number;
  readonly lowF: number;
  /** Sum of the day. */
  readonly rainInches: number;
  /** Mean of the day. */
  readonly windMph: number;
  /** When the last of its readings was published. */
  readonly publishedMs: EpochMs;
}

/**
 * A point-in-time reader: every answer holds only what was published at or before `knownMs`. Ranges
 * are half open, lists in order of time.
 */
export interface WeatherReader {
  /** The newest reading of a cell; null before the first. */
  latest(cell: WeatherCell, knownMs: EpochMs): Observation | null;
  /** Readings whose hour lies in [fromMs, untilMs). */
  hours(
    cell: WeatherCell,
    fromMs: EpochMs,
    untilMs: EpochMs,
    knownMs: EpochMs,
  ): readonly Observation[];
  /**
   * Days that begin in [fromDayMs, untilDayMs) and are over; a day without readings is left out.
   */
  days(
    cell: WeatherCell,
    fromDayMs: EpochMs,
    untilDayMs: EpochMs,
    knownMs: EpochMs,
  ): readonly DayReading[];
  /** The newest forecast run, or the one `back` runs before it; null when there is none. */
  run(cell: WeatherCell, knownMs: EpochMs, back?: number): ForecastRun | null;
  /** Runs issued in [fromMs, untilMs). */
  runs(
    cell: WeatherCell,
    fromMs: EpochMs,
    untilMs: EpochMs,
    knownMs: EpochMs,
  ): readonly ForecastRun[];
  /**
   * The first run of each UTC day on which one was issued, of days that begin in [fromDayMs,
   * untilDayMs).
   */
  dailyRuns(
    cell: WeatherCell,
    fromDayMs: EpochMs,
    untilDayMs: EpochMs,
    knownMs: EpochMs,
  ): readonly ForecastRun[];
  /**
   * The newest phase of each warning that has not been over for more than a day, by publication,
   * then id.
   */
  warnings(knownMs: EpochMs): readonly WeatherWarning[];
}
