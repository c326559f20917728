/** Reading of number tables. */

/** The number at a place of a table, 0 outside of it. */
export const at = (values: Float64Array, place: number): number => values[place] ?? 0;
