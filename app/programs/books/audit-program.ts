// What `npm run audit` does: recomputes the books from their log and says whether every stored figure is right.
import { type Program, UsageError } from '../cli';
import { auditFile, dataDirOf, databaseOf, existing, faultOf } from './audit-file';

export const auditProgram: Program = {
  name: 'audit',
  summary: 'Recomputes every figure of the books from their log, with arithmetic of its own, and compares every stored cell. Changes nothing.',
  usage: '[FILE] [--data-dir DIR]',
  options: { 'data-dir': { type: 'string' } },
  optionHelp: { '--data-dir DIR': 'the data directory of the desk (default: DATA_DIR, or ./data); it may be trading meanwhile' },
  run(call) {
    if (call.files.length > 1) throw new UsageError('Name one file, or none to audit the data directory.');
    const [file] = call.files;
    const path = file === undefined ? databaseOf(dataDirOf(call)) : existing(file, 'Name a database or a backup of one.');
    const result = auditFile(path, (done, total) => call.progress.update(done, total, 'records'));
    call.progress.end();
    call.printJson({ file: path, ...result });
    const fault = faultOf(result);
    if (fault === null) call.print(`The books in ${path} are right: ${result.records} records, ${result.postings} postings, every cell as the log says.\nLog hash ${result.head.hash} at record ${result.head.seq}.`);
    else call.print(`The books in ${path} are WRONG: ${fault}.\nStop the desk and restore the newest backup that passes its audit.`);
    return result.isRight ? 0 : 1;
  },
};
