// Changes of users by an operator, on the page Users or at the machine. Each stores the change and the
// request that logs it in one transaction; the running server, or the next start, writes the log.
import type { Database } from '../../../db/client.server';
import { DirectoryError } from '../desks/directory.server';
import { type Placement, createPlacedUser, freeAbandonedName } from '../desks/placement.server';
import type { Role } from '../../trading/domain/role';
import type { EpochMs } from '../../trading/domain/units';
import {
  REQUESTS_WAITING_MAX,
  type RequestCommand,
  createRequest,
} from './operator-request.server';
import { endUserSessions } from './session.server';
import {
  type User,
  createUser,
  findUserById,
  findUserByName,
  isLastOperator,
  savePassword,
  setDisabled,
  setRole,
} from './user.server';

/** Who changes users, when, and why. */
export interface Administration {
  readonly db: Database;
  /** Id of the operator; null at the machine. */
  readonly byUserId: string | null;
  /** Name of the operator, or of the account of the operating system. */
  readonly byName: string;
  readonly reason: string;
  /** The request of the page; absent at the machine. */
  readonly requestId?: string;
  readonly nowMs: EpochMs;
}

/** `requestId`: the request that logs the change; null if the inbox was full. */
export type AdministrationOutcome =
  | { readonly ok: true; readonly user: User; readonly requestId: number | null }
  | { readonly ok: false; readonly error: string };

/** Ends the transaction without a change. */
class ChangeRejected extends Error {}

const INBOX_FULL = `Nothing was changed: ${REQUESTS_WAITING_MAX} requests wait to be logged (limit). Start the terminal, or restart one that does not respond.`;

interface Change {
  /** Stores the change; throws ChangeRejected. */
  readonly apply: () => User;
  readonly buildCommand: (user: User, sender: { readonly byUserId?: string }) => RequestCommand;
  /** Whether the change is stored although it cannot be logged yet. */
  readonly isUrgent?: true;
}

function applyChange(
  { db, byUserId, byName, reason, requestId: pageRequestId, nowMs }: Administration,
  { apply, buildCommand, isUrgent }: Change,
): AdministrationOutcome {
  const change = db.$client.transaction((): AdministrationOutcome => {
    const user = apply();
    const command = buildCommand(user, byUserId === null ? {} : { byUserId });
    const requestId = createRequest(
      db,
      { command, reason, requestedBy: byName, requestId: pageRequestId },
      nowMs,
    );
    if (requestId === null && !isUrgent) throw new ChangeRejected(INBOX_FULL);
    return { ok: true, user, requestId };
  });
  try {
    return change.immediate();
  } catch (error) {
    if (error instanceof ChangeRejected) return { ok: false, error: error.message };
    throw error;
  }
}

function readUser({ db }: Administration, userId: string): User {
  const user = findUserById(db, userId);
  if (!user) throw new ChangeRejected('There is no such user. Reload the page.');
  return user;
}

function assertOtherOperator({ db }: Administration, user: User): void {
  if (isLastOperator(db, user))
    throw new ChangeRejected(
      `${user.username} is the last operator. Give another user the role operator first.`,
    );
}

interface NewUser {
  readonly username: string;
  readonly role: Role;
  readonly passwordHash: string;
  /** Place of the server among many; null for a server alone. */
  readonly placement: Placement | null;
}

function createNewUser(by: Administration, { placement, ...user }: NewUser): User {
  const { username, passwordHash, role } = user;
  if (findUserByName(by.db, username))
    throw new ChangeRejected(
      `User ${username} exists already. Reset the passphrase to set a new one.`,
    );
  const create = (): User => createUser(by.db, username, passwordHash, by.nowMs, role);
  if (placement === null) return create();
  try {
    return createPlacedUser(placement, by.db, create);
  } catch (error) {
    if (error instanceof DirectoryError) throw new ChangeRejected(error.message);
    throw error;
  }
}

/** A name that was entered in the directory for a user who was not created after all is free again. */
export function addUser(by: Administration, user: NewUser): AdministrationOutcome {
  const outcome = applyChange(by, {
    apply: () => createNewUser(by, user),
    buildCommand: ({ id }, sender) => ({
      type: 'RecordAdministration',
      userId: id,
      act: 'add',
      detail: user.role,
      ...sender,
    }),
  });
  if (!outcome.ok && user.placement) freeAbandonedName(user.placement, by.db, user.username);
  return outcome;
}

export const changeRole = (by: Administration, userId: string, role: Role): AdministrationOutcome =>
  applyChange(by, {
    apply: () => {
      const user = readUser(by, userId);
      if (user.role === role)
        throw new ChangeRejected(`${user.username} has the role ${role} already.`);
      assertOtherOperator(by, user);
      setRole(by.db, userId, role, by.nowMs);
      return { ...user, role };
    },
    buildCommand: (_, sender) => ({
      type: 'RecordAdministration',
      userId,
      act: 'role',
      detail: role,
      ...sender,
    }),
  });

/** Also ends all sessions of the user. */
export const resetPassphrase = (
  by: Administration,
  userId: string,
  passwordHash: string,
): AdministrationOutcome =>
  applyChange(by, {
    apply: () => {
      const user = readUser(by, userId);
      savePassword(by.db, userId, passwordHash, by.nowMs);
      endUserSessions(by.db, userId, by.nowMs);
      return user;
    },
    buildCommand: (_, sender) => ({
      type: 'RecordAdministration',
      userId,
      act: 'passphrase',
      detail: '',
      ...sender,
    }),
  });

/** The request stops all accounts of the user; `close` also closes their positions. */
export const disableUser = (
  by: Administration,
  userId: string,
  close: boolean,
): AdministrationOutcome =>
  applyChange(by, {
    apply: () => {
      const user = readUser(by, userId);
      assertOtherOperator(by, user);
      setDisabled(by.db, userId, true, by.nowMs);
      endUserSessions(by.db, userId, by.nowMs);
      return { ...user, isDisabled: true };
    },
    buildCommand: (_, sender) => ({ type: 'DisableUser', userId, close, ...sender }),
    isUrgent: true,
  });

export const enableUser = (by: Administration, userId: string): AdministrationOutcome =>
  applyChange(by, {
    apply: () => {
      const user = readUser(by, userId);
      setDisabled(by.db, userId, false, by.nowMs);
      return { ...user, isDisabled: false };
    },
    buildCommand: (_, sender) => ({ type: 'EnableUser', userId, ...sender }),
    isUrgent: true,
  });
