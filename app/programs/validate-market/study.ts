// Data of a market for the checks, equal for simulated and real markets: arrays by day and hour.
import type { FuturesRoot } from '../../trading/domain/commodity';
import type { EpochMs } from '../../trading/domain/units';

export type Chain = FuturesRoot;

/** Exchange codes of the futures chains. */
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
/** The futures chains, in table order. */
export const CHAINS = Object.keys(CHAIN_CODES) as readonly Chain[];

/** Months at which the Samuelson effect is measured. */
export const MATURITIES = [1, 2, 3, 6, 9, 12] as const;
/** Number of curve months. */
export const CURVE_MONTHS = 12;

/** One futures chain. Arrays are by business day; NaN for missing values. */
export interface ChainStudy {
  readonly chain: Chain;
  /** Close of the front contract, quoted units. */
  readonly closes: Float64Array;
  /**
   * Log return of the front contract since the previous close; never spans a roll, unless
   * `isRolled` is false.
   */
  readonly returns: Float64Array;
  /** False for published front-month series, whose returns include rolls. */
  readonly isRolled: boolean;
  /** Log returns by maturity month in `MATURITIES`; empty without a curve. */
  readonly generic: ReadonlyMap<number, Float64Array>;
  readonly curve: CurveStudy | null;
}

/** Prices of the first months of a chain with all months listed. */
export interface CurveStudy {
  /** `CURVE_MONTHS` prices per day. */
  readonly prices: Float64Array;
  /** Delivery month of the first price by day, 0 = January. */
  readonly firstMonth: Int8Array;
}

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
