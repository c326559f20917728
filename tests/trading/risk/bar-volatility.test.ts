// Volatility for sizing: daily and intraday bars of one market agree, weekends included.
import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../app/trading/random';
import {
  computeAnnualizedVolatility,
  updatePriceScale,
  updateVariance,
} from '../../../app/trading/risk/bar-volatility';
import { DAY_MS, MINUTE_MS } from '../../../app/trading/domain/time';

const PRICE = 1_000_000;

/**
 * Annualized volatility after some days of bars; the caller supplies each bar's change in ticks.
 */
function computeVolatility(
  days: number,
  lengthMs: number,
  changeAt: (startsMs: number) => number,
): number | null {
  let [bars, variance, scale, close, startsMs] = [0, 0, 0, PRICE, 0];
  for (; startsMs < days * DAY_MS; startsMs += lengthMs) {
    const change = changeAt(startsMs);
    close += change;
    scale = updatePriceScale(bars, scale, close);
    variance = updateVariance(bars, variance, change, scale, lengthMs);
    bars += 1;
  }
  return computeAnnualizedVolatility(bars, variance, startsMs - lengthMs, startsMs - 1);
}

/**
 * Changes of 20% annual volatility: equal in every hour, or zero on weekends and higher on other
 * days.
 */
function createMoves(lengthMs: number, isWeekendStill: boolean): (startsMs: number) => number {
  const random = createSeededRandom('moves');
  const usual = 0.2 * PRICE * Math.sqrt(lengthMs / (365.25 * DAY_MS));
  return (startsMs) => {
    const isWeekend = Math.floor(startsMs / DAY_MS) % 7 >= 5;
    const size = isWeekendStill ? (isWeekend ? 0 : usual * Math.sqrt(7 / 5)) : usual;
    return size * (random.uniform('moves', startsMs / lengthMs) < 0.5 ? -1 : 1);
  };
}

test.each([15 * MINUTE_MS, 60 * MINUTE_MS])(
  'bars of %d ms give 20% annual volatility',
  (lengthMs) => {
    expect(computeVolatility(90, lengthMs, createMoves(lengthMs, false))).toBeCloseTo(0.2, 1);
  },
);

test.each([15 * MINUTE_MS, 60 * MINUTE_MS])(
  'bars of %d ms keep the volatility of Friday over a still weekend',
  (lengthMs) => {
    const [friday, sunday] = [
      computeVolatility(68, lengthMs, createMoves(lengthMs, true)) ?? 0,
      computeVolatility(70, lengthMs, createMoves(lengthMs, true)) ?? 0,
    ];
    expect(sunday / friday).toBeGreaterThan(0.95);
    expect(sunday).toBeGreaterThan(0.15);
  },
);

test('is null before 20 bars', () => {
  expect(computeVolatility(19, DAY_MS, () => 10)).toBeNull();
  expect(computeVolatility(20, DAY_MS, () => 10)).not.toBeNull();
});
