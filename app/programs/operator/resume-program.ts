// What `npm run resume` does: audits the books, and only when they are right asks the desk to lift
// its halt.
import { type Database, closeDatabase, openDatabase } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { desk } from '../../../db/schema/book';
import type { AuditResult } from '../../audit/audit';
import { formatDifference } from '../../audit/report';
import { MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import { auditFile, readDataDir, getDatabasePath } from '../books/audit-file';
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

const DIFFERENCES_PRINTED = 5;

export const resumeProgram: Program = {
  name: 'resume',
  summary:
    'Lifts a halt of all trading. It audits the books first and files nothing when they differ from their log.',
  usage: '--reason TEXT',
  options: REQUEST_OPTIONS,
  optionHelp: {
    '--reason TEXT': 'why trading may go on, for the log; required',
    ...REQUEST_OPTION_HELP,
  },
  async run(call) {
    if (call.files.length > 0)
      throw new UsageError('Resume takes no name: a halt concerns the whole desk. Try --help.');
    const [reason, seconds, dataDir] = [
      readReason(call, null),
      readWaitSeconds(call),
      readDataDir(call),
    ];
    const path = getDatabasePath(dataDir);
    const db = openDatabase(path);
    try {
      migrateDatabase(db, MIGRATIONS_FOLDER);
      // Read before the audit: a halt that comes later is not lifted by an audit that came before
      // it.
      const haltReason = findHalt(db);
      if (haltReason === null) return printNoHalt(call);
      const audit = auditFile(path, (done, total) =>
        call.progress.update(done, total, 'records audited'),
      );
      call.progress.end();
      if (!audit.isRight) return printWrongBooks(call, audit);
      const asked = await waitForDesk(
        db,
        dataDir,
        file(db, { type: 'ResumeTrading', haltReason }, reason),
        seconds,
      );
      call.printJson({ ...answerJson(db, asked), halt: haltReason, recordsAudited: audit.records });
      call.print(`The books are right: ${audit.records} records.`);
      if (asked.outcome?.ok)
        call.print(`Trading is resumed. The halt that was lifted: ${haltReason}`);
      else printAnswer(call, db, asked);
      return asked.outcome?.ok ? 0 : 1;
    } finally {
      closeDatabase(db);
    }
  },
};

/** The reason of the halt in force; null while trading is active. */
function findHalt(db: Database): string | null {
  const row = db.select({ trading: desk.trading, reason: desk.reason }).from(desk).get();
  return row?.trading === 'HALTED' ? row.reason : null;
}

function printNoHalt(call: ProgramCall): number {
  call.printJson({ request: null, status: 'not halted', halt: null });
  call.print('Trading is not halted; there is nothing to lift.');
  return 0;
}

function printWrongBooks(call: ProgramCall, { differences, kept }: AuditResult): number {
  const first = kept.slice(0, DIFFERENCES_PRINTED);
  call.printJson({ request: null, status: 'books are wrong', differences, kept: first });
  call.print(
    `The books are WRONG (${differences === 1 ? '1 difference' : `${differences} differences`}); nothing was filed and the halt stands.`,
  );
  for (const difference of first) call.print(`  ${formatDifference(difference)}`);
  call.print('Stop the desk and restore the newest backup that passes its audit.');
  return 1;
}
