// A table of measured figures, and how its numbers are written.

export interface Table {
  readonly title: string;
  readonly note: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const parseWhole = (value: number): string => Math.round(value).toLocaleString('en-US');
