/** Figures of public sources in the units of this project, before they are stored. */
import type { PowerHub } from '../../domain/contract';
import type { EpochMs } from '../../domain/units';
import type { ForecastDay, WarningKind } from '../../weather/bulletin';
import type { WeatherCell } from '../../weather/cell';
import type { StormAdvisory } from '../../weather/storms';

export type PowerMarket = 'day-ahead' | 'real-time';

/** Price of electricity at a hub for [startsMs, endsMs). */
export interface PowerPriceReading {
  readonly kind: 'power price';
  readonly hub: PowerHub;
  readonly market: PowerMarket;
  readonly startsMs: EpochMs;
  readonly endsMs: EpochMs;
  readonly dollarsPerMwh: number;
}

/** One value of a series of `series-catalog` or of a source's own series. */
export interface SeriesReading {
  readonly kind: 'series';
  readonly series: string;
  /** Start of the period or day that the value is for. */
  readonly validMs: EpochMs;
  readonly value: number;
}

/** A weather observation; null where the station has no value. */
export interface ObservationReading {
  readonly kind: 'observation';
  readonly cell: WeatherCell;
  readonly station: string;
  readonly validMs: EpochMs;
  readonly temperatureF: number;
  readonly humidityPercent: number | null;
  readonly windMph: number | null;
  readonly pressureMb: number | null;
  /** Precipitation of the hour before. */
  readonly rainInches: number | null;
}

/** A day of a forecast; null where the source does not forecast the figure. */
export interface SourceForecastDay extends Pick<ForecastDay, 'dayMs' | 'meanF' | 'highF' | 'lowF'> {
  /** Hours of the UTC day that the forecast covers, 1 to 24. */
  readonly hours: number;
  readonly windMph: number | null;
  /** Sunshine as a fraction of a clear day, 0 to 1. */
  readonly sunShare: number | null;
  readonly rainInches: number | null;
  /** Probability of rain on the day, 0 to 1. */
  readonly rainChance: number | null;
}

/** A forecast of one cell, by UTC day. */
export interface ForecastReading {
  readonly kind: 'forecast';
  readonly cell: WeatherCell;
  /** Name of the model or product, such as `NWS` or `GFS MOS`. */
  readonly model: string;
  readonly issuedMs: EpochMs;
  readonly days: readonly SourceForecastDay[];
}

/**
 * A forecast of one cell from an archive, read long after its issue. It serves measures of skill and
 * is no current forecast.
 */
export interface ArchivedForecastReading extends Omit<ForecastReading, 'kind'> {
  readonly kind: 'archived forecast';
}

/** Figures of a station for a calendar day of local standard time; null where it has none. */
export interface ClimateDayReading {
  readonly kind: 'climate day';
  readonly cell: WeatherCell;
  readonly station: string;
  /** Midnight UTC of the date. */
  readonly dayMs: EpochMs;
  readonly highF: number | null;
  readonly lowF: number | null;
  /** Precipitation of the day; 0 for a trace. */
  readonly rainInches: number | null;
  /** True for precipitation that is too little to measure. */
  readonly isTrace: boolean;
  /** Mean of the day. */
  readonly windMph: number | null;
}

/** An official warning, in the source's own words. */
export interface AlertReading {
  readonly kind: 'alert';
  readonly id: string;
  readonly cells: readonly WeatherCell[];
  /** The official name, such as `Extreme Cold Warning`. */
  readonly event: string;
  /** Kind of warning that markets use; null for events that they do not. */
  readonly warningKind: WarningKind | null;
  /** `watch`: possible; `confirmed`: expected or present; `cancelled`: withdrawn. */
  readonly phase: 'watch' | 'confirmed' | 'cancelled';
  readonly severity: string;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly headline: string;
}

/** Position of a tropical cyclone at an advisory. */
export interface StormReading extends Omit<StormAdvisory, 'publishedMs'> {
  readonly kind: 'storm';
}

/** Delayed quote of a listed contract month. */
export interface QuoteReading {
  readonly kind: 'quote';
  /** The vendor's symbol of the contract month. */
  readonly symbol: string;
  /** Time of the venue. */
  readonly atMs: EpochMs;
  readonly price: number;
  readonly bid: number | null;
  readonly ask: number | null;
}

/** Daily bar of a listed contract month, in the quoted unit. */
export interface DailyBarReading {
  readonly kind: 'daily bar';
  readonly symbol: string;
  /** Midnight UTC of the trading day. */
  readonly dayMs: EpochMs;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export type Reading =
  | PowerPriceReading
  | SeriesReading
  | ObservationReading
  | ForecastReading
  | ArchivedForecastReading
  | ClimateDayReading
  | AlertReading
  | StormReading
  | QuoteReading
  | DailyBarReading;
