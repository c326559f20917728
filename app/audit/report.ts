// What an audit has found: every difference is counted, the first ones are kept.

export interface Difference {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly stored: string;
  readonly expected: string;
}

const KEPT_MAX = 100;

export class Report {
  count = 0;
  readonly kept: Difference[] = [];

  add(difference: Difference): void {
    this.count += 1;
    if (this.kept.length < KEPT_MAX) this.kept.push(difference);
  }
}

export const formatDifference = ({ table, key, column, stored, expected }: Difference): string =>
  `${table} ${key}, ${column}: stored ${stored}, expected ${expected}`;
