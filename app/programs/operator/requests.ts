// Stores a request for the running terminal and waits for its result.
import { userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../db/client.server';
import { isLocked } from '../../../db/lock.server';
import {
  REASON_LENGTH_MAX,
  REQUESTS_WAITING_MAX,
  type RequestCommand,
  type RequestOutcome,
  createRequest,
  findRequestOutcome,
} from '../../models/account/operator-request.server';
import { type ProgramCall, UsageError } from '../cli';

const WAIT_SECONDS_DEFAULT = 15;
const WAIT_SECONDS_MAX = 600;
const POLL_INTERVAL_MS = 100;
const DEFAULT_REASON = 'command line request';

/** Result of a request; `outcome` is null while it waits. */
export interface RequestStatus {
  readonly id: number;
  readonly outcome: RequestOutcome | null;
  /** Whether the terminal is running; relevant only without an outcome. */
  readonly isDeskRunning: boolean;
}

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

export const INBOX_FULL = `Request not stored: ${REQUESTS_WAITING_MAX} requests are waiting (limit). Start the terminal, or restart one that does not respond.`;

/** Stores a request; returns its id, or null when the inbox is full. */
export const tryStoreRequest = (
  db: Database,
  command: RequestCommand,
  reason: string,
): number | null =>
  createRequest(db, { command, reason, requestedBy: getOperatorName() }, Date.now());

/** Stores a request. Throws UsageError when the inbox is full. */
export function storeRequest(db: Database, command: RequestCommand, reason: string): number {
  const id = tryStoreRequest(db, command, reason);
  if (id === null) throw new UsageError(INBOX_FULL);
  return id;
}

/** Polls for the outcome until the timeout; returns at once when the terminal is not running. */
export async function waitForOutcome(
  db: Database,
  dataDir: string,
  id: number,
  seconds: number,
): Promise<RequestStatus> {
  const untilMs = Date.now() + seconds * 1000;
  if (!isLocked(dataDir)) return { id, outcome: findRequestOutcome(db, id), isDeskRunning: false };
  for (;;) {
    const outcome = findRequestOutcome(db, id);
    if (outcome !== null || Date.now() >= untilMs) return { id, outcome, isDeskRunning: true };
    await pause(POLL_INTERVAL_MS);
  }
}

/** Operating system user name. */
function getOperatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`; // user id without a name
  }
}
