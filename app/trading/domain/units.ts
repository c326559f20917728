/**
 * Integer units of booking, and the only rounding rule: half to even.
 *
 * - Ticks - Ticks = Ticks: `subtractTicks`
 * - Ticks x Lots x (mills per tick and lot) = Mills: `computeValueMills` in instrument.ts
 * - Mills + Mills, Mills - Mills = Mills: `addMills`, `subtractMills`
 * - Mills x Lots / Lots = Mills: `prorateMills`, rounded
 * - Mills x basis points / 10 000 = Mills: `computeBasisPoints`, rounded
 * - Lots + Lots, Lots - Lots = Lots: `addLots`, `subtractLots` (never < 0)
 * - Ticks x Ticks, Mills x Mills, Lots + Mills: not a quantity; the types reject them
 */

declare const unit: unique symbol;
/** A number branded with its unit. */
export type Nominal<T, Name extends string> = T & { readonly [unit]: Name };

/** Price as an integer number of ticks; may be zero or negative. */
export type Ticks = Nominal<number, 'Ticks'>;
/** Money in integer mills (1/1000 dollar); may be negative. */
export type Mills = Nominal<number, 'Mills'>;
/** Quantity in integer lots; never negative. */
export type Lots = Nominal<number, 'Lots'>;
/** Milliseconds since 1970-01-01T00:00Z. */
export type EpochMs = number;

export const MILLS_PER_DOLLAR = 1000;
export const MILLS_PER_CENT = 10;
export const NO_MILLS = 0 as Mills;
export const NO_LOTS = 0 as Lots;

function assertInteger(value: number, what: string): number {
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${what} must be a whole number below 2^53, got ${value}`);
  return value === 0 ? 0 : value; // minus zero would change a log's hash
}

/** Brands a whole number as a price in ticks. Throws RangeError on fractions and overflow. */
export const toTicks = (value: number): Ticks => assertInteger(value, 'a price in ticks') as Ticks;
/** Brands a whole number as money in mills. Throws RangeError on fractions and overflow. */
export const toMills = (value: number): Mills =>
  assertInteger(value, 'an amount in mills') as Mills;
/** Brands a whole number >= 0 as a quantity in lots. Throws RangeError otherwise. */
export function toLots(value: number): Lots {
  if (value < 0) throw new RangeError(`a quantity in lots may not be negative, got ${value}`);
  return assertInteger(value, 'a quantity in lots') as Lots;
}

/** Sum; intermediate sums must be safe integers too. */
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
/** Whole contracts of a broker; unchanged where any number of lots trades. */
export const roundDownToContracts = (lots: Lots, contractLots: Lots | undefined): Lots =>
  contractLots === undefined ? lots : toLots(lots - (lots % contractLots));
export const subtractLots = (from: Lots, lots: Lots): Lots => toLots(from - lots);

/**
 * a x b / divisor, rounded half to even: the only rounding of money.
 * Exact for safe integers; uses BigInt where the product exceeds 2^53.
 */
export function multiplyDivide(a: number, b: number, divisor: number): number {
  if (divisor <= 0) throw new RangeError(`a divisor must be positive, got ${divisor}`);
  const product = a * b;
  if (!Number.isSafeInteger(product))
    return Number(divideBigIntHalfEven(BigInt(a) * BigInt(b), BigInt(divisor)));
  if (divisor === 1) return product === 0 ? 0 : product;
  const floor = Math.floor(product / divisor);
  const twiceRest = 2 * (product - floor * divisor);
  const roundsUp = twiceRest > divisor || (twiceRest === divisor && floor % 2 !== 0);
  return assertInteger(roundsUp ? floor + 1 : floor, 'a rounded quotient');
}

function divideBigIntHalfEven(product: bigint, divisor: bigint): bigint {
  let floor = product / divisor;
  if (product % divisor < 0n) floor -= 1n;
  const twiceRest = 2n * (product - floor * divisor);
  const roundsUp = twiceRest > divisor || (twiceRest === divisor && floor % 2n !== 0n);
  return roundsUp ? floor + 1n : floor;
}

/** `part` of `whole` lots of an amount, rounded half to even. */
export const prorateMills = (amount: Mills, part: Lots, whole: Lots): Mills =>
  toMills(multiplyDivide(amount, part, whole));

/** `basisPoints` (resolution 1/100 bp) of an amount, rounded half to even. */
export const computeBasisPoints = (amount: Mills, basisPoints: number): Mills =>
  toMills(multiplyDivide(amount, Math.round(basisPoints * 100), 1_000_000));

/** Rounds half to even to whole cents, still in mills, for screens and totals. */
export const roundToCents = (amount: Mills): Mills =>
  toMills(multiplyDivide(amount, 1, MILLS_PER_CENT) * MILLS_PER_CENT);

/** Mills as dollars, rounded to cents, for DTOs. */
export const toCentDollars = (amount: Mills): number => toDollars(roundToCents(amount));

/** Rounds dollars to cents; never -0. */
export const roundDollars = (dollars: number): number => Math.round(dollars * 100) / 100 + 0;

/** Mills as dollars, for DTOs and charts. Not for booking. */
export const toDollars = (amount: Mills): number => amount / MILLS_PER_DOLLAR;

/** A dollar amount of a DTO as mills: exact for whole mills. For display, not for booking. */
export const fromDollars = (dollars: number): Mills =>
  toMills(Math.round(dollars * MILLS_PER_DOLLAR));

/**
 * Rounds parts to integers that sum to an integer total (largest remainder method). Throws
 * RangeError if the parts do not sum to the total to within one per part.
 */
export function roundPartsToTotal(parts: ArrayLike<number>, total: number): readonly number[] {
  const rounded = Array.from(parts, (part) => Math.floor(part));
  const missing = total - rounded.reduce((sum, part) => sum + part, 0);
  if (rounded.length > 0 && (missing < -rounded.length || missing > 2 * rounded.length))
    throw new RangeError(`parts sum to ${total - missing}, which is not ${total}`);
  const byFraction = rounded
    .map((part, index) => ({ index, fraction: (parts[index] ?? 0) - part }))
    .sort((a, b) => b.fraction - a.fraction || a.index - b.index);
  const step = Math.sign(missing);
  const adjusted = step < 0 ? byFraction.reverse() : byFraction;
  for (let nth = 0; nth < Math.abs(missing) && adjusted.length > 0; nth += 1) {
    const { index } = adjusted[nth % adjusted.length] as { index: number };
    rounded[index] = (rounded[index] ?? 0) + step;
  }
  return rounded;
}

/** Rounds parts in dollars to cents, so that they sum to the rounded total. */
export const roundPartsToCents = (parts: ArrayLike<number>, total: number): readonly number[] =>
  roundPartsToTotal(
    Array.from(parts, (part) => part * 100),
    Math.round(total * 100),
  ).map((cents) => cents / 100);
