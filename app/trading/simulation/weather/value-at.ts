/** Table value, 0 outside the table. */
export const valueAt = (values: Float64Array, index: number): number => values[index] ?? 0;
