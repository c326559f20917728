// What holds of every sensitivity to the weather: a slope of what is held, on worlds in pairs.
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
const of = (holding: { readonly size: number; readonly price: number }, told: ShiftMoves) => {
  const found = computeSensitivity(holding, told);
  if (!found) throw new Error('there are pairs');
  return found;
};
const near = (a: number, b: number): void =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(a), Math.abs(b)));

property(
  'a position so many times as large is so many times as sensitive, and the other side the other way',
  fc.tuple(held, moves, fc.integer({ min: 1, max: 50 })),
  ([holding, told, factor]) => {
    const one = of(holding, told);
    near(of({ ...holding, size: holding.size * factor }, told).profit, factor * one.profit);
    const other = of({ ...holding, size: -holding.size }, told);
    near(other.profit, -one.profit);
    near(other.low, -one.high);
    expect(one.low).toBeLessThanOrEqual(one.profit + 1e-9 * Math.abs(one.profit));
    expect(one.high).toBeGreaterThanOrEqual(one.profit - 1e-9 * Math.abs(one.profit));
  },
);

property(
  'two positions in one market are as sensitive as one that holds both',
  fc.tuple(held, moves, fc.integer({ min: -5000, max: 5000 })),
  ([holding, told, more]) => {
    near(
      of(holding, told).profit + of({ ...holding, size: more }, told).profit,
      of({ ...holding, size: holding.size + more }, told).profit,
    );
  },
);

property(
  'what moves no price is worth nothing, without a sign',
  fc.tuple(held, moves),
  ([holding, told]) => {
    const still = of(holding, { ...told, values: new Float64Array(told.values.length) });
    expect([still.profit, still.low, still.high].map((value) => Object.is(value, 0))).toEqual([
      true,
      true,
      true,
    ]);
    expect(computeSensitivity(holding, { ...told, values: new Float64Array(0) })).toBeNull();
  },
);

property(
  'who is long gains the more the more the price rises, in power by dollars and else by percent',
  fc.tuple(held, move, move),
  ([{ price }, a, b]) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    for (const kind of ['log', 'amount'] as const) {
      const [less, more] = [low, high].map(
        (value) =>
          of({ size: 10, price: Math.abs(price) + 0.01 }, { kind, values: Float64Array.of(value) })
            .profit,
      );
      expect(more ?? NaN).toBeGreaterThanOrEqual(less ?? NaN);
    }
  },
);
