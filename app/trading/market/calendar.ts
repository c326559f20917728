/** Exchange business days and holidays. */
import type { EpochMs } from '../domain/units';
import { DAY_MS } from '../domain/time';

/** A calendar date as its midnight UTC, independent of time zones. */
export type DayMs = EpochMs;
const JANUARY = 0;
const FEBRUARY = 1;
const MAY = 4;
const JUNE = 5;
const JULY = 6;
const SEPTEMBER = 8;
const NOVEMBER = 10;
const DECEMBER = 11;
const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** ISO weekday, 1 = Monday to 7 = Sunday. */
export const getWeekday = (day: DayMs): number => new Date(day).getUTCDay() || 7;

/** The n-th such weekday of a month, n from 1; n = -1 is the last. */
function computeNthWeekday(year: number, month: number, weekday: number, n: number): DayMs {
  if (n > 0) {
    const first = Date.UTC(year, month, 1);
    return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + (n - 1) * 7) * DAY_MS;
  }
  const last = Date.UTC(year, month + 1, 0);
  return last - ((new Date(last).getUTCDay() - weekday + 7) % 7) * DAY_MS;
}

/**
 * Observed date of a fixed holiday: Sunday moves to Monday, Saturday to Friday.
 * New Year on a Saturday is not observed, because the Friday belongs to the old year.
 */
function getObservedDay(year: number, month: number, dayOfMonth: number): DayMs | null {
  const day = Date.UTC(year, month, dayOfMonth);
  const weekday = new Date(day).getUTCDay();
  if (weekday === SUNDAY) return day + DAY_MS;
  if (weekday !== SATURDAY) return day;
  return month === JANUARY ? null : day - DAY_MS;
}

/**
 * Easter Sunday, Gregorian calendar (anonymous algorithm of 1876; Meeus, Astronomical Algorithms,
 * chapter 8).
 */
export function computeEasterSunday(year: number): DayMs {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const march = epact + toSunday - 7 * shift + 22;
  return Date.UTC(year, 2, march);
}

const JUNETEENTH_SINCE = 2022;

export const HOLIDAYS = [
  'New Year',
  'Martin Luther King',
  'Presidents',
  'Good Friday',
  'Memorial',
  'Juneteenth',
  'Independence',
  'Labor',
  'Thanksgiving',
  'Christmas',
] as const;
export type Holiday = (typeof HOLIDAYS)[number];

/** Observed date of a holiday; null in years without it. */
function getHolidayDate(year: number, holiday: Holiday): DayMs | null {
  switch (holiday) {
    case 'New Year':
      return getObservedDay(year, JANUARY, 1);
    case 'Martin Luther King':
      return computeNthWeekday(year, JANUARY, MONDAY, 3);
    case 'Presidents':
      return computeNthWeekday(year, FEBRUARY, MONDAY, 3);
    case 'Good Friday':
      return computeEasterSunday(year) - 2 * DAY_MS;
    case 'Memorial':
      return computeNthWeekday(year, MAY, MONDAY, -1);
    case 'Juneteenth':
      return year >= JUNETEENTH_SINCE ? getObservedDay(year, JUNE, 19) : null;
    case 'Independence':
      return getObservedDay(year, JULY, 4);
    case 'Labor':
      return computeNthWeekday(year, SEPTEMBER, MONDAY, 1);
    case 'Thanksgiving':
      return computeNthWeekday(year, NOVEMBER, THURSDAY, 4);
    case 'Christmas':
      return getObservedDay(year, DECEMBER, 25);
  }
}

/** Exchange holidays of a year in order. */
export const listHolidays = (year: number): readonly DayMs[] =>
  HOLIDAYS.map((holiday) => getHolidayDate(year, holiday)).filter(
    (day): day is DayMs => day !== null,
  );

const CACHED_YEARS_MAX = 256;
const holidayCache = new Map<number, ReadonlyMap<DayMs, Holiday>>();

function getYearHolidays(year: number): ReadonlyMap<DayMs, Holiday> {
  const cached = holidayCache.get(year);
  if (cached) return cached;
  if (holidayCache.size >= CACHED_YEARS_MAX) holidayCache.clear();
  const holidays = new Map(
    HOLIDAYS.flatMap((holiday) => {
      const day = getHolidayDate(year, holiday);
      return day === null ? [] : [[day, holiday] as const];
    }),
  );
  holidayCache.set(year, holidays);
  return holidays;
}

/** Holiday of a day; null for none. */
export const findHoliday = (day: DayMs): Holiday | null =>
  getYearHolidays(new Date(day).getUTCFullYear()).get(day) ?? null;

export const isHoliday = (day: DayMs): boolean => findHoliday(day) !== null;

/** Monday to Friday, no holiday. */
export const isBusinessDay = (day: DayMs): boolean => getWeekday(day) <= 5 && !isHoliday(day);

/**
 * The business day `businessDays` before a day, excluding that day; 0 returns the day or the
 * previous business day.
 */
export function getBusinessDayBefore(day: DayMs, businessDays: number): DayMs {
  let found = day;
  if (businessDays === 0) {
    while (!isBusinessDay(found)) found -= DAY_MS;
    return found;
  }
  for (let left = businessDays; left > 0; ) {
    found -= DAY_MS;
    if (isBusinessDay(found)) left -= 1;
  }
  return found;
}

/** The business day on or after a day. */
export function getBusinessDayFrom(day: DayMs): DayMs {
  let found = day;
  while (!isBusinessDay(found)) found += DAY_MS;
  return found;
}
