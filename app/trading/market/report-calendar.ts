/**
 * Calendar of scheduled reports.
 *
 * Rules: EIA gas storage Thursday 10:30 New York, on a holiday Friday, else Wednesday; EIA
 * petroleum status Wednesday 10:30, or Thursday 11:00 when Monday, Tuesday or Wednesday is a
 * holiday; USDA supply and demand at 12:00 on the business day nearest the 12th; OPEC at 13:00
 * Vienna on the first business day of every second month, from February.
 */
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';
import { type DayMs, getBusinessDayFrom, isBusinessDay, isHoliday, getWeekday } from './calendar';
import { getMoment } from './local-time';
import type { ReportDate, ReportKind } from './report';
import { DAY_MS } from '../domain/time';

const NEW_YORK = 'America/New_York';
const VIENNA = 'Europe/Vienna';
const WEDNESDAY = 3;
const THURSDAY = 4;
const HALF_PAST_TEN = 10 * 60 + 30;
const ELEVEN = 11 * 60;
const NOON = 12 * 60;
const ONE_O_CLOCK = 13 * 60;
const CROP_DATE = 12;
/** February, April, and so on to December. */
const OPEC_MONTHS = [1, 3, 5, 7, 9, 11];

/** Commodities of each report, in list order. */
export const REPORT_COMMODITIES: Readonly<Record<ReportKind, readonly CommodityKey[]>> = {
  'EIA gas storage': ['natural-gas'],
  'EIA petroleum': ['oil', 'crude-oil'],
  'crop report': ['corn', 'soybeans', 'wheat', 'orange-juice', 'cotton'],
  'OPEC meeting': ['crude-oil'],
};

const isOff = (day: DayMs): boolean => !isBusinessDay(day);

function getGasReportDay(thursday: DayMs): DayMs {
  if (!isHoliday(thursday)) return thursday;
  return isOff(thursday + DAY_MS) ? thursday - DAY_MS : thursday + DAY_MS;
}

/** True when an early holiday delays the petroleum report by a day. */
const isShortenedWeek = (wednesday: DayMs): boolean =>
  [0, 1, 2].some((back) => isHoliday(wednesday - back * DAY_MS));

/** Nearest business day; the earlier of two. */
function findNearestBusinessDay(date: DayMs): DayMs {
  for (let apart = 0; ; apart += 1) {
    if (isBusinessDay(date - apart * DAY_MS)) return date - apart * DAY_MS;
    if (isBusinessDay(date + apart * DAY_MS)) return date + apart * DAY_MS;
  }
}

function buildDate(kind: ReportKind, day: DayMs, minute: number, zone: string): ReportDate {
  return {
    id: `${kind}/${new Date(day).toISOString().slice(0, 10)}`,
    kind,
    atMs: getMoment(day, minute, zone),
    commodities: REPORT_COMMODITIES[kind],
  };
}

/** All days of a year with a weekday. */
function listWeekdays(year: number, weekday: number): readonly DayMs[] {
  const first = Date.UTC(year, 0, 1);
  const start = first + ((weekday - getWeekday(first) + 7) % 7) * DAY_MS;
  const end = Date.UTC(year + 1, 0, 1);
  return Array.from(
    { length: Math.ceil((end - start) / (7 * DAY_MS)) },
    (_, week) => start + week * 7 * DAY_MS,
  );
}

const buildPetroleumDate = (wednesday: DayMs): ReportDate =>
  isShortenedWeek(wednesday)
    ? buildDate('EIA petroleum', wednesday + DAY_MS, ELEVEN, NEW_YORK)
    : buildDate('EIA petroleum', wednesday, HALF_PAST_TEN, NEW_YORK);

/** Reports of a year in order of time; the last week may be reported in January. */
function buildYearReports(year: number): readonly ReportDate[] {
  const dates = [
    ...listWeekdays(year, THURSDAY).map((thursday) =>
      buildDate('EIA gas storage', getGasReportDay(thursday), HALF_PAST_TEN, NEW_YORK),
    ),
    ...listWeekdays(year, WEDNESDAY).map(buildPetroleumDate),
    ...Array.from({ length: 12 }, (_, month) =>
      buildDate(
        'crop report',
        findNearestBusinessDay(Date.UTC(year, month, CROP_DATE)),
        NOON,
        NEW_YORK,
      ),
    ),
    ...OPEC_MONTHS.map((month) =>
      buildDate('OPEC meeting', getBusinessDayFrom(Date.UTC(year, month, 1)), ONE_O_CLOCK, VIENNA),
    ),
  ];
  return dates.sort((a, b) => a.atMs - b.atMs);
}

const CACHED_YEARS_MAX = 256;
const reportCache = new Map<number, readonly ReportDate[]>();

function getYearReports(year: number): readonly ReportDate[] {
  const cached = reportCache.get(year);
  if (cached) return cached;
  if (reportCache.size >= CACHED_YEARS_MAX) reportCache.clear();
  const reports = buildYearReports(year);
  reportCache.set(year, reports);
  return reports;
}

/** First index at or after a time in an ordered list. */
function findIndexFrom(dates: readonly ReportDate[], atMs: EpochMs): number {
  let [low, high] = [0, dates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dates[middle]?.atMs ?? Infinity) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Reports with `fromMs` <= atMs < `untilMs`, in order of time, from 2000 on. Each falls on the UTC
 * date of its id.
 */
export function listReportDates(fromMs: EpochMs, untilMs: EpochMs): readonly ReportDate[] {
  if (!(fromMs < untilMs)) return [];
  // a week may begin in one year and be reported in the next
  const firstYear = new Date(fromMs - 7 * DAY_MS).getUTCFullYear();
  const lastYear = new Date(untilMs).getUTCFullYear();
  const found: ReportDate[] = [];
  for (let year = firstYear; year <= lastYear; year += 1) {
    const dates = getYearReports(year);
    const first = findIndexFrom(dates, fromMs);
    for (let index = first; index < dates.length; index += 1) {
      const date = dates[index];
      if (!date || date.atMs >= untilMs) break;
      found.push(date);
    }
  }
  return found;
}
