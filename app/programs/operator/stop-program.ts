// `npm run stop`: stops auto-trading of one user or all, now or at the next start.
import type { Database } from '../../../db/client.server';
import type { RequestCommand } from '../../models/account/operator-request.server';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { REQUEST_OPTIONS, REQUEST_OPTION_HELP, getUserId } from './request-options';
import { sendRequest } from './send-request';

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
    return sendRequest(call, (db) => buildStopCommand(db, call, username));
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
