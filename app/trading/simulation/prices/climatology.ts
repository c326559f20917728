/**
 * Climatology of the tightness stocks by season: mean flow, variance of news, effect of a ridge.
 */
import { DAYS_PER_YEAR } from '../calendar';
import { REACH, STOCK_COUNT, YEAR_DAYS, getSeasonIndex } from './weather-flows';

/** Measured by stock; `mean`, `variance` and `ridge` in equal bins of the year from 1 January. */
export interface ClimatologyRow {
  /** Chain id and index of the stock within the chain, such as `OJ/1`. */
  readonly stock: string;
  /** Mean daily flow. */
  readonly mean: readonly number[];
  /** Variance of a day's news about the expected stock. */
  readonly variance: readonly number[];
  /** Flow two weeks ahead per standard deviation of the ridge. */
  readonly ridge: readonly number[];
  /** Fraction of that variance felt by a contract with 0 to REACH days left. */
  readonly share: readonly number[];
}

/** Lists of figures of a row, in the order of the generated file. */
export const climatologyFields = ['mean', 'variance', 'ridge', 'share'] as const;

/** Interpolated by day of the year, YEAR_DAYS values per stock. */
export interface Climatology {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly ridge: Float64Array;
  /** REACH + 1 values per stock. */
  readonly share: Float64Array;
}

export const BINS = 73;

/** Bin of a day. */
export const getBin = (day: number): number =>
  Math.min(BINS - 1, Math.floor((getSeasonIndex(day) * BINS) / DAYS_PER_YEAR));

/** Binned table at a day of the year, interpolated between bin centers. */
function interpolateLinearly(bins: readonly number[], day: number): number {
  const position = ((day + 0.5) * BINS) / DAYS_PER_YEAR - 0.5;
  const left = Math.floor(position);
  const fraction = position - left;
  return (
    (bins[(left + BINS) % BINS] ?? 0) * (1 - fraction) + (bins[(left + 1) % BINS] ?? 0) * fraction
  );
}

/** Rows must be in the order of STOCKS. */
export function buildClimatology(rows: readonly ClimatologyRow[]): Climatology {
  const buildDailyTable = (pick: (row: ClimatologyRow) => readonly number[]): Float64Array =>
    Float64Array.from({ length: STOCK_COUNT * YEAR_DAYS }, (_, index) => {
      const row = rows[Math.floor(index / YEAR_DAYS)];
      return row ? interpolateLinearly(pick(row), index % YEAR_DAYS) : 0;
    });
  const newsFraction = Float64Array.from(
    { length: STOCK_COUNT * (REACH + 1) },
    (_, index) => rows[Math.floor(index / (REACH + 1))]?.share[index % (REACH + 1)] ?? 1,
  );
  return {
    mean: buildDailyTable(({ mean }) => mean),
    variance: buildDailyTable(({ variance }) => variance),
    ridge: buildDailyTable(({ ridge }) => ridge),
    share: newsFraction,
  };
}
