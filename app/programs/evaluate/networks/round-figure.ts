// Rounding of the figures of an evaluation.

const DIGITS = 6;

/** Rounds to six significant digits; null for a missing or infinite value. */
export const roundFigure = (value: number | null | undefined): number | null =>
  value === null || value === undefined || !Number.isFinite(value)
    ? null
    : Number(value.toPrecision(DIGITS));
export const roundOrZero = (value: number): number => roundFigure(value) ?? 0;

/** Minimum attainable IC for which a ratio to it is reported. */
export const ATTAINABLE_MIN = 0.02;
