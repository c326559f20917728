/**
 * Stocks of tightness as the market sees them: what the past left and what the forecast adds, with
 * how uncertain the rest is.
 *
 * The stock at expiry T is x(T) = sum over t < T of r^(T-t) (flow(t) - usual(t)). Known at n it is
 * normal with mean r^(T-n) M(n) and the variance
 * of the news still to come. M(n) = x(n) + sum over leads j of r^-j (E flow(n+j) - usual(n+j)) +
 * what the ridge foretells of later days,
 * over days before T; a market that looks ahead counts the days after T too, for its price at T is
 * made of what is expected then.
 */
import { MARKET_CELLS } from '../../weather/cell';
import { createRows } from '../small-arrays';
import type { Knowledge, Outlook, PastDay, WeatherPart } from '../parts';
import type { Climatology } from './climatology';
import {
  LEADS,
  REACH,
  RIDGE_DAYS,
  RIDGE_MEMORY,
  STOCKS,
  STOCK_COUNT,
  type StockOf,
  YEAR_DAYS,
  expectedFlows,
  realisedFlows,
  seasonPlace,
} from './fundamentals';

/** By stock: M with 0 to LEADS days of the forecast, and last the ridge at its end. */
const SUMS = LEADS + 2;

/** Variance of a stock at an expiry: by the news of so many last days, and by all before those. */
export interface LifeVariance {
  readonly near: Float64Array;
  readonly distant: number;
}

export interface Tightness {
  /** x a day later, by stock, from x at the beginning of a day that is over. */
  advance(x: readonly number[], past: PastDay): number[];
  /** What is known of each stock: SUMS values per stock. */
  sums(x: readonly number[], known: Knowledge): number[];
  /** M of a stock on a day, from its sums, counting so many days ahead; REACH or more for all. */
  expected(stock: number, sums: readonly number[], day: number, days: number): number;
  /** The variance that a contract's life brings, for `varianceLeft`: make it once. */
  varianceOf(stock: number, endDay: number): LifeVariance;
  /** Variance that is still to come from the midnight of `day` to an expiry so many days later. */
  varianceLeft(stock: number, day: number, days: number, life: LifeVariance): number;
  /** Decay over so many days. */
  decay(stock: number, days: number): number;
  /** Share of a day's news that a contract feels which has so many days left. */
  share(stock: number, days: number): number;
}

/** Rows by stock, and of what is known of all stocks. */
export const byStock = createRows(STOCK_COUNT);
const noSums = createRows(STOCK_COUNT * SUMS);

const DECAY_DAYS = 640;
const DECAYS = STOCKS.map(({ stock }) =>
  Float64Array.from({ length: DECAY_DAYS }, (_, days) => Math.exp(-days / stock.memoryDays)),
);
const RIDGE_CELLS = STOCKS.map(({ stock }) =>
  stock.ridge.map((cell) => MARKET_CELLS.indexOf(cell)),
);
const LOOKS_AHEAD = STOCKS.map(({ stock }) => stock.looksAhead);

/** Mean ridge over the cells of a stock at the end of the forecast; 0 where none tells anything. */
export function ridgeAhead(outlook: Outlook, stock: number): number {
  const cells = RIDGE_CELLS[stock] as readonly number[];
  let sum = 0;
  for (const cell of cells) sum += outlook.ridge(cell, LEADS - 1);
  return cells.length === 0 ? 0 : sum / cells.length;
}

/** Stocks of tightness over a weather, about a climatology. */
export const createTightness = (weather: WeatherPart, climatology: Climatology): Tightness =>
  new WeatherTightness(weather, climatology);

class WeatherTightness implements Tightness {
  private readonly tails: Float64Array;
  private readonly past: Float64Array;
  private readonly flows = new Float64Array(STOCK_COUNT);
  private readonly flowsAhead = new Float64Array(STOCK_COUNT * LEADS);

  constructor(
    private readonly weather: WeatherPart,
    private readonly climatology: Climatology,
  ) {
    this.tails = ridgeTails(climatology);
    this.past = varianceOfPast(climatology);
  }

  advance(x: readonly number[], past: PastDay): number[] {
    realisedFlows(past, this.flows);
    const place = seasonPlace(past.day);
    const next = byStock();
    for (let stock = 0; stock < STOCK_COUNT; stock += 1) {
      next[stock] =
        (DECAYS[stock]?.[1] ?? 0) *
        ((x[stock] ?? 0) +
          (this.flows[stock] ?? 0) -
          (this.climatology.mean[stock * YEAR_DAYS + place] ?? 0));
    }
    return next;
  }

  sums(x: readonly number[], known: Knowledge): number[] {
    const outlook = this.weather.outlookAt(known);
    expectedFlows(outlook, this.flowsAhead);
    const sums = noSums();
    const first = seasonPlace(outlook.day);
    for (let stock = 0; stock < STOCK_COUNT; stock += 1) {
      const decays = DECAYS[stock] as Float64Array;
      let sum = x[stock] ?? 0;
      sums[stock * SUMS] = sum;
      for (let lead = 0; lead < LEADS; lead += 1) {
        const place = first + lead < YEAR_DAYS ? first + lead : first + lead - YEAR_DAYS;
        sum +=
          ((this.flowsAhead[stock * LEADS + lead] ?? 0) -
            (this.climatology.mean[stock * YEAR_DAYS + place] ?? 0)) /
          (decays[lead] ?? 1);
        sums[stock * SUMS + lead + 1] = sum;
      }
      sums[stock * SUMS + LEADS + 1] = ridgeAhead(outlook, stock);
    }
    return sums;
  }

  expected(stock: number, sums: readonly number[], day: number, days: number): number {
    const reach = LOOKS_AHEAD[stock] ? REACH : days;
    if (reach <= LEADS) return sums[stock * SUMS + reach] ?? 0;
    const beyond = Math.min(reach, REACH) - LEADS;
    const tail =
      this.tails[(stock * YEAR_DAYS + seasonPlace(day)) * (RIDGE_DAYS + 1) + beyond] ?? 0;
    return (sums[stock * SUMS + LEADS] ?? 0) + tail * (sums[stock * SUMS + LEADS + 1] ?? 0);
  }

  varianceOf(stock: number, endDay: number): LifeVariance {
    const before = stock * YEAR_DAYS + seasonPlace(Math.max(0, endDay - REACH));
    return {
      near: this.nearOf(stock, endDay),
      distant: (DECAYS[stock]?.[REACH] ?? 0) ** 2 * (this.past[before] ?? 0),
    };
  }

  varianceLeft(stock: number, day: number, days: number, { near, distant }: LifeVariance): number {
    if (days <= REACH) return near[days] ?? 0;
    const decay = DECAYS[stock]?.[days] ?? 0;
    return (
      (near[REACH] ?? 0) +
      Math.max(0, distant - decay * decay * (this.past[stock * YEAR_DAYS + seasonPlace(day)] ?? 0))
    );
  }

  decay(stock: number, days: number): number {
    return DECAYS[stock]?.[days] ?? 0;
  }

  share(stock: number, days: number): number {
    return days >= REACH || LOOKS_AHEAD[stock]
      ? 1
      : (this.climatology.share[stock * (REACH + 1) + days] ?? 1);
  }

  private nearOf(stock: number, endDay: number): Float64Array {
    const near = new Float64Array(REACH + 1);
    for (let left = 1; left <= REACH; left += 1) {
      const place = stock * YEAR_DAYS + seasonPlace(Math.max(0, endDay - left));
      near[left] =
        (near[left - 1] ?? 0) +
        (DECAYS[stock]?.[left - 1] ?? 0) ** 2 *
          (this.climatology.variance[place] ?? 0) *
          this.share(stock, left);
    }
    return near;
  }
}

/**
 * What a ridge at the end of a forecast foretells of so many days after it: by stock, day of the
 * year on which the forecast begins, and days.
 */
function ridgeTails({ ridge }: Climatology): Float64Array {
  const tails = new Float64Array(STOCK_COUNT * YEAR_DAYS * (RIDGE_DAYS + 1));
  const kept = Array.from({ length: RIDGE_DAYS + 1 }, (_, beyond) => RIDGE_MEMORY ** beyond);
  for (let row = 0; row < STOCK_COUNT * YEAR_DAYS; row += 1) {
    const [stock, first] = [Math.floor(row / YEAR_DAYS), row % YEAR_DAYS];
    let sum = 0;
    for (let beyond = 1; beyond <= RIDGE_DAYS; beyond += 1) {
      const lead = LEADS - 1 + beyond;
      sum +=
        ((kept[beyond] ?? 0) * (ridge[stock * YEAR_DAYS + ((first + lead) % YEAR_DAYS)] ?? 0)) /
        (DECAYS[stock]?.[lead] ?? 1);
      tails[row * (RIDGE_DAYS + 1) + beyond] = sum;
    }
  }
  return tails;
}

/** Years after which a sum over the past has settled, at the longest memory. */
const SETTLING_YEARS = 12;

/**
 * Variance of all news before a day, decayed to it, by stock and day of the year: the fixed point
 * of one year's recursion.
 */
function varianceOfPast({ variance }: Climatology): Float64Array {
  const past = new Float64Array(STOCK_COUNT * YEAR_DAYS);
  for (let stock = 0; stock < STOCK_COUNT; stock += 1) {
    const daily = (DECAYS[stock]?.[1] ?? 0) ** 2;
    let sum = 0;
    for (let day = 0; day < YEAR_DAYS * SETTLING_YEARS; day += 1) {
      const place = stock * YEAR_DAYS + (day % YEAR_DAYS);
      past[place] = sum;
      sum = daily * sum + (variance[place] ?? 0);
    }
  }
  return past;
}

/** The stock behind a place in STOCKS. */
export const stockAt = (stock: number): StockOf => STOCKS[stock] as StockOf;
