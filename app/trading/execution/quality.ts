/**
 * How well orders were carried out: what they paid against the middle of the quote that stood when
 * they were decided.
 *
 * Source of the measure: A. F. Perold 1988, The implementation shortfall, Journal of Portfolio
 * Management 14.
 */
import { type Instrument, valueMills } from '../domain/instrument';
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

export interface FillSeen {
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
  /** Market orders that were filled; the figures below are theirs. Null where there are none. */
  readonly fills: number;
  /**
   * Loss against the arrival middle in basis points of it, half the spread included: mean, and what
   * one fill in twenty exceeds. Fills at a middle of zero are left out.
   */
  readonly slippageMean: number | null;
  readonly slippageP95: number | null;
  /**
   * Loss against the arrival middle and fees over the value at that middle, basis points, and in
   * dollars.
   */
  readonly shortfall: number | null;
  readonly shortfallDollars: number;
  /** Half spreads that stood at the decisions, times what was traded, dollars. */
  readonly spreadDollars: number;
  /** From decision to fill by the engine's clock, milliseconds. */
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly p99: number } | null;
  /**
   * Stops that were filled, and by how many basis points of their trigger on average they were
   * filled beyond it.
   */
  readonly stops: number;
  readonly stopGap: number | null;
}

const BASIS_POINTS = 10_000;
const getSide = ({ side }: FillSeen): number => (side === 'BUY' ? 1 : -1);
const computeMiddle = ({ bidTicks, askTicks }: FillSeen): number => (bidTicks + askTicks) / 2;
/** Dollars of so many ticks, which may be halves. */
const computeDollars = ({ instrument, lots }: FillSeen, ticks: number): number =>
  toDollars(valueMills(instrument, toTicks(Math.round(2 * ticks)), lots)) / 2;

/** The figures of fills in any order. */
export function executionQuality(fills: readonly FillSeen[]): ExecutionQuality {
  const market = fills.filter(({ type }) => type === 'MARKET');
  const stops = fills.filter(
    (fill) => fill.type === 'STOP' && fill.triggerTicks !== null && fill.triggerTicks !== 0,
  );
  const lost = market.map((fill) =>
    computeDollars(fill, getSide(fill) * (fill.priceTicks - computeMiddle(fill))),
  );
  const slippages = market
    .filter((fill) => computeMiddle(fill) !== 0)
    .map(
      (fill) =>
        (BASIS_POINTS * getSide(fill) * (fill.priceTicks - computeMiddle(fill))) /
        Math.abs(computeMiddle(fill)),
    );
  const [p50 = NaN, p95 = NaN, p99 = NaN] = computeQuantiles(
    market.map(({ atMs, placedMs }) => atMs - placedMs),
    [0.5, 0.95, 0.99],
  );
  const shortfallDollars = sum(lost) + sum(market.map(({ feeMills }) => toDollars(feeMills)));
  const traded = sum(market.map((fill) => Math.abs(computeDollars(fill, computeMiddle(fill)))));
  const gaps = stops.map(
    (fill) =>
      (BASIS_POINTS * getSide(fill) * (fill.priceTicks - (fill.triggerTicks ?? 0))) /
      Math.abs(fill.triggerTicks ?? NaN),
  );
  return {
    fills: market.length,
    slippageMean: slippages.length === 0 ? null : computeMean(slippages),
    slippageP95: slippages.length === 0 ? null : (computeQuantiles(slippages, [0.95])[0] ?? null),
    shortfall: traded === 0 ? null : (BASIS_POINTS * shortfallDollars) / traded,
    shortfallDollars,
    spreadDollars: sum(
      market.map((fill) => computeDollars(fill, (fill.askTicks - fill.bidTicks) / 2)),
    ),
    latencyMs: market.length === 0 ? null : { p50, p95, p99 },
    stops: stops.length,
    stopGap: gaps.length === 0 ? null : computeMean(gaps),
  };
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
