// The commands of a user that the engine accepted, in any account.
import type { Database } from '../../../db/client.server';
import type { Command } from '../../trading/domain/command';
import { NOTIFICATION_RECORD_TYPES_SQL } from '../../trading/domain/notification-records';
import type { EpochMs } from '../../trading/domain/units';
import type { Terminal } from '../desk/terminal';

interface AcceptedCommand {
  readonly type: Command['type'];
  readonly seq: number;
  readonly atMs: EpochMs;
}

type LatestByType = ReadonlyMap<Command['type'], AcceptedCommand>;

/**
 * Latest accepted command of each type after `afterSeq`. A refusal is the next record. SQLite takes
 * the time from the row of the highest number.
 */
const listAcceptedCommands = (
  db: Database,
  userId: string,
  afterSeq: number,
): readonly AcceptedCommand[] =>
  db.$client
    .prepare<[string, number], AcceptedCommand>(
      `SELECT json_extract(e.payload, '$.command.type') AS type, max(e.seq) AS seq, e.at_ms AS atMs
       FROM event e
       WHERE e.user_id = ? AND e.type IN (${NOTIFICATION_RECORD_TYPES_SQL}) AND e.seq > ?
         AND e.type = 'CommandReceived'
         AND NOT EXISTS (SELECT 1 FROM event r WHERE r.seq = e.seq + 1 AND r.type = 'CommandRefused')
       GROUP BY 1`,
    )
    .all(userId, afterSeq);

interface ReadUntil {
  readonly logSeq: number;
  readonly latest: LatestByType;
}

/** By user; each call reads only the records since the last one. */
const readUntilByUser = new WeakMap<Database, Map<string, ReadUntil>>();

/** Latest accepted command of each type. */
export function getAcceptedCommands(
  desk: Pick<Terminal, 'db' | 'state'>,
  userId: string,
): LatestByType {
  const { db } = desk;
  const { logSeq } = desk.state();
  const cached = readUntilByUser.get(db) ?? new Map<string, ReadUntil>();
  readUntilByUser.set(db, cached);
  const previous = cached.get(userId) ?? { logSeq: 0, latest: new Map() };
  if (previous.logSeq === logSeq) return previous.latest;
  const added = listAcceptedCommands(db, userId, previous.logSeq);
  const latest =
    added.length === 0
      ? previous.latest
      : new Map([...previous.latest, ...added.map((command) => [command.type, command] as const)]);
  cached.set(userId, { logSeq, latest });
  return latest;
}
