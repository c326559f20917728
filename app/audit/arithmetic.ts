// Arithmetic of the audit: BigInt, and independent of the engine's, so that an error in either
// shows as a difference.

/** Value of one tick of one lot in mills, as a fraction. */
export interface TickValue {
  readonly mills: bigint;
  readonly divisor: bigint;
}

/** Rounds half to even; the divisor is positive. */
export function divideHalfEven(amount: bigint, divisor: bigint): bigint {
  const isNegative = amount < 0n;
  const size = isNegative ? -amount : amount;
  const floor = size / divisor;
  const doubledRemainder = 2n * (size % divisor);
  const roundsUp =
    doubledRemainder > divisor || (doubledRemainder === divisor && floor % 2n === 1n);
  const rounded = roundsUp ? floor + 1n : floor;
  return isNegative ? -rounded : rounded;
}

/** Rounds up; the divisor is positive. */
export const divideUp = (amount: bigint, divisor: bigint): bigint =>
  amount > 0n ? (amount + divisor - 1n) / divisor : amount / divisor;

/** Price x lots, in mills. */
export const computeValue = (tickValue: TickValue, ticks: bigint, lots: bigint): bigint =>
  divideHalfEven(ticks * lots * tickValue.mills, tickValue.divisor);

/** Part of an amount for `part` of `whole` lots. */
export const computeProRata = (amount: bigint, part: bigint, whole: bigint): bigint =>
  divideHalfEven(amount * part, whole);

export const computeProfit = (direction: string, cost: bigint, value: bigint): bigint =>
  direction === 'LONG' ? value - cost : cost - value;
