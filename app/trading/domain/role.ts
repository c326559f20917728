/** Roles of users. Each has the rights of those before it. */
export const ROLES = ['viewer', 'trader', 'approver', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role has the rights of another one. */
export const includesRole = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** The role of this name; null if there is none. */
export const findRole = (name: string | null | undefined): Role | null =>
  ROLES.find((role) => role === name) ?? null;

/** What a role adds to the one before it, as a sentence. */
export const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  viewer: 'Reads every screen and can always stop and close.',
  trader: 'Also trades the own accounts.',
  approver: 'Also confirms the arming of live accounts of others.',
  operator: 'Also manages users and data sources.',
};

/** All that a role may do. */
export const describeRole = (role: Role): string =>
  ROLES.filter((each) => includesRole(role, each))
    .map((each) => ROLE_TEXTS[each])
    .join(' ');

/** Why a write is rejected, and what to do. */
export const explainMissingRole = (role: Role, needed: Role): string =>
  `Your role is ${role}; this needs the role ${needed}. An operator can change it on the page Users.`;
