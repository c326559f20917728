/** Interfaces of the simulated market: weather, futures, power and published series. */
import type { Instrument } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import type { SeriesValue } from '../market/vintage';
import type { ReportDate, PublishedReport } from '../market/report';
import type { ForecastRun, Observation, WeatherWarning } from '../weather/bulletin';
import type { WeatherCell } from '../weather/cell';
import { FORECAST_CYCLE_MS, FORECAST_DELAY_MS } from '../weather/forecast-schedule';

/**
 * Forecast cycles of a UTC day at 0, 6, 12 and 18 h. Each is published, and priced, four hours
 * later.
 */
export const CYCLES_PER_DAY = 4;
export const CYCLE_MS = FORECAST_CYCLE_MS;
export const PUBLISH_AFTER_MS = FORECAST_DELAY_MS;

/**
 * Information state: everything before the start of `day`, plus the first `cycles` (0–4) forecast
 * cycles of that day.
 */
export interface AsOfCycle {
  readonly day: number;
  readonly cycles: number;
}

/** A hurricane that may make landfall; its probability is a martingale. */
export interface StormThreat {
  readonly id: number;
  readonly basin: 'gulf' | 'florida';
  readonly category: 1 | 2 | 3 | 4 | 5;
  /** Landfall probability as of now; 0 or 1 once resolved. */
  readonly probability: number;
  /** Possible day of landfall. */
  readonly landfallDay: number;
}

/**
 * The market's conditional distribution of the coming weather; public forecasts add bias and noise.
 * Cells are indexes into MARKET_CELLS; leads are days after `day`, 0 to 14.
 */
export interface Outlook extends AsOfCycle {
  /**
   * Expected daily mean temperature, deg F, including events weighted by probability, seen or not
   * yet seen.
   */
  meanF(cell: number, lead: number): number;
  /** E[max(0, T - base)] of the daily mean over all events, deg F. */
  expectedAboveF(cell: number, lead: number, baseF: number): number;
  /** E[max(0, base - T)]. */
  expectedBelowF(cell: number, lead: number, baseF: number): number;
  /** Expected daily rain, inches. */
  rainInches(cell: number, lead: number): number;
  /** Expected mean wind of the day, mph. */
  windMph(cell: number, lead: number): number;
  /**
   * Expected blocking ridge over the cell, standard normal in the long run; positive is warm and
   * dry.
   */
  getRidge(cell: number, lead: number): number;
  /** Root-zone water at the start of `day`, standard deviations from the seasonal mean. */
  getSoil(cell: number): number;
  /** Sea surface temperature anomaly of the tropical Pacific, deg C; positive is El Nino. */
  readonly nino: number;
  readonly storms: readonly StormThreat[];
}

/** Realized weather of a past day. Arrays are by cell in the order of MARKET_CELLS. */
export interface PastDay {
  readonly day: number;
  readonly meanF: Float64Array;
  readonly highF: Float64Array;
  readonly lowF: Float64Array;
  readonly rainInches: Float64Array;
  readonly windMph: Float64Array;
  /** Category of the hurricane that made landfall that day, 0 for none. */
  readonly landfall: { readonly gulf: number; readonly florida: number };
}

/** Prescribed weather for paired simulations; all random draws stay the same. */
export type PlantedWeather =
  /**
   * Temperature anomaly of `departureF` around a center cell, in the forecast from `lead` days
   * before.
   */
  | {
      readonly kind: 'temperature';
      readonly center: WeatherCell;
      readonly departureF: number;
      readonly firstDay: number;
      readonly days: number;
      readonly lead: number;
    }
  /** Certain landfall, known from `lead` days before. */
  | {
      readonly kind: 'hurricane';
      readonly basin: 'gulf' | 'florida';
      readonly category: 1 | 2 | 3 | 4 | 5;
      readonly landfallDay: number;
      readonly lead: number;
    }
  /** Blocking ridge of `deviations` standard deviations over cells. */
  | {
      readonly kind: 'ridge';
      readonly cells: readonly WeatherCell[];
      readonly deviations: number;
      readonly firstDay: number;
      readonly days: number;
    }
  /**
   * Constant change per day at all market cells: deg F, inches of rain, or fraction of the wind; in
   * the forecast from `lead` days before.
   */
  | {
      readonly kind: 'shift';
      readonly of: ShiftedFigure;
      readonly amount: number;
      readonly firstDay: number;
      readonly days: number;
      readonly lead: number;
    };

export type ShiftedFigure = 'temperature' | 'rain' | 'wind';

export interface WeatherModel {
  getOutlook(asOf: AsOfCycle): Outlook;
  /** Only for days before the caller's information state. */
  getPastDay(day: number): PastDay;
  /** Weather of a display-only cell, Alaska or Hawaii. */
  getDisplayDay(
    cell: WeatherCell,
    day: number,
  ): {
    readonly meanF: number;
    readonly highF: number;
    readonly lowF: number;
    readonly rainInches: number;
    readonly windMph: number;
  };
  /** Realized hourly weather of a cell, UTC hours 0 to 23: deg F and mph. */
  getHours(
    cell: number,
    day: number,
  ): { readonly temperatureF: readonly number[]; readonly windMph: readonly number[] };
  /**
   * Climatology of a cell on a day: mean and standard deviation of the daily mean (deg F), mean
   * rain (inches), mean wind (mph).
   */
  getClimate(
    cell: number,
    day: number,
  ): {
    readonly meanF: number;
    readonly sdF: number;
    readonly rainInches: number;
    readonly windMph: number;
  };
  /** Observations of one hour at all cells, published 15 minutes after the hour ends. */
  listObservations(hourMs: EpochMs): readonly Observation[];
  /** Public forecast run of a cell: the market's forecast plus bias and noise. */
  getForecastRun(cell: WeatherCell, issuedMs: EpochMs): ForecastRun;
  /** Warnings published in [fromMs, untilMs). */
  listWarnings(fromMs: EpochMs, untilMs: EpochMs): readonly WeatherWarning[];
  forget(): void;
}

/**
 * Price path of one instrument over one UTC day, before rounding to ticks: a diffusion plus jumps
 * on news.
 */
export interface DayPath {
  /**
   * `log`: values are natural logs of the quoted price. `linear`: values are the quoted price,
   * which may be negative.
   */
  readonly scale: 'log' | 'linear';
  readonly from: number;
  /** Total change by diffusion until the next midnight, bridged with `sigma`. */
  readonly diffusion: number;
  readonly sigma: number;
  /** Jumps by minute (0 to 1439), ascending; each shifts all later values. */
  readonly steps: readonly { readonly minute: number; readonly size: number }[];
  /** Daily price limits in quoted units; null without limits. */
  readonly band: { readonly low: number; readonly high: number } | null;
  /**
   * Trading pauses for some minutes when the price first leaves `reference` by `ratio`, by twice
   * `ratio` and so on; the price is unlimited. Absent without pauses.
   */
  readonly breaker?: {
    /** Settlement of the last trading day, quoted units. */
    readonly reference: number;
    readonly ratio: number;
    readonly pauseMinutes: number;
  };
  /** Current volatility over its seasonal norm; above 1 the spread widens. */
  readonly volatilityRatio: number;
}

export interface FuturesModel {
  /** Months of a chain listed on a day, in order of expiry. */
  listInstruments(chain: string, day: number): readonly Instrument[];
  getPath(instrument: Instrument, day: number): DayPath;
  /** Settlement at the start of a day within daily limits, quoted units. */
  getSettlement(instrument: Instrument, day: number): number;
  /**
   * Limit at which the last trading day before the start of a day settled: 1 upper, -1 lower, 0
   * none.
   */
  getLock(instrument: Instrument, day: number): -1 | 0 | 1;
  /** Supply tightness of a market due to weather: its effect on the log price. */
  getTightness(chain: string, asOf: AsOfCycle): number;
  /**
   * Short-term deviation of the log price at the start of a day that is not weather: the shortage
   * of production against demand that the market expects to pass.
   */
  getScarcity(chain: string, day: number): number;
  forget(): void;
}

export interface PowerModel {
  listInstruments(chain: string, day: number): readonly Instrument[];
  getPath(instrument: Instrument, day: number): DayPath;
  getSettlement(instrument: Instrument, day: number): number;
  /** Hourly spot price of a hub, $/MWh, UTC hours 0 to 23. */
  getSpotPrices(hub: string, day: number): Float64Array;
  /** Expected spot price of an hour, $/MWh, in closed form; strips are priced from it. */
  getExpectedSpot(hub: string, asOf: AsOfCycle, lead: number, hour: number): number;
  forget(): void;
}

/** Series that store what was published on past days. */
export interface PublishingModel {
  /** Stores the values published on a day. */
  storeDay(day: number): void;
  /** The stored days, in order. */
  listStored(): WorldCheckpoint['published'];
}

export interface SeriesModel {
  /** Values published in [fromMs, untilMs), in order of publication. */
  listPublished(fromMs: EpochMs, untilMs: EpochMs): readonly SeriesValue[];
  listReportDates(fromMs: EpochMs, untilMs: EpochMs): readonly ReportDate[];
  listReports(fromMs: EpochMs, untilMs: EpochMs): readonly PublishedReport[];
  /** Computes all states up to the start of a day; results stay the same. */
  foldTo(day: number): void;
  forget(): void;
}

/** Predictable part of returns. `efficient` removes all of it. */
export interface AlphaBudget {
  readonly efficient: boolean;
}

/** Models that derive each day from the day before. */
type FoldedModelName = 'weather' | 'futures' | 'power' | 'series';

/**
 * States at every CHECKPOINT_DAYS days by model. Plain data: only the model that listed them reads
 * them, with the same options and code.
 */
export interface WorldCheckpoint extends Readonly<Record<FoldedModelName, readonly unknown[]>> {
  /** Values of the series, by the day of their publication. */
  readonly published: readonly (readonly [day: number, values: readonly SeriesValue[]])[];
}

export interface FoldedModel {
  /** For WorldCheckpoint. */
  listCheckpoints(): readonly unknown[];
}

export interface WorldOptions {
  readonly seed: string;
  readonly alpha?: AlphaBudget;
  readonly planted?: readonly PlantedWeather[];
  /** Continues from these states, which a market with the same options computed. */
  readonly checkpoint?: WorldCheckpoint;
}

/** Expected move of the coming day by cause: log return for futures, $/MWh for power. */
export interface PredictableMove {
  /** Weather news not yet fully priced. */
  readonly news: number;
  /** Correction of the temperature bias of the consensus. */
  readonly bias: number;
  /** Report news not yet fully priced. */
  readonly reports: number;
  /** Premia of carry, basis momentum, season and power delivery. */
  readonly premium: number;
  /** Slow drift; not observable, but it can be estimated from prices. */
  readonly trend: number;
  /** Reversal of transient noise; not observable from prices. */
  readonly noise: number;
}

export interface PredictableModel {
  getPredictableMove(instrument: Instrument, day: number): PredictableMove;
}
