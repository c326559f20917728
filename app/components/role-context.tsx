// What the role of the signed-in user does not include. The guard of the server is what rejects.
import { createContext, useContext } from 'react';
import type { MissingRoles, Role } from '../trading/domain/role';

/** Reasons by role, of those that the user does not have. */
export const RoleContext = createContext<MissingRoles>({});

/** Why the user may not do what needs a role; null if the user may. */
export const useRoleBlock = (needed: Role): string | null =>
  useContext(RoleContext)[needed] ?? null;

/** The reason as a sentence above controls that need a role; nothing for those who have it. */
export function RoleNote({ needs }: { readonly needs: Role }) {
  const block = useRoleBlock(needs);
  return block === null ? null : <p className="muted">{block}</p>;
}
