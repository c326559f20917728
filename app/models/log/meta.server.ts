// Small counters of the desk that are not part of any book.
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { meta } from '../../../db/schema/engine';

type MetaKey =
  /** Engine sequence numbers below this may have been used. */
  | 'sequence_ceiling'
  /** The newest record up to which an audit found everything right, and when, as JSON. */
  | 'audited_head'
  /** Valuations were last thinned as seen from this engine time. */
  | 'snapshot_thinned_ms'
  /** Written to find out whether the disk can be written again. */
  | 'storage_probe'
  /** The last quotes that the feed guard of the simulated market believed, with their ticks, as JSON. */
  | 'believed_quotes'
  /** Seed of the ids that the desk gives out. */
  | 'id_seed';

export const getMeta = (db: Database, key: MetaKey): string | null =>
  db.select({ value: meta.value }).from(meta).where(eq(meta.key, key)).get()?.value ?? null;

export function saveMeta(db: Database, key: MetaKey, value: string): void {
  db.insert(meta)
    .values({ key, value })
    .onConflictDoUpdate({ target: meta.key, set: { value } })
    .run();
}

/**
 * How far a sequence number may run ahead of the disk before the next commit raises the ceiling.
 */
export const SEQUENCE_RESERVE = 1_000_000;

/** The first sequence number that no earlier run can have used; zero for a new database. */
export const sequenceFloor = (db: Database): number => Number(getMeta(db, 'sequence_ceiling') ?? 0);

/** The seed of this database's ids, made once. */
export function idSeed(db: Database): string {
  const stored = getMeta(db, 'id_seed');
  if (stored !== null) return stored;
  const seed = randomBytes(16).toString('hex');
  saveMeta(db, 'id_seed', seed);
  return seed;
}
