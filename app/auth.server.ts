// Signing in with a name and a password, through remix-auth's form strategy: pages and programs use the same one.
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { z } from 'zod';
import type { Database } from '../db/client.server';
import { PASSWORD_LENGTH, USERNAME, type User, getSignIn } from './models/user.server';
import { BusyError, verifyPassword } from './password.server';
import { LimitedError, countFailure, forgive, requireAttempt } from './sign-in-limits.server';

export const INVALID_CREDENTIALS = 'Invalid credentials';
const BUSY_RETRY_S = 2;

export const CredentialsSchema = z.object({
  username: z.string('Enter a username').trim().min(1, 'Enter a username'),
  password: z.string('Enter a password').min(1, 'Enter a password'),
});
export type Credentials = z.infer<typeof CredentialsSchema>;

export type SignIn =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly status: 401 | 429 | 503; readonly error: string; readonly retryAfterSeconds: number | null };

/** One text whatever was wrong: name, password, or a disabled user. */
class InvalidCredentialsError extends Error {}

async function check(db: Database, address: string | null, { username, password }: Credentials): Promise<User> {
  await requireAttempt(username, address);
  const isPossible = USERNAME.test(username) && password.length <= PASSWORD_LENGTH.max;
  const found = isPossible ? getSignIn(db, username) : null;
  const isRight = await verifyPassword(found?.passwordHash ?? null, isPossible ? password : '', () => requireAttempt(username, address));
  if (!isRight || !found) {
    await countFailure(username, address);
    throw new InvalidCredentialsError(INVALID_CREDENTIALS);
  }
  await forgive(username);
  return found.user;
}

/** Checks credentials that have met `CredentialsSchema`. The caller makes the session. */
export async function signIn(db: Database, address: string | null, credentials: Credentials): Promise<SignIn> {
  const strategy = new FormStrategy<User>(({ form }) => check(db, address, CredentialsSchema.parse(Object.fromEntries(form))));
  const authenticator = new Authenticator<User>().use(strategy, 'form');
  const request = new Request('http://desk/login', {
    method: 'POST',
    body: new URLSearchParams(credentials).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  try {
    return { ok: true, user: await authenticator.authenticate('form', request) };
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): SignIn {
  if (error instanceof InvalidCredentialsError) return { ok: false, status: 401, error: error.message, retryAfterSeconds: null };
  if (error instanceof LimitedError) {
    const error429 = `Too many failed sign-ins. Try again in ${error.retryAfterSeconds} seconds.`;
    return { ok: false, status: 429, error: error429, retryAfterSeconds: error.retryAfterSeconds };
  }
  if (error instanceof BusyError) {
    return { ok: false, status: 503, error: 'Too many people are signing in. Try again in a moment.', retryAfterSeconds: BUSY_RETRY_S };
  }
  throw error;
}
