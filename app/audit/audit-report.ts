// Differences found by an audit: all are counted, the first ones are listed.

export interface Difference {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly stored: string;
  readonly expected: string;
}

const DIFFERENCES_MAX = 100;

export class AuditReport {
  count = 0;
  readonly firstDifferences: Difference[] = [];

  add(difference: Difference): void {
    this.count += 1;
    if (this.firstDifferences.length < DIFFERENCES_MAX) this.firstDifferences.push(difference);
  }
}

export const formatDifference = ({ table, key, column, stored, expected }: Difference): string =>
  `${table} ${key}, ${column}: stored ${stored}, expected ${expected}`;
