// The volatility that sizes a position: one market tells one figure in daily and in short bars, and
// a still weekend does not calm it.
import { expect, test } from 'vitest';
import { seededRandom } from '../../../app/trading/random';
import {
  annualisedVolatility,
  nextScale,
  nextVariance,
} from '../../../app/trading/risk/bar-volatility';
import { DAY_MS, MINUTE_MS } from '../../../app/trading/domain/time';

const PRICE = 1_000_000;

/**
 * The year's volatility after so many days of bars; a bar's change in ticks comes from the caller.
 */
function told(
  days: number,
  lengthMs: number,
  changeAt: (startsMs: number) => number,
): number | null {
  let [bars, variance, scale, close, startsMs] = [0, 0, 0, PRICE, 0];
  for (; startsMs < days * DAY_MS; startsMs += lengthMs) {
    const change = changeAt(startsMs);
    close += change;
    scale = nextScale(bars, scale, close);
    variance = nextVariance(bars, variance, change, scale, lengthMs);
    bars += 1;
  }
  return annualisedVolatility(bars, variance, startsMs - lengthMs, startsMs - 1);
}

/**
 * Changes of 20 % a year with every hour alike, or with the weekend still and the other five days
 * as much livelier.
 */
function moves(lengthMs: number, isWeekendStill: boolean): (startsMs: number) => number {
  const random = seededRandom('moves');
  const usual = 0.2 * PRICE * Math.sqrt(lengthMs / (365.25 * DAY_MS));
  return (startsMs) => {
    const isWeekend = Math.floor(startsMs / DAY_MS) % 7 >= 5;
    const size = isWeekendStill ? (isWeekend ? 0 : usual * Math.sqrt(7 / 5)) : usual;
    return size * (random.uniform('moves', startsMs / lengthMs) < 0.5 ? -1 : 1);
  };
}

test.each([15 * MINUTE_MS, 60 * MINUTE_MS])(
  'bars of %d ms tell the twenty per cent of a year',
  (lengthMs) => {
    expect(told(90, lengthMs, moves(lengthMs, false))).toBeCloseTo(0.2, 1);
  },
);

test.each([15 * MINUTE_MS, 60 * MINUTE_MS])(
  'bars of %d ms: the end of a still weekend tells what Friday told',
  (lengthMs) => {
    const [friday, sunday] = [
      told(68, lengthMs, moves(lengthMs, true)) ?? 0,
      told(70, lengthMs, moves(lengthMs, true)) ?? 0,
    ];
    expect(sunday / friday).toBeGreaterThan(0.95);
    expect(sunday).toBeGreaterThan(0.15);
  },
);

test('nothing is told before twenty bars', () => {
  expect(told(19, DAY_MS, () => 10)).toBeNull();
  expect(told(20, DAY_MS, () => 10)).not.toBeNull();
});
