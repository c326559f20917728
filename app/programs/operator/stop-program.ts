// `npm run stop`: stops auto-trading of one user or all, now or at the next start.
import { type Database, closeDatabase, openDatabase } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import type { RequestCommand } from '../../models/account/operator-request.server';
import { MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import { readDataDir, getDatabasePath } from '../books/data-dir';
import { type Program, type ProgramCall, UsageError } from '../cli';
import {
  REQUEST_OPTIONS,
  REQUEST_OPTION_HELP,
  getUserId,
  readReason,
  readWaitSeconds,
} from './request-options';
import { storeRequest, waitForOutcome } from './requests';
import { toOutcomeJson, printOutcome } from './print-outcome';

export const stopProgram: Program = {
  name: 'stop',
  summary:
    'Stops auto-trading of a user or of all users in all modes and cancels working entry orders. Exits stay active. The terminal may be running.',
  usage: 'USER | --all [--close] [--reason TEXT]',
  options: { all: { type: 'boolean' }, close: { type: 'boolean' }, ...REQUEST_OPTIONS },
  optionHelp: {
    '--all': 'stop all users',
    '--close':
      'also close all positions at market; lists positions that cannot be closed, with the reason',
    '--reason TEXT': 'reason for the event log',
    ...REQUEST_OPTION_HELP,
  },
  async run(call) {
    const [username] = call.files;
    if (call.flag('all') === (username !== undefined) || call.files.length > 1)
      throw new UsageError('Give one user name, or --all. Try --help.');
    const [reason, seconds, dataDir] = [readReason(call), readWaitSeconds(call), readDataDir(call)];
    const db = openDatabase(getDatabasePath(dataDir));
    try {
      migrateDatabase(db, MIGRATIONS_FOLDER);
      const id = storeRequest(db, buildStopCommand(db, call, username), reason);
      const request = await waitForOutcome(db, dataDir, id, seconds);
      call.printJson(toOutcomeJson(db, request));
      printOutcome(call, db, request);
      return request.outcome?.ok ? 0 : 1;
    } finally {
      closeDatabase(db);
    }
  },
};

function buildStopCommand(
  db: Database,
  call: ProgramCall,
  username: string | undefined,
): RequestCommand {
  const shouldClose = call.flag('close');
  if (username === undefined) return { type: 'StopAllUsers', close: shouldClose };
  return { type: 'StopUser', userId: getUserId(db, username), close: shouldClose };
}
