/**
 * Coming events of one market: reports, forecast runs, expiries, first notice days, rolls, holidays
 * and shortened days.
 */
import { COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import type { Venue } from '../domain/contract-row';
import { VENUES } from '../domain/contract-row';
import { CONTRACT_TABLE } from '../domain/contract-table';
import type { Instrument } from '../domain/instrument';
import { assertNever } from '../domain/outcome';
import { DAY_MS, HOUR_MS } from '../domain/time';
import type { EpochMs } from '../domain/units';
import { listForecastTimes } from '../weather/forecast-schedule';
import { type DayMs, type Holiday, findHoliday } from './calendar';
import { findFirstNoticeDay } from './first-notice';
import { getMoment, getWallTime } from './local-time';
import type { ReportKind } from './report';
import { listReportDates } from './report-calendar';
import { findVenueDay } from './venue-days';

export const CALENDAR_EVENT_KINDS = [
  'report',
  'forecast',
  'roll',
  'first notice',
  'expiry',
  'holiday',
  'early close',
] as const;
type CalendarEventKind = (typeof CALENDAR_EVENT_KINDS)[number];

export interface CalendarEvent {
  /** Unique in a list. */
  readonly id: string;
  readonly kind: CalendarEventKind;
  /** Null for events other than reports. */
  readonly report: ReportKind | null;
  /** Time of the event; of an event that lasts all day its midnight in the zone of the venue. */
  readonly atMs: EpochMs;
  readonly isAllDay: boolean;
  /** Date at the venue of an event that lasts all day; null for others. */
  readonly date: string | null;
  readonly commodities: readonly CommodityKey[];
  readonly title: string;
  /** What the event does, or how it differs from its usual time; null when the title says it. */
  readonly note: string | null;
}

interface CalendarRequest {
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  /** Contract months of the market; those without contract terms have no dates. */
  readonly months: readonly Instrument[];
  readonly kinds: readonly CalendarEventKind[];
}

/**
 * Events of some kinds with `fromMs` <= time < `untilMs`, in order of time; events of a day under
 * way included.
 */
export function listCalendarEvents(request: CalendarRequest): readonly CalendarEvent[] {
  const { fromMs, untilMs, kinds } = request;
  const isListed = ({ kind, atMs, isAllDay }: CalendarEvent): boolean =>
    kinds.includes(kind) && atMs < untilMs && (isAllDay ? atMs + DAY_MS > fromMs : atMs >= fromMs);
  // Forecast runs and venue days take the most time in a long range.
  const events = [
    ...listReports(request),
    ...(kinds.includes('forecast') ? listForecasts(request) : []),
    ...listContractEvents(request),
    ...(kinds.includes('holiday') || kinds.includes('early close') ? listVenueDays(request) : []),
  ];
  return events.filter(isListed).sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1));
}

const REPORT_TITLES: Readonly<Record<ReportKind, string>> = {
  'EIA gas storage': 'Gas storage report',
  'EIA petroleum': 'Petroleum status report',
  'crop report': 'Crop report (supply and demand)',
  'OPEC meeting': 'OPEC meeting',
};
const THURSDAY = 4;
const WEDNESDAY = 3;
const NEW_YORK = 'America/New_York';

const listReports = ({ fromMs, untilMs }: CalendarRequest): readonly CalendarEvent[] =>
  listReportDates(fromMs, untilMs).map(({ id, kind, atMs, commodities }) => ({
    id,
    kind: 'report',
    report: kind,
    atMs,
    isAllDay: false,
    date: null,
    commodities,
    title: REPORT_TITLES[kind],
    note: explainReportDay(kind, atMs),
  }));

/** Why a weekly report is not on its usual day; null when it is. */
function explainReportDay(kind: ReportKind, atMs: EpochMs): string | null {
  const { dayMs, weekday } = getWallTime(atMs, NEW_YORK);
  if (kind === 'EIA petroleum')
    return weekday === WEDNESDAY ? null : 'A day later: the week has a holiday.';
  if (kind !== 'EIA gas storage' || weekday === THURSDAY) return null;
  const holiday = findHoliday(dayMs + (THURSDAY - weekday) * DAY_MS);
  return `Thursday is a holiday${holiday === null ? '' : ` (${formatHoliday(holiday)})`}. EIA itself usually publishes on Wednesday at noon then.`;
}

/** Forecast runs move all ten markets. */
const listForecasts = ({ fromMs, untilMs }: CalendarRequest): readonly CalendarEvent[] =>
  listForecastTimes(fromMs, untilMs).map(({ issuedMs, publishedMs }) => ({
    id: `forecast/${new Date(issuedMs).toISOString()}`,
    kind: 'forecast',
    report: null,
    atMs: publishedMs,
    isAllDay: false,
    date: null,
    commodities: COMMODITY_KEYS,
    title: `Forecast run ${new Date(issuedMs).toISOString().slice(11, 13)} UTC`,
    note: null,
  }));

type ContractEventKind = Extract<CalendarEventKind, 'roll' | 'first notice' | 'expiry'>;

interface ContractDate {
  readonly kind: ContractEventKind;
  readonly atMs: EpochMs;
  readonly date: string | null;
  readonly instrument: Instrument;
}

/** Dates of a month within a day of the range. */
function listContractDates(
  instrument: Instrument,
  { fromMs, untilMs }: CalendarRequest,
): readonly ContractDate[] {
  const { commodity, contract } = instrument;
  if (!contract) return [];
  const isNear = (atMs: EpochMs): boolean => atMs > fromMs - 2 * DAY_MS && atMs < untilMs + DAY_MS;
  const noticeDay = findFirstNoticeDay(commodity, contract);
  const { zone } = CONTRACT_TABLE[commodity].session;
  const dates: ContractDate[] = [];
  if (isNear(contract.rollMs))
    dates.push({ kind: 'roll', atMs: contract.rollMs, date: null, instrument });
  if (isNear(contract.expiresMs))
    dates.push({ kind: 'expiry', atMs: contract.expiresMs, date: null, instrument });
  if (noticeDay !== null && isNear(noticeDay))
    dates.push({
      kind: 'first notice',
      atMs: getMoment(noticeDay, 0, zone),
      date: formatDay(noticeDay),
      instrument,
    });
  return dates;
}

/**
 * Dates of all months. Those of one commodity on one UTC day are one event at the first of them:
 * the weekly power strips end hub by hub.
 */
function listContractEvents(request: CalendarRequest): readonly CalendarEvent[] {
  const groups = new Map<string, ContractDate[]>();
  for (const instrument of request.months)
    for (const date of listContractDates(instrument, request)) {
      const day = new Date(date.atMs).toISOString().slice(0, 10);
      const id = `${date.kind}/${instrument.commodity}/${day}`;
      groups.set(id, [...(groups.get(id) ?? []), date]);
    }
  return [...groups].flatMap(([id, dates]) => buildContractEvent(id, dates));
}

function buildContractEvent(id: string, dates: readonly ContractDate[]): CalendarEvent[] {
  const ordered = [...dates].sort((a, b) => a.atMs - b.atMs);
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (!first || !last) return [];
  const { kind, atMs, date, instrument } = first;
  const hours = Math.round((last.atMs - atMs) / HOUR_MS);
  const later = hours === 0 ? '' : ` The last one follows ${hours} h later.`;
  return [
    {
      id,
      kind,
      report: null,
      atMs,
      isAllDay: date !== null,
      date,
      commodities: [instrument.commodity],
      title: formatContractTitle(kind, ordered),
      note: `${explainContractDate(kind, instrument)}${later}`,
    },
  ];
}

function explainContractDate(kind: ContractEventKind, { contract }: Instrument): string {
  switch (kind) {
    case 'roll':
      return 'No entries from then on; positions move to the next month.';
    case 'first notice': {
      const rollDay = new Date(contract?.rollMs ?? 0).toISOString().slice(0, 10);
      return `Holders of long positions may be assigned delivery. Accounts here settle in cash; positions roll on ${rollDay}.`;
    }
    case 'expiry':
      return 'Trading ends; open positions settle.';
    default:
      return assertNever(kind);
  }
}

/** Verbs for one contract and for several. */
const CONTRACT_VERBS: Readonly<Record<ContractEventKind, readonly [string, string]>> = {
  roll: ['rolls', 'roll'],
  'first notice': ['first notice day', 'first notice day'],
  expiry: ['expires', 'expire'],
};
const CODES_MAX = 2;

function formatContractTitle(kind: ContractEventKind, dates: readonly ContractDate[]): string {
  const [one, several] = CONTRACT_VERBS[kind];
  const codes = dates.map(({ instrument }) => instrument.contract?.code ?? instrument.id);
  if (codes.length === 1) return `${codes[0] ?? ''} ${one}`;
  if (codes.length <= CODES_MAX) return `${codes.join(', ')} ${several}`;
  const commodity = dates[0]?.instrument.commodity;
  const name = commodity === 'electricity' ? 'power strips' : 'contracts';
  return `${codes.length} ${name} ${several}`;
}

const NAMES_WITHOUT_DAY: readonly Holiday[] = [
  'Good Friday',
  'Juneteenth',
  'Thanksgiving',
  'Christmas',
];

const formatHoliday = (holiday: Holiday): string => {
  if (holiday === 'New Year') return "New Year's Day";
  return NAMES_WITHOUT_DAY.includes(holiday) ? holiday : `${holiday} Day`;
};

const listVenueCommodities = (venue: Venue): readonly CommodityKey[] =>
  COMMODITY_KEYS.filter((key) => CONTRACT_TABLE[key].venue === venue);

const ZONE_CITIES = { 'America/New_York': 'New York', 'America/Chicago': 'Chicago' } as const;

/** Closed and shortened days of the exchanges. Exchanges closed on one day are one event. */
function listVenueDays({ fromMs, untilMs }: CalendarRequest): readonly CalendarEvent[] {
  const events: CalendarEvent[] = [];
  const firstDay = Math.floor(fromMs / DAY_MS) * DAY_MS - DAY_MS;
  for (let day = firstDay; day < untilMs + DAY_MS; day += DAY_MS) {
    const closed = VENUES.filter((venue) => findVenueDay(venue, day)?.kind === 'closed');
    if (closed.length > 0) events.push(buildClosure(closed, day));
    events.push(...VENUES.flatMap((venue) => buildEarlyClose(venue, day)));
  }
  return events;
}

const formatDay = (day: DayMs): string => new Date(day).toISOString().slice(0, 10);

const explainDay = (day: DayMs): string => {
  const holiday = findHoliday(day);
  return holiday === null ? 'shortened day' : formatHoliday(holiday);
};

const buildClosure = (venues: readonly Venue[], day: DayMs): CalendarEvent => ({
  id: `closed/${formatDay(day)}`,
  kind: 'holiday',
  report: null,
  atMs: getMoment(day, 0, NEW_YORK),
  isAllDay: true,
  date: formatDay(day),
  commodities: venues.flatMap(listVenueCommodities),
  title: `${venues.join(', ')} closed`,
  note: `${explainDay(day)}.`,
});

function buildEarlyClose(venue: Venue, day: DayMs): CalendarEvent[] {
  const special = findVenueDay(venue, day);
  const commodities = listVenueCommodities(venue);
  const [first] = commodities;
  if (special?.kind !== 'early' || !first) return [];
  const { zone } = CONTRACT_TABLE[first].session;
  const { closesMinute } = special;
  const time = `${Math.floor(closesMinute / 60)}:${String(closesMinute % 60).padStart(2, '0')}`;
  return [
    {
      id: `${venue}/${formatDay(day)}`,
      kind: 'early close',
      report: null,
      atMs: getMoment(day, closesMinute, zone),
      isAllDay: false,
      date: null,
      commodities,
      title: `${venue} closes early`,
      note: `At ${time} ${ZONE_CITIES[zone]} time: ${explainDay(day)}.`,
    },
  ];
}
