/**
 * Market view of the tightness stocks: past flows, forecast and remaining uncertainty.
 *
 * The stock at expiry T is x(T) = sum over t < T of r^(T-t) (flow(t) - normal(t)). At n it is
 * normal with mean r^(T-n) M(n) and the variance of future news.
 * M(n) = x(n) + sum over leads j of r^-j (E flow(n+j) - normal(n+j)) + the ridge's prediction
 * beyond the forecast, over days before T. A forward-looking market also counts days after T,
 * because its price at T depends on them.
 */
import { MARKET_CELLS } from '../../weather/cell';
import { createArrayFactory } from '../array-factory';
import type { AsOfCycle, Outlook, PastDay, WeatherModel } from '../market-models';
import type { Climatology } from './climatology';
import {
  LEADS,
  REACH,
  RIDGE_DAYS,
  RIDGE_MEMORY,
  STOCKS,
  STOCK_COUNT,
  type ChainStock,
  YEAR_DAYS,
  computeExpectedFlows,
  computeRealizedFlows,
  getSeasonIndex,
} from './weather-flows';

/**
 * Values per stock: M with 0 to LEADS forecast days, then the ridge at the end of the forecast.
 */
const SUMS = LEADS + 2;

/** Variance of a stock at expiry: cumulative over the last days, and of all earlier news. */
export interface LifeVariance {
  readonly near: Float64Array;
  readonly distant: number;
}

export interface Tightness {
  /** Updates x by one past day, by stock. */
  advance(x: readonly number[], pastDay: PastDay): number[];
  /** Stock forecasts: SUMS values per stock. */
  computeSums(x: readonly number[], asOf: AsOfCycle): number[];
  /** The same from an outlook. */
  computeOutlookSums(x: readonly number[], outlook: Outlook): number[];
  /** M of a stock on a day, counting `days` days ahead; REACH or more counts all. */
  getExpectedTightness(stock: number, sums: readonly number[], day: number, days: number): number;
  /** Variance over a contract's life, for `getRemainingVariance`; callers cache it. */
  computeLifeVariance(stock: number, endDay: number): LifeVariance;
  /** Remaining variance from the start of `day` to an expiry `days` later. */
  getRemainingVariance(stock: number, day: number, days: number, life: LifeVariance): number;
  /** Standard deviation of a day's news of a stock. */
  getNewsSd(stock: number, day: number): number;
  /** Decay factor over `days` days. */
  getDecay(stock: number, days: number): number;
  /** Fraction of a day's news variance felt by a contract with `days` days left. */
  getNewsFraction(stock: number, days: number): number;
}

export const createStockArray = createArrayFactory(STOCK_COUNT);
const createSumsArray = createArrayFactory(STOCK_COUNT * SUMS);

const DECAY_DAYS = 640;
const DECAYS = STOCKS.map(({ stock }) =>
  Float64Array.from({ length: DECAY_DAYS }, (_, days) => Math.exp(-days / stock.memoryDays)),
);
const RIDGE_CELLS = STOCKS.map(({ stock }) =>
  stock.ridge.map((cell) => MARKET_CELLS.indexOf(cell)),
);
const LOOKS_AHEAD = STOCKS.map(({ stock }) => stock.isForwardLooking);

/** Mean ridge over a stock's cells at the end of the forecast; 0 without cells. */
export function computeRidgeAhead(outlook: Outlook, stock: number): number {
  const cells = RIDGE_CELLS[stock] as readonly number[];
  let sum = 0;
  for (const cell of cells) sum += outlook.getRidge(cell, LEADS - 1);
  return cells.length === 0 ? 0 : sum / cells.length;
}

export const createTightness = (weather: WeatherModel, climatology: Climatology): Tightness =>
  new WeatherTightness(weather, climatology);

class WeatherTightness implements Tightness {
  private readonly tails: Float64Array;
  private readonly pastVariance: Float64Array;
  private readonly flows = new Float64Array(STOCK_COUNT);
  private readonly flowsAhead = new Float64Array(STOCK_COUNT * LEADS);

  constructor(
    private readonly weather: WeatherModel,
    private readonly climatology: Climatology,
  ) {
    this.tails = buildRidgeTails(climatology);
    this.pastVariance = computePastVariance(climatology);
  }

  advance(x: readonly number[], pastDay: PastDay): number[] {
    computeRealizedFlows(pastDay, this.flows);
    const index = getSeasonIndex(pastDay.day);
    const next = createStockArray();
    for (let stock = 0; stock < STOCK_COUNT; stock += 1) {
      next[stock] =
        (DECAYS[stock]?.[1] ?? 0) *
        ((x[stock] ?? 0) +
          (this.flows[stock] ?? 0) -
          (this.climatology.mean[stock * YEAR_DAYS + index] ?? 0));
    }
    return next;
  }

  computeSums(x: readonly number[], asOf: AsOfCycle): number[] {
    return this.computeOutlookSums(x, this.weather.getOutlook(asOf));
  }

  computeOutlookSums(x: readonly number[], outlook: Outlook): number[] {
    computeExpectedFlows(outlook, this.flowsAhead);
    const sums = createSumsArray();
    const first = getSeasonIndex(outlook.day);
    for (let stock = 0; stock < STOCK_COUNT; stock += 1) {
      const decays = DECAYS[stock] as Float64Array;
      let sum = x[stock] ?? 0;
      sums[stock * SUMS] = sum;
      for (let lead = 0; lead < LEADS; lead += 1) {
        const index = first + lead < YEAR_DAYS ? first + lead : first + lead - YEAR_DAYS;
        sum +=
          ((this.flowsAhead[stock * LEADS + lead] ?? 0) -
            (this.climatology.mean[stock * YEAR_DAYS + index] ?? 0)) /
          (decays[lead] ?? 1);
        sums[stock * SUMS + lead + 1] = sum;
      }
      sums[stock * SUMS + LEADS + 1] = computeRidgeAhead(outlook, stock);
    }
    return sums;
  }

  getExpectedTightness(stock: number, sums: readonly number[], day: number, days: number): number {
    const reach = LOOKS_AHEAD[stock] ? REACH : days;
    if (reach <= LEADS) return sums[stock * SUMS + reach] ?? 0;
    const beyond = Math.min(reach, REACH) - LEADS;
    const tail =
      this.tails[(stock * YEAR_DAYS + getSeasonIndex(day)) * (RIDGE_DAYS + 1) + beyond] ?? 0;
    return (sums[stock * SUMS + LEADS] ?? 0) + tail * (sums[stock * SUMS + LEADS + 1] ?? 0);
  }

  computeLifeVariance(stock: number, endDay: number): LifeVariance {
    const before = stock * YEAR_DAYS + getSeasonIndex(Math.max(0, endDay - REACH));
    return {
      near: this.computeNearVariance(stock, endDay),
      distant: (DECAYS[stock]?.[REACH] ?? 0) ** 2 * (this.pastVariance[before] ?? 0),
    };
  }

  getRemainingVariance(
    stock: number,
    day: number,
    days: number,
    { near, distant }: LifeVariance,
  ): number {
    if (days <= REACH) return near[days] ?? 0;
    const decay = DECAYS[stock]?.[days] ?? 0;
    return (
      (near[REACH] ?? 0) +
      Math.max(
        0,
        distant - decay * decay * (this.pastVariance[stock * YEAR_DAYS + getSeasonIndex(day)] ?? 0),
      )
    );
  }

  getNewsSd(stock: number, day: number): number {
    return Math.sqrt(this.climatology.variance[stock * YEAR_DAYS + getSeasonIndex(day)] ?? 0);
  }

  getDecay(stock: number, days: number): number {
    return DECAYS[stock]?.[days] ?? 0;
  }

  getNewsFraction(stock: number, days: number): number {
    return days >= REACH || LOOKS_AHEAD[stock]
      ? 1
      : (this.climatology.share[stock * (REACH + 1) + days] ?? 1);
  }

  private computeNearVariance(stock: number, endDay: number): Float64Array {
    const near = new Float64Array(REACH + 1);
    for (let left = 1; left <= REACH; left += 1) {
      const index = stock * YEAR_DAYS + getSeasonIndex(Math.max(0, endDay - left));
      near[left] =
        (near[left - 1] ?? 0) +
        (DECAYS[stock]?.[left - 1] ?? 0) ** 2 *
          (this.climatology.variance[index] ?? 0) *
          this.getNewsFraction(stock, left);
    }
    return near;
  }
}

/**
 * Predicted flow per unit of ridge at the end of the forecast, cumulative over the days after it:
 * by stock, day of the year and days.
 */
function buildRidgeTails({ ridge }: Climatology): Float64Array {
  const tails = new Float64Array(STOCK_COUNT * YEAR_DAYS * (RIDGE_DAYS + 1));
  const powers = Array.from({ length: RIDGE_DAYS + 1 }, (_, beyond) => RIDGE_MEMORY ** beyond);
  for (let row = 0; row < STOCK_COUNT * YEAR_DAYS; row += 1) {
    const [stock, first] = [Math.floor(row / YEAR_DAYS), row % YEAR_DAYS];
    let sum = 0;
    for (let beyond = 1; beyond <= RIDGE_DAYS; beyond += 1) {
      const lead = LEADS - 1 + beyond;
      sum +=
        ((powers[beyond] ?? 0) * (ridge[stock * YEAR_DAYS + ((first + lead) % YEAR_DAYS)] ?? 0)) /
        (DECAYS[stock]?.[lead] ?? 1);
      tails[row * (RIDGE_DAYS + 1) + beyond] = sum;
    }
  }
  return tails;
}

/** Years until past news has decayed, at the longest memory. */
const SETTLING_YEARS = 12;

/**
 * Decayed variance of all earlier news by stock and day of the year: the fixed point of a yearly
 * recursion.
 */
function computePastVariance({ variance }: Climatology): Float64Array {
  const pastVariance = new Float64Array(STOCK_COUNT * YEAR_DAYS);
  for (let stock = 0; stock < STOCK_COUNT; stock += 1) {
    const daily = (DECAYS[stock]?.[1] ?? 0) ** 2;
    let sum = 0;
    for (let day = 0; day < YEAR_DAYS * SETTLING_YEARS; day += 1) {
      const index = stock * YEAR_DAYS + (day % YEAR_DAYS);
      pastVariance[index] = sum;
      sum = daily * sum + (variance[index] ?? 0);
    }
  }
  return pastVariance;
}

export const getStock = (stock: number): ChainStock => STOCKS[stock] as ChainStock;
