// Adds, lists, disables and enables users, and changes their roles. Passwords come from standard input or are generated,
// never from the command line, which is visible to other users.
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
  changeRole,
  disableUser,
  enableUser,
  resetPassphrase,
} from '../models/account/administration.server';
import {
  USERNAME_PATTERN,
  type User,
  findUserByName,
  listUsers,
} from '../models/account/user.server';
import { MIGRATIONS_FOLDER } from '../server/platform/project.server';
import { type ProgramCall, UsageError, main } from './cli';
import { REQUEST_OPTIONS, REQUEST_OPTION_HELP, readWaitSeconds } from './operator/request-options';
import { INBOX_FULL, waitForOutcome } from './operator/requests';
import { toOutcomeJson, printOutcome } from './operator/print-outcome';
import { readDataDir } from './books/data-dir';
import { addNewUser } from './user/add-new-user';
import { ROLE_LIST, readRole } from './user/role-option';
import { usePlacement } from './user/placement';
import {
  type UserAction,
  buildAdministration,
  createPassword,
  printResult,
  readRequestId,
} from './user/user-action';

interface NamedAction extends UserAction {
  /** What follows the name. */
  readonly rest: readonly string[];
}

const USER_ACTIONS: Readonly<Record<string, (action: NamedAction) => Promise<number> | number>> = {
  add: createUserHere,
  role: setUserRole,
  reset: resetPassword,
  disable: disableAndStop,
  enable: enableAgain,
};

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

async function createUserHere({ db, call, username }: UserAction): Promise<number> {
  await usePlacement(readDataDir(call), (placement) =>
    addNewUser({ db, call, username, placement }),
  );
  return 0;
}

function setUserRole(action: NamedAction): number {
  const user = findUser(action);
  const role = readRole(action.rest[0]);
  readRequestId(changeRole(buildAdministration(action), user.id, role));
  printResult(action.call, user.username, `has the role ${role} from the next request on`, null);
  return 0;
}

async function resetPassword(action: UserAction): Promise<number> {
  const user = findUser(action);
  const by = buildAdministration(action);
  const { hash, generated } = await createPassword(action);
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
