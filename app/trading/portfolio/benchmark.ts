/** Benchmarks of an account: cash, and buy-and-hold. */
import { type Instrument, computeValueMills } from '../domain/instrument';
import type { Side } from '../domain/order';
import { type Bar, computeTouchTicks } from '../domain/quote';
import {
  type EpochMs,
  type Lots,
  type Mills,
  NO_MILLS,
  type Ticks,
  absMills,
  addMills,
  subtractMills,
  toLots,
  toMills,
} from '../domain/units';
import {
  type Friction,
  computeFeeMills,
  computeSlippageTicks,
  worsenPrice,
} from '../execution/friction';
import { type PortfolioReport, buildReport } from './report';
import { computeAverageExposurePercent } from './statistics/exposure';
import type { EquityPoint } from './statistics/input';

/** One instrument with its bars, oldest first, at least one. */
export interface MarketHistory {
  readonly instrument: Instrument;
  readonly friction: Friction;
  readonly bars: readonly Bar[];
}

export interface BuyAndHoldResult {
  /** Lots bought by instrument id. */
  readonly lots: Readonly<Record<string, Lots>>;
  readonly report: PortfolioReport;
}

export interface Benchmarks {
  readonly doingNothing: PortfolioReport;
  /** Null if the account's exposure is unknown, or a first price is not positive. */
  readonly equalExposure: BuyAndHoldResult | null;
  /** Null if a first price is not positive. */
  readonly fullNotional: BuyAndHoldResult | null;
}

/**
 * All benchmarks over the same bars and capital. `exposurePercent` is the account's average
 * exposure; null if unknown.
 */
export function computeBenchmarks(
  markets: readonly MarketHistory[],
  capitalMills: Mills,
  exposurePercent: number | null,
): Benchmarks {
  const full = computeFullLots(markets, capitalMills);
  return {
    doingNothing: buyAndHold(
      markets,
      markets.map(() => toLots(0)),
      capitalMills,
    ).report,
    equalExposure:
      full && exposurePercent !== null
        ? buyAndHoldAtExposure(markets, full, capitalMills, exposurePercent)
        : null,
    fullNotional:
      full &&
      buyAndHold(
        markets,
        full.map((lots) => toLots(Math.floor(lots + 1e-9))),
        capitalMills,
      ),
  };
}

/**
 * Fractional lots that equal parts of the capital buy at the first open; null if a price is not
 * positive.
 */
function computeFullLots(
  markets: readonly MarketHistory[],
  capitalMills: Mills,
): readonly number[] | null {
  const lots = markets.map(({ instrument, bars }) => {
    const openTicks = bars[0]?.openTicks ?? 0;
    return openTicks > 0
      ? (capitalMills / markets.length / openTicks / instrument.tickMills) *
          instrument.tickMillsDivisor
      : null;
  });
  return lots.length > 0 && lots.every((count) => count !== null) ? lots : null;
}

const STEPS_MAX = 40;
/** Above 1, because a falling price lowers the exposure of what was bought before. */
const CAPITAL_MULTIPLE_MAX = 4;

/**
 * Buy-and-hold with average exposure nearest to the target, found by bisection on the fraction of
 * capital invested.
 */
function buyAndHoldAtExposure(
  markets: readonly MarketHistory[],
  full: readonly number[],
  capitalMills: Mills,
  exposurePercent: number,
): BuyAndHoldResult {
  const computeLots = (fraction: number): Lots[] =>
    full.map((lots) => toLots(Math.round(lots * fraction)));
  const computeExposure = (fraction: number): number =>
    computeAverageExposurePercent(buildCurve(markets, computeLots(fraction), capitalMills)) ??
    Infinity;
  let low = 0;
  let high = CAPITAL_MULTIPLE_MAX;
  for (
    let step = 0;
    step < STEPS_MAX && String(computeLots(low)) !== String(computeLots(high));
    step += 1
  ) {
    const middle = (low + high) / 2;
    if (computeExposure(middle) > exposurePercent) high = middle;
    else low = middle;
  }
  const isHighNearer =
    computeExposure(high) - exposurePercent < exposurePercent - computeExposure(low);
  return buyAndHold(markets, computeLots(isHighNearer ? high : low), capitalMills);
}

/**
 * Buys each instrument at its first open and sells it at its last close, both as market orders.
 * Profit is (P_end - P_start) x size, so prices may cross zero.
 */
export function buyAndHold(
  markets: readonly MarketHistory[],
  lots: readonly Lots[],
  capitalMills: Mills,
): BuyAndHoldResult {
  const curve = buildCurve(markets, lots, capitalMills);
  const roundTrips = markets.map((market, index) =>
    computeRoundTrip(market, lots[index] ?? toLots(0)),
  );
  const activeTrips = roundTrips.filter((roundTrip) => roundTrip.tradedMills > 0);
  const net = subtractMills(curve[curve.length - 1]?.equityMills ?? capitalMills, capitalMills);
  const report = buildReport({
    curve,
    trades: activeTrips,
    netMills: net,
    feesMills: addMills(...roundTrips.map((roundTrip) => roundTrip.feesMills)),
    frictionMills: addMills(...roundTrips.map((roundTrip) => roundTrip.frictionMills)),
    tradedMills: addMills(...roundTrips.map((roundTrip) => roundTrip.tradedMills)),
  });
  return {
    lots: Object.fromEntries(
      markets.map(({ instrument }, index) => [instrument.id, lots[index] ?? toLots(0)]),
    ),
    report,
  };
}

interface RoundTrip {
  readonly openedMs: EpochMs;
  readonly closedMs: EpochMs;
  readonly costMills: Mills;
  readonly entryFeeMills: Mills;
  readonly realisedMills: Mills;
  readonly feesMills: Mills;
  readonly frictionMills: Mills;
  readonly tradedMills: Mills;
}

/** One buy and one sell, each with half-spread, slippage and fee. */
function computeRoundTrip({ instrument, friction, bars }: MarketHistory, lots: Lots): RoundTrip {
  const first = bars[0];
  const last = bars[bars.length - 1];
  if (!first || !last) throw new RangeError(`${instrument.id} has no bars to hold over`);
  const computeFill = (side: Side, lastTicks: Ticks): Ticks =>
    worsenPrice(
      side,
      computeTouchTicks(side, lastTicks, friction.halfSpreadTicks),
      computeSlippageTicks(friction, instrument, lastTicks, lots),
    );
  const entryTicks = computeFill('BUY', first.openTicks);
  const exitTicks = computeFill('SELL', last.closeTicks);
  const costMills = computeValueMills(instrument, entryTicks, lots);
  const soldMills = computeValueMills(instrument, exitTicks, lots);
  const entryFeeMills = computeFeeMills(friction, instrument, entryTicks, lots);
  return {
    openedMs: first.startsMs,
    closedMs: last.endsMs,
    costMills,
    entryFeeMills,
    realisedMills: subtractMills(soldMills, costMills),
    feesMills: addMills(entryFeeMills, computeFeeMills(friction, instrument, exitTicks, lots)),
    frictionMills: addMills(
      subtractMills(costMills, computeValueMills(instrument, first.openTicks, lots)),
      subtractMills(computeValueMills(instrument, last.closeTicks, lots), soldMills),
    ),
    tradedMills: addMills(absMills(costMills), absMills(soldMills)),
  };
}

interface MarketChange {
  readonly atMs: EpochMs;
  readonly market: number;
  /** Profit of this market so far after costs, and its absolute notional. */
  readonly profitMills: Mills;
  readonly notionalMills: Mills;
}

/**
 * Equity curve of all instruments on one clock: capital, then equity after the first open and each
 * close.
 */
function buildCurve(
  markets: readonly MarketHistory[],
  lots: readonly Lots[],
  capitalMills: Mills,
): readonly EquityPoint[] {
  const changes = markets
    .flatMap((market, index) => listChanges(market, lots[index] ?? toLots(0), index))
    .sort((a, b) => a.atMs - b.atMs);
  const profits: Mills[] = markets.map(() => NO_MILLS);
  const notionals: Mills[] = markets.map(() => NO_MILLS);
  const points: EquityPoint[] = [
    { atMs: changes[0]?.atMs ?? 0, equityMills: capitalMills, notionalMills: NO_MILLS },
  ];
  for (const [index, change] of changes.entries()) {
    profits[change.market] = change.profitMills;
    notionals[change.market] = change.notionalMills;
    if (changes[index + 1]?.atMs === change.atMs) continue;
    points.push({
      atMs: change.atMs,
      equityMills: addMills(capitalMills, ...profits),
      notionalMills: addMills(...notionals),
    });
  }
  return points;
}

function listChanges(market: MarketHistory, lots: Lots, index: number): MarketChange[] {
  const { instrument, bars } = market;
  const roundTrip = computeRoundTrip(market, lots);
  const paidMills = addMills(roundTrip.costMills, roundTrip.entryFeeMills);
  const toChange = (atMs: EpochMs, valueNowMills: Mills): MarketChange => ({
    atMs,
    market: index,
    profitMills: subtractMills(valueNowMills, paidMills),
    notionalMills: absMills(valueNowMills),
  });
  const opened = toChange(
    roundTrip.openedMs,
    computeValueMills(instrument, bars[0]?.openTicks ?? NO_TICKS, lots),
  );
  const marked = bars
    .slice(0, -1)
    .map((bar) => toChange(bar.endsMs, computeValueMills(instrument, bar.closeTicks, lots)));
  const closed: MarketChange = {
    atMs: roundTrip.closedMs,
    market: index,
    profitMills: toMills(roundTrip.realisedMills - roundTrip.feesMills),
    notionalMills: NO_MILLS,
  };
  return [opened, ...marked, closed];
}

const NO_TICKS = 0 as Bar['openTicks'];
