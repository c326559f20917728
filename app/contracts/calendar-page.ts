// Data of the calendar strip and the calendar page.
import type { CommodityKey } from '../trading/domain/commodity';
import type { CalendarEventDto } from './api/calendar';

/** The next events, for a strip. */
export interface CalendarStripDto {
  readonly events: readonly CalendarEventDto[];
  readonly nowMs: number;
  readonly timeZone: string;
}

export interface CalendarDayDto {
  /** Date in `timeZone`; at the exchange for events that last all day. */
  readonly date: string;
  readonly weekday: string;
  readonly events: readonly CalendarEventDto[];
}

export interface CalendarPageDto {
  readonly days: readonly CalendarDayDto[];
  /** Null shows all commodities. */
  readonly commodity: CommodityKey | null;
  readonly nowMs: number;
  readonly untilMs: number;
  readonly timeZone: string;
  /** Forecast runs are four a day; the page shows them on request. */
  readonly showsForecasts: boolean;
}
