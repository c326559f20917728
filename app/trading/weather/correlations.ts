/** Correlations of weather factors with price changes at lags of 0 to 3 days. */
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';
import { FACTORS, type DailyValues, type FactorName } from './factors';
import type { PlaceName } from './places';
import { computeCorrelationP, computeDiscoveryRates, computePearson } from './significance';
import { DAY_MS } from '../domain/time';

/** Daily close of a front price; steps between closes must not contain a roll. */
export interface DailyClose {
  readonly dayMs: EpochMs;
  readonly close: number;
}

/** Lags in days by which weather leads price. */
export const LAGS = [0, 1, 2, 3] as const;
/** Accepted false discovery rate. */
const DISCOVERY_RATE_MAX = 0.05;
/** Longest step of a daily change (a long weekend). */
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

/** Regions and the chains that depend on their weather. */
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
  /** Correlation at the strongest lag, -1 to 1; null below 30 pairs or for a constant side. */
  readonly strength: number | null;
  readonly lagDays: number | null;
  readonly n: number;
  /** Two-sided p-value of this lag alone. */
  readonly p: number | null;
  /** Adjusted p-value (false discovery rate) over all factors, pairs and lags. */
  readonly discoveryRate: number | null;
  readonly isSignificant: boolean;
}

/**
 * Daily changes dated by the later close: log returns, or differences where a price is not
 * positive.
 */
export function computePriceChanges(closes: readonly DailyClose[]): DailyValues {
  const isLog = closes.every(({ close }) => close > 0);
  return new Map(
    closes.flatMap(({ dayMs, close }, index) => {
      const before = closes[index - 1];
      if (!before || dayMs - before.dayMs > STEP_DAYS_MAX * DAY_MS) return [];
      return [[dayMs, isLog ? Math.log(close / before.close) : close - before.close] as const];
    }),
  );
}

interface CorrelationTest {
  readonly pair: Pair;
  readonly factor: FactorName;
  readonly lag: number;
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/** A factor and the price changes that follow it by a lag, one element per common day. */
export interface PairedValues {
  readonly factor: readonly number[];
  readonly changes: readonly number[];
}

/** Pairs each price change with the factor `lagDays` earlier; days without one are left out. */
export function pairWithChanges(
  values: DailyValues,
  changes: DailyValues,
  lagDays: number,
): PairedValues {
  const common = [...changes].flatMap(([dayMs, change]) => {
    const value = values.get(dayMs - lagDays * DAY_MS);
    return value === undefined ? [] : [{ value, change }];
  });
  return { factor: common.map(({ value }) => value), changes: common.map(({ change }) => change) };
}

function findTest(
  pair: Pair,
  factor: FactorName,
  lag: number,
  values: DailyValues,
  changes: DailyValues,
): CorrelationTest | null {
  const { factor: left, changes: right } = pairWithChanges(values, changes, lag);
  const r = computePearson(left, right);
  return r === null
    ? null
    : { pair, factor, lag, n: left.length, r, p: computeCorrelationP(r, left.length) };
}

type GetFactors = (region: PlaceName) => Readonly<Record<FactorName, DailyValues>>;
type GetCloses = (chain: string) => readonly DailyClose[];

function runTests(getFactors: GetFactors, getCloses: GetCloses): CorrelationTest[] {
  return PAIRS.flatMap((pair) => {
    const changes = computePriceChanges(getCloses(pair.chain));
    const factors = getFactors(pair.region);
    return FACTORS.flatMap((factor) =>
      LAGS.flatMap((lag) => findTest(pair, factor, lag, factors[factor], changes) ?? []),
    );
  });
}

function selectStrongest(
  pair: Pair,
  factor: FactorName,
  tests: readonly (CorrelationTest & { rate: number })[],
): Correlation {
  const candidates = tests.filter((test) => test.pair === pair && test.factor === factor);
  const first = candidates[0];
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
  const best = candidates.reduce(
    (strongest, test) => (Math.abs(test.r) > Math.abs(strongest.r) ? test : strongest),
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

/** One row per pair and factor at its strongest lag, strongest first; undetermined rows last. */
export function computeCorrelations(
  getFactors: GetFactors,
  getCloses: GetCloses,
): readonly Correlation[] {
  const tests = runTests(getFactors, getCloses);
  const rates = computeDiscoveryRates(tests.map(({ p }) => p));
  const rated = tests.map((test, index) => ({ ...test, rate: rates[index] ?? 1 }));
  const rows = PAIRS.flatMap((pair) =>
    FACTORS.map((factor) => selectStrongest(pair, factor, rated)),
  );
  return rows.sort((a, b) => Math.abs(b.strength ?? 0) - Math.abs(a.strength ?? 0));
}
