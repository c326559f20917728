// Sign-in by username and password via remix-auth, shared by pages and API.
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { z } from 'zod';
import type { Database } from '../../../db/client.server';
import { USERNAME_PATTERN, type User, findCredentials } from '../../models/account/user.server';
import { PASSPHRASE_LENGTH } from '../../contracts/account-page';
import { getLog } from '../platform/log.server';
import { BusyError, TRUSTED } from './hash-queue.server';
import { verifyPassword } from './password.server';
import { type Attempt, LimitedError, signInLimits } from './sign-in-limits.server';

const INVALID_CREDENTIALS = 'Invalid credentials';
const BUSY_RETRY_S = 2;

export const CredentialsSchema = z.object({
  username: z.string('Enter a username').trim().min(1, 'Enter a username'),
  password: z.string('Enter a password').min(1, 'Enter a password'),
});
type Credentials = z.infer<typeof CredentialsSchema>;

type SignIn =
  | { readonly ok: true; readonly user: User }
  | {
      readonly ok: false;
      readonly status: 401 | 429 | 503;
      readonly error: string;
      readonly retryAfterSeconds: number | null;
    };

/** Response to right credentials when the disk rejects the session: full, broken or read-only. */
export const SESSION_NOT_STORED = {
  status: 503,
  error: 'Storage error: the sign-in cannot be stored. Inform the operator and try again.',
} as const;

/** Same text for a wrong name, a wrong password and a disabled user. */
class InvalidCredentialsError extends Error {}

/** Client data of a sign-in attempt, without credentials. */
export type Origin = Omit<Attempt, 'username'>;

/** Maximum characters of a typed username in the log. */
const LOGGED_NAME_LENGTH = 64;

/** Typed username for the log, on one line. Hidden if it contains the password. */
function formatTypedName({ username, password }: Credentials): string {
  const name = username.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
  if (username.includes(password) || name.includes(password)) return '[secret]';
  return [...name].slice(0, LOGGED_NAME_LENGTH).join('');
}

async function authenticateUser(
  db: Database,
  origin: Origin,
  { username, password }: Credentials,
): Promise<User> {
  const isPossible = USERNAME_PATTERN.test(username) && password.length <= PASSPHRASE_LENGTH.max;
  const admitted = await signInLimits.admit({ ...origin, username });
  let result: 'right' | 'wrong' | 'none' = 'none';
  try {
    const assertStillAllowed = (): void =>
      admitted.rank === TRUSTED ? undefined : signInLimits.assertAddressAllowed(origin.address);
    const found = await verifyPassword(
      () => (isPossible ? findCredentials(db, username) : null),
      isPossible ? password : '',
      { rank: admitted.rank, assertStillAllowed },
    );
    result = found === null ? 'wrong' : 'right';
    if (found === null) throw new InvalidCredentialsError(INVALID_CREDENTIALS);
    return found.user;
  } finally {
    admitted.end(result);
  }
}

/**
 * Verifies credentials already validated by `CredentialsSchema`, and logs a failure. The caller
 * starts the session.
 */
export async function signIn(
  db: Database,
  origin: Origin,
  credentials: Credentials,
): Promise<SignIn> {
  const result = await checkCredentials(db, origin, credentials);
  if (!result.ok)
    getLog().warn(
      { username: formatTypedName(credentials), address: origin.address, status: result.status },
      'a sign-in failed',
    );
  return result;
}

async function checkCredentials(
  db: Database,
  origin: Origin,
  credentials: Credentials,
): Promise<SignIn> {
  const strategy = new FormStrategy<User>(({ form }) =>
    authenticateUser(db, origin, CredentialsSchema.parse(Object.fromEntries(form))),
  );
  const authenticator = new Authenticator<User>().use(strategy, 'form');
  const request = new Request('http://desk/login', {
    method: 'POST',
    body: new URLSearchParams(credentials).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  try {
    return { ok: true, user: await authenticator.authenticate('form', request) };
  } catch (error) {
    return buildRefusal(error);
  }
}

function buildRefusal(error: unknown): SignIn {
  if (error instanceof InvalidCredentialsError)
    return { ok: false, status: 401, error: error.message, retryAfterSeconds: null };
  if (error instanceof LimitedError) {
    const error429 = `Too many failed sign-ins. Try again in ${error.retryAfterSeconds} seconds.`;
    return { ok: false, status: 429, error: error429, retryAfterSeconds: error.retryAfterSeconds };
  }
  if (error instanceof BusyError) {
    return {
      ok: false,
      status: 503,
      error: 'Too many sign-ins at once. Try again in a moment.',
      retryAfterSeconds: BUSY_RETRY_S,
    };
  }
  throw error;
}
