// Properties of weather sensitivities on simulated pairs.
import fc from 'fast-check';
import { expect } from 'vitest';
import { computeSensitivity, type ShiftMoves } from '../../app/trading/risk/weather-sensitivity';
import { property } from './property';

const move = fc.integer({ min: -20_000, max: 20_000 }).map((points) => points / 1e5);
const moves = fc.record({
  kind: fc.constantFrom('log' as const, 'amount' as const),
  values: fc
    .array(move, { minLength: 1, maxLength: 12 })
    .map((values) => Float64Array.from(values)),
});
const held = fc.record({
  size: fc.integer({ min: -5000, max: 5000 }),
  price: fc.integer({ min: -2000, max: 120_000 }).map((cents) => cents / 100),
});
const computeFor = (
  holding: { readonly size: number; readonly price: number },
  shifts: ShiftMoves,
) => {
  const found = computeSensitivity(holding, shifts);
  if (!found) throw new Error('there are pairs');
  return found;
};
const expectClose = (a: number, b: number): void =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(a), Math.abs(b)));

property(
  'sensitivity scales with size and inverts with side',
  fc.tuple(held, moves, fc.integer({ min: 1, max: 50 })),
  ([holding, shifts, factor]) => {
    const one = computeFor(holding, shifts);
    expectClose(
      computeFor({ ...holding, size: holding.size * factor }, shifts).profit,
      factor * one.profit,
    );
    const other = computeFor({ ...holding, size: -holding.size }, shifts);
    expectClose(other.profit, -one.profit);
    expectClose(other.low, -one.high);
    expect(one.low).toBeLessThanOrEqual(one.profit + 1e-9 * Math.abs(one.profit));
    expect(one.high).toBeGreaterThanOrEqual(one.profit - 1e-9 * Math.abs(one.profit));
  },
);

property(
  'sensitivities of two positions add up',
  fc.tuple(held, moves, fc.integer({ min: -5000, max: 5000 })),
  ([holding, shifts, more]) => {
    expectClose(
      computeFor(holding, shifts).profit + computeFor({ ...holding, size: more }, shifts).profit,
      computeFor({ ...holding, size: holding.size + more }, shifts).profit,
    );
  },
);

property(
  'sensitivity to a change without price effect is zero',
  fc.tuple(held, moves),
  ([holding, shifts]) => {
    const still = computeFor(holding, {
      ...shifts,
      values: new Float64Array(shifts.values.length),
    });
    expect([still.profit, still.low, still.high].map((value) => Object.is(value, 0))).toEqual([
      true,
      true,
      true,
    ]);
    expect(computeSensitivity(holding, { ...shifts, values: new Float64Array(0) })).toBeNull();
  },
);

property(
  'profit of a long position increases with the price move',
  fc.tuple(held, move, move),
  ([{ price }, a, b]) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    for (const kind of ['log', 'amount'] as const) {
      const [less, more] = [low, high].map(
        (value) =>
          computeFor(
            { size: 10, price: Math.abs(price) + 0.01 },
            { kind, values: Float64Array.of(value) },
          ).profit,
      );
      expect(more ?? NaN).toBeGreaterThanOrEqual(less ?? NaN);
    }
  },
);
