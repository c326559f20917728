import { describe, expect, it } from 'vitest';
import { defineInstrument } from '../../../app/trading/domain/instrument';
import type { Bar } from '../../../app/trading/domain/quote';
import { toLots, toMills, toTicks } from '../../../app/trading/domain/units';
import {
  type MarketHistory,
  computeBenchmarks,
  buyAndHold,
} from '../../../app/trading/portfolio/benchmark';
import { DAY_MS } from '../../../app/trading/domain/time';

const CAPITAL = toMills(25_000_000);

/** One tick of one lot is 100 mills. */
const crude = defineInstrument({
  id: 'CL',
  commodity: 'crude-oil',
  tick: '0.01',
  lot: '10',
  priceMayBeNegative: true,
});
const friction = { feeBasisPoints: 10, halfSpreadTicks: 1, slippageTicks: 2 };
const FREE = { feeBasisPoints: 0, halfSpreadTicks: 0, slippageTicks: 0 };

const buildBars = (closes: readonly number[], open = closes[0] ?? 0): Bar[] =>
  closes.map((close, day) => {
    const opens = toTicks(day === 0 ? open : (closes[day - 1] ?? 0));
    const [low, high] = [Math.min(opens, close), Math.max(opens, close)];
    return {
      openTicks: opens,
      highTicks: toTicks(high),
      lowTicks: toTicks(low),
      closeTicks: toTicks(close),
      startsMs: day * DAY_MS,
      endsMs: (day + 1) * DAY_MS - 1,
    };
  });
const createMarket = (closes: readonly number[], costs = friction): MarketHistory => ({
  instrument: crude,
  friction: costs,
  bars: buildBars(closes),
});

describe('buy and hold', () => {
  it('pays half-spread, slippage and fee on both sides', () => {
    const { report } = buyAndHold([createMarket([5000, 5200, 6000])], [toLots(10)], CAPITAL);
    // Bought at 5003, sold at 5997: 994 ticks x 10 lots x 100 mills. Fees: a thousandth of
    // 5,003,000 and of 5,997,000.
    expect(report.profit).toEqual({
      grossMills: 1_000_000,
      feesMills: 5003 + 5997,
      frictionMills: 6000,
      costsMills: 17_000,
      netMills: 983_000,
    });
    expect(report.totalReturnPercent).toBeCloseTo(3.932, 10);
    expect(report.trades).toBe(1);
    expect(report.winRatePercent).toBe(100);
  });

  it('handles prices that cross zero', () => {
    const { report } = buyAndHold([createMarket([1800, -3700, 1000], FREE)], [toLots(10)], CAPITAL);
    expect(report.profit.netMills).toBe((1000 - 1800) * 10 * 100);
    expect(report.drawdown?.mills).toBe(5500 * 10 * 100);
  });

  it('costs nothing with zero lots', () => {
    const { doingNothing } = computeBenchmarks([createMarket([5000, 4000])], CAPITAL, 10);
    expect(doingNothing.profit.netMills).toBe(0);
    expect(doingNothing.profit.costsMills).toBe(0);
    expect(doingNothing.averageExposurePercent).toBe(0);
    expect(doingNothing.trades).toBe(0);
  });
});

describe('benchmarks', () => {
  const closes = [5000, 5100, 4900, 5300, 5200, 5600];

  it('full notional is what the capital buys at the first open, in whole lots', () => {
    // 25,000,000 / (5000 x 100) = 50 lots.
    expect(computeBenchmarks([createMarket(closes)], CAPITAL, 10).fullNotional?.lots).toEqual({
      CL: 50,
    });
  });

  it('splits the capital equally over instruments', () => {
    const corn = defineInstrument({
      id: 'CORN',
      commodity: 'corn',
      tick: '0.25',
      lot: '0.1',
      priceMayBeNegative: false,
    });
    const grain: MarketHistory = { instrument: corn, friction, bars: buildBars([1600, 1700]) }; // 400 cents, 25 mills a tick
    expect(
      computeBenchmarks([createMarket(closes), grain], CAPITAL, 10).fullNotional?.lots,
    ).toEqual({ CL: 25, CORN: 312 });
  });

  it.each([0, 4, 12.5, 60, 110])(
    'meets an average exposure of %d %% as nearly as whole lots can',
    (exposure) => {
      const holding = computeBenchmarks([createMarket(closes)], CAPITAL, exposure).equalExposure;
      const lots = toLots(holding?.lots['CL'] ?? -1);
      const computeGap = (count: number): number =>
        Math.abs(
          (buyAndHold([createMarket(closes)], [toLots(count)], CAPITAL).report
            .averageExposurePercent ?? 0) - exposure,
        );
      expect(computeGap(lots)).toBeLessThanOrEqual(computeGap(lots + 1));
      if (lots > 0) expect(computeGap(lots)).toBeLessThanOrEqual(computeGap(lots - 1));
    },
  );

  it.each([[[-100, 5000]], [[0, 5000]]])('are null for a first price of %j', (prices) => {
    const { fullNotional, equalExposure, doingNothing } = computeBenchmarks(
      [createMarket(prices)],
      CAPITAL,
      10,
    );
    expect([fullNotional, equalExposure]).toEqual([null, null]);
    expect(doingNothing.profit.netMills).toBe(0);
  });

  it("have no equal exposure if the account's exposure is unknown", () => {
    expect(computeBenchmarks([createMarket(closes)], CAPITAL, null).equalExposure).toBeNull();
  });

  it('reject an instrument without bars', () => {
    expect(() => buyAndHold([createMarket([])], [toLots(1)], CAPITAL)).toThrow(/CL has no bars/);
  });
});
