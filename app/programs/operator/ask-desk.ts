// Files a request with the desk of a data directory and waits for its answer.
import { userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../db/client.server';
import { isLocked } from '../../../db/lock.server';
import {
  REASON_LENGTH_MAX,
  REQUESTS_WAITING_MAX,
  type RequestCommand,
  type RequestOutcome,
  fileRequest,
  findRequestOutcome,
} from '../../models/account/operator-request.server';
import { type ProgramCall, UsageError } from '../cli';

const WAIT_SECONDS_DEFAULT = 15;
const WAIT_SECONDS_MAX = 600;
const ASK_EVERY_MS = 100;
const DEFAULT_REASON = 'asked on the command line';

/** How a request ended: answered by the desk, or filed and still waiting. */
export interface Asked {
  readonly id: number;
  readonly outcome: RequestOutcome | null;
  /** Whether a desk runs on the folder; only of interest without an outcome. */
  readonly isDeskRunning: boolean;
}

/** Options that every program with requests has. */
export const REQUEST_OPTIONS = {
  reason: { type: 'string' },
  wait: { type: 'string' },
  'data-dir': { type: 'string' },
} as const;

export const REQUEST_OPTION_HELP = {
  '--wait SECONDS': `how long to wait for the running desk (default: ${WAIT_SECONDS_DEFAULT})`,
  '--data-dir DIR': 'the data directory of the desk (default: DATA_DIR, or ./data)',
} as const;

/**
 * The reason for the log: the option, or `fallback`. Throws UsageError when there is neither, or it
 * is too long.
 */
export function readReason(call: ProgramCall, fallback: string | null = DEFAULT_REASON): string {
  const reason = (call.option('reason') ?? fallback ?? '').trim();
  if (reason === '')
    throw new UsageError('Give a reason with --reason TEXT; it is written into the log.');
  if (reason.length > REASON_LENGTH_MAX)
    throw new UsageError(`A reason takes ${REASON_LENGTH_MAX} characters at most.`);
  return reason;
}

/** Seconds to wait for the answer of a running desk. */
export function readWaitSeconds(call: ProgramCall): number {
  const text = call.option('wait');
  const seconds = text === undefined ? WAIT_SECONDS_DEFAULT : Number(text);
  if (!(seconds >= 0 && seconds <= WAIT_SECONDS_MAX))
    throw new UsageError(`--wait takes 0 to ${WAIT_SECONDS_MAX} seconds.`);
  return seconds;
}

export const INBOX_FULL = `${REQUESTS_WAITING_MAX} requests wait for the desk already, and this one was not filed. Start the desk, or restart one that does not answer.`;

/** Files a request; answers its id, or null when too many wait. */
export const fileInInbox = (db: Database, command: RequestCommand, reason: string): number | null =>
  fileRequest(db, { command, reason, requestedBy: operatorName() }, Date.now());

/** The same where a request that cannot be filed ends the program. Throws UsageError. */
export function file(db: Database, command: RequestCommand, reason: string): number {
  const id = fileInInbox(db, command, reason);
  if (id === null) throw new UsageError(INBOX_FULL);
  return id;
}

/**
 * Waits for the desk's answer to a request that was filed; at once without an outcome when no desk
 * runs.
 */
export async function waitForDesk(
  db: Database,
  dataDir: string,
  id: number,
  seconds: number,
): Promise<Asked> {
  const untilMs = Date.now() + seconds * 1000;
  if (!isLocked(dataDir)) return { id, outcome: findRequestOutcome(db, id), isDeskRunning: false };
  for (;;) {
    const outcome = findRequestOutcome(db, id);
    if (outcome !== null || Date.now() >= untilMs) return { id, outcome, isDeskRunning: true };
    await pause(ASK_EVERY_MS);
  }
}

/** Who runs this program, as the operating system names them. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`; // an account without a name
  }
}
