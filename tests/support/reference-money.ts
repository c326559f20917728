// Money a second time, in BigInt and written apart from the desk's own: what the desk must agree
// with to the mill.
import type { Decimal, Instrument } from '../../app/trading/domain/instrument';

const half = (numerator: bigint, denominator: bigint): -1 | 0 | 1 => {
  const twice = 2n * numerator;
  return twice < denominator ? -1 : twice > denominator ? 1 : 0;
};

/**
 * numerator / denominator to the nearest whole number; of two equally near ones the even one. The
 * denominator is positive.
 */
export function roundHalfEven(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n;
  const size = numerator * sign;
  const down = size / denominator;
  const nearer = half(size % denominator, denominator);
  const up = nearer > 0 || (nearer === 0 && down % 2n === 1n);
  return sign * (up ? down + 1n : down);
}

const power = ({ digits, decimals }: Decimal): { digits: bigint; scale: bigint } => ({
  digits: BigInt(digits),
  scale: 10n ** BigInt(decimals),
});

/** Price x size in thousandths of a dollar, from the decimals of the contract. */
export function referenceValue(
  { tick, lot }: Pick<Instrument, 'tick' | 'lot'>,
  ticks: number,
  lots: number,
): bigint {
  const [t, l] = [power(tick), power(lot)];
  return roundHalfEven(
    1000n * BigInt(ticks) * BigInt(lots) * t.digits * l.digits,
    t.scale * l.scale,
  );
}

/** A fee of so many hundredths of a basis point of the absolute value. */
export const referenceFee = (value: bigint, hundredthsOfBasisPoint: bigint): bigint =>
  roundHalfEven((value < 0n ? -value : value) * hundredthsOfBasisPoint, 1_000_000n);
