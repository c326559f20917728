/**
 * Measures the climatology of the stocks over simulated years: what is usual, how much news there
 * is, what a ridge foretells.
 */
import type { WeatherPart } from '../parts';
import { BINS, type ClimatologyRow, getBin, buildClimatology } from './climatology';
import { CHAINS } from './chains';
import { LEADS, REACH, STOCKS, STOCK_COUNT, expectedFlows, realisedFlows } from './fundamentals';
import { type Tightness, byStock, createTightness, ridgeAhead } from './tightness';

/** The first year of a world is left out: its stocks begin empty. */
const FIRST_DAY = 366;
/** Weights of a bin and its neighbors: what is measured is smoothed over some three weeks. */
const SMOOTH = [1, 2, 3, 2, 1];

const createTable = (): Float64Array[] => STOCKS.map(() => new Float64Array(BINS));
const add = (to: Float64Array, index: number, amount: number): void => {
  to[index] = (to[index] ?? 0) + amount;
};

/** Ratio of two tables of sums, smoothed round the year. */
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

/** The climatology of every stock over weathers, each over so many years. */
export function measureClimatology(
  weathers: readonly WeatherPart[],
  years: number,
): readonly ClimatologyRow[] {
  const days = Math.floor(years * 365.25);
  const usual = measureUsual(weathers, days);
  return measureNews(weathers, days, usual);
}

const formatName = (stock: number): string => {
  const { chain } = STOCKS[stock] as (typeof STOCKS)[number];
  return `${CHAINS[chain]?.id}/${stock - STOCKS.findIndex((other) => other.chain === chain)}`;
};

/** Sums for a slope of the flow two weeks ahead on the ridge there, by stock and season. */
interface SlopeSums {
  readonly flow: readonly Float64Array[];
  readonly ridge: readonly Float64Array[];
  readonly product: readonly Float64Array[];
  readonly square: readonly Float64Array[];
  readonly counts: Float64Array;
}

/** Mean flows as they happened, and how the flow two weeks ahead goes with the ridge there. */
function measureUsual(weathers: readonly WeatherPart[], days: number): readonly ClimatologyRow[] {
  const mean = createTable();
  const counts = new Float64Array(BINS);
  const slope: SlopeSums = {
    flow: createTable(),
    ridge: createTable(),
    product: createTable(),
    square: createTable(),
    counts: new Float64Array(BINS),
  };
  const [flows, expected] = [new Float64Array(STOCK_COUNT), new Float64Array(STOCK_COUNT * LEADS)];
  for (const weather of weathers) {
    for (let day = FIRST_DAY; day < days; day += 1) {
      const outlook = weather.outlookAt({ day, cycles: 0 });
      realisedFlows(weather.pastDay(day - 1), flows);
      expectedFlows(outlook, expected);
      add(counts, getBin(day - 1), 1);
      add(slope.counts, getBin(day + LEADS - 1), 1);
      for (let stock = 0; stock < STOCK_COUNT; stock += 1) {
        add(mean[stock] as Float64Array, getBin(day - 1), flows[stock] ?? 0);
        countRidge(
          slope,
          stock,
          getBin(day + LEADS - 1),
          expected[stock * LEADS + LEADS - 1] ?? 0,
          ridgeAhead(outlook, stock),
        );
      }
    }
  }
  return STOCKS.map((_, stock) => ({
    stock: formatName(stock),
    mean: smoothRatio(mean[stock] as Float64Array, counts),
    ridge: buildSlope(slope, stock),
    variance: new Array<number>(BINS).fill(0),
    share: new Array<number>(REACH + 1).fill(1),
  }));
}

function countRidge(
  sums: SlopeSums,
  stock: number,
  bin: number,
  flow: number,
  ridge: number,
): void {
  add(sums.flow[stock] as Float64Array, bin, flow);
  add(sums.ridge[stock] as Float64Array, bin, ridge);
  add(sums.product[stock] as Float64Array, bin, flow * ridge);
  add(sums.square[stock] as Float64Array, bin, ridge * ridge);
}

/** Slope by least squares inside each bin, smoothed; 0 where the stock has no ridge. */
function buildSlope(sums: SlopeSums, stock: number): readonly number[] {
  const [flow, ridge] = [sums.flow[stock] as Float64Array, sums.ridge[stock] as Float64Array];
  const centerd = (products: Float64Array, other: Float64Array): Float64Array =>
    products.map(
      (product, bin) =>
        product - ((other[bin] ?? 0) * (ridge[bin] ?? 0)) / Math.max(1, sums.counts[bin] ?? 0),
    );
  return smoothRatio(
    centerd(sums.product[stock] as Float64Array, flow),
    centerd(sums.square[stock] as Float64Array, ridge),
  );
}

/**
 * Sums of squared news: by stock and season, and by stock and how many days a contract has left,
 * last all of it.
 */
interface NewsSums {
  readonly squares: readonly Float64Array[];
  readonly counts: Float64Array;
  readonly byDaysLeft: readonly Float64Array[];
}

/**
 * Variance of the daily news in each expected stock about what is usual, and how much of it is
 * about the first days of the forecast.
 */
function measureNews(
  weathers: readonly WeatherPart[],
  days: number,
  usual: readonly ClimatologyRow[],
): readonly ClimatologyRow[] {
  const sums: NewsSums = {
    squares: createTable(),
    counts: new Float64Array(BINS),
    byDaysLeft: STOCKS.map(() => new Float64Array(REACH + 1)),
  };
  for (const weather of weathers) {
    const tightness = createTightness(weather, buildClimatology(usual));
    let stocks = byStock();
    let before = tightness.sums(stocks, { day: FIRST_DAY, cycles: 0 });
    for (let day = FIRST_DAY; day < days; day += 1) {
      stocks = tightness.advance(stocks, weather.pastDay(day));
      const after = tightness.sums(stocks, { day: day + 1, cycles: 0 });
      add(sums.counts, getBin(day), 1);
      for (let stock = 0; stock < STOCK_COUNT; stock += 1)
        countNews(sums, tightness, stock, day, before, after);
      before = after;
    }
  }
  return usual.map((row, stock) => {
    const daysLeft = sums.byDaysLeft[stock] as Float64Array;
    const whole = daysLeft[REACH] || 1;
    return {
      ...row,
      variance: smoothRatio(sums.squares[stock] as Float64Array, sums.counts),
      share: Array.from(daysLeft, (sum) => Number((sum / whole).toPrecision(3))),
    };
  });
}

function countNews(
  { squares, byDaysLeft }: NewsSums,
  tightness: Tightness,
  stock: number,
  day: number,
  before: readonly number[],
  after: readonly number[],
): void {
  const daily = tightness.decay(stock, 1);
  const news = (left: number, leftAfter: number): number =>
    tightness.expected(stock, after, day + 1, leftAfter) -
    daily * tightness.expected(stock, before, day, left);
  const whole = news(REACH, REACH) ** 2;
  add(squares[stock] as Float64Array, getBin(day), whole);
  add(byDaysLeft[stock] as Float64Array, REACH, whole);
  for (let left = 1; left < REACH; left += 1)
    add(byDaysLeft[stock] as Float64Array, left, news(left, left - 1) ** 2);
}

/**
 * FNV-1a of the figures in order, 32 bits as eight hexadecimal digits: guards against edits, not
 * against malice.
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
