// Independent implementation of the hash chain.
import { hash } from 'node:crypto';

export const GENESIS = '0'.repeat(64);

export const computeDigest = (text: string): string => hash('sha256', text, 'hex');

/** JSON with sorted keys, without whitespace. */
export function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields)
    .filter((name) => fields[name] !== undefined)
    .sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${sortedJson(fields[name])}`).join()}}`;
}

/** A log row; hashes as hexadecimal text. */
export interface LogRow {
  readonly seq: number;
  readonly user_id: string | null;
  readonly book_id: string | null;
  readonly type: string;
  readonly payload: string;
  readonly cause_seq: number | null;
  readonly at_ms: number;
  readonly hash: string;
  readonly wall_ms: number;
  readonly code_version: string;
  readonly seal: string;
}

/** Earlier versions stored hashes as text. */
export type StoredHash = Buffer | string;

export const toHex = (stored: StoredHash): string =>
  typeof stored === 'string' ? stored : stored.toString('hex');

/** Expected hash of a row, given the hash of the previous row. */
export function computeHash(before: string, row: LogRow): string {
  const head = [row.seq, row.user_id, row.book_id, row.type]
    .map((cell) => JSON.stringify(cell))
    .join(',');
  return computeDigest(
    `${before}[${head},${row.payload},${JSON.stringify(row.cause_seq)},${row.at_ms}]`,
  );
}

export const computeSeal = (row: LogRow): string =>
  computeDigest([row.hash, row.wall_ms, row.code_version].join('|'));
