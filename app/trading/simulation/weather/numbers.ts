/**
 * Reading of number tables.
 * It knows that a place outside is nothing; it refuses to hide a table that is missing.
 */

/** The number at a place of a table, 0 outside of it. */
export const at = (values: Float64Array, place: number): number => values[place] ?? 0;
