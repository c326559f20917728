// Restore points of one place, whatever it is and whether they are encrypted.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { formatIsoTime } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import { closeDatabase, openDatabase } from '../../../db/client.server';
import { UsageError } from '../cli';
import {
  type BackupHead,
  getBackupHead,
  isSameBackup,
  readChangesInfo,
  readLastTime,
} from './changes-file';
import { copyDatabase } from './copy-database';
import { isChangesFile, listBaseIndexes, listPointNames } from './restore-points';

/** What a restore point continues, and where it ends. */
export interface PointInfo {
  /** Null for a complete backup. */
  readonly from: BackupHead | null;
  /** Null for a complete backup that later changes cannot continue. */
  readonly to: BackupHead | null;
  /** Engine time of its last record; null if it has none of its own. */
  readonly lastMs: EpochMs | null;
}

export interface PointSource {
  /** For messages. */
  readonly place: string;
  /** Names of restore points, oldest first. */
  listNames(): Promise<readonly string[]>;
  readInfo(name: string): Promise<PointInfo>;
  /** Writes a complete backup to the new file `to`. */
  fetchBase(name: string, to: string): Promise<void>;
  /** Path of a readable file of changes; `to` may hold it meanwhile. */
  fetchChanges(name: string, to: string): Promise<string>;
}

/** A complete backup with the changes that lead to a restore point, oldest first. */
interface PointChain {
  readonly base: string;
  readonly changes: readonly string[];
}

/** Plain files of a folder. */
export const openPlainFolder = (folder: string): PointSource => ({
  place: folder,
  listNames: () => Promise.resolve(listPointNames(folder)),
  readInfo: (name) => Promise.resolve(readPlainInfo(join(folder, name))),
  fetchBase: (name, to) => copyDatabase(join(folder, name), to),
  fetchChanges: (name) => Promise.resolve(join(folder, name)),
});

export function readPlainInfo(path: string): PointInfo {
  if (isChangesFile(path)) {
    const { from, to } = readChangesInfo(path);
    return { from, to, lastMs: readLastTime(path) };
  }
  const db = openDatabase(path, { readonly: true });
  try {
    return { from: null, to: getBackupHead(db), lastMs: readLastTime(path) };
  } finally {
    closeDatabase(db);
  }
}

/** The chain that ends with a restore point. Throws UsageError when a part is missing. */
export async function findChainTo(source: PointSource, name: string): Promise<PointChain> {
  if (!isChangesFile(name)) return { base: name, changes: [] };
  const names = await source.listNames();
  const end = names.indexOf(name);
  const start = listBaseIndexes(names.slice(0, end + 1)).at(-1);
  const base = start === undefined ? undefined : names[start];
  if (start === undefined || base === undefined)
    throw new UsageError(
      `${source.place}/${name} continues a complete backup (.db) that is not in its folder. Restore from a folder with all backups.`,
    );
  const changes: string[] = [];
  let head = (await source.readInfo(base)).to;
  for (const each of names.slice(start + 1, end + 1)) {
    const { from, to } = await source.readInfo(each);
    if (to && isSameBackup(head, to)) continue; // the complete backup took them up before a crash
    if (!from || !isSameBackup(head, from))
      throw new UsageError(
        `${source.place}/${each} does not continue the backup before it: a file is missing. Restore an older backup.`,
      );
    head = to;
    changes.push(each);
  }
  return { base, changes };
}

/**
 * The oldest restore point with a record after a moment, and so with all records before it; null
 * where none has one. Times of records are those of the engine: a replayed desk is not at the time
 * of the machine.
 */
export async function findPointAfter(source: PointSource, atMs: EpochMs): Promise<string | null> {
  for (const name of await source.listNames())
    if (((await source.readInfo(name)).lastMs ?? -Infinity) > atMs) return name;
  return null;
}

/** The newest restore point, if its rows were read after a moment; else null. */
export async function findNewestReadAfter(
  source: PointSource,
  atMs: EpochMs,
): Promise<string | null> {
  const newest = (await source.listNames()).at(-1);
  if (newest === undefined) return null;
  return ((await source.readInfo(newest)).to?.readMs ?? -Infinity) > atMs ? newest : null;
}

/** Throws UsageError, with the end of the newest restore point. */
export async function throwNoPoint(source: PointSource, atMs: EpochMs | null): Promise<never> {
  const newest = (await source.listNames()).at(-1);
  if (newest === undefined || atMs === null)
    throw new UsageError(
      `There are no restore points in ${source.place}. Give a folder with backups of \`npm run backup\`.`,
    );
  const { to, lastMs } = await source.readInfo(newest);
  const endMs = to?.readMs ?? lastMs;
  throw new UsageError(
    `No restore point in ${source.place} reaches ${formatIsoTime(atMs)}: the newest, ${newest}, ends ${endMs === null ? 'earlier' : `at ${formatIsoTime(endMs)}`}. Give an earlier time, or a later backup.`,
  );
}

/** The folder of a file as a source, and the name of the file in it. */
export const splitFile = (file: string): { readonly folder: string; readonly name: string } => ({
  folder: dirname(file),
  name: basename(file),
});

export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();
