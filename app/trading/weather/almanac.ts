/**
 * The almanac of a place: normals and records of a date, degree days to date against normal, frost.
 */
import type { EpochMs } from '../domain/units';
import type { DayReading, WeatherReader } from './archive-reader';
import type { WeatherCell } from './cell';
import { degreeDays } from './degree-days';
import type { DayHistory } from './history';
import { type Normal, type Normals, placeInYear } from './normals';
import { DAY_MS } from '../domain/time';

const FREEZING_F = 32;
/** Below this for hours, fruit freezes. */
const HARD_FREEZE_F = 28;
const FREEZE_DAYS = 7;

export interface DatedValue {
  readonly value: number;
  readonly dayMs: EpochMs;
}

/** Records of one date of the year, or of the whole archive. */
export interface Records {
  readonly highF: DatedValue | null;
  readonly lowF: DatedValue | null;
  readonly rainInches: DatedValue | null;
}

export interface ToDate {
  readonly heating: number;
  readonly cooling: number;
  /** Null where a day of the span has no normal. */
  readonly heatingNormal: number | null;
  readonly coolingNormal: number | null;
  readonly fromMs: EpochMs;
  /** Days with readings, and days of the span. */
  readonly days: number;
  readonly daysOfSpan: number;
}

export interface PlaceAlmanac {
  readonly normal: Normal | null;
  /** Of this date in all years of the archive. */
  readonly dateRecords: Records;
  readonly allRecords: Records;
  readonly firstDayMs: EpochMs | null;
  readonly yesterday: DayReading | null;
  readonly monthToDate: ToDate;
  /** Heating since 1 July. */
  readonly heatingSeason: ToDate;
  /** Cooling since 1 January. */
  readonly coolingSeason: ToDate;
  /** Days since 1 July whose lowest was at or below 32 F. */
  readonly freezingDays: number;
}

function findExtreme(
  days: readonly DayReading[],
  figure: 'highF' | 'lowF' | 'rainInches',
  sign: 1 | -1,
): DatedValue | null {
  const first = days[0];
  if (!first) return null;
  const found = days.reduce(
    (most, day) => (sign * (day[figure] - most[figure]) > 0 ? day : most),
    first,
  );
  return { value: found[figure], dayMs: found.dayMs };
}

const buildRecords = (days: readonly DayReading[]): Records => ({
  highF: findExtreme(days, 'highF', 1),
  lowF: findExtreme(days, 'lowF', -1),
  rainInches: findExtreme(days, 'rainInches', 1),
});

/**
 * Sums of heating and cooling degree days from a day up to, not including, another, beside the sums
 * of their normals.
 */
function toDate(
  days: readonly DayReading[],
  normals: Normals,
  fromMs: EpochMs,
  untilMs: EpochMs,
): ToDate {
  const own = days.filter(({ dayMs }) => dayMs >= fromMs && dayMs < untilMs);
  let [heating, cooling] = [0, 0];
  for (const { meanF } of own) {
    const { hdd, cdd } = degreeDays(meanF, 'F');
    heating += hdd;
    cooling += cdd;
  }
  // The normal of the days that were read: a gap must not look like mild weather.
  const normal = own.map(({ dayMs }) => normals.at(dayMs));
  const sumDegreeDays = (kind: 'heating' | 'cooling'): number | null =>
    normal.reduce<number | null>(
      (sum, each) => (sum === null || !each ? null : sum + each[kind]),
      0,
    );
  return {
    heating,
    cooling,
    heatingNormal: sumDegreeDays('heating'),
    coolingNormal: sumDegreeDays('cooling'),
    fromMs,
    days: own.length,
    daysOfSpan: Math.round((untilMs - fromMs) / DAY_MS),
  };
}

/** The midnight of the newest 1st of a month (0 to 11) at or before a day. */
function findLatestMonthStart(month: number, dayMs: EpochMs): EpochMs {
  const year = new Date(dayMs).getUTCFullYear();
  const first = Date.UTC(year, month, 1);
  return first <= dayMs ? first : Date.UTC(year - 1, month, 1);
}

const JULY = 6;

/** The almanac of a place on a UTC day that has begun: sums reach to the end of the day before. */
export function placeAlmanac({ days, normals }: DayHistory, todayMs: EpochMs): PlaceAlmanac {
  const before = days.filter(({ dayMs }) => dayMs < todayMs);
  const seasonMs = findLatestMonthStart(JULY, todayMs - DAY_MS);
  const date = new Date(todayMs);
  const place = placeInYear(todayMs);
  return {
    normal: normals.at(todayMs),
    dateRecords: buildRecords(before.filter(({ dayMs }) => placeInYear(dayMs) === place)),
    allRecords: buildRecords(before),
    firstDayMs: before[0]?.dayMs ?? null,
    yesterday: before.find(({ dayMs }) => dayMs === todayMs - DAY_MS) ?? null,
    monthToDate: toDate(
      before,
      normals,
      Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1),
      todayMs,
    ),
    heatingSeason: toDate(before, normals, seasonMs, todayMs),
    coolingSeason: toDate(before, normals, Date.UTC(date.getUTCFullYear(), 0, 1), todayMs),
    freezingDays: before.filter(({ dayMs, lowF }) => dayMs >= seasonMs && lowF <= FREEZING_F)
      .length,
  };
}

/** Hours of the last seven days at or below freezing and below 28 F. */
export interface FreezeHours {
  readonly freezing: number;
  readonly hardFreeze: number;
  readonly hours: number;
}

/** The freezing hours of a cell over the seven days before a moment. */
export function freezeHours(
  reader: WeatherReader,
  cell: WeatherCell,
  knownMs: EpochMs,
): FreezeHours {
  const hours = reader.hours(cell, knownMs - FREEZE_DAYS * DAY_MS, knownMs + 1, knownMs);
  const upTo = (limit: number): number =>
    hours.filter(({ temperatureF }) => temperatureF <= limit).length;
  return { freezing: upTo(FREEZING_F), hardFreeze: upTo(HARD_FREEZE_F), hours: hours.length };
}
