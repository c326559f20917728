/** Weekly stocks of gas and oil against the five-year mean and range of the same week. */
import { computeMean } from '../statistics/sample';
import type { EpochMs } from '../domain/units';
import { type Stock, getStockSeries } from './series-catalog';
import type { SeriesValue, VintageReader } from './vintage';
import { DAY_MS } from '../domain/time';

const WEEK_MS = 7 * DAY_MS;
/** 52 weeks preserve the weekday. */
const YEAR_MS = 52 * WEEK_MS;
const YEARS = 5;
const YEARS_MIN = 3;
/** Matching tolerance of a week. */
const NEAR_MS = WEEK_MS / 2;
const WEEKS_LISTED = 52;

/** The same week of earlier years. */
interface WeekNorm {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly years: number;
}

/** Gas in Bcf, oil in million barrels. */
export interface StockWeek {
  /** The Friday that ends the week. */
  readonly weekEndingMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly level: number;
  /** Weekly change; null when unknown. */
  readonly change: number | null;
  readonly norm: WeekNorm | null;
  /** Mean change of the same week in the earlier years. */
  readonly normChange: number | null;
  readonly departure: number | null;
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
): StockWeek {
  const same = listEarlier(values, validMs);
  const mean = computeNorm(same);
  const meanBefore = computeNorm(listEarlier(values, validMs - WEEK_MS));
  const before = findNearest(values, validMs - WEEK_MS);
  return {
    weekEndingMs: validMs,
    publishedMs,
    level: value,
    change: before ? value - before.value : null,
    norm:
      mean === null
        ? null
        : { mean, low: Math.min(...same), high: Math.max(...same), years: same.length },
    normChange: mean === null || meanBefore === null ? null : mean - meanBefore,
    departure: mean === null ? null : value - mean,
    departurePercent: mean === null || mean === 0 ? null : (100 * (value - mean)) / mean,
  };
}

/** Published weeks of the last year with their norms, oldest first. */
export function listStockWeeks(
  reader: VintageReader,
  stock: Stock,
  knownMs: EpochMs,
): readonly StockWeek[] {
  const values = reader.listHistory(
    getStockSeries(stock, 'level'),
    knownMs - (YEARS + 1) * YEAR_MS - 4 * WEEK_MS,
    knownMs + 1,
    knownMs,
  );
  return values.slice(-WEEKS_LISTED).map((value) => buildWeek(values, value));
}
