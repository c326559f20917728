// Server counters that belong to no account.
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { meta } from '../../../db/schema/engine';

type MetaKey =
  /** Upper bound of used engine sequence numbers. */
  | 'sequence_ceiling'
  /** Newest audited record and time, as JSON. */
  | 'audited_head'
  /** Engine time of the last thinning of valuations. */
  | 'snapshot_thinned_ms'
  /** Written to probe whether the disk is writable. */
  | 'storage_probe'
  /** Last accepted quotes of the feed guard with their ticks, as JSON. */
  | 'believed_quotes'
  /** Seed of generated ids. */
  | 'id_seed'
  /** In a backup: wall clock when its rows were read, which names it. */
  | 'backup_read_ms';

export const getMeta = (db: Database, key: MetaKey): string | null =>
  db.select({ value: meta.value }).from(meta).where(eq(meta.key, key)).get()?.value ?? null;

export function saveMeta(db: Database, key: MetaKey, value: string): void {
  db.insert(meta)
    .values({ key, value })
    .onConflictDoUpdate({ target: meta.key, set: { value } })
    .run();
}

/** Sequence numbers available before the next commit raises the ceiling. */
export const SEQUENCE_RESERVE = 1_000_000;

/** First sequence number that no earlier run can have used; zero for a new database. */
export const getSequenceFloor = (db: Database): number =>
  Number(getMeta(db, 'sequence_ceiling') ?? 0);

/** Seed of generated ids, created once per database. */
export function getIdSeed(db: Database): string {
  const stored = getMeta(db, 'id_seed');
  if (stored !== null) return stored;
  const seed = randomBytes(16).toString('hex');
  saveMeta(db, 'id_seed', seed);
  return seed;
}
