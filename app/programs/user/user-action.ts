// What all changes of users at the machine share.
import { text } from 'node:stream/consumers';
import type { Database } from '../../../db/client.server';
import type {
  Administration,
  AdministrationOutcome,
} from '../../models/account/administration.server';
import { findPassphraseFault } from '../../server/auth/passphrase-rule.server';
import { generatePassphrase, hashPassword } from '../../server/auth/password.server';
import { type ProgramCall, UsageError } from '../cli';
import { readReason } from '../operator/request-options';
import { getOperatorName } from '../operator/requests';

export interface UserAction {
  readonly db: Database;
  readonly call: ProgramCall;
  readonly username: string;
}

/** Hash of the new password, and the passphrase when it was generated. */
export async function createPassword({
  call,
  username,
}: UserAction): Promise<{ hash: string; generated: string | null }> {
  const password = call.flag('password-stdin')
    ? ((await text(process.stdin)).split(/\r?\n/, 1)[0] ?? '')
    : null;
  const fault = password === null ? null : await findPassphraseFault(password, username);
  if (fault !== null) throw new UsageError(fault);
  const passphrase = password === null ? generatePassphrase() : null;
  return { hash: await hashPassword(password ?? passphrase ?? ''), generated: passphrase };
}

export function printResult(
  call: ProgramCall,
  username: string,
  description: string,
  passphrase: string | null,
): void {
  call.printJson({ username, done: description, ...(passphrase === null ? {} : { passphrase }) });
  call.print(
    passphrase === null
      ? `${username}: ${description}.`
      : `${username}: ${description}. Passphrase (shown once): ${passphrase}`,
  );
}

export function buildAdministration({ db, call }: UserAction): Administration {
  return {
    db,
    byUserId: null,
    byName: getOperatorName(),
    reason: readReason(call),
    nowMs: Date.now(),
  };
}

/** The request that logs a change; null if it waits for a free place. */
export function readRequestId(outcome: AdministrationOutcome): number | null {
  if (!outcome.ok) throw new UsageError(outcome.error);
  return outcome.requestId;
}
