/**
 * How the parts of the world fit together: weather, futures, power and published series, each
 * folded in a lane of its own.
 */
import type { Instrument } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import type { SeriesValue } from '../market/vintage';
import type { ReportDate, PublishedReport } from '../market/report';
import type { ForecastRun, Observation, WeatherWarning } from '../weather/bulletin';
import type { WeatherCell } from '../weather/cell';

/**
 * Forecast cycles of a UTC day, at 0, 6, 12 and 18 o'clock; each is published, and priced, four
 * hours later.
 */
export const CYCLES_PER_DAY = 4;
export const CYCLE_MS = 6 * 3_600_000;
export const PUBLISH_AFTER_MS = 4 * 3_600_000;

/**
 * How much has been published: all before the midnight that begins `day`, and so many cycles of
 * that day (0 to 4).
 */
export interface Knowledge {
  readonly day: number;
  readonly cycles: number;
}

/** A hurricane that may come: by basin, with its chance of landfall as a martingale. */
export interface StormThreat {
  readonly id: number;
  readonly basin: 'gulf' | 'florida';
  readonly category: 1 | 2 | 3 | 4 | 5;
  /** Chance of landfall as it is known; 0 or 1 once it is decided. */
  readonly probability: number;
  /** Day of the landfall, should it come. */
  readonly landfallDay: number;
}

/**
 * What the market knows of the weather at some knowledge: the true conditional distribution. Public
 * forecasts are worse.
 * Cells are numbers in the order of MARKET_CELLS; leads are whole days from `day`, 0 to 14.
 */
export interface Outlook extends Knowledge {
  /**
   * Mean of the daily mean temperature, deg F, with every event weighted by its chance, also of
   * those not yet in sight.
   */
  meanF(cell: number, lead: number): number;
  /**
   * Expected degrees of the daily mean above a base, E[max(0, T - base)], over the whole mixture of
   * chances.
   */
  expectedAboveF(cell: number, lead: number, baseF: number): number;
  /** E[max(0, base - T)]. */
  expectedBelowF(cell: number, lead: number, baseF: number): number;
  /** Expected daily rain, inches. */
  rainInches(cell: number, lead: number): number;
  /** Expected mean wind of the day, mph. */
  windMph(cell: number, lead: number): number;
  /**
   * Blocking ridge over the cell expected for that day, standard normal in the long run; above zero
   * is warm and dry.
   */
  ridge(cell: number, lead: number): number;
  /**
   * Water in the root zone at the midnight that begins `day`, as departure from the season in
   * standard deviations.
   */
  soil(cell: number): number;
  /** Sea surface departure of the tropical Pacific, deg C; above zero is El Nino. */
  readonly nino: number;
  readonly storms: readonly StormThreat[];
}

/** What happened on a day that is over. Arrays by cell in the order of MARKET_CELLS. */
export interface PastDay {
  readonly day: number;
  readonly meanF: Float64Array;
  readonly highF: Float64Array;
  readonly lowF: Float64Array;
  readonly rainInches: Float64Array;
  readonly windMph: Float64Array;
  /** Categories of hurricanes that made landfall on the day, 0 for none. */
  readonly landfall: { readonly gulf: number; readonly florida: number };
}

/**
 * Weather that no stream of chance gives, for experiments with paired worlds: everything else stays
 * the same.
 */
export type PlantedWeather =
  /**
   * A departure of so many deg F about a center cell for so many days, first seen in the forecast
   * `lead` days before.
   */
  | {
      readonly kind: 'temperature';
      readonly center: WeatherCell;
      readonly departureF: number;
      readonly firstDay: number;
      readonly days: number;
      readonly lead: number;
    }
  /** A certain landfall, known from `lead` days before. */
  | {
      readonly kind: 'hurricane';
      readonly basin: 'gulf' | 'florida';
      readonly category: 1 | 2 | 3 | 4 | 5;
      readonly landfallDay: number;
      readonly lead: number;
    }
  /** A ridge that stands over cells for so many days. */
  | {
      readonly kind: 'ridge';
      readonly cells: readonly WeatherCell[];
      readonly deviations: number;
      readonly firstDay: number;
      readonly days: number;
    }
  /** So many deg F, inches of rain or shares of the wind more on each of so many days, at all cells that move a market, in the forecast from `lead` days before. */
  | {
      readonly kind: 'shift';
      readonly of: ShiftedFigure;
      readonly amount: number;
      readonly firstDay: number;
      readonly days: number;
      readonly lead: number;
    };

/** What can be shifted: the daily mean temperature, a day's rain, its wind. */
export type ShiftedFigure = 'temperature' | 'rain' | 'wind';

export interface WeatherPart {
  outlookAt(known: Knowledge): Outlook;
  /**
   * Throws for a day that is not asked by a later one: callers ask only for days before their
   * knowledge.
   */
  pastDay(day: number): PastDay;
  /** A day of a place that is only shown, Alaska or Hawaii. */
  shownDay(
    cell: WeatherCell,
    day: number,
  ): {
    readonly meanF: number;
    readonly highF: number;
    readonly lowF: number;
    readonly rainInches: number;
    readonly windMph: number;
  };
  /**
   * Hourly truth of a cell at hours 0 to 23 of a UTC day: deg F and mph. For power plants and
   * readings.
   */
  hourly(
    cell: number,
    day: number,
  ): { readonly temperatureF: readonly number[]; readonly windMph: readonly number[] };
  /**
   * Climate of a cell on a day: mean and standard deviation of the daily mean, deg F; mean rain,
   * inches; mean wind, mph.
   */
  climate(
    cell: number,
    day: number,
  ): {
    readonly meanF: number;
    readonly sdF: number;
    readonly rainInches: number;
    readonly windMph: number;
  };
  /**
   * Published: readings of one hour for all cells, with publication a quarter of an hour after its
   * end.
   */
  observations(hourMs: EpochMs): readonly Observation[];
  /**
   * Published: the public run of a cell issued at a cycle: the market's forecast with the bias and
   * noise of a service.
   */
  forecastRun(cell: WeatherCell, issuedMs: EpochMs): ForecastRun;
  /** Published: warnings whose publication lies in [fromMs, untilMs). */
  warnings(fromMs: EpochMs, untilMs: EpochMs): readonly WeatherWarning[];
  forget(): void;
}

/**
 * The course of one instrument over one UTC day, before ticks: a diffusion from midnight to
 * midnight with steps of news on top.
 */
export interface DayPath {
  /**
   * `log`: values are natural logs of the quoted price. `linear`: they are the quoted price, which
   * may pass through zero.
   */
  readonly scale: 'log' | 'linear';
  readonly from: number;
  /** What the diffusion adds by the next midnight; it is bridged over the day with `sigma`. */
  readonly diffusion: number;
  readonly sigma: number;
  /** News of a minute (0 to 1439), in order: each adds to all later values. */
  readonly steps: readonly { readonly minute: number; readonly size: number }[];
  /**
   * Daily limits in quoted units: prices stay inside and the market is locked at the edge; null
   * without.
   */
  readonly band: { readonly low: number; readonly high: number } | null;
  /** Volatility now over its usual size at this season; above 1 the spread widens. */
  readonly unrest: number;
}

export interface FuturesPart {
  /**
   * Contract months of the nine futures that are listed on a day, by chain in the order of their
   * expiry.
   */
  listed(chain: string, day: number): readonly Instrument[];
  path(instrument: Instrument, day: number): DayPath;
  /** The price at the midnight that begins a day, inside its daily limits, in quoted units. */
  settlement(instrument: Instrument, day: number): number;
  /**
   * The tightness of a market by its weather at some knowledge, in the units of its response; for
   * reports and tests.
   */
  tightness(chain: string, known: Knowledge): number;
  forget(): void;
}

export interface PowerPart {
  listed(chain: string, day: number): readonly Instrument[];
  path(instrument: Instrument, day: number): DayPath;
  settlement(instrument: Instrument, day: number): number;
  /** Hourly index of a hub, $/MWh, at hours 0 to 23 of a UTC day. */
  spot(hub: string, day: number): Float64Array;
  /** Expected spot of an hour at some knowledge, the closed form of which strips are made. */
  expectedSpot(hub: string, known: Knowledge, lead: number, hour: number): number;
  forget(): void;
}

export interface SeriesPart {
  /** Values whose publication lies in [fromMs, untilMs), in order of publication. */
  published(fromMs: EpochMs, untilMs: EpochMs): readonly SeriesValue[];
  calendar(fromMs: EpochMs, untilMs: EpochMs): readonly ReportDate[];
  reports(fromMs: EpochMs, untilMs: EpochMs): readonly PublishedReport[];
  /** Folds up to the midnight that begins a day; no value changes. */
  foldTo(day: number): void;
  forget(): void;
}

/**
 * The share of predictability that the market leaves on the table. `efficient` sets all of it to
 * nothing.
 */
export interface AlphaBudget {
  readonly efficient: boolean;
}

export interface WorldOptions {
  readonly seed: string;
  readonly alpha?: AlphaBudget;
  readonly planted?: readonly PlantedWeather[];
}

/** Expected move of the coming day by cause: log for futures, $/MWh for strips of power. */
export interface Foreseen {
  /** News of the weather that is not digested yet. */
  readonly news: number;
  /** Reports that are not digested yet. */
  readonly reports: number;
  /** Drift and the premium for carry. */
  readonly premium: number;
  /** Passing noise that goes back; nobody sees how much of a price it is. */
  readonly noise: number;
}

/** A part of the world that can tell what it will do. */
export interface Foreseeing {
  foreseen(instrument: Instrument, day: number): Foreseen;
}
