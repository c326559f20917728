// `npm run kill`: halts live accounts by level, now or at the next start.
import { HALT_LEVELS, type HaltLevel } from '../../trading/domain/account-halt';
import { type Program, UsageError } from '../cli';
import { REQUEST_OPTIONS, REQUEST_OPTION_HELP, getUserId } from './request-options';
import { sendRequest } from './send-request';

export const killProgram: Program = {
  name: 'kill',
  summary:
    'Halts the live account of a user, or all of them: 1 no entries, 2 cancel entries, 3 close one contract, 4 close all, 5 disconnect. Without a running terminal the halt takes effect at the next start, before any price.',
  usage: 'LEVEL [USER] [--contract ID]',
  options: { contract: { type: 'string' }, ...REQUEST_OPTIONS },
  optionHelp: {
    '--contract ID': 'contract that level 3 closes, for example NG.F27',
    '--reason TEXT': 'reason for the event log',
    ...REQUEST_OPTION_HELP,
  },
  async run(call) {
    const [levelText = '', username] = call.files;
    const level = findLevel(levelText);
    const contract = call.option('contract') ?? null;
    if (level === undefined || call.files.length > 2)
      throw new UsageError('Give a level from 1 to 5, and a user name or none. Try --help.');
    if ((level === 3) !== (contract !== null))
      throw new UsageError('Level 3 closes one contract: name it with --contract ID.');
    return sendRequest(
      call,
      (db) => ({
        type: 'HaltAccounts',
        userId: username === undefined ? null : getUserId(db, username),
        level,
        instrumentId: contract,
      }),
      username === undefined
        ? `All live accounts are halted at level ${level}.`
        : `The live account of ${username} is halted at level ${level}.`,
    );
  },
};

const findLevel = (text: string): HaltLevel | undefined =>
  HALT_LEVELS.find((level) => String(level) === text);
