// Users as stored. A password hash never leaves this file but through `getSignIn`.
import { eq, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Database } from '../../../db/client.server';
import { user } from '../../../db/schema/user';

export interface User {
  readonly id: string;
  readonly username: string;
  readonly isDisabled: boolean;
  readonly createdMs: number;
}

export const USERNAME = /^[\w.@-]{1,64}$/;
export const PASSWORD_LENGTH = { min: 8, max: 1024 } as const;

const COLUMNS = {
  id: user.id,
  username: user.username,
  isDisabled: user.isDisabled,
  createdMs: user.createdMs,
};
const byName = (username: string) => sql`${user.username} = ${username} COLLATE NOCASE`;

export const findUserByName = (db: Database, username: string): User | null =>
  db.select(COLUMNS).from(user).where(byName(username)).get() ?? null;

export const listUsers = (db: Database): User[] =>
  db.select(COLUMNS).from(user).orderBy(user.createdMs, user.username).all();

export const hasUsers = (db: Database): boolean =>
  db.select({ id: user.id }).from(user).limit(1).get() !== undefined;

/** What signing in needs to know of a name; null when nobody has it or it is disabled. */
export function getSignIn(
  db: Database,
  username: string,
): { user: User; passwordHash: string } | null {
  const row = db
    .select({ ...COLUMNS, passwordHash: user.passwordHash })
    .from(user)
    .where(byName(username))
    .get();
  if (!row || row.isDisabled) return null;
  const { passwordHash, ...found } = row;
  return { user: found, passwordHash };
}

/**
 * Adds a user. The caller has checked the name and hashed the password; a name that is taken
 * throws.
 */
export function createUser(
  db: Database,
  username: string,
  passwordHash: string,
  nowMs: number,
): User {
  const made = {
    id: randomBytes(16).toString('hex'),
    username,
    isDisabled: false,
    createdMs: nowMs,
  };
  db.insert(user)
    .values({ ...made, passwordHash, updatedMs: nowMs })
    .run();
  return made;
}

export function savePassword(
  db: Database,
  userId: string,
  passwordHash: string,
  nowMs: number,
): void {
  db.update(user).set({ passwordHash, updatedMs: nowMs }).where(eq(user.id, userId)).run();
}

/** Ids of the users who may not sign in. */
export const listDisabledIds = (db: Database): string[] =>
  db
    .select({ id: user.id })
    .from(user)
    .where(eq(user.isDisabled, true))
    .all()
    .map(({ id }) => id);

export function setDisabled(
  db: Database,
  userId: string,
  isDisabled: boolean,
  nowMs: number,
): void {
  db.update(user).set({ isDisabled, updatedMs: nowMs }).where(eq(user.id, userId)).run();
}
