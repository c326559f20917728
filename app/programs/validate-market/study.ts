// Data of a market for the checks, equal for simulated and real markets: arrays by day and hour.
import type { EpochMs } from '../../trading/domain/units';
import type { ChainStudy } from './chain-study';
import type { Chain } from './chains';

/** Hourly prices of one hub, $/MWh, in time order. */
export interface HubStudy {
  readonly hub: string;
  readonly prices: Float64Array;
  /** Local hour (0-23) and local day of each price, as days since 1970-01-01. */
  readonly hours: Uint8Array;
  readonly dates: Int32Array;
  /** Gas, $/MMBtu, and temperature, deg F, at each price; NaN where unknown. */
  readonly gas: Float64Array;
  readonly temperatureF: Float64Array;
  /**
   * Log return of the held weekly strip since the previous business day's close, by business day;
   * never spans a roll. NaN where not read, empty without strips.
   */
  readonly stripReturns: Float64Array;
}

/** Natural gas beyond futures, in order of time. */
export interface GasStudy {
  /** First print of working gas in storage, Bcf: end of its week and day of publication. */
  readonly storage: readonly {
    readonly weekMs: EpochMs;
    readonly dayMs: EpochMs;
    readonly value: number;
  }[];
  /** Weekly change less its consensus, Bcf, by day of publication. */
  readonly surprises: readonly DatedValue[];
  /** Henry Hub cash price, $/MMBtu. */
  readonly cash: readonly DatedValue[];
}

interface DatedValue {
  readonly dayMs: EpochMs;
  readonly value: number;
}

/** Skill of temperature forecasts. */
export interface ForecastStudy {
  readonly leads: readonly number[];
  /** Correlation of forecast and outcome by lead: the market's forecast, and the published one. */
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
   * Daily mean temperatures (F) by cell, by calendar day from `firstDayMs`; one array per weather
   * path.
   */
  readonly temperatures: ReadonlyMap<string, readonly Float64Array[]>;
  readonly firstDayMs: EpochMs;
  readonly forecast: ForecastStudy | null;
  readonly gas: GasStudy | null;
  /** Study of the efficient paths; null for a real market. */
  readonly efficient: EfficientStudy | null;
}

export interface EfficientStudy {
  /** Fraction of price variance from weather news, by chain. */
  readonly weatherShare: ReadonlyMap<Chain, number>;
  /** Correlation of tightness at a close with the next standardized return, by chain. */
  readonly leaks: ReadonlyMap<Chain, number>;
  /** Correlation of a day's weather news with the next standardized return, by chain. */
  readonly newsLeaks: ReadonlyMap<Chain, number>;
  /** Monthly volatility / annual mean per weather path, by chain. */
  readonly months: ReadonlyMap<Chain, readonly (readonly number[])[]>;
}
