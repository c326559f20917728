// Coming events of an account's market: list for the API, strip of the dashboard, calendar page.
import type { CalendarEventDto } from '../../contracts/api/calendar';
import type {
  CalendarDayDto,
  CalendarPageDto,
  CalendarStripDto,
} from '../../contracts/calendar-page';
import { COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { formatCalendarLabel, formatDate, formatIsoTime } from '../../trading/domain/format';
import type { Instrument } from '../../trading/domain/instrument';
import { DAY_MS, MINUTE_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import {
  CALENDAR_EVENT_KINDS,
  type CalendarEvent,
  listCalendarEvents,
} from '../../trading/market/event-calendar';
import type { Terminal } from '../desk/terminal';
import { listCommodityChains } from './curve-chain';

type CalendarDesk = Pick<Terminal, 'state' | 'findCurves' | 'findWeather' | 'status'>;

interface CalendarRequest {
  readonly market: string;
  readonly days: number;
  /** Null lists all commodities. */
  readonly commodity: CommodityKey | null;
  /** Includes forecast runs, four a day. */
  readonly showsForecasts: boolean;
}

interface ZonedRequest {
  /** Zone of all times. */
  readonly timeZone: string;
}

/** Days on the calendar page. */
export const PAGE_DAYS = 31;
const STRIP_DAYS = 14;
const STRIP_EVENTS = 6;

const KINDS_WITHOUT_FORECASTS = CALENDAR_EVENT_KINDS.filter((kind) => kind !== 'forecast');

/** Events from engine time on, in order of time. */
export function listCalendarRows(
  desk: CalendarDesk,
  { commodity, ...request }: CalendarRequest,
): readonly CalendarEventDto[] {
  const { nowMs } = desk.state();
  return getEvents(desk, request)
    .filter(({ atMs, isAllDay }) => isAllDay || atMs >= nowMs)
    .filter(({ commodities }) => commodity === null || commodities.includes(commodity))
    .map(serializeEvent);
}

const CACHED_LISTS_MAX = 16;

type EventRequest = Omit<CalendarRequest, 'commodity'>;

/** Latest events by market and range: all users have the same. */
const eventsByDesk = new WeakMap<
  CalendarDesk,
  Map<string, { readonly minuteMs: EpochMs; readonly events: readonly CalendarEvent[] }>
>();

/** Events from the beginning of the minute on. */
function getEvents(desk: CalendarDesk, request: EventRequest): readonly CalendarEvent[] {
  const { nowMs } = desk.state();
  const minuteMs = nowMs - (nowMs % MINUTE_MS);
  const curves =
    desk.status().feed?.phase === 'catching up' ? null : desk.findCurves(request.market);
  // Without curves each quote may bring a further contract.
  if (!curves) return listEvents(desk, request, minuteMs, listQuotedMonths(desk, request.market));
  const cached = eventsByDesk.get(desk) ?? new Map<string, never>();
  eventsByDesk.set(desk, cached);
  const key = JSON.stringify(request);
  const found = cached.get(key);
  if (found?.minuteMs === minuteMs) return found.events;
  const months = COMMODITY_KEYS.flatMap(listCommodityChains).flatMap((chain) =>
    curves.listMonths(chain, nowMs),
  );
  const events = listEvents(desk, request, minuteMs, months);
  if (cached.size >= CACHED_LISTS_MAX) cached.clear();
  cached.set(key, { minuteMs, events });
  return events;
}

const listEvents = (
  desk: CalendarDesk,
  { market, days, showsForecasts }: EventRequest,
  fromMs: EpochMs,
  months: readonly Instrument[],
): readonly CalendarEvent[] =>
  listCalendarEvents({
    fromMs,
    untilMs: fromMs + days * DAY_MS,
    months,
    kinds:
      showsForecasts && desk.findWeather(market) ? CALENDAR_EVENT_KINDS : KINDS_WITHOUT_FORECASTS,
  });

/** The months that the engine follows. */
const listQuotedMonths = (desk: CalendarDesk, market: string): readonly Instrument[] =>
  Object.values(desk.state().markets[market]?.instruments ?? {}).map(
    ({ instrument }) => instrument,
  );

const serializeEvent = (event: CalendarEvent): CalendarEventDto => ({
  id: event.id,
  kind: event.kind,
  at: formatIsoTime(event.atMs),
  isAllDay: event.isAllDay,
  date: event.date,
  commodities: event.commodities,
  title: event.title,
  note: event.note,
});

/** The next events of a commodity, or of all; of the forecast runs only the next one. */
export function buildCalendarStrip(
  desk: CalendarDesk,
  { timeZone, ...request }: Pick<CalendarRequest, 'market' | 'commodity'> & ZonedRequest,
): CalendarStripDto {
  const rows = listCalendarRows(desk, { ...request, days: STRIP_DAYS, showsForecasts: true });
  const nextRun = rows.find(({ kind }) => kind === 'forecast');
  return {
    events: rows
      .filter((event) => event.kind !== 'forecast' || event === nextRun)
      .slice(0, STRIP_EVENTS),
    nowMs: desk.state().nowMs,
    timeZone,
  };
}

/** The coming month by day. */
export function buildCalendarPage(
  desk: CalendarDesk,
  { timeZone, ...request }: Omit<CalendarRequest, 'days'> & ZonedRequest,
): CalendarPageDto {
  const { nowMs } = desk.state();
  const { commodity, showsForecasts } = request;
  return {
    days: groupByDay(listCalendarRows(desk, { ...request, days: PAGE_DAYS }), timeZone),
    commodity,
    nowMs,
    untilMs: nowMs + PAGE_DAYS * DAY_MS,
    timeZone,
    showsForecasts,
  };
}

/** Events that last all day stand first on the date of their exchange, whatever the zone. */
function groupByDay(
  events: readonly CalendarEventDto[],
  timeZone: string,
): readonly CalendarDayDto[] {
  const days = new Map<string, CalendarEventDto[]>();
  for (const event of [...events].sort((a, b) => Number(b.isAllDay) - Number(a.isAllDay))) {
    const date = event.date ?? formatDate(Date.parse(event.at), timeZone);
    days.set(date, [...(days.get(date) ?? []), event]);
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, rows]) => ({
      date,
      weekday: formatCalendarLabel('weekday', Date.parse(date), 'UTC'),
      events: rows,
    }));
}
