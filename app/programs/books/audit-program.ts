// What `npm run audit` does: recomputes the books from their log and says whether every stored
// figure is right.
import type { AuditResult, SavedAudit } from '../../audit/audit';
import { type Program, type ProgramCall, UsageError } from '../cli';
import {
  auditFile,
  readDataDir,
  getDatabasePath,
  assertExisting,
  findAuditFault,
} from './audit-file';
import { loadAuditState, saveAuditState } from './audit-state';

/**
 * Exit codes. A crash, a bad option and an unreadable file give 1, which proves nothing about the
 * books.
 */
const AUDIT_EXIT = { right: 0, couldNotRun: 1, difference: 2 } as const;

export const auditProgram: Program = {
  name: 'audit',
  summary:
    'Recomputes every figure of the books from their log, with arithmetic of its own, and compares every stored cell. Changes no book.',
  usage: '[FILE] [--data-dir DIR] [--save] [--tail]',
  options: { 'data-dir': { type: 'string' }, save: { type: 'boolean' }, tail: { type: 'boolean' } },
  optionHelp: {
    '--data-dir DIR':
      'the data directory of the desk (default: DATA_DIR, or ./data); it may be trading meanwhile',
    '--save':
      'when the books are right, save in the data directory what a later --tail continues from',
    '--tail':
      'audit only what was logged since the last audit with --save or --tail, and save again; the whole log where that is not possible',
  },
  exitCodes:
    'Exit code 0 when the books are right, 1 when the audit could not run (also after a crash), 2 when it found a difference.',
  run(call) {
    if (call.files.length > 1)
      throw new UsageError('Name one file, or none to audit the data directory.');
    const [file] = call.files;
    if (file !== undefined && (call.flag('save') || call.flag('tail')))
      throw new UsageError('--save and --tail work on a data directory, not on a file.');
    const path =
      file === undefined
        ? getDatabasePath(readDataDir(call))
        : assertExisting(file, 'Name a database or a backup of one.');
    const result =
      file === undefined && (call.flag('save') || call.flag('tail'))
        ? auditAndSave(call, path)
        : auditAtRate(call, path, {});
    call.progress.end();
    const fault = findAuditFault(result);
    call.printJson({ file: path, ...result, fault });
    call.print(
      fault === null
        ? rightText(path, result)
        : `The books in ${path} are WRONG: ${fault}.\nStop the desk and restore the newest backup that passes its audit.`,
    );
    return result.isRight ? AUDIT_EXIT.right : AUDIT_EXIT.difference;
  },
};

const auditAtRate = (
  call: ProgramCall,
  path: string,
  options: Parameters<typeof auditFile>[2],
): AuditResult =>
  auditFile(path, (done, total) => call.progress.update(done, total, 'records'), options);

/**
 * Audits the tail or everything. A difference in a tail counts only when the audit of the whole log
 * finds one too.
 */
function auditAndSave(call: ProgramCall, path: string): AuditResult {
  const dataDir = readDataDir(call);
  const onRight = (saved: SavedAudit): void => saveOrWarn(dataDir, saved);
  const from = call.flag('tail') ? loadAuditState(dataDir) : null;
  const result = auditAtRate(call, path, { from, onRight });
  return result.isRight || result.since === 0 ? result : auditAtRate(call, path, { onRight });
}

/** A state that cannot be saved makes the next audit longer and this one no worse. */
function saveOrWarn(dataDir: string, saved: SavedAudit): void {
  try {
    saveAuditState(dataDir, saved);
  } catch (error) {
    process.stderr.write(
      `audit: the state for --tail was not saved: ${(error as Error).message}\n`,
    );
  }
}

function rightText(path: string, { since, records, postings, head }: AuditResult): string {
  const scope = since === 0 ? '' : ` since record ${since}`;
  return `The books in ${path} are right${scope}: ${records} records, ${postings} postings, every cell as the log says.\nLog hash ${head.hash} at record ${head.seq}.`;
}
