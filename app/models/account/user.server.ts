// Stored users. Only `findCredentials` returns a password hash.
import { eq, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Database } from '../../../db/client.server';
import { prepareOnce } from '../../../db/prepared.server';
import { user } from '../../../db/schema/user';
import type { Role } from '../../trading/domain/role';

export interface User {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly isDisabled: boolean;
  readonly createdMs: number;
}

export const USERNAME_PATTERN = /^[\w.@-]{1,64}$/;

const COLUMNS = {
  id: user.id,
  username: user.username,
  role: user.role,
  isDisabled: user.isDisabled,
  createdMs: user.createdMs,
};
const matchesUsername = (username: string) => sql`${user.username} = ${username} COLLATE NOCASE`;

export const findUserByName = (db: Database, username: string): User | null =>
  db.select(COLUMNS).from(user).where(matchesUsername(username)).get() ?? null;

export const findUserById = (db: Database, id: string): User | null =>
  db.select(COLUMNS).from(user).where(eq(user.id, id)).get() ?? null;

export const listUsers = (db: Database): User[] =>
  db.select(COLUMNS).from(user).orderBy(user.createdMs, user.username).all();

export const hasUsers = (db: Database): boolean =>
  db.select({ id: user.id }).from(user).limit(1).get() !== undefined;

/** Returns user and password hash; null if unknown or disabled. */
export function findCredentials(
  db: Database,
  username: string,
): { user: User; passwordHash: string } | null {
  const row = db
    .select({ ...COLUMNS, passwordHash: user.passwordHash })
    .from(user)
    .where(matchesUsername(username))
    .get();
  if (!row || row.isDisabled) return null;
  const { passwordHash, ...found } = row;
  return { user: found, passwordHash };
}

/**
 * Creates a user; the caller validates the name and hashes the password. Throws if the name exists.
 */
export function createUser(
  db: Database,
  username: string,
  passwordHash: string,
  nowMs: number,
  role: Role = 'trader',
): User {
  const created = {
    id: randomBytes(16).toString('hex'),
    username,
    role,
    isDisabled: false,
    createdMs: nowMs,
  };
  db.insert(user)
    .values({ ...created, passwordHash, updatedMs: nowMs })
    .run();
  return created;
}

export function savePassword(
  db: Database,
  userId: string,
  passwordHash: string,
  nowMs: number,
): void {
  db.update(user).set({ passwordHash, updatedMs: nowMs }).where(eq(user.id, userId)).run();
}

/** Ids of disabled users. */
export const listDisabledIds = (db: Database): string[] =>
  prepareDisabled(db)
    .all()
    .map(({ id }) => id);

const prepareDisabled = prepareOnce((db) =>
  db.select({ id: user.id }).from(user).where(eq(user.isDisabled, true)).prepare(),
);

export function setDisabled(
  db: Database,
  userId: string,
  isDisabled: boolean,
  nowMs: number,
): void {
  db.update(user).set({ isDisabled, updatedMs: nowMs }).where(eq(user.id, userId)).run();
}

export function setRole(db: Database, userId: string, role: Role, nowMs: number): void {
  db.update(user).set({ role, updatedMs: nowMs }).where(eq(user.id, userId)).run();
}

/** Whether no other user may sign in as operator. */
export const isLastOperator = (db: Database, { id, role, isDisabled }: User): boolean =>
  role === 'operator' &&
  !isDisabled &&
  !listUsers(db).some((other) => other.id !== id && other.role === 'operator' && !other.isDisabled);
