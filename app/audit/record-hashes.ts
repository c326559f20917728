// Hashes of log records by number.
import type { Database as Sqlite } from 'better-sqlite3';
import { type StoredHash, toHex } from './hash-chain';

/** Prepares a lookup of record hashes; null if the record is missing. */
export function prepareFindHash(raw: Sqlite): (seq: number) => string | null {
  const find = raw.prepare<[number], StoredHash>('SELECT hash FROM event WHERE seq = ?').pluck();
  return (seq) => {
    const stored = find.get(seq);
    return stored === undefined ? null : toHex(stored);
  };
}
