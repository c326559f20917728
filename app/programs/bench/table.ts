// Table of measurements.

export interface Table {
  readonly title: string;
  readonly note: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const formatDecimal = (value: number): string => value.toFixed(1);
export const formatInteger = (value: number): string => Math.round(value).toLocaleString('en-US');
/** A figure that not every system shows. */
export const formatOptional = (value: number | null): string =>
  value === null ? '?' : formatInteger(value);
