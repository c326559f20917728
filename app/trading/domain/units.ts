/**
 * The three integers that may be booked, and the one rounding rule.
 *
 * | operation                                    | result | where
 * |
 * | -------------------------------------------- | ------ | ---------------------------------------
 * |
 * | Ticks - Ticks                                | Ticks  | `subtractTicks`
 * |
 * | Ticks x Lots x (mills per tick and lot)      | Mills  | `valueMills` in instrument.ts
 * |
 * | Mills + Mills, Mills - Mills                 | Mills  | `addMills`, `subtractMills`
 * |
 * | Mills x Lots / Lots (cost of a part)         | Mills  | `shareMills`, rounded half to even
 * |
 * | Mills x basis points / 10 000                | Mills  | `computeBasisPoints`, rounded half to
 * even   |
 * | Lots + Lots, Lots - Lots                     | Lots   | `addLots`, `subtractLots` (never < 0)
 * |
 * | Ticks x Ticks, Mills x Mills, Lots + Mills   | none   | not a quantity: the types refuse it
 * |
 */

declare const unit: unique symbol;
/** A number that carries the name of its unit through the type checker. */
export type Nominal<T, Name extends string> = T & { readonly [unit]: Name };

/** A price as a whole number of the instrument's ticks; it may be zero or negative. */
export type Ticks = Nominal<number, 'Ticks'>;
/** Money as a whole number of mills, thousandths of a dollar; it may be negative. */
export type Mills = Nominal<number, 'Mills'>;
/** A quantity as a whole number of the instrument's lots; never negative. */
export type Lots = Nominal<number, 'Lots'>;
/** A moment as milliseconds since 1970-01-01T00:00Z. */
export type EpochMs = number;

export const MILLS_PER_DOLLAR = 1000;
export const MILLS_PER_CENT = 10;
export const NO_MILLS = 0 as Mills;
export const NO_LOTS = 0 as Lots;

function requireInteger(value: number, what: string): number {
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${what} must be a whole number below 2^53, got ${value}`);
  return value === 0 ? 0 : value; // minus zero would change a log's hash
}

/** Brands a whole number as a price in ticks. Throws RangeError on fractions and overflow. */
export const toTicks = (value: number): Ticks => requireInteger(value, 'a price in ticks') as Ticks;
/** Brands a whole number as money in mills. Throws RangeError on fractions and overflow. */
export const toMills = (value: number): Mills =>
  requireInteger(value, 'an amount in mills') as Mills;
/** Brands a whole number >= 0 as a quantity in lots. Throws RangeError otherwise. */
export function toLots(value: number): Lots {
  if (value < 0) throw new RangeError(`a quantity in lots may not be negative, got ${value}`);
  return requireInteger(value, 'a quantity in lots') as Lots;
}

/** The sum; every sum on the way must be exact too. */
export function addMills(...amounts: readonly Mills[]): Mills {
  let sum = NO_MILLS;
  for (const amount of amounts) sum = toMills(sum + amount);
  return sum;
}
export const subtractMills = (from: Mills, amount: Mills): Mills => toMills(from - amount);
export const negateMills = (amount: Mills): Mills => toMills(-amount);
export const absMills = (amount: Mills): Mills => toMills(Math.abs(amount));
export const subtractTicks = (from: Ticks, ticks: Ticks): Ticks => toTicks(from - ticks);
export const addLots = (a: Lots, b: Lots): Lots => toLots(a + b);
export const subtractLots = (from: Lots, lots: Lots): Lots => toLots(from - lots);

/**
 * a x b / divisor, rounded half to even: the only rounding of money in the house.
 * Exact for any safe integers, through BigInt where the product leaves 2^53.
 */
export function multiplyDivide(a: number, b: number, divisor: number): number {
  if (divisor <= 0) throw new RangeError(`a divisor must be positive, got ${divisor}`);
  const product = a * b;
  if (!Number.isSafeInteger(product))
    return Number(divideHalfEvenBig(BigInt(a) * BigInt(b), BigInt(divisor)));
  if (divisor === 1) return product === 0 ? 0 : product;
  const floor = Math.floor(product / divisor);
  const twiceRest = 2 * (product - floor * divisor);
  const roundsUp = twiceRest > divisor || (twiceRest === divisor && floor % 2 !== 0);
  return requireInteger(roundsUp ? floor + 1 : floor, 'a rounded quotient');
}

function divideHalfEvenBig(product: bigint, divisor: bigint): bigint {
  let floor = product / divisor;
  if (product % divisor < 0n) floor -= 1n;
  const twiceRest = 2n * (product - floor * divisor);
  const roundsUp = twiceRest > divisor || (twiceRest === divisor && floor % 2n !== 0n);
  return roundsUp ? floor + 1n : floor;
}

/** The part of an amount that belongs to `part` of `whole` lots, rounded half to even. */
export const shareMills = (amount: Mills, part: Lots, whole: Lots): Mills =>
  toMills(multiplyDivide(amount, part, whole));

/**
 * `basisPoints` (1/100 of a percent, may be fractional to 1/100) of an amount, rounded half to
 * even.
 */
export const computeBasisPoints = (amount: Mills, basisPoints: number): Mills =>
  toMills(multiplyDivide(amount, Math.round(basisPoints * 100), 1_000_000));

/**
 * An amount rounded half to even to whole cents, still in mills: what a screen shows and a total
 * adds.
 */
export const roundToCents = (amount: Mills): Mills =>
  toMills(multiplyDivide(amount, 1, MILLS_PER_CENT) * MILLS_PER_CENT);

/** Mills as dollars to whole cents, for wires. */
export const toCentDollars = (amount: Mills): number => toDollars(roundToCents(amount));

/** A computed number of dollars to whole cents; never -0. */
export const roundDollars = (dollars: number): number => Math.round(dollars * 100) / 100 + 0;

/** Mills as a number of dollars, for wires and charts; never for a further booking. */
export const toDollars = (amount: Mills): number => amount / MILLS_PER_DOLLAR;

/**
 * A figure of a wire, in dollars, as money again: exact for whole mills. For showing; never for a
 * booking.
 */
export const fromDollars = (dollars: number): Mills =>
  toMills(Math.round(dollars * MILLS_PER_DOLLAR));
