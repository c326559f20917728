// `npm run resume`: audits the database, and lifts the trading halt only if the audit passes.
import type { Database } from '../../../db/client.server';
import { desk } from '../../../db/schema/book';
import type { AuditResult } from '../../audit/audit-database';
import { formatDifference } from '../../audit/audit-report';
import type { RequestCommand } from '../../models/account/operator-request.server';
import { findAccountHaltReason } from '../../models/log/account-halt.server';
import { getBookId } from '../../trading/domain/book';
import { auditFile } from '../books/audit-file';
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
import { useDatabase } from './use-database';

const DIFFERENCES_PRINTED = 5;

export const resumeProgram: Program = {
  name: 'resume',
  summary:
    'Lifts a trading halt, or with a user name the halt of the live account of that user. Audits the database first and does nothing if the audit fails.',
  usage: '[USER] --reason TEXT [--accept-broker]',
  options: { ...REQUEST_OPTIONS, 'accept-broker': { type: 'boolean' } },
  optionHelp: {
    '--reason TEXT': 'reason for the event log; required',
    '--accept-broker':
      'with a user name: books what the broker holds. Lots that it no longer holds leave the account at the last price; with nothing open, a new account period starts with its cash',
    ...REQUEST_OPTION_HELP,
  },
  async run(call) {
    const [username] = call.files;
    if (call.files.length > 1) throw new UsageError('Give one user name or none. Try --help.');
    const acceptsBroker = call.flag('accept-broker');
    if (acceptsBroker && username === undefined)
      throw new UsageError('--accept-broker takes a user name: whose broker is it? Try --help.');
    const [reason, seconds, dataDir] = [
      readReason(call, null),
      readWaitSeconds(call),
      readDataDir(call),
    ];
    return useDatabase(dataDir, async (db) => {
      // Read before the audit, so that a later halt is not lifted by an earlier audit.
      const halt =
        username === undefined ? findHalt(db) : findAccountHalt(db, username, acceptsBroker);
      if (halt === null) return printNoHalt(call, username);
      const audit = auditFile(getDatabasePath(dataDir), (done, total) =>
        call.progress.update(done, total, 'records audited'),
      );
      call.progress.endPhase();
      if (!audit.hasPassed) return printFailedAudit(call, audit);
      const request = await waitForOutcome(db, dataDir, storeRequest(db, halt, reason), seconds);
      call.printJson({
        ...toOutcomeJson(db, request),
        halt: halt.haltReason,
        recordsAudited: audit.records,
      });
      call.print(`Audit passed: ${audit.records} records.`);
      if (request.outcome?.ok)
        call.print(
          `${formatScope(username)} resumed${acceptsBroker ? ' with what the broker holds' : ''}. Halt lifted: ${halt.haltReason}`,
        );
      else printOutcome(call, db, request);
      return request.outcome?.ok ? 0 : 1;
    });
  },
};

const formatScope = (username: string | undefined): string =>
  username === undefined ? 'Trading' : `The live account of ${username}`;

type ResumeCommand = Extract<RequestCommand, { type: 'ResumeTrading' | 'ResumeAccount' }>;

/** The request that lifts the current halt of all trading; null while trading is active. */
function findHalt(db: Database): ResumeCommand | null {
  const row = db.select({ trading: desk.trading, reason: desk.reason }).from(desk).get();
  return row?.trading === 'HALTED' ? { type: 'ResumeTrading', haltReason: row.reason } : null;
}

/** The request that lifts the halt of the live account of a user; null if it is not halted. */
function findAccountHalt(
  db: Database,
  username: string,
  acceptsBroker: boolean,
): ResumeCommand | null {
  const bookId = getBookId(getUserId(db, username), 'live');
  const haltReason = findAccountHaltReason(db, bookId);
  if (haltReason === null) return null;
  return { type: 'ResumeAccount', bookId, haltReason, ...(acceptsBroker ? { acceptsBroker } : {}) };
}

function printNoHalt(call: ProgramCall, username: string | undefined): number {
  call.printJson({ request: null, status: 'not halted', halt: null });
  call.print(`${formatScope(username)} is not halted. Nothing to do.`);
  return 0;
}

function printFailedAudit(
  call: ProgramCall,
  { differences, firstDifferences }: AuditResult,
): number {
  const first = firstDifferences.slice(0, DIFFERENCES_PRINTED);
  call.printJson({ request: null, status: 'books are wrong', differences, kept: first });
  call.print(
    `Audit FAILED (${differences === 1 ? '1 difference' : `${differences} differences`}). The halt stays in place.`,
  );
  for (const difference of first) call.print(`  ${formatDifference(difference)}`);
  call.print('Stop the terminal and restore the newest backup that passes its audit.');
  return 1;
}
