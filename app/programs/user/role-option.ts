import { ROLES, type Role, findRole } from '../../trading/domain/role';
import { UsageError } from '../cli';

export const ROLE_LIST = `${ROLES.slice(0, -1).join(', ')} or ${ROLES.at(-1) ?? ''}`;

export function readRole(text: string | undefined): Role {
  const role = findRole(text);
  if (role === null) throw new UsageError(`A role is ${ROLE_LIST}.`);
  return role;
}
