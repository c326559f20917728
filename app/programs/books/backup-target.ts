// Where --to and --key-file send a backup.
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type ProgramCall, UsageError } from '../cli';
import { type BackupStore, openFolderStore } from './encrypted/backup-store';
import { type BackupKey, readKeyFile } from './encrypted/key-file';
import { isS3Address, parseS3Address } from './encrypted/s3-address';
import { openS3Store } from './encrypted/s3-store';
import { isFolder } from './point-source';
import { isEncryptedName, listPointNames } from './restore-points';

export type BackupTarget =
  /** A complete backup in a new file. */
  | { readonly kind: 'file'; readonly path: string }
  /** Restore points in a folder. */
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'encrypted'; readonly store: BackupStore; readonly key: BackupKey };

/** `--to FILE.db`, `--to FOLDER`, `--to s3://BUCKET/PREFIX`, or the default folder. Throws UsageError. */
export function parseTarget({ option }: ProgramCall, defaultFolder: string): BackupTarget {
  const [to, keyFile] = [option('to'), option('key-file')];
  if (to === undefined && keyFile !== undefined)
    throw new UsageError(
      '--key-file needs a place for encrypted backups: add --to FOLDER or --to s3://BUCKET/PREFIX.',
    );
  if (to === undefined) return { kind: 'folder', path: defaultFolder };
  if (isS3Address(to)) return parseBucketTarget(to, keyFile);
  if (existsSync(to) && !isFolder(to))
    throw new UsageError(`${to} exists already. Choose a new file or remove it.`);
  if (keyFile !== undefined) return parseEncryptedTarget(to, keyFile);
  return { kind: isFolder(to) || !to.endsWith('.db') ? 'folder' : 'file', path: to };
}

/** What leaves the network of the operator is always encrypted. */
function parseBucketTarget(to: string, keyFile: string | undefined): BackupTarget {
  if (keyFile === undefined)
    throw new UsageError(`Backups in ${to} are always encrypted: add --key-file FILE.`);
  return { kind: 'encrypted', store: openS3Store(parseS3Address(to)), key: readKeyFile(keyFile) };
}

function parseEncryptedTarget(to: string, keyFile: string): BackupTarget {
  if (!isFolder(to) && to.endsWith('.db'))
    throw new UsageError(
      '--key-file encrypts restore points in a folder: give a folder with --to, not a file.',
    );
  assertOutside(to, keyFile);
  if (isFolder(to) && listPointNames(to).length > 0)
    throw new UsageError(
      `${to} has backups that are not encrypted. Choose another folder, or leave --key-file out.`,
    );
  return { kind: 'encrypted', store: openFolderStore(to), key: readKeyFile(keyFile) };
}

/** A stolen disk with the backups must not hold the key too. */
function assertOutside(folder: string, keyFile: string): void {
  const path = relative(resolve(folder), resolve(keyFile));
  if (!path.startsWith('..'))
    throw new UsageError(
      `The key ${keyFile} lies in the folder of the backups, ${folder}. Move it to another disk, and keep a copy away from this machine.`,
    );
}

/** Throws UsageError for a folder whose restore points are encrypted. */
export function assertPlainFolder(names: readonly string[], folder: string): void {
  if (names.some(isEncryptedName))
    throw new UsageError(
      `${folder} has encrypted backups. Add --key-file FILE, or choose another folder.`,
    );
}
