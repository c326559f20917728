// Round values of an axis, with the decimals that keep them distinct.
interface RoundAxis {
  readonly values: readonly number[];
  /** Decimals of the step: the fewest with which no two labels are equal. */
  readonly decimals: number;
}

const MULTIPLES = [1, 2, 5, 10] as const;

/** Values at steps of 1, 2 or 5 times a power of ten within a range; at most `count`, or one. */
export function buildRoundAxis(low: number, high: number, count: number): RoundAxis {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return { values: [low], decimals: 0 };
  const power = Math.floor(Math.log10(span / count));
  for (const multiple of MULTIPLES) {
    const step = multiple * 10 ** power;
    const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
    if (last - first + 1 > count) continue;
    const decimals = Math.max(0, -power - (multiple === 10 ? 1 : 0));
    return {
      values: Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
        Number(((first + index) * step).toFixed(decimals)),
      ),
      decimals,
    };
  }
  return { values: [low], decimals: 0 };
}
