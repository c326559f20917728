// `npm run restore`: replaces the database by an audited backup and keeps the old one.
import type { AuditResult } from '../../audit/audit-database';
import type { LogEnd } from '../../models/log/cut-log.server';
import { formatIsoTime } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import { prepareDatabasePath } from '../../../db/client.server';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { auditFile, findAuditFault, toAuditJson } from './audit-file';
import { addChanges } from './changes-file';
import { removeDatabase } from './copy-database';
import { cutLog } from './cut-log';
import { readDataDir, lockDataDir } from './data-dir';
import { findChainTo } from './point-source';
import { type RestoreChoice, chooseBackup } from './restore-choice';
import { parseRestoreTime } from './restore-time';
import { swapDatabase } from './swap-database';

export const restoreProgram: Program = {
  name: 'restore',
  summary:
    'Replaces the database by a backup, or by its state at a moment of the log. The terminal must be stopped and the result must pass its audit; the old database is kept under another name.',
  usage: '[FILE|FOLDER] [--at TIME] [--key-file FILE] [--data-dir DIR]',
  options: {
    at: { type: 'string' },
    'key-file': { type: 'string' },
    'data-dir': { type: 'string' },
  },
  optionHelp: {
    'FILE|FOLDER':
      'backup to restore, also as s3://BUCKET/PREFIX/FILE; with a folder or prefix the newest one, or the next one after --at',
    '--at TIME':
      'end the log with the last record at or before this time, e.g. 2026-11-21T14:30:00Z; without FILE from the backups or the database of the data directory. Users, passwords, sessions, sealed keys, published data and requests of operators are not in the log: they stay as in the backup used. Shadow accounts restart',
    '--key-file FILE': 'key of encrypted backups',
    '--data-dir DIR': 'data directory (default: DATA_DIR, or ./data)',
  },
  async run(call) {
    const [given] = call.files;
    if (call.files.length > 1 || (given === undefined && call.option('at') === undefined))
      throw new UsageError(
        'Give the backup to restore, e.g. data/backups/frontmonth-20261121T143000Z.db, or a time with --at.',
      );
    const at = call.option('at');
    const atMs = at === undefined ? null : parseRestoreTime(at, Date.now());
    const dataDir = readDataDir(call);
    const choice = await chooseBackup({ given, keyFile: call.option('key-file'), atMs, dataDir });
    const path = prepareDatabasePath(dataDir);
    const lock = lockDataDir(dataDir);
    try {
      return printResult(call, choice, await restoreBackup(choice, path, atMs, call));
    } finally {
      lock.release();
    }
  },
};

interface Restored {
  readonly result: AuditResult;
  /** Path of the old database; null when there was none. */
  readonly aside: string | null;
  /** Last record of a restore with --at. */
  readonly end: LogEnd | null;
}

/** Puts the backup together under another name, audits it, then swaps it in. */
async function restoreBackup(
  { source, name }: RestoreChoice,
  path: string,
  atMs: EpochMs | null,
  { progress }: ProgramCall,
): Promise<Restored> {
  const incoming = `${path}.incoming`;
  const changes = `${path}.incoming-changes`;
  try {
    const chain = await findChainTo(source, name);
    for (const file of [incoming, changes]) removeDatabase(file);
    await source.fetchBase(chain.base, incoming);
    for (const each of chain.changes) {
      addChanges(incoming, await source.fetchChanges(each, changes));
      removeDatabase(changes);
    }
    const end =
      atMs === null
        ? null
        : cutLog(incoming, atMs, (done, total) => progress.update(done, total, 'records applied'));
    const result = auditFile(incoming, (done, total) =>
      progress.update(done, total, 'records audited'),
    );
    const aside = result.hasPassed ? swapDatabase(incoming, path) : null;
    return { result, aside, end };
  } finally {
    for (const file of [incoming, changes]) removeDatabase(file);
  }
}

function printResult(
  call: ProgramCall,
  { source, name }: RestoreChoice,
  { result, aside, end }: Restored,
): number {
  call.progress.endPhase();
  const file = `${source.place}/${name}`;
  const fault = findAuditFault(result);
  const ended = end === null ? {} : { endedAt: { seq: end.seq, at: formatIsoTime(end.atMs) } };
  call.printJson({ file, aside, ...ended, ...toAuditJson(result) });
  if (fault !== null)
    call.print(
      `${file} was not restored, its audit FAILED: ${fault}.\nNothing was changed. Try an older backup.`,
    );
  else
    call.print(
      `Restored ${file}: ${result.records} records, ${result.postings} postings, audit passed.${end === null ? '' : ` The log ends at record ${end.seq}, ${formatIsoTime(end.atMs)}.`}${aside === null ? '' : ` Old database: ${aside}.`}`,
    );
  return fault === null ? 0 : 1;
}
