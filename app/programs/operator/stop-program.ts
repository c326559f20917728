// What `npm run stop` does: stops the books of one user or of all, beside the running desk or
// before its next start.
import { type Database, closeDatabase, openDatabase } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import type { RequestCommand } from '../../models/account/operator-request.server';
import { findUserByName } from '../../models/account/user.server';
import { MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import { readDataDir, getDatabasePath } from '../books/audit-file';
import { type Program, type ProgramCall, UsageError } from '../cli';
import {
  REQUEST_OPTIONS,
  REQUEST_OPTION_HELP,
  file,
  readReason,
  waitForDesk,
  readWaitSeconds,
} from './ask-desk';
import { answerJson, printAnswer } from './print-answer';

export const stopProgram: Program = {
  name: 'stop',
  summary:
    'Stops every book of a user, or of all users: commodities off in all modes, waiting entries canceled. Exits go on. Works beside the running desk.',
  usage: 'USER | --all [--close] [--reason TEXT]',
  options: { all: { type: 'boolean' }, close: { type: 'boolean' }, ...REQUEST_OPTIONS },
  optionHelp: {
    '--all': 'stop the books of all users',
    '--close':
      'also close all positions at market; what cannot be closed now is named with the cause',
    '--reason TEXT': 'why, for the log',
    ...REQUEST_OPTION_HELP,
  },
  async run(call) {
    const [username] = call.files;
    if (call.flag('all') === (username !== undefined) || call.files.length > 1)
      throw new UsageError('Name one user, or say --all. Try --help.');
    const [reason, seconds, dataDir] = [readReason(call), readWaitSeconds(call), readDataDir(call)];
    const db = openDatabase(getDatabasePath(dataDir));
    try {
      migrateDatabase(db, MIGRATIONS_FOLDER);
      const id = file(db, stopCommand(db, call, username), reason);
      const asked = await waitForDesk(db, dataDir, id, seconds);
      call.printJson(answerJson(db, asked));
      printAnswer(call, db, asked);
      return asked.outcome?.ok ? 0 : 1;
    } finally {
      closeDatabase(db);
    }
  },
};

function stopCommand(
  db: Database,
  call: ProgramCall,
  username: string | undefined,
): RequestCommand {
  const close = call.flag('close');
  if (username === undefined) return { type: 'StopAllUsers', close };
  const user = findUserByName(db, username);
  if (!user)
    throw new UsageError(`There is no user ${username}; \`npm run user -- list\` names all.`);
  return { type: 'StopUser', userId: user.id, close };
}
