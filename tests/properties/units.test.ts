import fc from 'fast-check';
import { expect } from 'vitest';
import { parsePrice, toPriceText, computeValueMills } from '../../app/trading/domain/instrument';
import {
  type Mills,
  addLots,
  addMills,
  computeBasisPoints,
  multiplyDivide,
  roundToCents,
  prorateMills,
  subtractLots,
  subtractMills,
  subtractTicks,
  toLots,
  toMills,
  toTicks,
} from '../../app/trading/domain/units';
import { anyInstrument, lots, mills, safeInteger, ticks } from '../support/generators';
import { computeReferenceValue, roundHalfEven } from '../support/reference-money';
import { property } from './property';

/** Exact result if it is a safe integer, else the expected error. */
function expectExact(compute: () => number, exact: bigint): void {
  if (exact <= BigInt(Number.MAX_SAFE_INTEGER) && exact >= BigInt(Number.MIN_SAFE_INTEGER))
    expect(compute()).toBe(Number(exact));
  else expect(compute).toThrow(RangeError);
}

const divisor = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.constantFrom(1, 2, 4, 10, 1000),
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
);
const computeSum = (amounts: readonly number[]): bigint =>
  amounts.reduce((total, amount) => total + BigInt(amount), 0n);

property(
  'a x b / divisor is exact and rounds half to even, or throws',
  fc.tuple(safeInteger, safeInteger, divisor),
  ([a, b, by]) => {
    expectExact(
      () => toMills(multiplyDivide(a, b, by)),
      roundHalfEven(BigInt(a) * BigInt(b), BigInt(by)),
    );
  },
  { runs: 5000 },
);

const small = fc.integer({ min: -10_000, max: 10_000 });
property(
  'small products with ties round half to even',
  fc.tuple(small, small, fc.integer({ min: 1, max: 64 })),
  ([a, b, by]) => {
    expect(multiplyDivide(a, b, by)).toBe(Number(roundHalfEven(BigInt(a) * BigInt(b), BigInt(by))));
  },
  { runs: 5000 },
);

property(
  'sums of money are exact in every order, or throw',
  fc.array(mills, { maxLength: 12 }),
  (amounts) => {
    const exact = computeSum(amounts);
    const partials = amounts.map((_amount, index) => computeSum(amounts.slice(0, index + 1)));
    if (
      partials.every(
        (partial) =>
          partial <= BigInt(Number.MAX_SAFE_INTEGER) && partial >= BigInt(Number.MIN_SAFE_INTEGER),
      )
    )
      expectExact(() => addMills(...amounts), exact);
    else expect(() => addMills(...amounts)).toThrow(RangeError);
  },
);

property(
  'differences of money and prices are exact, or throw',
  fc.tuple(safeInteger, safeInteger),
  ([a, b]) => {
    expectExact(() => subtractMills(toMills(a), toMills(b)), BigInt(a) - BigInt(b));
    expectExact(() => subtractTicks(toTicks(a), toTicks(b)), BigInt(a) - BigInt(b));
  },
);

property(
  'lots add exactly and never go below zero',
  fc.tuple(fc.maxSafeNat(), fc.maxSafeNat()),
  ([a, b]) => {
    expectExact(() => addLots(toLots(a), toLots(b)), BigInt(a) + BigInt(b));
    if (a >= b) expect(subtractLots(toLots(a), toLots(b))).toBe(a - b);
    else expect(() => subtractLots(toLots(a), toLots(b))).toThrow(RangeError);
  },
);

property(
  'the parts of an amount add up to it',
  fc.tuple(mills, fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 8 })),
  ([amount, parts]) => {
    let left: Mills = amount;
    let lotsLeft = parts.reduce((total, part) => total + part, 0);
    for (const part of parts) {
      const share = prorateMills(left, toLots(part), toLots(lotsLeft));
      expect(share).toBe(Number(roundHalfEven(BigInt(left) * BigInt(part), BigInt(lotsLeft))));
      left = subtractMills(left, share);
      lotsLeft -= part;
    }
    expect(left).toBe(0);
  },
);

property(
  'a ratio in hundredths of a basis point is exact',
  fc.tuple(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 2_000_000 })),
  ([amount, hundredths]) => {
    expect(computeBasisPoints(toMills(amount), hundredths / 100)).toBe(
      Number(roundHalfEven(BigInt(amount) * BigInt(hundredths), 1_000_000n)),
    );
  },
);

property('cents round to ten mills, ties to even', mills, (amount) => {
  const exact = roundHalfEven(BigInt(amount), 10n) * 10n;
  expectExact(() => roundToCents(amount), exact);
  if (exact <= BigInt(Number.MAX_SAFE_INTEGER) && exact >= BigInt(Number.MIN_SAFE_INTEGER))
    expect(Math.abs(roundToCents(amount) - amount)).toBeLessThanOrEqual(5);
});

property(
  'price x size is the exact value in mills, rounded once',
  fc.tuple(anyInstrument, ticks, lots),
  ([instrument, price, size]) => {
    expect(computeValueMills(instrument, price, size)).toBe(
      Number(computeReferenceValue(instrument, price, size)),
    );
  },
);

property(
  'a price round-trips through its text',
  fc.tuple(anyInstrument, safeInteger),
  ([instrument, value]) => {
    const price = toTicks(Math.trunc(value / 1_000_000));
    expect(parsePrice(instrument, toPriceText(instrument, price))).toBe(price);
  },
);

property(
  'rejects a text between two ticks',
  fc.tuple(
    anyInstrument,
    fc.integer({ min: -1_000_000, max: 1_000_000 }),
    fc.integer({ min: 1, max: 9 }),
  ),
  ([instrument, value, digit]) => {
    expect(
      parsePrice(
        instrument,
        `${toPriceText(instrument, toTicks(value)).replace(/^(-?\d+)$/, '$1.')}${'0'.repeat(2)}${digit}`,
      ),
    ).toBeNull();
  },
);
