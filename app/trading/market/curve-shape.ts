/** Slope of a futures curve. */

export interface PricedMonth {
  /** Display name of the contract month. */
  readonly contract: string;
  /** Quoted units; null without a price. */
  readonly price: number | null;
}

interface CurveShape {
  readonly kind: 'contango' | 'backwardation' | 'flat';
  readonly from: string;
  readonly until: string;
  /** Last price minus first price, quoted units. */
  readonly difference: number;
  /** In percent of the first price; null at a first price of zero. */
  readonly percent: number | null;
}

/**
 * Compares the last priced month with the first, in order of delivery: contango when it is above.
 * Null with fewer than two prices.
 */
export function describeCurve(months: readonly PricedMonth[]): CurveShape | null {
  const priced = months.flatMap(({ contract, price }) =>
    price === null ? [] : [{ contract, price }],
  );
  const [first, last] = [priced[0], priced.at(-1)];
  if (!first || !last || first === last) return null;
  const difference = last.price - first.price;
  return {
    kind: difference > 0 ? 'contango' : difference < 0 ? 'backwardation' : 'flat',
    from: first.contract,
    until: last.contract,
    difference,
    percent: first.price === 0 ? null : (100 * difference) / Math.abs(first.price),
  };
}
