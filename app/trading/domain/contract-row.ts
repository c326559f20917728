/** Row type of the contract table: venue, ticks, months, hours and margin. */
import type { CommodityKey } from './commodity';

export const VENUES = ['NYMEX', 'CBOT', 'ICE US'] as const;
export type Venue = (typeof VENUES)[number];

/** Delivery month letters, January to December. */
export const MONTH_LETTERS = 'FGHJKMNQUVXZ';

/** Last trade date of a contract month, in business days of its venue. */
export type LastTradeRule =
  /**
   * `businessDays` before a calendar day of the contract month, or of `monthsBefore` months
   * earlier.
   * With `fromBusinessDay`, the count starts at the previous business day when that day is none.
   */
  | {
      readonly kind: 'before-day';
      readonly day: number;
      readonly monthsBefore: number;
      readonly businessDays: number;
      readonly fromBusinessDay: boolean;
    }
  /** `businessDays` before the last business day of the contract month. */
  | { readonly kind: 'before-month-end'; readonly businessDays: number };

/**
 * Weekly trading hours in local time of the zone. A close at or before the open is on the next day.
 */
export interface SessionHours {
  /** ISO weekdays (1 = Monday) of the opens. */
  readonly opensOn: readonly number[];
  /** Minutes after midnight. */
  readonly opensMinute: number;
  readonly closesMinute: number;
}

export interface SessionPlan {
  readonly zone: 'America/New_York' | 'America/Chicago';
  readonly hours: readonly SessionHours[];
}

/** Day session on business days, in minutes after midnight of the session's zone. */
export interface DayHours {
  readonly opensMinute: number;
  readonly closesMinute: number;
}

export interface SmallContract {
  readonly code: string;
  /** Size units (MWh, MMBtu, gal, bbl, 100 bu, 100 lb) in one contract. */
  readonly units: number;
  readonly tick: string;
  readonly isCashSettled: boolean;
}

/** Daily price limit of the venue; distances in quoted units. */
export type DailyLimit =
  | { readonly kind: 'none' }
  /**
   * No limit: at each multiple of this percentage of the settlement, trading pauses and then
   * continues at any price.
   */
  | { readonly kind: 'breaker'; readonly percent: number; readonly pauseMinutes: number }
  /**
   * Limit distance, or that of the highest reached step. The next day it is multiplied by
   * `nextDayFactor`.
   */
  | {
      readonly kind: 'fixed';
      readonly distance: string;
      readonly nextDayFactor: number;
      readonly steps?: readonly { readonly from: string; readonly distance: string }[];
    }
  /**
   * The venue sets a distance within this range by price level. The next day it is wider by
   * `nextDayStep`, at most `max`.
   */
  | {
      readonly kind: 'by-price';
      readonly min: string;
      readonly max: string;
      readonly nextDayStep: string;
    };

/** Outright margin of one venue contract, long or short. */
export interface MarginTable {
  readonly initialDollars: number;
  readonly maintenanceDollars: number;
  /**
   * Price at which these dollars were set, in quoted units. Margin scales with price /
   * referencePrice.
   */
  readonly referencePrice: string;
  /** Source and date of the figures. */
  readonly source: string;
  readonly asOf: string;
}

export interface ContractRow {
  readonly commodity: CommodityKey;
  readonly venue: Venue;
  readonly venueCode: string;
  /** Yahoo code of the continuous front month; null for none. */
  readonly yahooCode: string | null;
  /** Physical quantity of one contract, e.g. 5,000 bu. */
  readonly quantity: number;
  readonly quantityUnit: string;
  /** Dollars per contract per 1.00 of quoted price; equals the size units in one contract. */
  readonly unitsPerContract: number;
  readonly quotedUnit: string;
  /** Smallest price step of the instrument, in quoted units. */
  readonly tick: string;
  /** Dollar value of one tick of one contract: tick x unitsPerContract. */
  readonly tickDollars: string;
  /** Smallest step of a size, in size units. */
  readonly lot: string;
  /** Listed month letters. */
  readonly listedMonths: string;
  readonly lastTrade: LastTradeRule;
  readonly session: SessionPlan;
  readonly dayHours: DayHours;
  readonly smallContracts: readonly SmallContract[];
  readonly priceMayBeNegative: boolean;
  /** About 10% of a typical price, where a price may cross zero: minimum price for sizing. */
  readonly scaleFloor?: string;
  readonly dailyLimit: DailyLimit;
  readonly margin: MarginTable;
  /** Facts not verified against the venue's own pages. Verify before live use. */
  readonly unverified: readonly string[];
}
