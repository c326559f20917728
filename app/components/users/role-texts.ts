// What each role may do, in words.
import { ROLES, type Role, includesRole } from '../../trading/domain/role';

/** What a role adds to the one before it, as a sentence. */
export const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  viewer: 'Reads every screen and can always stop and close.',
  trader: 'Also trades their own accounts.',
  approver: 'Also confirms the arming of live accounts of other users.',
  operator: 'Also manages users and data sources.',
};

/** All that a role may do. */
export const describeRole = (role: Role): string =>
  ROLES.filter((each) => includesRole(role, each))
    .map((each) => ROLE_TEXTS[each])
    .join(' ');
