/** Correlations of weather factors with price changes of the same day and of the days after. */
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';
import { FACTORS, type DailyValues, type FactorName } from './factors';
import type { PlaceName } from './places';
import { correlationP, discoveryRates, computePearson } from './significance';
import { DAY_MS } from '../domain/time';

/**
 * The close of a chain's front price on a UTC day; steps between two of them must not contain a
 * roll.
 */
export interface DailyClose {
  readonly dayMs: EpochMs;
  readonly close: number;
}

/** Whole days by which the weather leads the price. */
export const LAGS = [0, 1, 2, 3] as const;
/** Share of false discoveries that is put up with among those that are called significant. */
const DISCOVERY_RATE_MAX = 0.05;
/** A change over more days than a long weekend is not one of a day. */
const STEP_DAYS_MAX = 4;

interface Pair {
  readonly region: PlaceName;
  readonly chain: string;
  readonly commodity: CommodityKey;
}

const listPairs = (
  region: PlaceName,
  ...chains: readonly (readonly [string, CommodityKey])[]
): Pair[] => chains.map(([chain, commodity]) => ({ region, chain, commodity }));
const GAS = ['NG', 'natural-gas'] as const;

/** What is compared with what: each region with the markets that answer to its weather. */
export const PAIRS: readonly Pair[] = [
  ...listPairs('Northeast', GAS, ['HO', 'oil']),
  ...listPairs('Southeast', GAS, ['OJ', 'orange-juice']),
  ...listPairs('Midwest', GAS, ['CORN', 'corn'], ['SOYB', 'soybeans'], ['WHEAT', 'wheat']),
  ...listPairs('Southwest', GAS, ['CT', 'cotton']),
  ...listPairs('West', GAS),
  ...listPairs('NYISO', ['ET-NYISO', 'electricity']),
  ...listPairs('PJM', ['ET-PJM', 'electricity']),
  ...listPairs('ERCOT', ['ET-ERCOT', 'electricity']),
  ...listPairs('CAISO', ['ET-CAISO', 'electricity']),
  ...listPairs('MISO', ['ET-MISO', 'electricity']),
  ...listPairs('Gulf of Mexico', ['CL', 'crude-oil']),
  ...listPairs('Minas Gerais', ['KC', 'coffee']),
];

interface Correlation extends Pair {
  readonly factor: FactorName;
  /**
   * -1 to 1 at the lag where it is farthest from 0; null while there are fewer than 30 pairs or one
   * side never changes.
   */
  readonly strength: number | null;
  readonly lagDays: number | null;
  readonly n: number;
  /** Two-sided, of this lag alone. */
  readonly p: number | null;
  /** The rate of false discoveries at which it would be one, among all factors, pairs and lags. */
  readonly discoveryRate: number | null;
  readonly isSignificant: boolean;
}

/**
 * Changes from close to close by the day of the later one: log returns, or differences in quoted
 * units where a price is not above zero.
 */
export function priceChanges(closes: readonly DailyClose[]): DailyValues {
  const isLog = closes.every(({ close }) => close > 0);
  return new Map(
    closes.flatMap(({ dayMs, close }, index) => {
      const before = closes[index - 1];
      if (!before || dayMs - before.dayMs > STEP_DAYS_MAX * DAY_MS) return [];
      return [[dayMs, isLog ? Math.log(close / before.close) : close - before.close] as const];
    }),
  );
}

interface Test {
  readonly pair: Pair;
  readonly factor: FactorName;
  readonly lag: number;
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

function findTest(
  pair: Pair,
  factor: FactorName,
  lag: number,
  values: DailyValues,
  changes: DailyValues,
): Test | null {
  const left: number[] = [];
  const right: number[] = [];
  for (const [dayMs, change] of changes) {
    const value = values.get(dayMs - lag * DAY_MS);
    if (value === undefined) continue;
    left.push(value);
    right.push(change);
  }
  const r = computePearson(left, right);
  return r === null
    ? null
    : { pair, factor, lag, n: left.length, r, p: correlationP(r, left.length) };
}

type FactorsOf = (region: PlaceName) => Readonly<Record<FactorName, DailyValues>>;
type ClosesOf = (chain: string) => readonly DailyClose[];

function allTests(factorsOf: FactorsOf, closesOf: ClosesOf): Test[] {
  return PAIRS.flatMap((pair) => {
    const changes = priceChanges(closesOf(pair.chain));
    const factors = factorsOf(pair.region);
    return FACTORS.flatMap((factor) =>
      LAGS.flatMap((lag) => findTest(pair, factor, lag, factors[factor], changes) ?? []),
    );
  });
}

function findStrongest(
  pair: Pair,
  factor: FactorName,
  tests: readonly (Test & { rate: number })[],
): Correlation {
  const own = tests.filter((test) => test.pair === pair && test.factor === factor);
  const first = own[0];
  if (!first)
    return {
      ...pair,
      factor,
      strength: null,
      lagDays: null,
      n: 0,
      p: null,
      discoveryRate: null,
      isSignificant: false,
    };
  const best = own.reduce(
    (most, test) => (Math.abs(test.r) > Math.abs(most.r) ? test : most),
    first,
  );
  return {
    ...pair,
    factor,
    strength: best.r,
    lagDays: best.lag,
    n: best.n,
    p: best.p,
    discoveryRate: best.rate,
    isSignificant: best.rate <= DISCOVERY_RATE_MAX,
  };
}

/**
 * One row for each pair and factor at its strongest lag, the strongest first; what cannot be told
 * yet comes last.
 */
export function computeCorrelations(
  factorsOf: FactorsOf,
  closesOf: ClosesOf,
): readonly Correlation[] {
  const tests = allTests(factorsOf, closesOf);
  const rates = discoveryRates(tests.map(({ p }) => p));
  const rated = tests.map((test, index) => ({ ...test, rate: rates[index] ?? 1 }));
  const rows = PAIRS.flatMap((pair) => FACTORS.map((factor) => findStrongest(pair, factor, rated)));
  return rows.sort((a, b) => Math.abs(b.strength ?? 0) - Math.abs(a.strength ?? 0));
}
