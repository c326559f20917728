/** Correlations of weather factors with price changes at lags of 0 to 3 days. */
import { greatest } from 'd3-array';
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

/** Correlation at one lag; null below 30 pairs or for a constant side. */
interface LagStrength {
  readonly lagDays: number;
  readonly strength: number | null;
  readonly n: number;
}

export interface Correlation extends Pair {
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
  /** In the order of `LAGS`. */
  readonly lags: readonly LagStrength[];
  /** Values at the strongest lag; null without one. */
  readonly paired: PairedValues | null;
  /** Changes are log returns; else differences of the price. */
  readonly isLogReturn: boolean;
}

/** Log returns need positive prices. */
const hasLogReturns = (closes: readonly DailyClose[]): boolean =>
  closes.every(({ close }) => close > 0);

/**
 * Daily changes dated by the later close: log returns, or differences where a price is not
 * positive.
 */
export function computePriceChanges(closes: readonly DailyClose[]): DailyValues {
  const isLog = hasLogReturns(closes);
  return new Map(
    closes.flatMap(({ dayMs, close }, index) => {
      const before = closes[index - 1];
      if (!before || dayMs - before.dayMs > STEP_DAYS_MAX * DAY_MS) return [];
      return [[dayMs, isLog ? Math.log(close / before.close) : close - before.close] as const];
    }),
  );
}

/** A factor and the price changes that follow it by a lag, one element per common day. */
export interface PairedValues {
  readonly factor: readonly number[];
  readonly changes: readonly number[];
}

interface LagTest extends LagStrength {
  readonly p: number | null;
  readonly paired: PairedValues;
}

/** All lags of one pair and factor. */
interface FactorTests {
  readonly pair: Pair;
  readonly factor: FactorName;
  readonly isLogReturn: boolean;
  readonly lags: readonly LagTest[];
}

/** Pairs each price change with the factor `lagDays` earlier; days without one are left out. */
function pairWithChanges(values: DailyValues, changes: DailyValues, lagDays: number): PairedValues {
  const common = [...changes].flatMap(([dayMs, change]) => {
    const value = values.get(dayMs - lagDays * DAY_MS);
    return value === undefined ? [] : [{ value, change }];
  });
  return { factor: common.map(({ value }) => value), changes: common.map(({ change }) => change) };
}

function testLag(lagDays: number, values: DailyValues, changes: DailyValues): LagTest {
  const paired = pairWithChanges(values, changes, lagDays);
  const strength = computePearson(paired.factor, paired.changes);
  const n = paired.factor.length;
  const p = strength === null ? null : computeCorrelationP(strength, n);
  return { lagDays, strength, n, p, paired };
}

type GetFactors = (region: PlaceName) => Readonly<Record<FactorName, DailyValues>>;
type GetCloses = (chain: string) => readonly DailyClose[];

function runTests(getFactors: GetFactors, getCloses: GetCloses): FactorTests[] {
  return PAIRS.flatMap((pair) => {
    const closes = getCloses(pair.chain);
    const changes = computePriceChanges(closes);
    const factors = getFactors(pair.region);
    return FACTORS.map((factor) => ({
      pair,
      factor,
      isLogReturn: hasLogReturns(closes),
      lags: LAGS.map((lag) => testLag(lag, factors[factor], changes)),
    }));
  });
}

/** `getRate` returns the false discovery rate of a test. */
function selectStrongest(
  { pair, factor, isLogReturn, lags }: FactorTests,
  getRate: (test: LagTest) => number | null,
): Correlation {
  const best = greatest(lags, ({ strength }) => (strength === null ? null : Math.abs(strength)));
  const found = best?.strength == null ? null : best;
  const rate = found && getRate(found);
  return {
    ...pair,
    factor,
    strength: found?.strength ?? null,
    lagDays: found?.lagDays ?? null,
    n: found?.n ?? 0,
    p: found?.p ?? null,
    discoveryRate: rate,
    isSignificant: rate !== null && rate <= DISCOVERY_RATE_MAX,
    lags: lags.map(({ lagDays, strength, n }) => ({ lagDays, strength, n })),
    paired: found?.paired ?? null,
    isLogReturn,
  };
}

/** One row per pair and factor at its strongest lag, strongest first; undetermined rows last. */
export function computeCorrelations(
  getFactors: GetFactors,
  getCloses: GetCloses,
): readonly Correlation[] {
  const tests = runTests(getFactors, getCloses);
  const rated = tests
    .flatMap(({ lags }) => lags)
    .flatMap((test) => (test.p === null ? [] : [{ test, p: test.p }]));
  const rates = computeDiscoveryRates(rated.map(({ p }) => p));
  const rateByTest = new Map(rated.map(({ test }, index) => [test, rates[index] ?? 1]));
  return tests
    .map((each) => selectStrongest(each, (test) => rateByTest.get(test) ?? null))
    .sort((a, b) => Math.abs(b.strength ?? 0) - Math.abs(a.strength ?? 0));
}
