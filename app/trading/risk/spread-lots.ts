/** How large the two legs of a spread are. */
import { type Instrument, lotsWithin, sizeUnits } from '../domain/instrument';
import type { Lots } from '../domain/units';

interface PricedLeg {
  readonly instrument: Instrument;
  readonly lastTicks: number;
}

const computeNotional = ({ instrument: { tick }, lastTicks }: PricedLeg, units: number): number =>
  (Math.abs(lastTicks) * tick.digits * units) / 10 ** tick.decimals;

/**
 * Sized by the leg of the larger notional, so that neither passes its band; the other one is the
 * `ratio` of units second to first, in whole lots. Null when one would be none.
 */
export function computeSpreadLots(
  first: PricedLeg,
  second: PricedLeg,
  ratio: number,
  lotsOf: (leg: 'first' | 'second') => Lots,
): readonly [first: Lots, second: Lots] | null {
  const isFirstLarger = computeNotional(first, 1) >= computeNotional(second, ratio);
  const firstLots = isFirstLarger
    ? lotsOf('first')
    : lotsWithin(first.instrument, sizeUnits(second.instrument, lotsOf('second')) / ratio);
  const secondLots = lotsWithin(second.instrument, sizeUnits(first.instrument, firstLots) * ratio);
  return firstLots > 0 && secondLots > 0 ? [firstLots, secondLots] : null;
}
