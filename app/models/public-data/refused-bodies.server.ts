import type { Database } from '../../../db/client.server';
import type { SourceId } from '../../trading/domain/public-source';
import type { EpochMs } from '../../trading/domain/units';

interface RefusedBody {
  readonly sha256: string;
  readonly atMs: EpochMs;
  readonly requestId: string;
  /** In words, without key. */
  readonly reason: string;
}

/** Refused answers of a source that had a body, newest first. */
export const listRefusedBodies = (
  { $client: raw }: Database,
  source: SourceId,
  limit: number,
): readonly RefusedBody[] =>
  raw
    .prepare<[SourceId, number], RefusedBody>(
      `SELECT sha256, fetched_ms AS atMs, request AS requestId, reason FROM publication
       WHERE source = ? AND outcome = 'refused' AND sha256 IS NOT NULL
       ORDER BY fetched_ms DESC, id DESC LIMIT ?`,
    )
    .all(source, limit);
