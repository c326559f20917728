// Types of the panel of power spot prices.
import type { SeriesShape } from './series-shape';

/** A hub of a power market. */
export interface PowerHubCard {
  readonly hub: string;
  /** Dollars per MWh; null before the first price. */
  readonly price: string | null;
  /** What the price is and when, or why there is none. */
  readonly note: string;
  /** Day-ahead price of this hour, unless it is the price above; null for none. */
  readonly dayAhead: string | null;
  readonly isStale: boolean;
  /** True for the price of a day instead of an hour or of minutes. */
  readonly isDaily: boolean;
  /** Newest hourly demand and its change in a week; null without one of the last day. */
  readonly demand: string | null;
  /** Source, delay and terms. */
  readonly credit: string;
  /** Day-ahead hours and real-time prices from midnight; null without two prices. */
  readonly chart: SeriesShape | null;
}

/** Day-ahead prices of an hour in the order of the hubs; null for none. */
export interface PowerHourRow {
  readonly startsAt: string;
  /** Such as `Nov 27 14:00`. */
  readonly label: string;
  readonly prices: readonly (string | null)[];
}

export interface PowerPanelDto {
  readonly cards: readonly PowerHubCard[];
  readonly hours: readonly PowerHourRow[];
  /** Short name of the time zone of the labels. */
  readonly zone: string;
}
