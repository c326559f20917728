// Stores a request for the running terminal and waits for its result.
import { userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../db/client.server';
import { isLocked } from '../../../db/lock.server';
import {
  REQUESTS_WAITING_MAX,
  type RequestCommand,
  type RequestOutcome,
  createRequest,
  findRequestOutcome,
} from '../../models/account/operator-request.server';
import { UsageError } from '../cli';

const POLL_INTERVAL_MS = 100;

/** Result of a request; `outcome` is null while it waits. */
export interface RequestStatus {
  readonly id: number;
  readonly outcome: RequestOutcome | null;
  /** Whether the terminal is running; relevant only without an outcome. */
  readonly isDeskRunning: boolean;
}

export const INBOX_FULL = `Request not stored: ${REQUESTS_WAITING_MAX} requests are waiting (limit). Start the terminal, or restart one that does not respond.`;

/** Stores a request; returns its id, or null when the inbox is full. */
const tryStoreRequest = (db: Database, command: RequestCommand, reason: string): number | null =>
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
export function getOperatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`; // user id without a name
  }
}
