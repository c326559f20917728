/** Name of a server among many. */
export const SERVER_NAME_PATTERN = /^[a-z0-9][a-z0-9-]{0,31}$/;
export const SERVER_NAME_RULE = '1 to 32 small letters, digits and hyphens';
