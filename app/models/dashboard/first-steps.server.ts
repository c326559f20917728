// The guided start: which of its steps the user has done in any account.
import type { Database } from '../../../db/client.server';
import type { FirstStepsDto } from '../../contracts/dashboard';
import { NOTIFICATION_RECORD_TYPES_SQL } from '../../trading/domain/notification-records';
import type { Terminal } from '../desk/terminal';

const STEP_COMMANDS = {
  hasRun: 'StartTrading',
  hasChosen: 'ChoosePlaybook',
  hasSaved: 'SaveSettings',
} as const satisfies Readonly<Record<keyof FirstStepsDto, string>>;

/** Types of the accepted commands after `afterSeq`. A refusal is the next record. */
const listAcceptedTypes = (db: Database, userId: string, afterSeq: number): string[] =>
  db.$client
    .prepare<[string, number], { readonly type: string }>(
      `SELECT DISTINCT json_extract(e.payload, '$.command.type') AS type
       FROM event e
       WHERE e.user_id = ? AND e.type IN (${NOTIFICATION_RECORD_TYPES_SQL}) AND e.seq > ?
         AND e.type = 'CommandReceived'
         AND NOT EXISTS (SELECT 1 FROM event r WHERE r.seq = e.seq + 1 AND r.type = 'CommandRefused')`,
    )
    .all(userId, afterSeq)
    .map(({ type }) => type);

interface ReadUntil {
  readonly logSeq: number;
  readonly types: ReadonlySet<string>;
}

/** Accepted commands by user; each page reads only the records since the last one. */
const acceptedByUser = new WeakMap<Database, Map<string, ReadUntil>>();

export function listDoneSteps(desk: Pick<Terminal, 'db' | 'state'>, userId: string): FirstStepsDto {
  const { logSeq } = desk.state();
  const cached = acceptedByUser.get(desk.db) ?? new Map<string, ReadUntil>();
  acceptedByUser.set(desk.db, cached);
  const previous = cached.get(userId) ?? { logSeq: 0, types: new Set<string>() };
  const types = new Set([
    ...previous.types,
    ...listAcceptedTypes(desk.db, userId, previous.logSeq),
  ]);
  cached.set(userId, { logSeq, types });
  return {
    hasRun: types.has(STEP_COMMANDS.hasRun),
    hasChosen: types.has(STEP_COMMANDS.hasChosen),
    hasSaved: types.has(STEP_COMMANDS.hasSaved),
  };
}
