/** Gas storage against the five-year mean and range of the same week. */
import { computeMean } from '../statistics/sample';
import type { EpochMs } from '../domain/units';
import type { SeriesValue, VintageReader } from './vintage';
import { DAY_MS } from '../domain/time';

/** Working gas in the lower 48 states, Bcf, by the Friday that ends its week. */
export const STORAGE_LEVEL = 'storage/gas/level';
const WEEK_MS = 7 * DAY_MS;
/** 52 weeks preserve the weekday. */
const YEAR_MS = 52 * WEEK_MS;
const YEARS = 5;
const YEARS_MIN = 3;
/** Matching tolerance of a week. */
const NEAR_MS = WEEK_MS / 2;
const WEEKS_LISTED = 52;

/** The same week of earlier years, Bcf. */
export interface WeekNorm {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly years: number;
}

export interface StorageWeek {
  readonly weekEndingMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly levelBcf: number;
  /** Weekly change; null when unknown. */
  readonly changeBcf: number | null;
  readonly norm: WeekNorm | null;
  /** Mean change of the same week in the earlier years. */
  readonly normChangeBcf: number | null;
  readonly departureBcf: number | null;
  readonly departurePercent: number | null;
}

const findNearest = (values: readonly SeriesValue[], atMs: EpochMs): SeriesValue | null =>
  values.find(({ validMs }) => Math.abs(validMs - atMs) <= NEAR_MS) ?? null;

function listEarlier(values: readonly SeriesValue[], atMs: EpochMs): number[] {
  return Array.from(
    { length: YEARS },
    (_, index) => findNearest(values, atMs - (index + 1) * YEAR_MS)?.value,
  ).filter((value) => value !== undefined);
}

const computeNorm = (values: readonly number[]): number | null =>
  values.length < YEARS_MIN ? null : computeMean(values);

function buildWeek(
  values: readonly SeriesValue[],
  { validMs, publishedMs, value }: SeriesValue,
): StorageWeek {
  const same = listEarlier(values, validMs);
  const mean = computeNorm(same);
  const meanBefore = computeNorm(listEarlier(values, validMs - WEEK_MS));
  const before = findNearest(values, validMs - WEEK_MS);
  return {
    weekEndingMs: validMs,
    publishedMs,
    levelBcf: value,
    changeBcf: before ? value - before.value : null,
    norm:
      mean === null
        ? null
        : { mean, low: Math.min(...same), high: Math.max(...same), years: same.length },
    normChangeBcf: mean === null || meanBefore === null ? null : mean - meanBefore,
    departureBcf: mean === null ? null : value - mean,
    departurePercent: mean === null || mean === 0 ? null : (100 * (value - mean)) / mean,
  };
}

/** Published weeks of the last year with their norms, oldest first. */
export function listStorageWeeks(reader: VintageReader, knownMs: EpochMs): readonly StorageWeek[] {
  const values = reader.listHistory(
    STORAGE_LEVEL,
    knownMs - (YEARS + 1) * YEAR_MS - 4 * WEEK_MS,
    knownMs + 1,
    knownMs,
  );
  return values.slice(-WEEKS_LISTED).map((value) => buildWeek(values, value));
}
