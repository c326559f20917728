// Users with a session each, for measurements with many accounts.
import { createSession } from '../../models/account/session.server';
import { createUser } from '../../models/account/user.server';
import { getSessionCookieName } from '../../server/auth/session.server';
import { hashPassword } from '../../server/auth/password.server';
import { closeDatabase } from '../../../db/client.server';
import { openBooks } from './commit-speed';
import { BENCH_USER } from './pages/server-process';

export interface SignedInUser {
  readonly userId: string;
  readonly cookie: string;
}

/** Users and their sessions in a new database. */
export async function createUsers(folder: string, count: number): Promise<SignedInUser[]> {
  const db = openBooks(folder);
  const nowMs = Date.now();
  const hash = await hashPassword(BENCH_USER.password);
  const names = Array.from({ length: count }, (_, index) => `${BENCH_USER.username}-${index}`);
  const users = names.map((name) => {
    const { id } = createUser(db, name, hash, nowMs);
    return { userId: id, cookie: `${getSessionCookieName()}=${createSession(db, id, nowMs)}` };
  });
  closeDatabase(db);
  return users;
}
