// What the judgement of a market needs of it, the same for a simulated and a real one: plain arrays
// by day and by hour.
import type { EpochMs } from '../../trading/domain/units';

/** The nine futures by the id of their chain, in the order of every table. */
export const CHAINS = ['NG', 'CL', 'HO', 'CORN', 'SOYB', 'WHEAT', 'KC', 'OJ', 'CT'] as const;
export type Chain = (typeof CHAINS)[number];

/** Venue codes, by which traders know the chains. */
export const CHAIN_CODES: Readonly<Record<Chain, string>> = {
  NG: 'NG',
  CL: 'CL',
  HO: 'HO',
  CORN: 'ZC',
  SOYB: 'ZS',
  WHEAT: 'ZW',
  KC: 'KC',
  OJ: 'OJ',
  CT: 'CT',
};

/** Distances at which the effect of Samuelson is read: the so-maniest month of the curve. */
export const MATURITIES = [1, 2, 3, 6, 9, 12] as const;
/** Months of a curve that are kept. */
export const CURVE_MONTHS = 12;

/** One chain of futures. Lists run along the days of the study; NaN where there is no value. */
export interface ChainStudy {
  readonly chain: Chain;
  /** Close of the contract that is held, in quoted units. */
  readonly closes: Float64Array;
  /**
   * Log return of the contract that was held since the close before: it never spans a roll, unless
   * `isRolled` is false.
   */
  readonly returns: Float64Array;
  /**
   * False where the source is a front series as it was published, whose rolls look like returns.
   */
  readonly isRolled: boolean;
  /**
   * Log returns of the contract that was the n-th at the close before, by `MATURITIES`; empty where
   * no curve is known.
   */
  readonly generic: ReadonlyMap<number, Float64Array>;
  readonly curve: CurveStudy | null;
}

/** Prices of the first months of a chain whose every month is listed. */
export interface CurveStudy {
  /** By day and month: `CURVE_MONTHS` prices a day. */
  readonly prices: Float64Array;
  /** Month of delivery of the first, 0 = January, by day. */
  readonly firstMonth: Int8Array;
}

/** Hourly prices of one hub in $/MWh, in order of time. */
export interface HubStudy {
  readonly hub: string;
  readonly prices: Float64Array;
  /**
   * Hour of the local day, 0 to 23, of each price, and that day as a number that grows by one a
   * day.
   */
  readonly hours: Uint8Array;
  readonly dates: Int32Array;
}

/** How well forecasts foretell the departure of a daily mean from its season. */
export interface ForecastStudy {
  readonly leads: readonly number[];
  /** Correlation of forecast and outcome by lead: what the market knows, and what is published. */
  readonly market: readonly number[];
  readonly published: readonly number[];
}

export interface MarketStudy {
  readonly name: string;
  readonly isSimulated: boolean;
  /** UTC midnights of business days. */
  readonly days: readonly EpochMs[];
  readonly chains: ReadonlyMap<Chain, ChainStudy>;
  readonly hubs: ReadonlyMap<string, HubStudy>;
  /**
   * Daily mean temperatures in deg F by cell, each day of the calendar from `firstDayMs`; one list
   * for each weather that was walked.
   */
  readonly temperatures: ReadonlyMap<string, readonly Float64Array[]>;
  readonly firstDayMs: EpochMs;
  readonly forecast: ForecastStudy | null;
  /** What the efficient twin of a simulated world tells; null for a real market, which has none. */
  readonly twin: TwinStudy | null;
}

export interface TwinStudy {
  /** Share of the variance of price changes that is news of the weather, by chain. */
  readonly weatherShare: ReadonlyMap<Chain, number>;
  /**
   * Correlation of a market's tightness at a close with the return of the next business day over
   * its usual size then, by chain.
   */
  readonly leaks: ReadonlyMap<Chain, number>;
  /**
   * Volatility by month over the mean of the year in each world of its own weather, by chain: a
   * season is seen in many years only.
   */
  readonly months: ReadonlyMap<Chain, readonly (readonly number[])[]>;
}
