/** A figure, or the reason why there is none. */
export type Figure<T = number> =
  | { readonly value: T }
  | { readonly value: null; readonly reason: string };

/**
 * The figure; with the reason where it is null. Throws RangeError for NaN and infinities, which a
 * formula should have answered with null.
 */
export function figure<T>(value: T | null, reason: string): Figure<T> {
  if (value === null) return { value: null, reason };
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError(
      `a figure is a finite number or null, got ${value}; it would be null where: ${reason}`,
    );
  return { value };
}
