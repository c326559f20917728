/**
 * What the same capital would have become without any decision: left alone, or put into the market
 * and kept there.
 */
import { type Instrument, valueMills } from '../domain/instrument';
import type { Bar } from '../domain/quote';
import {
  type EpochMs,
  type Lots,
  type Mills,
  NO_MILLS,
  absMills,
  addMills,
  subtractMills,
  toLots,
  toMills,
} from '../domain/units';
import { type Friction, feeMills, worsenPrice } from '../execution/friction';
import { type PortfolioReport, buildReport } from './report';
import { averageExposurePercent } from './statistics/exposure';
import type { EquityPoint } from './statistics/input';

/** One instrument with the bars over which it could have been held, oldest first, at least one. */
export interface HeldMarket {
  readonly instrument: Instrument;
  readonly friction: Friction;
  readonly bars: readonly Bar[];
}

export interface Holding {
  /** Lots bought by instrument id. */
  readonly lots: Readonly<Record<string, Lots>>;
  readonly report: PortfolioReport;
}

export interface Benchmarks {
  readonly doingNothing: PortfolioReport;
  /** Null when the desk's exposure is unknown, or when a first price is not above zero. */
  readonly equalExposure: Holding | null;
  /** Null when a first price is not above zero: no quantity is worth the capital there. */
  readonly fullNotional: Holding | null;
}

/**
 * All three over the same bars and capital. `exposurePercent` is the desk's own average; null where
 * it has none.
 */
export function computeBenchmarks(
  markets: readonly HeldMarket[],
  capitalMills: Mills,
  exposurePercent: number | null,
): Benchmarks {
  const full = wholeCapital(markets, capitalMills);
  return {
    doingNothing: buyAndHold(
      markets,
      markets.map(() => toLots(0)),
      capitalMills,
    ).report,
    equalExposure:
      full && exposurePercent !== null
        ? holdAtExposure(markets, full, capitalMills, exposurePercent)
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
 * Fractional lots that equal shares of the capital buy at the first open; null when one of the
 * prices is not above zero.
 */
function wholeCapital(
  markets: readonly HeldMarket[],
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
/**
 * Above the desk's own limit of once its equity: a price that falls lowers the exposure of what was
 * bought before.
 */
const SHARE_MAX = 4;

/**
 * The holding whose average exposure comes nearest from below or above, by halving the share of the
 * capital put in.
 */
function holdAtExposure(
  markets: readonly HeldMarket[],
  full: readonly number[],
  capitalMills: Mills,
  exposurePercent: number,
): Holding {
  const lotsAt = (share: number): Lots[] => full.map((lots) => toLots(Math.round(lots * share)));
  const exposureAt = (share: number): number =>
    averageExposurePercent(buildCurve(markets, lotsAt(share), capitalMills)) ?? Infinity;
  let low = 0;
  let high = SHARE_MAX;
  for (let step = 0; step < STEPS_MAX && String(lotsAt(low)) !== String(lotsAt(high)); step += 1) {
    const middle = (low + high) / 2;
    if (exposureAt(middle) > exposurePercent) high = middle;
    else low = middle;
  }
  const isHighNearer = exposureAt(high) - exposurePercent < exposurePercent - exposureAt(low);
  return buyAndHold(markets, lotsAt(isHighNearer ? high : low), capitalMills);
}

/**
 * Buys so many lots of each instrument at the open of its first bar and sells them at the close of
 * its last, both as market
 * orders. Profit is (P_end - P_start) x size, so that prices may cross zero on the way.
 */
export function buyAndHold(
  markets: readonly HeldMarket[],
  lots: readonly Lots[],
  capitalMills: Mills,
): Holding {
  const curve = buildCurve(markets, lots, capitalMills);
  const trips = markets.map((market, index) => computeTrip(market, lots[index] ?? toLots(0)));
  const held = trips.filter((trip) => trip.tradedMills > 0);
  const net = subtractMills(curve[curve.length - 1]?.equityMills ?? capitalMills, capitalMills);
  const report = buildReport({
    curve,
    trades: held,
    netMills: net,
    feesMills: addMills(...trips.map((trip) => trip.feesMills)),
    frictionMills: addMills(...trips.map((trip) => trip.frictionMills)),
    tradedMills: addMills(...trips.map((trip) => trip.tradedMills)),
  });
  return {
    lots: Object.fromEntries(
      markets.map(({ instrument }, index) => [instrument.id, lots[index] ?? toLots(0)]),
    ),
    report,
  };
}

interface Trip {
  readonly openedMs: EpochMs;
  readonly closedMs: EpochMs;
  readonly costMills: Mills;
  readonly entryFeeMills: Mills;
  readonly realisedMills: Mills;
  readonly feesMills: Mills;
  readonly frictionMills: Mills;
  readonly tradedMills: Mills;
}

/** One purchase and one sale with half-spread, slippage and fee on each. */
function computeTrip({ instrument, friction, bars }: HeldMarket, lots: Lots): Trip {
  const first = bars[0];
  const last = bars[bars.length - 1];
  if (!first || !last) throw new RangeError(`${instrument.id} has no bars to hold over`);
  const lost = friction.halfSpreadTicks + friction.slippageTicks;
  const entryTicks = worsenPrice('BUY', first.openTicks, lost);
  const exitTicks = worsenPrice('SELL', last.closeTicks, lost);
  const costMills = valueMills(instrument, entryTicks, lots);
  const soldMills = valueMills(instrument, exitTicks, lots);
  const entryFeeMills = feeMills(friction, instrument, entryTicks, lots);
  return {
    openedMs: first.startsMs,
    closedMs: last.endsMs,
    costMills,
    entryFeeMills,
    realisedMills: subtractMills(soldMills, costMills),
    feesMills: addMills(entryFeeMills, feeMills(friction, instrument, exitTicks, lots)),
    frictionMills: addMills(
      subtractMills(costMills, valueMills(instrument, first.openTicks, lots)),
      subtractMills(valueMills(instrument, last.closeTicks, lots), soldMills),
    ),
    tradedMills: addMills(absMills(costMills), absMills(soldMills)),
  };
}

interface Change {
  readonly atMs: EpochMs;
  readonly market: number;
  /** Profit after costs of this market so far, and the absolute value held in it. */
  readonly profitMills: Mills;
  readonly notionalMills: Mills;
}

/**
 * The capital, then equity after the first open and after every bar's close, over all instruments
 * on one clock.
 */
function buildCurve(
  markets: readonly HeldMarket[],
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

function listChanges(market: HeldMarket, lots: Lots, index: number): Change[] {
  const { instrument, bars } = market;
  const trip = computeTrip(market, lots);
  const paidMills = addMills(trip.costMills, trip.entryFeeMills);
  const at = (atMs: EpochMs, valueNowMills: Mills): Change => ({
    atMs,
    market: index,
    profitMills: subtractMills(valueNowMills, paidMills),
    notionalMills: absMills(valueNowMills),
  });
  const opened = at(trip.openedMs, valueMills(instrument, bars[0]?.openTicks ?? NO_TICKS, lots));
  const marked = bars
    .slice(0, -1)
    .map((bar) => at(bar.endsMs, valueMills(instrument, bar.closeTicks, lots)));
  const closed: Change = {
    atMs: trip.closedMs,
    market: index,
    profitMills: toMills(trip.realisedMills - trip.feesMills),
    notionalMills: NO_MILLS,
  };
  return [opened, ...marked, closed];
}

const NO_TICKS = 0 as Bar['openTicks'];
