/** Roles of users. Each has the rights of those before it. */
export const ROLES = ['viewer', 'trader', 'approver', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role has the rights of another one. */
export const includesRole = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** The role of this name; null if there is none. */
export const findRole = (name: string | null | undefined): Role | null =>
  ROLES.find((role) => role === name) ?? null;

/** Why a write is rejected, and what to do. */
export const explainMissingRole = (role: Role, needed: Role): string =>
  `Your role is ${role}; this needs the role ${needed}. An operator can change it on the page Users.`;

/** Why a write is rejected, by the role that is missing. */
export type MissingRoles = Readonly<Partial<Record<Role, string>>>;

export const listMissingRoles = (role: Role): MissingRoles =>
  Object.fromEntries(
    ROLES.filter((needed) => !includesRole(role, needed)).map((needed) => [
      needed,
      explainMissingRole(role, needed),
    ]),
  );
