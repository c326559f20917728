// The backup that the arguments of a restore name.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../../db/client.server';
import type { EpochMs } from '../../trading/domain/units';
import { UsageError } from '../cli';
import { assertExisting } from './data-dir';
import { openFolderStore } from './encrypted/backup-store';
import { openEncryptedPoints } from './encrypted/encrypted-points';
import { readKeyFile } from './encrypted/key-file';
import { isS3Address, parseS3Address } from './encrypted/s3-address';
import { openS3Store } from './encrypted/s3-store';
import {
  type PointSource,
  findNewestReadAfter,
  findPointAfter,
  isFolder,
  openPlainFolder,
  splitFile,
  throwNoPoint,
} from './point-source';
import { isEncryptedName } from './restore-points';

/** A restore point of a source. */
export interface RestoreChoice {
  readonly source: PointSource;
  readonly name: string;
}

interface RestoreRequest {
  /** File or folder; absent for the data directory. */
  readonly given: string | undefined;
  readonly keyFile: string | undefined;
  readonly atMs: EpochMs | null;
  readonly dataDir: string;
}

/** Throws UsageError. */
export async function chooseBackup(request: RestoreRequest): Promise<RestoreChoice> {
  const { given, keyFile, atMs, dataDir } = request;
  if (given === undefined) return chooseFromDataDir(dataDir, atMs, keyFile);
  if (isS3Address(given)) return chooseFromBucket(given, keyFile, atMs);
  if (!isFolder(given)) {
    assertExisting(given, 'Give a backup created by `npm run backup`.');
    const { folder, name } = splitFile(given);
    return { source: openFolder(folder, keyFile, isEncryptedName(name)), name };
  }
  const hasEncrypted = readdirSync(given).some(isEncryptedName);
  const source = openFolder(given, keyFile, hasEncrypted);
  return chooseFrom(source, atMs);
}

/** The newest restore point, or the next one after a moment. */
async function chooseFrom(source: PointSource, atMs: EpochMs | null): Promise<RestoreChoice> {
  const name = atMs === null ? await findNewest(source) : await findPoint(source, atMs);
  return { source, name: name ?? (await throwNoPoint(source, atMs)) };
}

/** s3://BUCKET/PREFIX, or one backup there. */
async function chooseFromBucket(
  given: string,
  keyFile: string | undefined,
  atMs: EpochMs | null,
): Promise<RestoreChoice> {
  if (keyFile === undefined)
    throw new UsageError(
      `The backups in ${given} are encrypted. Add --key-file FILE with the file that holds their key.`,
    );
  const { folder, name } = splitFile(given.replace(/\/$/, ''));
  const isFile = isEncryptedName(name);
  const store = openS3Store(parseS3Address(isFile ? folder : given));
  const source = openEncryptedPoints(store, readKeyFile(keyFile));
  if (!isFile) return chooseFrom(source, atMs);
  if ((await source.listNames()).includes(name)) return { source, name };
  throw new UsageError(
    `${source.place} has no backup ${name}. Give its folder for the newest one.`,
  );
}

const findNewest = async (source: PointSource): Promise<string | null> =>
  (await source.listNames()).at(-1) ?? null;

const findPoint = async (source: PointSource, atMs: EpochMs): Promise<string | null> =>
  (await findPointAfter(source, atMs)) ?? (await findNewestReadAfter(source, atMs));

/** The restore point next after the moment, or the database, which reaches until now. */
async function chooseFromDataDir(
  dataDir: string,
  atMs: EpochMs | null,
  keyFile: string | undefined,
): Promise<RestoreChoice> {
  if (atMs === null || keyFile !== undefined)
    throw new UsageError(
      'Give the backup to restore, e.g. data/backups/frontmonth-20261121T143000Z.db, or the folder of the backups.',
    );
  const source = openPlainFolder(join(dataDir, 'backups'));
  const name = await findPointAfter(source, atMs);
  if (name !== null) return { source, name };
  if (existsSync(join(dataDir, DATABASE_FILE)))
    return { source: openPlainFolder(dataDir), name: DATABASE_FILE };
  return { source, name: (await findPoint(source, atMs)) ?? (await throwNoPoint(source, atMs)) };
}

function openFolder(
  folder: string,
  keyFile: string | undefined,
  isEncrypted: boolean,
): PointSource {
  if (isEncrypted && keyFile === undefined)
    throw new UsageError(
      `The backups in ${folder} are encrypted. Add --key-file FILE with the file that holds their key.`,
    );
  if (!isEncrypted && keyFile !== undefined)
    throw new UsageError(`${folder} has no encrypted backup of that name. Leave --key-file out.`);
  return keyFile === undefined
    ? openPlainFolder(folder)
    : openEncryptedPoints(openFolderStore(folder), readKeyFile(keyFile));
}
