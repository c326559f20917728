// `npm run audit`: replays the event log and compares every stored figure.
import type { AuditResult } from '../../audit/audit-database';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { auditFile, findAuditFault, toAuditJson } from './audit-file';
import { readDataDir, getDatabasePath, assertExisting } from './data-dir';
import { isChangesFile } from './restore-points';
import { printRequest } from './print-request';
import { auditAndSave } from './saved-audit';

/**
 * A crash, an invalid option or an unreadable file gives 1, which proves nothing about the figures.
 */
const AUDIT_EXIT = { right: 0, couldNotRun: 1, difference: 2 } as const;

export const auditProgram: Program = {
  name: 'audit',
  summary:
    'Recomputes every figure from the event log with independent arithmetic and compares every stored cell. Read-only.',
  usage: '[FILE] [--data-dir DIR] [--save] [--tail] [--request ID]',
  options: {
    'data-dir': { type: 'string' },
    save: { type: 'boolean' },
    tail: { type: 'boolean' },
    request: { type: 'string' },
  },
  optionHelp: {
    '--data-dir DIR': 'data directory (default: DATA_DIR, or ./data); the terminal may be running',
    '--save': 'after a passed audit, save the state from which --tail continues',
    '--tail':
      'audit only records since the last audit with --save or --tail, and save again; the whole log if there is none, and once a week',
    '--request ID':
      'audit nothing: print what a request did, from its command to orders, fills and rejections',
  },
  exitCodes:
    'Exit code 0: no difference. 1: the audit could not run (also after a crash). 2: difference found.',
  run(call) {
    if (call.files.length > 1)
      throw new UsageError('Give one file, or none to audit the data directory.');
    const [file] = call.files;
    if (file !== undefined && (call.flag('save') || call.flag('tail')))
      throw new UsageError('--save and --tail need a data directory, not a file.');
    if (file !== undefined && isChangesFile(file))
      throw new UsageError(
        'A file of changes is audited with the backups before it: restore it into an empty folder with `npm run restore -- FILE --data-dir DIR`.',
      );
    const path =
      file === undefined
        ? getDatabasePath(readDataDir(call))
        : assertExisting(file, 'Give a database or a backup.');
    const requestId = call.option('request');
    if (requestId !== undefined) return printRequest(call, path, requestId);
    const result =
      file === undefined && (call.flag('save') || call.flag('tail'))
        ? auditAndSave(readDataDir(call), path, call.flag('tail'), (done, total) =>
            call.progress.update(done, total, 'records'),
          )
        : auditWithProgress(call, path, {});
    call.progress.endPhase();
    const fault = findAuditFault(result);
    call.printJson({ file: path, ...toAuditJson(result), fault });
    call.print(
      fault === null
        ? formatPassed(path, result)
        : `Audit of ${path} FAILED: ${fault}.\nStop the terminal and restore the newest backup that passes its audit.`,
    );
    return result.hasPassed ? AUDIT_EXIT.right : AUDIT_EXIT.difference;
  },
};

const auditWithProgress = (
  call: ProgramCall,
  path: string,
  options: Parameters<typeof auditFile>[2],
): AuditResult =>
  auditFile(path, (done, total) => call.progress.update(done, total, 'records'), options);

function formatPassed(path: string, { since, records, postings, head }: AuditResult): string {
  const scope = since === 0 ? '' : ` since record ${since}`;
  return `Audit of ${path} passed${scope}: ${records} records, ${postings} postings, no differences.\nLog hash ${head.hash} at record ${head.seq}.`;
}
