import { type Instrument, toWholeLots, toSizeUnits } from '../domain/instrument';
import type { Lots } from '../domain/units';

interface PricedLeg {
  readonly instrument: Instrument;
  readonly lastTicks: number;
}

const computeNotional = ({ instrument: { tick }, lastTicks }: PricedLeg, units: number): number =>
  (Math.abs(lastTicks) * tick.digits * units) / 10 ** tick.decimals;

/**
 * Lots of both legs. The leg with the larger notional is sized first, so that neither exceeds its
 * band; the other has `ratio` units (second / first) in whole lots. Null if either would be zero.
 */
export function computeSpreadLots(
  first: PricedLeg,
  second: PricedLeg,
  ratio: number,
  getLots: (leg: 'first' | 'second') => Lots,
): readonly [first: Lots, second: Lots] | null {
  const isFirstLarger = computeNotional(first, 1) >= computeNotional(second, ratio);
  const firstLots = isFirstLarger
    ? getLots('first')
    : toWholeLots(first.instrument, toSizeUnits(second.instrument, getLots('second')) / ratio);
  const secondLots = toWholeLots(
    second.instrument,
    toSizeUnits(first.instrument, firstLots) * ratio,
  );
  return firstLots > 0 && secondLots > 0 ? [firstLots, secondLots] : null;
}
