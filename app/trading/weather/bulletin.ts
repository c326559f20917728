/**
 * Bulletins of a weather service: readings, forecast runs, warnings, each with its publication
 * time.
 */
import type { EpochMs } from '../domain/units';
import type { WeatherCell } from './cell';
import { FORECAST_CYCLE_MS } from './forecast-schedule';

/** Hourly reading of one cell. */
export interface Observation {
  readonly cell: WeatherCell;
  /** Valid time. */
  readonly validMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly temperatureF: number;
  /** 0 to 100. Null, like the following figures, where the station has no value. */
  readonly humidityPercent: number | null;
  readonly windMph: number | null;
  readonly pressureMb: number | null;
  /** Precipitation of this hour. */
  readonly rainInches: number | null;
  /** Root zone soil moisture anomaly in sigma; below zero is dry. Null where not measured. */
  readonly soil: number | null;
}

/** Start of the six-hour cycle of a run: 00, 06, 12 or 18 UTC. */
export const getCycleMs = (issuedMs: EpochMs): EpochMs =>
  Math.floor(issuedMs / FORECAST_CYCLE_MS) * FORECAST_CYCLE_MS;

/** Maximum lead in days; lead 0 is the day of issue. */
export const LEAD_DAYS_MAX = 14;

/** One UTC day of a forecast run. */
export interface ForecastDay {
  /** Midnight UTC that begins the day. */
  readonly dayMs: EpochMs;
  /** Lead time in days, 0 to 14. */
  readonly lead: number;
  readonly meanF: number;
  readonly highF: number;
  readonly lowF: number;
  /** Standard deviation of the daily mean about `meanF` from past errors, deg F. */
  readonly spreadF: number;
  /** Null, like the following figures, where the source does not forecast it for this day. */
  readonly windMph: number | null;
  /** Sunshine as a fraction of a clear day, 0 to 1. */
  readonly sunShare: number | null;
  readonly rainInches: number | null;
  /** Probability of more than 0.1 inch, 0 to 1. */
  readonly rainChance: number | null;
}

/** One model run for one cell. */
export interface ForecastRun {
  readonly cell: WeatherCell;
  /** 00, 06, 12 or 18 UTC. */
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  /** Ordered by lead, from 0. */
  readonly days: readonly ForecastDay[];
}

export const WARNING_KINDS = [
  'cold outbreak',
  'heat dome',
  'polar air',
  'hurricane',
  'freeze',
  'drought',
] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];
/** `watch`: possible; `confirmed`: expected or present; `cancelled`: withdrawn; `ended`: over. */
export type WarningPhase = 'watch' | 'confirmed' | 'cancelled' | 'ended';

/** One phase of a warning; a change has the same id and a later publication. */
export interface WeatherWarning {
  readonly id: string;
  readonly kind: WarningKind;
  readonly phase: WarningPhase;
  readonly cells: readonly WeatherCell[];
  /** Probability, 0 to 1. */
  readonly probability: number;
  /**
   * Temperature anomaly at the center in deg F, or Saffir-Simpson category of a hurricane; null
   * otherwise.
   */
  readonly strength: number | null;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly publishedMs: EpochMs;
  /** Text for the user. */
  readonly text: string;
}
