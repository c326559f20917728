// Signing in with a name and a password, through remix-auth's form strategy: pages and programs use
// the same one.
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { z } from 'zod';
import type { Database } from '../../../db/client.server';
import { PASSWORD_LENGTH, USERNAME, type User, getSignIn } from '../../models/account/user.server';
import { BusyError, TRUSTED, verifyPassword } from './password.server';
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

/** One text whatever was wrong: name, password, or a disabled user. */
class InvalidCredentialsError extends Error {}

/** What is known about who tries to sign in, besides the credentials. */
type Origin = Omit<Attempt, 'username'>;

async function checkPassphrase(
  db: Database,
  origin: Origin,
  { username, password }: Credentials,
): Promise<User> {
  const isPossible = USERNAME.test(username) && password.length <= PASSWORD_LENGTH.max;
  const admitted = await signInLimits.admit({ ...origin, username });
  let result: 'right' | 'wrong' | 'none' = 'none';
  try {
    const found = isPossible ? getSignIn(db, username) : null;
    const requireStill = (): void =>
      admitted.rank === TRUSTED ? undefined : signInLimits.requireAddress(origin.address);
    const isRight = await verifyPassword(found?.passwordHash ?? null, isPossible ? password : '', {
      rank: admitted.rank,
      requireStill,
    });
    result = isRight && found ? 'right' : 'wrong';
    if (!isRight || !found) throw new InvalidCredentialsError(INVALID_CREDENTIALS);
    return found.user;
  } finally {
    admitted.end(result);
  }
}

/** Checks credentials that have met `CredentialsSchema`. The caller makes the session. */
export async function signIn(
  db: Database,
  origin: Origin,
  credentials: Credentials,
): Promise<SignIn> {
  const strategy = new FormStrategy<User>(({ form }) =>
    checkPassphrase(db, origin, CredentialsSchema.parse(Object.fromEntries(form))),
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
