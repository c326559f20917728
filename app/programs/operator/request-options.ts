import type { Database } from '../../../db/client.server';
import { REASON_LENGTH_MAX } from '../../models/account/operator-request.server';
import { findUserByName } from '../../models/account/user.server';
import { type ProgramCall, UsageError } from '../cli';

const WAIT_SECONDS_DEFAULT = 15;
const WAIT_SECONDS_MAX = 600;
const DEFAULT_REASON = 'command line request';

/** Options shared by all request programs. */
export const REQUEST_OPTIONS = {
  reason: { type: 'string' },
  wait: { type: 'string' },
  'data-dir': { type: 'string' },
} as const;

export const REQUEST_OPTION_HELP = {
  '--wait SECONDS': `maximum wait for the running terminal (default: ${WAIT_SECONDS_DEFAULT})`,
  '--data-dir DIR': 'data directory (default: DATA_DIR, or ./data)',
} as const;

/**
 * Reason for the event log: --reason or `fallback`. Throws UsageError when it is missing or too
 * long.
 */
export function readReason(call: ProgramCall, fallback: string | null = DEFAULT_REASON): string {
  const reason = (call.option('reason') ?? fallback ?? '').trim();
  if (reason === '')
    throw new UsageError('Give a reason with --reason TEXT; it is written to the event log.');
  if (reason.length > REASON_LENGTH_MAX)
    throw new UsageError(`--reason must not exceed ${REASON_LENGTH_MAX} characters.`);
  return reason;
}

export function readWaitSeconds(call: ProgramCall): number {
  const text = call.option('wait');
  const seconds = text === undefined ? WAIT_SECONDS_DEFAULT : Number(text);
  if (!(seconds >= 0 && seconds <= WAIT_SECONDS_MAX))
    throw new UsageError(`--wait must be 0 to ${WAIT_SECONDS_MAX} seconds.`);
  return seconds;
}

/** The id of a user. Throws UsageError for an unknown name. */
export function getUserId(db: Database, username: string): string {
  const user = findUserByName(db, username);
  if (!user) throw new UsageError(`No user ${username}. \`npm run user -- list\` lists all users.`);
  return user.id;
}
