/**
 * Stocks of tightness as the market sees them: what the past left and what the forecast adds, with how uncertain the rest is.
 * It knows means and variances of a normal variable at each expiry; it refuses prices: what a stock is worth is said elsewhere.
 *
 * The stock at expiry T is x(T) = sum over t < T of r^(T-t) (flow(t) - usual(t)). Known at n it is normal with mean r^(T-n) M(n) and the variance
 * of the news still to come. M(n) = x(n) + sum over leads j of r^-j (E flow(n+j) - usual(n+j)) + what the ridge foretells of later days.
 */
import type { Knowledge, Outlook, PastDay, WeatherPart } from '../parts';
import { MARKET_CELLS } from '../../weather/cell';
import type { Climatology } from './climatology';
import { LEADS, STOCKS, STOCK_COUNT, YEAR_DAYS, expectedFlows, realisedFlows, seasonPlace } from './gauges';

/** Values of M by how many days of the forecast count: 0 to LEADS, and last with the ridge's later days too. */
export const SUMS = LEADS + 2;
/** A ridge is remembered from day to day by this share, and foretells flows so many days beyond the forecast. */
const RIDGE_MEMORY = 0.972;
const RIDGE_DAYS = 56;

export interface Tightness {
  /** x a day later, by stock, from x at the beginning of a day that is over. */
  advance(x: Float64Array, past: PastDay): Float64Array;
  /** M by stock and by days of the forecast that count: SUMS values per stock. */
  sums(x: Float64Array, known: Knowledge): Float64Array;
  /** Variance of the stock at `endDay` that a contract's whole life has had or will have: what its mean price is reckoned with. */
  wholeVariance(stock: number, endDay: number): number;
  /** Variance that is still to come from the midnight of `day`. */
  variance(stock: number, day: number, endDay: number): number;
  /** Decay over so many days. */
  decay(stock: number, days: number): number;
  /** Share of the news that is about the first so many days. */
  share(stock: number, days: number): number;
}

const DECAY_DAYS = 640;
const DECAYS = STOCKS.map(({ stock }) => Float64Array.from({ length: DECAY_DAYS }, (_, days) => Math.exp(-days / stock.memoryDays)));
const RIDGE_CELLS = STOCKS.map(({ stock }) => stock.ridge.map((cell) => MARKET_CELLS.indexOf(cell)));

/** Mean ridge over the cells of a stock at the end of the forecast; 0 where none tells anything. */
export function ridgeAhead(outlook: Outlook, stock: number): number {
  const cells = RIDGE_CELLS[stock] as readonly number[];
  let sum = 0;
  for (const cell of cells) sum += outlook.ridge(cell, LEADS - 1);
  return cells.length === 0 ? 0 : sum / cells.length;
}

/** Stocks of tightness over a weather, about a climatology. */
export function createTightness(weather: WeatherPart, climatology: Climatology): Tightness {
  const ridgeTail = ridgeTails(climatology);
  const past = varianceOfPast(climatology);
  const flows = new Float64Array(STOCK_COUNT);
  const expected = new Float64Array(STOCK_COUNT * LEADS);
  const near = (stock: number, endDay: number, days: number): number => {
    let sum = 0;
    for (let left = 1; left <= days; left += 1) {
      const place = stock * YEAR_DAYS + seasonPlace(Math.max(0, endDay - left));
      sum += (DECAYS[stock]?.[left] ?? 0) ** 2 * (climatology.variance[place] ?? 0) * (climatology.share[stock * (LEADS + 1) + left] ?? 1);
    }
    return sum;
  };
  const distant = (stock: number, endDay: number): number => (DECAYS[stock]?.[LEADS] ?? 0) ** 2 * (past[stock * YEAR_DAYS + seasonPlace(Math.max(0, endDay - LEADS))] ?? 0);
  return {
    advance(x, day) {
      realisedFlows(day, flows);
      const place = seasonPlace(day.day);
      return x.map((value, stock) => (DECAYS[stock]?.[1] ?? 0) * (value + (flows[stock] ?? 0) - (climatology.mean[stock * YEAR_DAYS + place] ?? 0)));
    },
    sums(x, known) {
      const outlook = weather.outlookAt(known);
      expectedFlows(outlook, expected);
      return sumsOf(x, outlook, expected, climatology.mean, ridgeTail);
    },
    wholeVariance: (stock, endDay) => near(stock, endDay, LEADS) + distant(stock, endDay),
    variance(stock, day, endDay) {
      const days = endDay - day;
      if (days <= LEADS) return near(stock, endDay, days);
      const rest = (DECAYS[stock]?.[days] ?? 0) ** 2 * (past[stock * YEAR_DAYS + seasonPlace(day)] ?? 0);
      return near(stock, endDay, LEADS) + Math.max(0, distant(stock, endDay) - rest);
    },
    decay: (stock, days) => DECAYS[stock]?.[days] ?? 0,
    share: (stock, days) => (days > LEADS ? 1 : (climatology.share[stock * (LEADS + 1) + days] ?? 1)),
  };
}

function sumsOf(x: Float64Array, outlook: Outlook, expected: Float64Array, mean: Float64Array, ridgeTail: Float64Array): Float64Array {
  const sums = new Float64Array(STOCK_COUNT * SUMS);
  const first = seasonPlace(outlook.day);
  for (let stock = 0; stock < STOCK_COUNT; stock += 1) {
    let sum = x[stock] ?? 0;
    sums[stock * SUMS] = sum;
    for (let lead = 0; lead < LEADS; lead += 1) {
      const place = first + lead < YEAR_DAYS ? first + lead : first + lead - YEAR_DAYS;
      sum += ((expected[stock * LEADS + lead] ?? 0) - (mean[stock * YEAR_DAYS + place] ?? 0)) / (DECAYS[stock]?.[lead] ?? 1);
      sums[stock * SUMS + lead + 1] = sum;
    }
    sums[stock * SUMS + LEADS + 1] = sum + (ridgeTail[stock * YEAR_DAYS + first] ?? 0) * ridgeAhead(outlook, stock);
  }
  return sums;
}

/** What a ridge at the end of a forecast foretells of the flows after it, by stock and day of the year on which the forecast begins. */
function ridgeTails({ ridge }: Climatology): Float64Array {
  return Float64Array.from({ length: STOCK_COUNT * YEAR_DAYS }, (_, at) => {
    const [stock, first] = [Math.floor(at / YEAR_DAYS), at % YEAR_DAYS];
    let sum = 0;
    for (let beyond = 1; beyond <= RIDGE_DAYS; beyond += 1) {
      const lead = LEADS - 1 + beyond;
      sum += (RIDGE_MEMORY ** beyond * (ridge[stock * YEAR_DAYS + ((first + lead) % YEAR_DAYS)] ?? 0)) / (DECAYS[stock]?.[lead] ?? 1);
    }
    return sum;
  });
}

/** Variance of all news before a day, decayed to it, by stock and day of the year: the fixed point of one year's recursion. */
function varianceOfPast({ variance }: Climatology): Float64Array {
  const past = new Float64Array(STOCK_COUNT * YEAR_DAYS);
  for (let stock = 0; stock < STOCK_COUNT; stock += 1) {
    const daily = (DECAYS[stock]?.[1] ?? 0) ** 2;
    let sum = 0;
    for (let day = 0; day < YEAR_DAYS * 12; day += 1) {
      const place = stock * YEAR_DAYS + (day % YEAR_DAYS);
      past[place] = sum;
      sum = daily * (sum + (variance[place] ?? 0));
    }
  }
  return past;
}
