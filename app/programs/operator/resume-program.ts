// `npm run resume`: audits the database, and lifts the trading halt only if the audit passes.
import { type Database, closeDatabase, openDatabase } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { desk } from '../../../db/schema/book';
import type { AuditResult } from '../../audit/audit-database';
import { formatDifference } from '../../audit/audit-report';
import { MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import { auditFile } from '../books/audit-file';
import { readDataDir, getDatabasePath } from '../books/data-dir';
import { type Program, type ProgramCall, UsageError } from '../cli';
import {
  REQUEST_OPTIONS,
  REQUEST_OPTION_HELP,
  readReason,
  readWaitSeconds,
} from './request-options';
import { storeRequest, waitForOutcome } from './requests';
import { toOutcomeJson, printOutcome } from './print-outcome';

const DIFFERENCES_PRINTED = 5;

export const resumeProgram: Program = {
  name: 'resume',
  summary: 'Lifts a trading halt. Audits the database first and does nothing if the audit fails.',
  usage: '--reason TEXT',
  options: REQUEST_OPTIONS,
  optionHelp: { '--reason TEXT': 'reason for the event log; required', ...REQUEST_OPTION_HELP },
  async run(call) {
    if (call.files.length > 0)
      throw new UsageError(
        'resume takes no user name: a halt applies to all accounts. Try --help.',
      );
    const [reason, seconds, dataDir] = [
      readReason(call, null),
      readWaitSeconds(call),
      readDataDir(call),
    ];
    const path = getDatabasePath(dataDir);
    const db = openDatabase(path);
    try {
      migrateDatabase(db, MIGRATIONS_FOLDER);
      // Read before the audit, so that a later halt is not lifted by an earlier audit.
      const haltReason = findHalt(db);
      if (haltReason === null) return printNoHalt(call);
      const audit = auditFile(path, (done, total) =>
        call.progress.update(done, total, 'records audited'),
      );
      call.progress.endPhase();
      if (!audit.hasPassed) return printFailedAudit(call, audit);
      const request = await waitForOutcome(
        db,
        dataDir,
        storeRequest(db, { type: 'ResumeTrading', haltReason }, reason),
        seconds,
      );
      call.printJson({
        ...toOutcomeJson(db, request),
        halt: haltReason,
        recordsAudited: audit.records,
      });
      call.print(`Audit passed: ${audit.records} records.`);
      if (request.outcome?.ok) call.print(`Trading resumed. Halt lifted: ${haltReason}`);
      else printOutcome(call, db, request);
      return request.outcome?.ok ? 0 : 1;
    } finally {
      closeDatabase(db);
    }
  },
};

/** Reason of the current halt; null while trading is active. */
function findHalt(db: Database): string | null {
  const row = db.select({ trading: desk.trading, reason: desk.reason }).from(desk).get();
  return row?.trading === 'HALTED' ? row.reason : null;
}

function printNoHalt(call: ProgramCall): number {
  call.printJson({ request: null, status: 'not halted', halt: null });
  call.print('Trading is not halted. Nothing to do.');
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
