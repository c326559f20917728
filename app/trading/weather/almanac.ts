/** Almanac of a place: normals and records of a date, degree days to date, freezing days. */
import type { EpochMs } from '../domain/units';
import type { DayReading, WeatherReader } from './archive-reader';
import type { WeatherCell } from './cell';
import { computeDegreeDays } from './degree-days';
import type { DayHistory } from './history';
import { type Normal, type Normals, getDayIndex } from './normals';
import { DAY_MS } from '../domain/time';

const FREEZING_F = 32;
/** Fruit freezes after hours at or below this temperature. */
const HARD_FREEZE_F = 28;
const FREEZE_DAYS = 7;

export interface DatedValue {
  readonly value: number;
  readonly dayMs: EpochMs;
}

/** Records of one date or of the whole archive. */
export interface Records {
  readonly highF: DatedValue | null;
  readonly lowF: DatedValue | null;
  readonly rainInches: DatedValue | null;
}

export interface PeriodToDate {
  readonly heating: number;
  readonly cooling: number;
  /** Null when a day of the span has no normal. */
  readonly heatingNormal: number | null;
  readonly coolingNormal: number | null;
  readonly fromMs: EpochMs;
  /** Days with readings, and total days of the span. */
  readonly days: number;
  readonly daysOfSpan: number;
}

export interface PlaceAlmanac {
  readonly normal: Normal | null;
  /** Records of this date in all years. */
  readonly dateRecords: Records;
  readonly allRecords: Records;
  readonly firstDayMs: EpochMs | null;
  readonly yesterday: DayReading | null;
  readonly monthToDate: PeriodToDate;
  /** Heating degree days since 1 July. */
  readonly heatingSeason: PeriodToDate;
  /** Cooling degree days since 1 January. */
  readonly coolingSeason: PeriodToDate;
  /** Days since 1 July with a low at or below 32 F. */
  readonly freezingDays: number;
}

function findExtreme(
  days: readonly DayReading[],
  figure: 'highF' | 'lowF' | 'rainInches',
  sign: 1 | -1,
): DatedValue | null {
  let best: DatedValue | null = null;
  for (const { dayMs, [figure]: value } of days)
    if (value !== null && (best === null || sign * (value - best.value) > 0))
      best = { value, dayMs };
  return best;
}

const buildRecords = (days: readonly DayReading[]): Records => ({
  highF: findExtreme(days, 'highF', 1),
  lowF: findExtreme(days, 'lowF', -1),
  rainInches: findExtreme(days, 'rainInches', 1),
});

/** Sums heating and cooling degree days and their normals over [fromMs, untilMs). */
function sumToDate(
  days: readonly DayReading[],
  normals: Normals,
  fromMs: EpochMs,
  untilMs: EpochMs,
): PeriodToDate {
  const inPeriod = days.filter(({ dayMs }) => dayMs >= fromMs && dayMs < untilMs);
  let [heating, cooling] = [0, 0];
  for (const { meanF } of inPeriod) {
    const { hdd, cdd } = computeDegreeDays(meanF, 'F');
    heating += hdd;
    cooling += cdd;
  }
  // Normals of days with readings only: a gap must not look like mild weather.
  const normal = inPeriod.map(({ dayMs }) => normals.getNormal(dayMs));
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
    days: inPeriod.length,
    daysOfSpan: Math.round((untilMs - fromMs) / DAY_MS),
  };
}

/** Latest 1st of a month (0 to 11) at or before a day. */
function findLatestMonthStart(month: number, dayMs: EpochMs): EpochMs {
  const year = new Date(dayMs).getUTCFullYear();
  const first = Date.UTC(year, month, 1);
  return first <= dayMs ? first : Date.UTC(year - 1, month, 1);
}

const JULY = 6;

/** Builds the almanac of a place for a UTC day; sums end with the day before. */
export function buildAlmanac({ days, normals }: DayHistory, todayMs: EpochMs): PlaceAlmanac {
  const before = days.filter(({ dayMs }) => dayMs < todayMs);
  const seasonMs = findLatestMonthStart(JULY, todayMs - DAY_MS);
  const date = new Date(todayMs);
  const dayIndex = getDayIndex(todayMs);
  return {
    normal: normals.getNormal(todayMs),
    dateRecords: buildRecords(before.filter(({ dayMs }) => getDayIndex(dayMs) === dayIndex)),
    allRecords: buildRecords(before),
    firstDayMs: before[0]?.dayMs ?? null,
    yesterday: before.find(({ dayMs }) => dayMs === todayMs - DAY_MS) ?? null,
    monthToDate: sumToDate(
      before,
      normals,
      Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1),
      todayMs,
    ),
    heatingSeason: sumToDate(before, normals, seasonMs, todayMs),
    coolingSeason: sumToDate(before, normals, Date.UTC(date.getUTCFullYear(), 0, 1), todayMs),
    freezingDays: before.filter(({ dayMs, lowF }) => dayMs >= seasonMs && lowF <= FREEZING_F)
      .length,
  };
}

/** Hours of the last seven days at or below 32 F and 28 F. */
export interface FreezeHours {
  readonly freezing: number;
  readonly hardFreeze: number;
  readonly hours: number;
}

/** Counts freezing hours of a cell over the seven days before a time. */
export function countFreezeHours(
  reader: WeatherReader,
  cell: WeatherCell,
  knownMs: EpochMs,
): FreezeHours {
  const hours = reader.listHours(cell, knownMs - FREEZE_DAYS * DAY_MS, knownMs + 1, knownMs);
  const countAtOrBelow = (limit: number): number =>
    hours.filter(({ temperatureF }) => temperatureF <= limit).length;
  return {
    freezing: countAtOrBelow(FREEZING_F),
    hardFreeze: countAtOrBelow(HARD_FREEZE_F),
    hours: hours.length,
  };
}
