// Adds, lists, disables and enables users, and changes their roles. Passwords come from standard input or are generated,
// never from the command line, which is visible to other users.
import { text } from 'node:stream/consumers';
import {
  type Database,
  closeDatabase,
  prepareDatabasePath,
  openDatabase,
} from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import {
  type Administration,
  type AdministrationOutcome,
  addUser,
  changeRole,
  disableUser,
  enableUser,
  resetPassphrase,
} from '../models/account/administration.server';
import {
  USERNAME_PATTERN,
  type User,
  findUserByName,
  hasUsers,
  listUsers,
} from '../models/account/user.server';
import { findPassphraseFault } from '../server/auth/passphrase-rule.server';
import { hashPassword, generatePassphrase } from '../server/auth/password.server';
import { MIGRATIONS_FOLDER } from '../server/platform/project.server';
import { ROLES, type Role, findRole } from '../trading/domain/role';
import { type ProgramCall, UsageError, main } from './cli';
import {
  REQUEST_OPTIONS,
  REQUEST_OPTION_HELP,
  readReason,
  readWaitSeconds,
} from './operator/request-options';
import { INBOX_FULL, getOperatorName, waitForOutcome } from './operator/requests';
import { toOutcomeJson, printOutcome } from './operator/print-outcome';
import { readDataDir } from './books/data-dir';

interface UserAction {
  readonly db: Database;
  readonly call: ProgramCall;
  readonly username: string;
  /** What follows the name. */
  readonly rest: readonly string[];
}

const USER_ACTIONS: Readonly<Record<string, (action: UserAction) => Promise<number> | number>> = {
  add: createNewUser,
  role: setUserRole,
  reset: resetPassword,
  disable: disableAndStop,
  enable: enableAgain,
};

const ROLE_LIST = `${ROLES.slice(0, -1).join(', ')} or ${ROLES.at(-1) ?? ''}`;

await main({
  name: 'user',
  summary:
    'Adds, lists, disables and enables users, and changes their roles. The terminal may be running.',
  usage:
    'list | add NAME [--role ROLE] | role NAME ROLE | reset NAME [--password-stdin] | disable NAME [--close] | enable NAME',
  options: {
    'password-stdin': { type: 'boolean' },
    close: { type: 'boolean' },
    role: { type: 'string' },
    ...REQUEST_OPTIONS,
  },
  optionHelp: {
    '--password-stdin':
      'read the password from the first line of standard input (default: generate a passphrase and print it once)',
    '--role ROLE': `with add: ${ROLE_LIST} (default: trader; operator for the first user)`,
    '--close': 'with disable: also close all positions of the user at market',
    '--reason TEXT': 'reason for the event log',
    ...REQUEST_OPTION_HELP,
  },
  run: runAction,
});

async function runAction(call: ProgramCall): Promise<number> {
  const [action = '', username = '', ...rest] = call.files;
  const needsName = action !== 'list';
  if ((needsName && !(action in USER_ACTIONS)) || rest.length > (action === 'role' ? 1 : 0))
    throw new UsageError(
      'Use list, add NAME, role NAME ROLE, reset NAME, disable NAME or enable NAME. Try --help.',
    );
  if (needsName && !USERNAME_PATTERN.test(username))
    throw new UsageError(
      'A user name has 1 to 64 letters, digits, dots, dashes, underscores and @.',
    );
  const db = openDatabase(prepareDatabasePath(readDataDir(call)));
  try {
    migrateDatabase(db, MIGRATIONS_FOLDER);
    return needsName
      ? await (USER_ACTIONS[action] ?? failUnknown)({ db, call, username, rest })
      : printUsers(db, call);
  } finally {
    closeDatabase(db);
  }
}

function failUnknown({ call }: UserAction): never {
  throw new UsageError(`Unknown action '${call.files[0] ?? ''}'.`);
}

function findUser({ db, username }: UserAction): User {
  const user = findUserByName(db, username);
  if (!user) throw new UsageError(`No user ${username}.`);
  return user;
}

function printUsers(db: Database, call: ProgramCall): number {
  const users = listUsers(db).map(({ username, role, isDisabled, createdMs }) => ({
    username,
    role,
    isDisabled,
    created: new Date(createdMs).toISOString(),
  }));
  call.printJson(users);
  if (users.length === 0) call.print('No users. The first start of the terminal creates one.');
  for (const user of users)
    call.print(
      `${user.username}\t${user.role}\t${user.isDisabled ? 'disabled' : 'enabled'}\tsince ${user.created}`,
    );
  return 0;
}

/** Hash of the new password, and the passphrase when it was generated. */
async function createPassword(
  call: ProgramCall,
  username: string,
): Promise<{ hash: string; generated: string | null }> {
  const password = call.flag('password-stdin')
    ? ((await text(process.stdin)).split(/\r?\n/, 1)[0] ?? '')
    : null;
  const fault = password === null ? null : await findPassphraseFault(password, username);
  if (fault !== null) throw new UsageError(fault);
  const passphrase = password === null ? generatePassphrase() : null;
  return { hash: await hashPassword(password ?? passphrase ?? ''), generated: passphrase };
}

function printResult(
  call: ProgramCall,
  username: string,
  description: string,
  passphrase: string | null,
): void {
  call.printJson({ username, done: description, ...(passphrase === null ? {} : { passphrase }) });
  call.print(
    passphrase === null
      ? `${username}: ${description}.`
      : `${username}: ${description}. Passphrase (shown once): ${passphrase}`,
  );
}

function buildAdministration({ db, call }: UserAction): Administration {
  return {
    db,
    byUserId: null,
    byName: getOperatorName(),
    reason: readReason(call),
    nowMs: Date.now(),
  };
}

/** The request that logs a change; null if it waits for a free place. */
function readRequestId(outcome: AdministrationOutcome): number | null {
  if (!outcome.ok) throw new UsageError(outcome.error);
  return outcome.requestId;
}

function readRole(text: string | undefined): Role {
  const role = findRole(text);
  if (role === null) throw new UsageError(`A role is ${ROLE_LIST}.`);
  return role;
}

/** Somebody must be able to manage users. */
function readNewRole({ db, call }: UserAction): Role {
  const text = call.option('role');
  if (hasUsers(db)) return text === undefined ? 'trader' : readRole(text);
  if (text === undefined || readRole(text) === 'operator') return 'operator';
  throw new UsageError('The first user is an operator. Leave --role out, then add others.');
}

async function createNewUser(action: UserAction): Promise<number> {
  const { call, username } = action;
  const role = readNewRole(action);
  const by = buildAdministration(action);
  if (findUserByName(action.db, username))
    throw new UsageError(`User ${username} exists already. Use reset to set a new password.`);
  const { hash, generated } = await createPassword(call, username);
  readRequestId(addUser(by, { username, role, passwordHash: hash }));
  printResult(call, username, `added as ${role}`, generated);
  return 0;
}

function setUserRole(action: UserAction): number {
  const user = findUser(action);
  const role = readRole(action.rest[0]);
  readRequestId(changeRole(buildAdministration(action), user.id, role));
  printResult(action.call, user.username, `has the role ${role} from the next request on`, null);
  return 0;
}

async function resetPassword(action: UserAction): Promise<number> {
  const user = findUser(action);
  const by = buildAdministration(action);
  const { hash, generated } = await createPassword(action.call, action.username);
  readRequestId(resetPassphrase(by, user.id, hash));
  printResult(
    action.call,
    user.username,
    'has a new password and is signed out everywhere',
    generated,
  );
  return 0;
}

function disableAndStop(action: UserAction): Promise<number> {
  const user = findUser(action);
  return changeUser(action, user, 'disabled and signed out everywhere', (by) =>
    disableUser(by, user.id, action.call.flag('close')),
  );
}

function enableAgain(action: UserAction): Promise<number> {
  const user = findUser(action);
  return changeUser(action, user, 'enabled; auto-trading stays off until RUN', (by) =>
    enableUser(by, user.id),
  );
}

/**
 * Applies a change, then waits for the running terminal. Exit code 1 when it times out; 0 when the
 * terminal is not running.
 */
async function changeUser(
  action: UserAction,
  user: User,
  description: string,
  change: (by: Administration) => AdministrationOutcome,
): Promise<number> {
  const { db, call } = action;
  const [by, seconds] = [buildAdministration(action), readWaitSeconds(call)];
  const id = readRequestId(change(by));
  call.print(`${user.username}: ${description}.`);
  if (id === null)
    throw new UsageError(
      `${INBOX_FULL} The terminal reads the user table later and closes no positions.`,
    );
  const request = await waitForOutcome(db, readDataDir(call), id, seconds);
  call.printJson({ username: user.username, done: description, ...toOutcomeJson(db, request) });
  printOutcome(call, db, request);
  return request.outcome?.ok || (request.outcome === null && !request.isDeskRunning) ? 0 : 1;
}
