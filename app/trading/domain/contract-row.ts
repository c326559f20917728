/**
 * The shape of one row of the contract table: what a venue lists, in which steps, months and hours,
 * and what trading it costs.
 */
import type { CommodityKey } from './commodity';

export const VENUES = ['NYMEX', 'CBOT', 'ICE US'] as const;
export type Venue = (typeof VENUES)[number];

/** Month letters of delivery, January to December. */
export const MONTH_LETTERS = 'FGHJKMNQUVXZ';

/** When a contract month is last traded, counted in business days of its venue. */
export type LastTradeRule =
  /**
   * So many business days before a calendar day of the contract month, or of a month before it.
   * With `fromBusinessDay` the count
   * starts at the business day before that day when the day itself is none.
   */
  | {
      readonly kind: 'before-day';
      readonly day: number;
      readonly monthsBefore: number;
      readonly businessDays: number;
      readonly fromBusinessDay: boolean;
    }
  /** So many business days before the last business day of the contract month. */
  | { readonly kind: 'before-month-end'; readonly businessDays: number };

/**
 * Trading hours that repeat weekly, in the zone's own wall time; a close at or before the open lies
 * on the next day.
 */
export interface SessionHours {
  /** ISO weekdays (1 = Monday) on which it opens. */
  readonly opensOn: readonly number[];
  /** Minutes after midnight. */
  readonly opensMinute: number;
  readonly closesMinute: number;
}

export interface SessionPlan {
  readonly zone: 'America/New_York' | 'America/Chicago';
  readonly hours: readonly SessionHours[];
}

export interface SmallContract {
  readonly code: string;
  /** Size units (MWh, MMBtu, gal, bbl, 100 bu, 100 lb) in one contract. */
  readonly units: number;
  readonly tick: string;
  readonly isCashSettled: boolean;
}

/** How far the venue lets a price move in one day; distances in quoted units. */
export type DailyLimit =
  | { readonly kind: 'none' }
  | { readonly kind: 'breaker'; readonly percent: number }
  /** Locked at this distance, or at that of the highest step that the price has reached; the next day the distance is multiplied. */
  | {
      readonly kind: 'fixed';
      readonly distance: string;
      readonly nextDayFactor: number;
      readonly steps?: readonly { readonly from: string; readonly distance: string }[];
    }
  /** The venue picks a distance between these two by price level. */
  | { readonly kind: 'by-price'; readonly least: string; readonly most: string };

/** Margin of one whole contract of the venue for an outright position, long or short. */
export interface MarginTable {
  readonly initialDollars: number;
  readonly maintenanceDollars: number;
  /**
   * The price at which these dollars were set, in quoted units: their ratio to it scales the
   * requirement at other prices.
   */
  readonly referencePrice: string;
  /** Where the figures come from, and of when they are. */
  readonly source: string;
  readonly asOf: string;
}

export interface ContractRow {
  readonly commodity: CommodityKey;
  readonly venue: Venue;
  readonly venueCode: string;
  /** Code of the continuous front month at Yahoo; null where it has none. */
  readonly yahooCode: string | null;
  /** Physical quantity of one contract, e.g. 5,000 bu. */
  readonly quantity: number;
  readonly quantityUnit: string;
  /**
   * Dollars per contract for 1.00 of the quoted price, which is the number of size units in one
   * contract.
   */
  readonly unitsPerContract: number;
  readonly quotedUnit: string;
  /** Smallest price step of the desk's instrument, in quoted units. */
  readonly tick: string;
  /** Worth of one tick of one whole contract in dollars; equals tick x unitsPerContract. */
  readonly tickDollars: string;
  /** Smallest step of a size, in size units. */
  readonly lot: string;
  /** Month letters that are listed, or weekly strips for power hubs. */
  readonly listedMonths: string;
  readonly lastTrade: LastTradeRule;
  readonly session: SessionPlan;
  readonly smallContracts: readonly SmallContract[];
  readonly priceMayBeNegative: boolean;
  /**
   * About a tenth of a usual price, where a price may pass through zero: positions are never sized
   * as if it were worth less.
   */
  readonly scaleFloor?: string;
  readonly dailyLimit: DailyLimit;
  readonly margin: MarginTable;
  /** Typical distance from bid to ask in ticks. */
  readonly spreadTicks: number;
  /** What a market order loses beyond the touch, in ticks. */
  readonly slippageTicks: number;
  /**
   * Size units that trade in the front month on a usual day, and the usual move of a day as a ratio
   * of the price.
   */
  readonly dayUnits: number;
  readonly daySigma: number;
  /** Fee in 1/100 of a percent of notional, per side. */
  readonly feeBasisPoints: number;
  /**
   * Facts of this row that were not checked against the venue's own pages: check them before live
   * use.
   */
  readonly unverified: readonly string[];
}
