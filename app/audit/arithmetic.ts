// The audit's own arithmetic, in BigInt and apart from the desk's: a mistake in one of the two
// shows as a difference.

/** A contract's worth of one tick of one lot, in mills, as a fraction. */
export interface TickWorth {
  readonly mills: bigint;
  readonly divisor: bigint;
}

/** Quotient rounded half to even; the divisor is positive. */
export function divideHalfEven(amount: bigint, divisor: bigint): bigint {
  const isNegative = amount < 0n;
  const size = isNegative ? -amount : amount;
  const down = size / divisor;
  const rest = 2n * (size % divisor);
  const goesUp = rest > divisor || (rest === divisor && down % 2n === 1n);
  const rounded = goesUp ? down + 1n : down;
  return isNegative ? -rounded : rounded;
}

/** Quotient rounded up; the divisor is positive. */
export const divideUp = (amount: bigint, divisor: bigint): bigint =>
  amount > 0n ? (amount + divisor - 1n) / divisor : amount / divisor;

/** Price x quantity in mills. */
export const computeValue = (worth: TickWorth, ticks: bigint, lots: bigint): bigint =>
  divideHalfEven(ticks * lots * worth.mills, worth.divisor);

/** The part of an amount that belongs to `part` of `whole` lots. */
export const computeShare = (amount: bigint, part: bigint, whole: bigint): bigint =>
  divideHalfEven(amount * part, whole);

/** Profit in the direction held. */
export const computeProfit = (direction: string, cost: bigint, value: bigint): bigint =>
  direction === 'LONG' ? value - cost : cost - value;
