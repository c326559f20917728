// Adds, lists, disables and enables users. Passwords come from standard input or are generated,
// never from the command line, which is visible to other users.
import { text } from 'node:stream/consumers';
import {
  type Database,
  closeDatabase,
  prepareDatabasePath,
  openDatabase,
} from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { endUserSessions } from '../models/account/session.server';
import {
  USERNAME_PATTERN,
  type User,
  createUser,
  findUserByName,
  listUsers,
  savePassword,
  setDisabled,
} from '../models/account/user.server';
import { findPassphraseFault } from '../server/auth/passphrase-rule.server';
import { hashPassword, generatePassphrase } from '../server/auth/password.server';
import { MIGRATIONS_FOLDER } from '../server/platform/project.server';
import type { RequestCommand } from '../models/account/operator-request.server';
import { type ProgramCall, UsageError, main } from './cli';
import {
  REQUEST_OPTIONS,
  REQUEST_OPTION_HELP,
  readReason,
  readWaitSeconds,
} from './operator/request-options';
import { INBOX_FULL, tryStoreRequest, waitForOutcome } from './operator/requests';
import { toOutcomeJson, printOutcome } from './operator/print-outcome';
import { readDataDir } from './books/data-dir';

interface UserAction {
  readonly db: Database;
  readonly call: ProgramCall;
  readonly username: string;
}

const USER_ACTIONS: Readonly<Record<string, (action: UserAction) => Promise<number> | number>> = {
  add: addUser,
  reset: resetPassword,
  disable: disableUser,
  enable: enableUser,
};

await main({
  name: 'user',
  summary: 'Adds, lists, disables and enables users. The terminal may be running.',
  usage: 'list | add NAME | reset NAME [--password-stdin] | disable NAME [--close] | enable NAME',
  options: {
    'password-stdin': { type: 'boolean' },
    close: { type: 'boolean' },
    ...REQUEST_OPTIONS,
  },
  optionHelp: {
    '--password-stdin':
      'read the password from the first line of standard input (default: generate a passphrase and print it once)',
    '--close': 'with disable: also close all positions of the user at market',
    '--reason TEXT': 'with disable and enable: reason for the event log',
    ...REQUEST_OPTION_HELP,
  },
  run: runAction,
});

async function runAction(call: ProgramCall): Promise<number> {
  const [action = '', username = '', ...rest] = call.files;
  const needsName = action !== 'list';
  if ((needsName && !(action in USER_ACTIONS)) || rest.length > 0)
    throw new UsageError(
      'Use list, add NAME, reset NAME, disable NAME or enable NAME. Try --help.',
    );
  if (needsName && !USERNAME_PATTERN.test(username))
    throw new UsageError(
      'A user name has 1 to 64 letters, digits, dots, dashes, underscores and @.',
    );
  const db = openDatabase(prepareDatabasePath(readDataDir(call)));
  try {
    migrateDatabase(db, MIGRATIONS_FOLDER);
    return needsName
      ? await (USER_ACTIONS[action] ?? failUnknown)({ db, call, username })
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
  const users = listUsers(db).map(({ username, isDisabled, createdMs }) => ({
    username,
    isDisabled,
    created: new Date(createdMs).toISOString(),
  }));
  call.printJson(users);
  if (users.length === 0) call.print('No users. The first start of the terminal creates one.');
  for (const user of users)
    call.print(
      `${user.username}\t${user.isDisabled ? 'disabled' : 'enabled'}\tsince ${user.created}`,
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

async function addUser(action: UserAction): Promise<number> {
  if (findUserByName(action.db, action.username))
    throw new UsageError(
      `User ${action.username} exists already. Use reset to set a new password.`,
    );
  const { hash, generated } = await createPassword(action.call, action.username);
  createUser(action.db, action.username, hash, Date.now());
  printResult(action.call, action.username, 'added', generated);
  return 0;
}

async function resetPassword(action: UserAction): Promise<number> {
  const user = findUser(action);
  const { hash, generated } = await createPassword(action.call, action.username);
  savePassword(action.db, user.id, hash, Date.now());
  endUserSessions(action.db, user.id, Date.now());
  printResult(
    action.call,
    user.username,
    'has a new password and is signed out everywhere',
    generated,
  );
  return 0;
}

function disableUser(action: UserAction): Promise<number> {
  const user = findUser(action);
  const command = {
    type: 'DisableUser',
    userId: user.id,
    close: action.call.flag('close'),
  } as const;
  return changeUser(action, user, 'disabled and signed out everywhere', command, () => {
    setDisabled(action.db, user.id, true, Date.now());
    endUserSessions(action.db, user.id, Date.now());
  });
}

function enableUser(action: UserAction): Promise<number> {
  const user = findUser(action);
  const command = { type: 'EnableUser', userId: user.id } as const;
  return changeUser(action, user, 'enabled; auto-trading stays off until RUN', command, () =>
    setDisabled(action.db, user.id, false, Date.now()),
  );
}

/**
 * Updates the user table and stores the matching request in one transaction, then waits for the
 * running terminal. Exit code 1 when it times out; 0 when the terminal is not running.
 */
async function changeUser(
  { db, call }: UserAction,
  user: User,
  description: string,
  command: RequestCommand,
  applyChange: () => void,
): Promise<number> {
  const [reason, seconds] = [readReason(call), readWaitSeconds(call)];
  const changeAndStore = db.$client.transaction(() => {
    applyChange();
    return tryStoreRequest(db, command, reason);
  });
  const id = changeAndStore.immediate();
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
