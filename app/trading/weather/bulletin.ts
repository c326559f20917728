/**
 * What a weather service publishes: readings, forecast runs and warnings, each with the moment from
 * which it could be known.
 */
import type { EpochMs } from '../domain/units';
import type { WeatherCell } from './cell';

/** A reading of one cell for one hour. */
export interface Observation {
  readonly cell: WeatherCell;
  /** The hour it is of. */
  readonly validMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly temperatureF: number;
  /** 0 to 100. */
  readonly humidityPercent: number;
  readonly windMph: number;
  readonly pressureMb: number;
  /** Rain or melted snow of this hour. */
  readonly rainInches: number;
  /**
   * Water in the root zone as departure from the season, in standard deviations; below zero is dry.
   * Null where nobody measures it.
   */
  readonly soil: number | null;
}

/** Farthest day of a forecast run; lead 0 is the day on which it was issued. */
export const LEAD_DAYS_MAX = 14;

/** One UTC day of a forecast run. */
export interface ForecastDay {
  /** Midnight UTC that begins the day. */
  readonly dayMs: EpochMs;
  /** Whole days from the day of issue, 0 to 14. */
  readonly lead: number;
  readonly meanF: number;
  readonly highF: number;
  readonly lowF: number;
  /** Standard deviation of the daily mean about `meanF` by the service's own record, deg F. */
  readonly spreadF: number;
  readonly windMph: number;
  /** Share of a clear day's sunshine, 0 to 1. */
  readonly sunShare: number;
  readonly rainInches: number;
  /** Chance of more than 0.1 inch, 0 to 1. */
  readonly rainChance: number;
}

/** What one cycle of the forecast says of one cell. */
export interface ForecastRun {
  readonly cell: WeatherCell;
  /** 00, 06, 12 or 18 UTC. */
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  /** In order of lead, from 0. */
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
/**
 * `watch` may come, `confirmed` will come or is there, `cancelled` was called off, `ended` is over.
 */
export type WarningPhase = 'watch' | 'confirmed' | 'cancelled' | 'ended';

/** One state of a warning: a change is a new one with the same id and a later publication. */
export interface WeatherWarning {
  readonly id: string;
  readonly kind: WarningKind;
  readonly phase: WarningPhase;
  readonly cells: readonly WeatherCell[];
  /** Chance that it comes as described, 0 to 1. */
  readonly probability: number;
  /**
   * Departure from the season at its center in deg F for temperatures; Saffir-Simpson category for
   * hurricanes; null where neither fits.
   */
  readonly strength: number | null;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly publishedMs: EpochMs;
  /** One sentence for a person. */
  readonly text: string;
}
