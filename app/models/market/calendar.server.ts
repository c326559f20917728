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
import { DAY_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import { type CalendarEvent, listCalendarEvents } from '../../trading/market/event-calendar';
import type { Terminal } from '../desk/terminal';
import { listCommodityChains } from './curve-chain';

type CalendarDesk = Pick<Terminal, 'state' | 'findCurves' | 'findWeather' | 'status' | 'timeZone'>;

interface CalendarRequest {
  readonly market: string;
  readonly days: number;
  /** Null lists all commodities. */
  readonly commodity: CommodityKey | null;
}

/** Days on the calendar page. */
export const PAGE_DAYS = 31;
const STRIP_DAYS = 14;
const STRIP_EVENTS = 6;

/** Events from engine time on, in order of time. */
export function listCalendarRows(
  desk: CalendarDesk,
  { market, days, commodity }: CalendarRequest,
): readonly CalendarEventDto[] {
  const { nowMs } = desk.state();
  return listCalendarEvents({
    fromMs: nowMs,
    untilMs: nowMs + days * DAY_MS,
    months: listMonths(desk, market),
    hasForecasts: desk.findWeather(market) !== null,
  })
    .filter(({ commodities }) => commodity === null || commodities.includes(commodity))
    .map(serializeEvent);
}

const serializeEvent = ({ atMs, ...event }: CalendarEvent): CalendarEventDto => ({
  ...event,
  at: formatIsoTime(atMs),
});

/** All listed months; those that the engine follows where the market lists no others. */
function listMonths(desk: CalendarDesk, market: string): readonly Instrument[] {
  const { markets, nowMs } = desk.state();
  const curves = desk.status().feed?.phase === 'catching up' ? null : desk.findCurves(market);
  if (!curves)
    return Object.values(markets[market]?.instruments ?? {}).map(({ instrument }) => instrument);
  return COMMODITY_KEYS.flatMap(listCommodityChains).flatMap((chain) =>
    curves.listMonths(chain, nowMs),
  );
}

/** The next events of a commodity, or of all; of the forecast runs only the next one. */
export function buildCalendarStrip(
  desk: CalendarDesk,
  market: string,
  commodity: CommodityKey | null = null,
): CalendarStripDto {
  const rows = listCalendarRows(desk, { market, days: STRIP_DAYS, commodity });
  const nextRun = rows.find(({ kind }) => kind === 'forecast');
  return {
    events: rows
      .filter((event) => event.kind !== 'forecast' || event === nextRun)
      .slice(0, STRIP_EVENTS),
    nowMs: desk.state().nowMs,
    timeZone: desk.timeZone,
  };
}

/** The coming month by day. */
export function buildCalendarPage(
  desk: CalendarDesk,
  market: string,
  { commodity, showsForecasts }: Pick<CalendarPageDto, 'commodity' | 'showsForecasts'>,
): CalendarPageDto {
  const { nowMs } = desk.state();
  const rows = listCalendarRows(desk, { market, days: PAGE_DAYS, commodity }).filter(
    ({ kind }) => showsForecasts || kind !== 'forecast',
  );
  return {
    days: groupByDay(rows, nowMs, desk.timeZone),
    commodity,
    nowMs,
    untilMs: nowMs + PAGE_DAYS * DAY_MS,
    timeZone: desk.timeZone,
    showsForecasts,
  };
}

/** An event of a day under way stands on today. */
function groupByDay(
  events: readonly CalendarEventDto[],
  nowMs: EpochMs,
  timeZone: string,
): readonly CalendarDayDto[] {
  const days = new Map<string, { atMs: EpochMs; events: CalendarEventDto[] }>();
  for (const event of events) {
    const atMs = Math.max(nowMs, Date.parse(event.at));
    const date = formatDate(atMs, timeZone);
    const day = days.get(date) ?? { atMs, events: [] };
    days.set(date, day);
    day.events.push(event);
  }
  return [...days].map(([date, day]) => ({
    date,
    weekday: formatCalendarLabel('weekday', day.atMs, timeZone),
    events: day.events,
  }));
}
