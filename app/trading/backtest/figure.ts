/** A figure, or the reason why it is not available. */
export type Figure<T = number> =
  | { readonly value: T }
  | { readonly value: null; readonly reason: string };

/**
 * Wraps a value, with the reason if it is null. Throws RangeError for NaN and infinities, which
 * formulas must return as null.
 */
export function toFigure<T>(value: T | null, reason: string): Figure<T> {
  if (value === null) return { value: null, reason };
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError(
      `a figure is a finite number or null, got ${value}; it would be null where: ${reason}`,
    );
  return { value };
}
