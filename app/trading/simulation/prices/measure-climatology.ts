/** Measures the climatology of the tightness stocks over simulated years. */
import type { WeatherModel } from '../market-models';
import { BINS, type ClimatologyRow, getBin, buildClimatology } from './climatology';
import { FUTURES_CHAINS } from './futures-chains';
import {
  LEADS,
  REACH,
  STOCKS,
  STOCK_COUNT,
  computeExpectedFlows,
  computeRealizedFlows,
} from './weather-flows';
import { type Tightness, createStockArray, createTightness, computeRidgeAhead } from './tightness';

/** Skips the first year, in which stocks start at zero. */
const FIRST_DAY = 366;
/** Smoothing weights of a bin and its neighbors, about three weeks. */
const SMOOTH = [1, 2, 3, 2, 1];

const createTables = (): Float64Array[] => STOCKS.map(() => new Float64Array(BINS));
const addAt = (to: Float64Array, index: number, amount: number): void => {
  to[index] = (to[index] ?? 0) + amount;
};

/** Ratio of two tables of sums, smoothed around the year. */
function smoothRatio(sums: Float64Array, counts: Float64Array): readonly number[] {
  return Array.from(sums, (_, bin) => {
    let [sum, count] = [0, 0];
    SMOOTH.forEach((weight, index) => {
      const at = (bin + index - 2 + BINS) % BINS;
      sum += weight * (sums[at] ?? 0);
      count += weight * (counts[at] ?? 0);
    });
    return count === 0 ? 0 : Number((sum / count).toPrecision(4));
  });
}

/** Climatology of every stock over several weather models, `years` each. */
export function measureClimatology(
  weathers: readonly WeatherModel[],
  years: number,
): readonly ClimatologyRow[] {
  const days = Math.floor(years * 365.25);
  const normals = measureNormals(weathers, days);
  return measureNews(weathers, days, normals);
}

const formatStockId = (stock: number): string => {
  const { chain } = STOCKS[stock] as (typeof STOCKS)[number];
  return `${FUTURES_CHAINS[chain]?.id}/${stock - STOCKS.findIndex((other) => other.chain === chain)}`;
};

/** Ids of all stocks in the order of the rows. */
export const listStockIds = (): readonly string[] => STOCKS.map((_, stock) => formatStockId(stock));

/** Regression sums of the flow two weeks ahead on the ridge there, by stock and season. */
interface SlopeSums {
  readonly flow: readonly Float64Array[];
  readonly ridge: readonly Float64Array[];
  readonly product: readonly Float64Array[];
  readonly square: readonly Float64Array[];
  readonly counts: Float64Array;
}

/** Mean realized flows, and regression of the flow two weeks ahead on the ridge. */
function measureNormals(
  weathers: readonly WeatherModel[],
  days: number,
): readonly ClimatologyRow[] {
  const mean = createTables();
  const counts = new Float64Array(BINS);
  const slope: SlopeSums = {
    flow: createTables(),
    ridge: createTables(),
    product: createTables(),
    square: createTables(),
    counts: new Float64Array(BINS),
  };
  const [flows, expected] = [new Float64Array(STOCK_COUNT), new Float64Array(STOCK_COUNT * LEADS)];
  for (const weather of weathers) {
    for (let day = FIRST_DAY; day < days; day += 1) {
      const outlook = weather.getOutlook({ day, cycles: 0 });
      computeRealizedFlows(weather.getPastDay(day - 1), flows);
      computeExpectedFlows(outlook, expected);
      addAt(counts, getBin(day - 1), 1);
      addAt(slope.counts, getBin(day + LEADS - 1), 1);
      for (let stock = 0; stock < STOCK_COUNT; stock += 1) {
        addAt(mean[stock] as Float64Array, getBin(day - 1), flows[stock] ?? 0);
        addRidgeSample(
          slope,
          stock,
          getBin(day + LEADS - 1),
          expected[stock * LEADS + LEADS - 1] ?? 0,
          computeRidgeAhead(outlook, stock),
        );
      }
    }
  }
  return STOCKS.map((_, stock) => ({
    stock: formatStockId(stock),
    mean: smoothRatio(mean[stock] as Float64Array, counts),
    ridge: computeRidgeSlope(slope, stock),
    variance: new Array<number>(BINS).fill(0),
    share: new Array<number>(REACH + 1).fill(1),
  }));
}

function addRidgeSample(
  sums: SlopeSums,
  stock: number,
  bin: number,
  flow: number,
  ridge: number,
): void {
  addAt(sums.flow[stock] as Float64Array, bin, flow);
  addAt(sums.ridge[stock] as Float64Array, bin, ridge);
  addAt(sums.product[stock] as Float64Array, bin, flow * ridge);
  addAt(sums.square[stock] as Float64Array, bin, ridge * ridge);
}

/** Least-squares slope per bin, smoothed; 0 where the stock has no ridge. */
function computeRidgeSlope(sums: SlopeSums, stock: number): readonly number[] {
  const [flow, ridge] = [sums.flow[stock] as Float64Array, sums.ridge[stock] as Float64Array];
  const subtractMeans = (products: Float64Array, other: Float64Array): Float64Array =>
    products.map(
      (product, bin) =>
        product - ((other[bin] ?? 0) * (ridge[bin] ?? 0)) / Math.max(1, sums.counts[bin] ?? 0),
    );
  return smoothRatio(
    subtractMeans(sums.product[stock] as Float64Array, flow),
    subtractMeans(sums.square[stock] as Float64Array, ridge),
  );
}

/**
 * Sums of squared news by stock and season, and by stock and days left; the last entry is the
 * total.
 */
interface NewsSums {
  readonly squares: readonly Float64Array[];
  readonly counts: Float64Array;
  readonly byDaysLeft: readonly Float64Array[];
}

/** Variance of daily news about each stock, and its distribution over days left. */
function measureNews(
  weathers: readonly WeatherModel[],
  days: number,
  normals: readonly ClimatologyRow[],
): readonly ClimatologyRow[] {
  const sums: NewsSums = {
    squares: createTables(),
    counts: new Float64Array(BINS),
    byDaysLeft: STOCKS.map(() => new Float64Array(REACH + 1)),
  };
  for (const weather of weathers) {
    const tightness = createTightness(weather, buildClimatology(normals));
    let stocks = createStockArray();
    let before = tightness.computeSums(stocks, { day: FIRST_DAY, cycles: 0 });
    for (let day = FIRST_DAY; day < days; day += 1) {
      stocks = tightness.advance(stocks, weather.getPastDay(day));
      const after = tightness.computeSums(stocks, { day: day + 1, cycles: 0 });
      addAt(sums.counts, getBin(day), 1);
      for (let stock = 0; stock < STOCK_COUNT; stock += 1)
        addNewsSample(sums, tightness, stock, day, before, after);
      before = after;
    }
  }
  return normals.map((row, stock) => {
    const daysLeft = sums.byDaysLeft[stock] as Float64Array;
    const total = daysLeft[REACH] || 1;
    return {
      ...row,
      variance: smoothRatio(sums.squares[stock] as Float64Array, sums.counts),
      share: Array.from(daysLeft, (sum) => Number((sum / total).toPrecision(3))),
    };
  });
}

function addNewsSample(
  { squares, byDaysLeft }: NewsSums,
  tightness: Tightness,
  stock: number,
  day: number,
  before: readonly number[],
  after: readonly number[],
): void {
  const daily = tightness.getDecay(stock, 1);
  const computeNewsVariance = (left: number, leftAfter: number): number =>
    tightness.getExpectedTightness(stock, after, day + 1, leftAfter) -
    daily * tightness.getExpectedTightness(stock, before, day, left);
  const total = computeNewsVariance(REACH, REACH) ** 2;
  addAt(squares[stock] as Float64Array, getBin(day), total);
  addAt(byDaysLeft[stock] as Float64Array, REACH, total);
  for (let left = 1; left < REACH; left += 1)
    addAt(byDaysLeft[stock] as Float64Array, left, computeNewsVariance(left, left - 1) ** 2);
}

/**
 * FNV-1a hash of the figures in order, 32 bits as eight hexadecimal digits; detects accidental
 * edits only.
 */
export function climatologyHash(rows: readonly ClimatologyRow[]): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(
    rows.map(({ stock, mean, variance, ridge, share }) => [stock, mean, variance, ridge, share]),
  )) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
