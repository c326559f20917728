// Change of the own passphrase. Only the user and session tables change: it is not a command.
import type { Database } from '../../../db/client.server';
import {
  type PassphraseFailure,
  type PassphraseField,
  PASSPHRASE_FIELDS,
} from '../../contracts/account-page';
import { type Session, endOtherSessions } from '../../models/account/session.server';
import { savePassword } from '../../models/account/user.server';
import { type Origin, signIn } from '../auth/auth.server';
import { findPassphraseFault } from '../auth/passphrase-rule.server';
import { hashPassword } from '../auth/password.server';
import { getSessionLimits } from '../auth/session.server';
import { getLog, getUserTag } from '../platform/log.server';

interface PassphraseRequest {
  readonly session: Session;
  readonly origin: Origin;
  readonly form: URLSearchParams;
  readonly nowMs: number;
}

type PassphraseChange =
  | { readonly ok: true; readonly endedSessions: number }
  | {
      readonly ok: false;
      readonly status: 400 | 401 | 429 | 503;
      readonly failure: PassphraseFailure;
    };

type Fields = Readonly<Record<PassphraseField, string>>;

const EMPTY_TEXTS: Fields = {
  current: 'Enter your current passphrase.',
  next: 'Enter a new passphrase.',
  repeat: 'Enter the new passphrase again.',
};

const TITLE = 'Your passphrase was not changed';

const rejectFields = (fields: Partial<Fields>, status: 400 | 401 = 400): PassphraseChange => ({
  ok: false,
  status,
  failure: { title: TITLE, error: null, fields },
});

/** Errors that need no check of the current passphrase. */
async function findFieldFaults(entered: Fields, username: string): Promise<Partial<Fields>> {
  const empty = PASSPHRASE_FIELDS.filter((field) => entered[field] === '');
  if (empty.length > 0)
    return Object.fromEntries(empty.map((field) => [field, EMPTY_TEXTS[field]] as const));
  const fault = await findPassphraseFault(entered.next, username);
  if (fault !== null) return { next: fault };
  if (entered.next !== entered.repeat)
    return { repeat: 'The two new passphrases differ. Enter the same one twice.' };
  if (entered.next === entered.current)
    return { next: 'This is your current passphrase. Choose another one.' };
  return {};
}

/**
 * Changes the passphrase and ends all other sessions of the user. A wrong current passphrase counts
 * as a failed sign-in.
 */
export async function changePassphrase(
  db: Database,
  { session, origin, form, nowMs }: PassphraseRequest,
): Promise<PassphraseChange> {
  const { userId, username } = session;
  const getField = (field: PassphraseField): string => form.get(field) ?? '';
  const entered = {
    current: getField('current'),
    next: getField('next'),
    repeat: getField('repeat'),
  };
  const faults = await findFieldFaults(entered, username);
  if (Object.keys(faults).length > 0) return rejectFields(faults);
  const checked = await signIn(db, origin, { username, password: entered.current });
  if (!checked.ok) {
    const { status, error } = checked;
    return status === 401
      ? rejectFields({ current: 'The current passphrase is wrong.' }, status)
      : { ok: false, status, failure: { title: TITLE, error, fields: {} } };
  }
  const passwordHash = await hashPassword(entered.next);
  const endedSessions = db.$client
    .transaction(() => {
      savePassword(db, userId, passwordHash, nowMs);
      return endOtherSessions(db, session, getSessionLimits(), nowMs);
    })
    .immediate();
  getLog().info({ user: getUserTag(userId), endedSessions }, 'a passphrase was changed');
  return { ok: true, endedSessions };
}
