// Adds, lists and locks out users. A password comes from standard input or is made here; never from
// the command line, which others can read.
import { text } from 'node:stream/consumers';
import { type Database, closeDatabase, databasePath, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { endUserSessions } from '../models/account/session.server';
import {
  PASSWORD_LENGTH,
  USERNAME,
  type User,
  createUser,
  findUserByName,
  listUsers,
  savePassword,
  setDisabled,
} from '../models/account/user.server';
import { hashPassword, makePassphrase } from '../server/auth/password.server';
import { MIGRATIONS_FOLDER } from '../server/platform/project.server';
import type { RequestCommand } from '../models/account/operator-request.server';
import { type ProgramCall, UsageError, main } from './cli';
import {
  INBOX_FULL,
  REQUEST_OPTIONS,
  REQUEST_OPTION_HELP,
  fileInInbox,
  readReason,
  waitForDesk,
  readWaitSeconds,
} from './operator/ask-desk';
import { answerJson, printAnswer } from './operator/print-answer';
import { readDataDir } from './books/audit-file';

interface Deed {
  readonly db: Database;
  readonly call: ProgramCall;
  readonly username: string;
}

const DEEDS: Readonly<Record<string, (deed: Deed) => Promise<number> | number>> = {
  add,
  reset,
  disable: disableUser,
  enable: enableUser,
};

await main({
  name: 'user',
  summary: 'Adds, lists and locks out the users of a desk, running or not.',
  usage: 'list | add NAME | reset NAME [--password-stdin] | disable NAME [--close] | enable NAME',
  options: {
    'password-stdin': { type: 'boolean' },
    close: { type: 'boolean' },
    ...REQUEST_OPTIONS,
  },
  optionHelp: {
    '--password-stdin':
      'take the password from the first line of standard input; else a passphrase is made and printed once',
    '--close': 'with disable: also close all positions of the user at market',
    '--reason TEXT': 'with disable and enable: why, for the log',
    ...REQUEST_OPTION_HELP,
  },
  run,
});

async function run(call: ProgramCall): Promise<number> {
  const [deed = '', username = '', ...rest] = call.files;
  const wantsName = deed !== 'list';
  if ((wantsName && !(deed in DEEDS)) || rest.length > 0)
    throw new UsageError(
      'Say list, add NAME, reset NAME, disable NAME or enable NAME. Try --help.',
    );
  if (wantsName && !USERNAME.test(username))
    throw new UsageError(
      'A user name takes 1 to 64 letters, digits, dots, dashes, underscores and @.',
    );
  const db = openDatabase(databasePath(readDataDir(call)));
  try {
    migrateDatabase(db, MIGRATIONS_FOLDER);
    return wantsName ? await (DEEDS[deed] ?? failUnknown)({ db, call, username }) : list(db, call);
  } finally {
    closeDatabase(db);
  }
}

function failUnknown({ call }: Deed): never {
  throw new UsageError(`There is no '${call.files[0] ?? ''}'.`);
}

function findUser({ db, username }: Deed): User {
  const user = findUserByName(db, username);
  if (!user) throw new UsageError(`There is no user ${username}.`);
  return user;
}

function list(db: Database, call: ProgramCall): number {
  const users = listUsers(db).map(({ username, isDisabled, createdMs }) => ({
    username,
    isDisabled,
    created: new Date(createdMs).toISOString(),
  }));
  call.printJson(users);
  if (users.length === 0) call.print('No users yet: the first start of the desk makes one.');
  for (const user of users)
    call.print(
      `${user.username}\t${user.isDisabled ? 'disabled' : 'enabled'}\tsince ${user.created}`,
    );
  return 0;
}

/** The password to set, and the passphrase to print when it was made here. */
async function newPassword(call: ProgramCall): Promise<{ hash: string; made: string | null }> {
  const given = call.flag('password-stdin')
    ? ((await text(process.stdin)).split(/\r?\n/, 1)[0] ?? '')
    : null;
  if (
    given !== null &&
    (given.length < PASSWORD_LENGTH.min || given.length > PASSWORD_LENGTH.max)
  ) {
    throw new UsageError(
      `A password takes ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`,
    );
  }
  const made = given === null ? makePassphrase() : null;
  return { hash: await hashPassword(given ?? made ?? ''), made };
}

function tellUser(call: ProgramCall, username: string, what: string, made: string | null): void {
  call.printJson({ username, done: what, ...(made === null ? {} : { passphrase: made }) });
  call.print(
    made === null
      ? `${username}: ${what}.`
      : `${username}: ${what}. Passphrase, shown this once: ${made}`,
  );
}

async function add(deed: Deed): Promise<number> {
  if (findUserByName(deed.db, deed.username))
    throw new UsageError(`There is a user ${deed.username} already; reset gives a new password.`);
  const { hash, made } = await newPassword(deed.call);
  createUser(deed.db, deed.username, hash, Date.now());
  tellUser(deed.call, deed.username, 'added', made);
  return 0;
}

async function reset(deed: Deed): Promise<number> {
  const user = findUser(deed);
  const { hash, made } = await newPassword(deed.call);
  savePassword(deed.db, user.id, hash, Date.now());
  endUserSessions(deed.db, user.id, Date.now());
  tellUser(deed.call, user.username, 'has a new password and is signed out everywhere', made);
  return 0;
}

function disableUser(deed: Deed): Promise<number> {
  const user = findUser(deed);
  const command = { type: 'DisableUser', userId: user.id, close: deed.call.flag('close') } as const;
  return changeWithDesk(deed, user, 'disabled and signed out everywhere', command, () => {
    setDisabled(deed.db, user.id, true, Date.now());
    endUserSessions(deed.db, user.id, Date.now());
  });
}

function enableUser(deed: Deed): Promise<number> {
  const user = findUser(deed);
  const command = { type: 'EnableUser', userId: user.id } as const;
  return changeWithDesk(
    deed,
    user,
    'enabled; everything stays off until the user presses RUN',
    command,
    () => setDisabled(deed.db, user.id, false, Date.now()),
  );
}

/**
 * Changes the user table and files the request of the same meaning in one transaction, then waits
 * for the desk.
 * Exit code 1 when a running desk does not carry it out in time. Where no desk runs, nothing
 * trades: 0.
 */
async function changeWithDesk(
  { db, call }: Deed,
  user: User,
  what: string,
  command: RequestCommand,
  change: () => void,
): Promise<number> {
  const [reason, seconds] = [readReason(call), readWaitSeconds(call)];
  const changeAndFile = db.$client.transaction(() => {
    change();
    return fileInInbox(db, command, reason);
  });
  const id = changeAndFile.immediate();
  call.print(`${user.username}: ${what}.`);
  if (id === null)
    throw new UsageError(
      `${INBOX_FULL} The desk follows the user table by itself when it gets to it, and closes nothing.`,
    );
  const asked = await waitForDesk(db, readDataDir(call), id, seconds);
  call.printJson({ username: user.username, done: what, ...answerJson(db, asked) });
  printAnswer(call, db, asked);
  return asked.outcome?.ok || (asked.outcome === null && !asked.isDeskRunning) ? 0 : 1;
}
