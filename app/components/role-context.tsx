// Role of the signed-in user, for controls that need more. The guard of the server is what rejects.
import { createContext, useContext } from 'react';
import { type Role, explainMissingRole, includesRole } from '../trading/domain/role';

export const RoleContext = createContext<Role>('trader');

/** Why the user may not do what needs a role; null if the user may. */
export function useRoleBlock(needed: Role): string | null {
  const role = useContext(RoleContext);
  return includesRole(role, needed) ? null : explainMissingRole(role, needed);
}

/** The reason as a sentence above controls that need a role; nothing for those who have it. */
export function RoleNote({ needs }: { readonly needs: Role }) {
  const block = useRoleBlock(needs);
  return block === null ? null : <p className="muted">{block}</p>;
}
