/**
 * When scheduled reports come: the dates are known for years ahead, what they say is not.
 *
 * Rules: gas storage (EIA) Thursday 10:30 New York, in a week whose Thursday is a holiday Friday,
 * else Wednesday; petroleum status (EIA) Wednesday 10:30,
 * Thursday 11:00 when Monday, Tuesday or Wednesday is a holiday; supply and demand of crops (USDA)
 * at 12:00 on the business day nearest the 12th;
 * OPEC six times a year at 13:00 Vienna on the first business day of every second month, from
 * February.
 */
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';
import { type DayMs, isBusinessDay, isHoliday, getWeekday } from './calendar';
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

/** The commodities that each report has figures of, in list order. */
const REPORT_COMMODITIES: Readonly<Record<ReportKind, readonly CommodityKey[]>> = {
  'EIA gas storage': ['natural-gas'],
  'EIA petroleum': ['oil', 'crude-oil'],
  'crop report': ['corn', 'soybeans', 'wheat', 'orange-juice', 'cotton'],
  'OPEC meeting': ['crude-oil'],
};

const isOff = (day: DayMs): boolean => !isBusinessDay(day);

function gasDay(thursday: DayMs): DayMs {
  if (!isHoliday(thursday)) return thursday;
  return isOff(thursday + DAY_MS) ? thursday - DAY_MS : thursday + DAY_MS;
}

/** A holiday early in the week leaves the agency a day less to count. */
const isShortened = (wednesday: DayMs): boolean =>
  [0, 1, 2].some((back) => isHoliday(wednesday - back * DAY_MS));

/** The business day nearest a date; of two as near, the earlier. */
function nearestBusinessDay(date: DayMs): DayMs {
  for (let apart = 0; ; apart += 1) {
    if (isBusinessDay(date - apart * DAY_MS)) return date - apart * DAY_MS;
    if (isBusinessDay(date + apart * DAY_MS)) return date + apart * DAY_MS;
  }
}

function firstBusinessDay(date: DayMs): DayMs {
  let day = date;
  while (isOff(day)) day += DAY_MS;
  return day;
}

function buildDate(kind: ReportKind, day: DayMs, minute: number, zone: string): ReportDate {
  return {
    id: `${kind}/${new Date(day).toISOString().slice(0, 10)}`,
    kind,
    atMs: getMoment(day, minute, zone),
    commodities: REPORT_COMMODITIES[kind],
  };
}

/** The days of a year that are such a weekday. */
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
  isShortened(wednesday)
    ? buildDate('EIA petroleum', wednesday + DAY_MS, ELEVEN, NEW_YORK)
    : buildDate('EIA petroleum', wednesday, HALF_PAST_TEN, NEW_YORK);

/**
 * The reports of the weeks and months of a year, in order of time; the last week's may come in the
 * first days of the next.
 */
function reportsOfYear(year: number): readonly ReportDate[] {
  const dates = [
    ...listWeekdays(year, THURSDAY).map((thursday) =>
      buildDate('EIA gas storage', gasDay(thursday), HALF_PAST_TEN, NEW_YORK),
    ),
    ...listWeekdays(year, WEDNESDAY).map(buildPetroleumDate),
    ...Array.from({ length: 12 }, (_, month) =>
      buildDate(
        'crop report',
        nearestBusinessDay(Date.UTC(year, month, CROP_DATE)),
        NOON,
        NEW_YORK,
      ),
    ),
    ...OPEC_MONTHS.map((month) =>
      buildDate('OPEC meeting', firstBusinessDay(Date.UTC(year, month, 1)), ONE_O_CLOCK, VIENNA),
    ),
  ];
  return dates.sort((a, b) => a.atMs - b.atMs);
}

const YEARS_KEPT_MAX = 256;
const kept = new Map<number, readonly ReportDate[]>();

function knownYear(year: number): readonly ReportDate[] {
  const known = kept.get(year);
  if (known) return known;
  if (kept.size >= YEARS_KEPT_MAX) kept.clear();
  const made = reportsOfYear(year);
  kept.set(year, made);
  return made;
}

/** The first place in an ordered list at or after a moment. */
function placeFrom(dates: readonly ReportDate[], atMs: EpochMs): number {
  let [low, high] = [0, dates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dates[middle]?.atMs ?? Infinity) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The reports with `fromMs` <= atMs < `untilMs`, in order of time; any years from 2000. All fall on
 * the UTC date that their ids name.
 */
export function reportDates(fromMs: EpochMs, untilMs: EpochMs): readonly ReportDate[] {
  if (!(fromMs < untilMs)) return [];
  // a week may begin in one year and be reported in the next
  const firstYear = new Date(fromMs - 7 * DAY_MS).getUTCFullYear();
  const lastYear = new Date(untilMs).getUTCFullYear();
  const found: ReportDate[] = [];
  for (let year = firstYear; year <= lastYear; year += 1) {
    const dates = knownYear(year);
    const first = placeFrom(dates, fromMs);
    for (let place = first; place < dates.length; place += 1) {
      const date = dates[place];
      if (!date || date.atMs >= untilMs) break;
      found.push(date);
    }
  }
  return found;
}
