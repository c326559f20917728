// `npm run kill`: halts live accounts by level, through the running terminal or without one.
import type { Database } from '../../../db/client.server';
import { LockError } from '../../../db/lock.server';
import { HALT_LEVELS, type HaltLevel } from '../../trading/domain/account-halt';
import { readDataDir } from '../books/data-dir';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { type HaltRequest, haltWithoutTerminal } from './halt-without-terminal';
import { printOutcome, toOutcomeJson } from './print-outcome';
import {
  REQUEST_OPTIONS,
  REQUEST_OPTION_HELP,
  getUserId,
  readReason,
  readWaitSeconds,
} from './request-options';
import { storeRequest, waitForOutcome } from './requests';
import { useDatabase } from './use-database';

export const killProgram: Program = {
  name: 'kill',
  summary:
    'Halts the live account of a user, or all of them: 1 no entries, 2 cancel entries, 3 close one contract, 4 close all, 5 disconnect. Without a running terminal the program itself connects to the brokers, and cancels and closes there.',
  usage: 'LEVEL [USER] [--contract ID]',
  options: { contract: { type: 'string' }, ...REQUEST_OPTIONS },
  optionHelp: {
    '--contract ID': 'contract that level 3 closes, for example NG.F27',
    '--reason TEXT': 'reason for the event log',
    ...REQUEST_OPTION_HELP,
    '--wait SECONDS':
      'maximum wait for the running terminal, or else for the brokers (default: 15)',
  },
  async run(call) {
    const [levelText = '', username] = call.files;
    const level = findLevel(levelText);
    const contract = call.option('contract') ?? null;
    if (level === undefined || call.files.length > 2)
      throw new UsageError('Give a level from 1 to 5, and a user name or none. Try --help.');
    if ((level === 3) !== (contract !== null))
      throw new UsageError('Level 3 closes one contract: name it with --contract ID.');
    const buildRequest = (db: Database): HaltRequest => ({
      type: 'HaltAccounts',
      userId: username === undefined ? null : getUserId(db, username),
      level,
      instrumentId: contract,
    });
    const done =
      username === undefined
        ? `All live accounts are halted at level ${level}.`
        : `The live account of ${username} is halted at level ${level}.`;
    return haltAccounts(call, buildRequest, done);
  },
};

const findLevel = (text: string): HaltLevel | undefined =>
  HALT_LEVELS.find((level) => String(level) === text);

/** The request is stored first: a running terminal carries it out, or else the next start if this program ends. */
async function haltAccounts(
  call: ProgramCall,
  buildRequest: (db: Database) => HaltRequest,
  done: string,
): Promise<number> {
  const [reason, seconds, dataDir] = [readReason(call), readWaitSeconds(call), readDataDir(call)];
  const { id, request } = await useDatabase(dataDir, (db) => {
    const built = buildRequest(db);
    return { id: storeRequest(db, built, reason), request: built };
  });
  const open = await haltUnlessRunning(dataDir, request, seconds);
  return useDatabase(dataDir, async (db) => {
    const status = await waitForOutcome(db, dataDir, id, seconds);
    call.printJson({ ...toOutcomeJson(db, status), stillOpen: open });
    printOutcome(call, db, status);
    if (!status.outcome?.ok) return 1;
    call.print(done);
    for (const line of open) call.print(line);
    return open.length === 0 ? 0 : 1;
  });
}

/** Empty while a terminal runs: it has the request. */
async function haltUnlessRunning(
  dataDir: string,
  request: HaltRequest,
  seconds: number,
): Promise<readonly string[]> {
  try {
    return await haltWithoutTerminal(dataDir, request, seconds);
  } catch (error) {
    if (error instanceof LockError) return [];
    throw error;
  }
}
