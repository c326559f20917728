// Adds a user and prints the passphrase once.
import { addUser } from '../../models/account/administration.server';
import { findUserByName, hasUsers } from '../../models/account/user.server';
import type { Placement } from '../../models/desks/placement.server';
import type { Role } from '../../trading/domain/role';
import { UsageError } from '../cli';
import { readRole } from './role-option';
import {
  type UserAction,
  buildAdministration,
  createPassword,
  printResult,
  readRequestId,
} from './user-action';

interface NewUserAction extends UserAction {
  /** Place of the server among many; null for a server alone. */
  readonly placement: Placement | null;
}

/** Somebody must be able to manage users. */
function readNewRole({ db, call, placement }: NewUserAction): Role {
  const text = call.option('role');
  const hasOthers = hasUsers(db) || (placement?.directory.listPlaces().length ?? 0) > 0;
  if (hasOthers) return text === undefined ? 'trader' : readRole(text);
  if (text === undefined || readRole(text) === 'operator') return 'operator';
  throw new UsageError('The first user is an operator. Leave --role out, then add others.');
}

export async function addNewUser(action: NewUserAction): Promise<void> {
  const { call, username, placement } = action;
  const role = readNewRole(action);
  const by = buildAdministration(action);
  if (findUserByName(action.db, username))
    throw new UsageError(`User ${username} exists already. Use reset to set a new password.`);
  const { hash, generated } = await createPassword(action);
  readRequestId(addUser(by, { username, role, passwordHash: hash, placement }));
  const where = placement === null ? '' : ` on server ${placement.server}`;
  printResult(call, username, `added as ${role}${where}`, generated);
}
