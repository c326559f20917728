/**
 * Execution quality: fill prices against the mid quote at the decision.
 * Source: A. F. Perold 1988, The implementation shortfall, Journal of Portfolio Management 14.
 */
import { type Instrument, computeValueMills } from '../domain/instrument';
import type { OrderType, Side } from '../domain/order';
import {
  type EpochMs,
  type Lots,
  type Mills,
  type Ticks,
  toDollars,
  toTicks,
} from '../domain/units';
import { computeQuantiles } from '../statistics/quantile';
import { computeMean } from '../statistics/sample';

export interface ObservedFill {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly type: OrderType;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  readonly feeMills: Mills;
  readonly placedMs: EpochMs;
  readonly atMs: EpochMs;
  readonly triggerTicks: Ticks | null;
  readonly bidTicks: Ticks;
  readonly askTicks: Ticks;
}

interface ExecutionQuality {
  /** Filled market orders, the base of the figures below (null if none). */
  readonly fills: number;
  /**
   * Cost against the arrival mid in basis points, half spread included: mean and 95th percentile.
   * Fills at a mid of zero are excluded.
   */
  readonly slippageMean: number | null;
  readonly slippageP95: number | null;
  /** Cost and fees over the value at arrival mid, in basis points and dollars. */
  readonly shortfall: number | null;
  readonly shortfallDollars: number;
  /** Half spread at decision times traded size, in dollars. */
  readonly spreadDollars: number;
  /** Decision to fill in engine time, ms. */
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly p99: number } | null;
  /** Filled stops, and their mean cost beyond the trigger in basis points. */
  readonly stops: number;
  readonly stopGap: number | null;
}

const BASIS_POINTS = 10_000;
const getSign = ({ side }: ObservedFill): number => (side === 'BUY' ? 1 : -1);
const computeMid = ({ bidTicks, askTicks }: ObservedFill): number => (bidTicks + askTicks) / 2;
/** `ticks` may be halves. */
const computeDollars = ({ instrument, lots }: ObservedFill, ticks: number): number =>
  toDollars(computeValueMills(instrument, toTicks(Math.round(2 * ticks)), lots)) / 2;

/** `fills`: in any order. */
export function computeExecutionQuality(fills: readonly ObservedFill[]): ExecutionQuality {
  const market = fills.filter(({ type }) => type === 'MARKET');
  const stops = fills.filter(
    (fill) => fill.type === 'STOP' && fill.triggerTicks !== null && fill.triggerTicks !== 0,
  );
  const costs = market.map((fill) =>
    computeDollars(fill, getSign(fill) * (fill.priceTicks - computeMid(fill))),
  );
  const slippages = market
    .filter((fill) => computeMid(fill) !== 0)
    .map(
      (fill) =>
        (BASIS_POINTS * getSign(fill) * (fill.priceTicks - computeMid(fill))) /
        Math.abs(computeMid(fill)),
    );
  const [p50 = NaN, p95 = NaN, p99 = NaN] = computeQuantiles(
    market.map(({ atMs, placedMs }) => atMs - placedMs),
    [0.5, 0.95, 0.99],
  );
  const shortfallDollars =
    computeSum(costs) + computeSum(market.map(({ feeMills }) => toDollars(feeMills)));
  const tradedDollars = computeSum(
    market.map((fill) => Math.abs(computeDollars(fill, computeMid(fill)))),
  );
  const gaps = stops.map(
    (fill) =>
      (BASIS_POINTS * getSign(fill) * (fill.priceTicks - (fill.triggerTicks ?? 0))) /
      Math.abs(fill.triggerTicks ?? NaN),
  );
  return {
    fills: market.length,
    slippageMean: slippages.length === 0 ? null : computeMean(slippages),
    slippageP95: slippages.length === 0 ? null : (computeQuantiles(slippages, [0.95])[0] ?? null),
    shortfall: tradedDollars === 0 ? null : (BASIS_POINTS * shortfallDollars) / tradedDollars,
    shortfallDollars,
    spreadDollars: computeSum(
      market.map((fill) => computeDollars(fill, (fill.askTicks - fill.bidTicks) / 2)),
    ),
    latencyMs: market.length === 0 ? null : { p50, p95, p99 },
    stops: stops.length,
    stopGap: gaps.length === 0 ? null : computeMean(gaps),
  };
}

const computeSum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
