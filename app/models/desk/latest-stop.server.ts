// The emergency stop that still applies to a user: nothing was started or reset since.
import type { Database } from '../../../db/client.server';
import { NOTIFICATION_RECORD_TYPES_SQL } from '../../trading/domain/notification-records';
import type { EpochMs } from '../../trading/domain/units';
import type { Terminal } from './terminal';

interface SwitchCommand {
  readonly seq: number;
  readonly atMs: EpochMs;
  readonly type: 'EmergencyStop' | 'StartTrading' | 'ResetBook';
}

/** Latest accepted command of these types after `afterSeq`. A refusal is the next record. */
const findSwitchCommand = (
  db: Database,
  userId: string,
  afterSeq: number,
): SwitchCommand | undefined =>
  db.$client
    .prepare<[string, number], SwitchCommand>(
      `SELECT e.seq, e.at_ms AS atMs, json_extract(e.payload, '$.command.type') AS type
       FROM event e
       WHERE e.user_id = ? AND e.type IN (${NOTIFICATION_RECORD_TYPES_SQL}) AND e.seq > ?
         AND e.type = 'CommandReceived'
         AND json_extract(e.payload, '$.command.type') IN ('EmergencyStop', 'StartTrading', 'ResetBook')
         AND NOT EXISTS (SELECT 1 FROM event r WHERE r.seq = e.seq + 1 AND r.type = 'CommandRefused')
       ORDER BY e.seq DESC LIMIT 1`,
    )
    .get(userId, afterSeq);

interface ReadUntil {
  readonly logSeq: number;
  readonly latest: SwitchCommand | null;
}

/** Latest command by user; each page reads only the records since the last one. */
const latestByUser = new WeakMap<Database, Map<string, ReadUntil>>();

/** Time of the emergency stop; null if none applies. */
export function findEmergencyStop(desk: Terminal, userId: string): EpochMs | null {
  const { books, logSeq } = desk.state();
  const isRunning = Object.values(books).some(
    (book) =>
      book.userId === userId && Object.values(book.commodities).some((one) => one.active === true),
  );
  if (isRunning) return null;
  const cached = latestByUser.get(desk.db) ?? new Map<string, ReadUntil>();
  latestByUser.set(desk.db, cached);
  const previous = cached.get(userId) ?? { logSeq: 0, latest: null };
  const latest = findSwitchCommand(desk.db, userId, previous.logSeq) ?? previous.latest;
  cached.set(userId, { logSeq, latest });
  return latest?.type === 'EmergencyStop' ? latest.atMs : null;
}
