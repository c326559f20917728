// Independent BigInt arithmetic, compared with the engine to the mill.
import type { Decimal, Instrument } from '../../app/trading/domain/instrument';

const compareToHalf = (numerator: bigint, denominator: bigint): -1 | 0 | 1 => {
  const twice = 2n * numerator;
  return twice < denominator ? -1 : twice > denominator ? 1 : 0;
};

/** Rounds half to even. The denominator must be positive. */
export function roundHalfEven(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n;
  const size = numerator * sign;
  const down = size / denominator;
  const nearer = compareToHalf(size % denominator, denominator);
  const up = nearer > 0 || (nearer === 0 && down % 2n === 1n);
  return sign * (up ? down + 1n : down);
}

const toScaled = ({ digits, decimals }: Decimal): { digits: bigint; scale: bigint } => ({
  digits: BigInt(digits),
  scale: 10n ** BigInt(decimals),
});

/** Price x size in mills, from the contract's decimals. */
export function computeReferenceValue(
  { tick, lot }: Pick<Instrument, 'tick' | 'lot'>,
  ticks: number,
  lots: number,
): bigint {
  const [t, l] = [toScaled(tick), toScaled(lot)];
  return roundHalfEven(
    1000n * BigInt(ticks) * BigInt(lots) * t.digits * l.digits,
    t.scale * l.scale,
  );
}

/** Fee on the absolute value, in hundredths of a basis point. */
export const computeReferenceFee = (value: bigint, hundredthsOfBasisPoint: bigint): bigint =>
  roundHalfEven((value < 0n ? -value : value) * hundredthsOfBasisPoint, 1_000_000n);
