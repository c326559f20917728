/**
 * What is usual for each stock of tightness through the year: its mean flow, how much news moves
 * it, what a ridge foretells.
 */
import { DAYS_PER_YEAR } from '../calendar';
import { REACH, STOCK_COUNT, YEAR_DAYS, seasonPlace } from './fundamentals';

/**
 * Measured by stock; `mean`, `variance` and `ridge` in bins of equal length through the year, from
 * 1 January.
 */
export interface ClimatologyRow {
  /** Id of the chain, and the place of the stock in it. */
  readonly stock: string;
  /** Mean flow of a day. */
  readonly mean: readonly number[];
  /** Variance of a day's news in the expected stock. */
  readonly variance: readonly number[];
  /** Flow per standard deviation of the ridge two weeks ahead. */
  readonly ridge: readonly number[];
  /**
   * Share of that variance which a contract feels that has so many days left, from 0 to all that is
   * ever foreseen.
   */
  readonly share: readonly number[];
}

/** The same by day of the year, one table of YEAR_DAYS per stock. */
export interface Climatology {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly ridge: Float64Array;
  /** REACH + 1 values per stock. */
  readonly share: Float64Array;
}

/** Bins of the year in the measured tables. */
export const BINS = 73;

/** The bin of a world day, from its place in the year. */
export const getBin = (day: number): number =>
  Math.min(BINS - 1, Math.floor((seasonPlace(day) * BINS) / DAYS_PER_YEAR));

/** Value of a binned table at a day of the year, straight between the middles of bins. */
function interpolateLinearly(bins: readonly number[], day: number): number {
  const at = ((day + 0.5) * BINS) / DAYS_PER_YEAR - 0.5;
  const left = Math.floor(at);
  const part = at - left;
  return (bins[(left + BINS) % BINS] ?? 0) * (1 - part) + (bins[(left + 1) % BINS] ?? 0) * part;
}

/** The tables by day of the year. Rows come in the order of STOCKS. */
export function buildClimatology(rows: readonly ClimatologyRow[]): Climatology {
  const daily = (pick: (row: ClimatologyRow) => readonly number[]): Float64Array =>
    Float64Array.from({ length: STOCK_COUNT * YEAR_DAYS }, (_, place) => {
      const row = rows[Math.floor(place / YEAR_DAYS)];
      return row ? interpolateLinearly(pick(row), place % YEAR_DAYS) : 0;
    });
  const share = Float64Array.from(
    { length: STOCK_COUNT * (REACH + 1) },
    (_, place) => rows[Math.floor(place / (REACH + 1))]?.share[place % (REACH + 1)] ?? 1,
  );
  return {
    mean: daily(({ mean }) => mean),
    variance: daily(({ variance }) => variance),
    ridge: daily(({ ridge }) => ridge),
    share,
  };
}
