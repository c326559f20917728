// Bodies of answers of public sources, so that an operator can read what a source really sent. They
// are files and not rows: rows would be part of each backup. Losing one changes nothing else.
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { hashBody } from '../../../models/public-data/body-hash.server';
import { DAY_MS } from '../../../trading/domain/time';
import type { EpochMs } from '../../../trading/domain/units';
import { formatDay } from '../../../trading/market/sources/answer-days';

interface BodyFolderOptions {
  readonly folder: string;
  /** Packed bytes; fewer in tests. */
  readonly bytesMax?: number;
  /** Gets the first fault of a series. */
  readonly onFault: (error: Error) => void;
}

export interface BodyFolder {
  /**
   * Stores a body without a key. Equal contents are stored once, on the day of the latest answer.
   * Never rejects.
   */
  saveBody(body: Uint8Array, atMs: EpochMs): Promise<void>;
  /** Removes bodies after 14 days, and the oldest above the limit. Never rejects. */
  removeOldBodies(nowMs: EpochMs): Promise<void>;
}

const STORED_DAYS = 14;
const STORED_BYTES_MAX = 2 * 2 ** 30;
/** No answer is larger when it is unpacked. */
const BODY_BYTES_MAX = 8 * 2 ** 20;
const DAY_NAME = /^\d{4}-\d{2}-\d{2}$/;
const BODY_NAME = /^[0-9a-f]{64}\.gz$/;

export const getBodyFolder = (dataDir: string): string => join(dataDir, 'bodies');

/** Stored body by SHA-256; null for none. Throws when the file is damaged or cannot be read. */
export async function readStoredBody(folder: string, sha256: string): Promise<Buffer | null> {
  const path = await findBody(folder, `${sha256}.gz`);
  if (path === null) return null;
  const packed = await readFile(path);
  const body = await promisify(gunzip)(packed, { maxOutputLength: BODY_BYTES_MAX }).catch(
    () => null,
  );
  if (body === null || hashBody(body) !== sha256) throw new Error(`${path} is damaged`);
  return body;
}

export const openBodyFolder = (options: BodyFolderOptions): BodyFolder => new Folder(options);

class Folder implements BodyFolder {
  /** One after the other: sources may send the same body at the same time. */
  private work = Promise.resolve();
  /** Packed bytes of all files; null while they are not counted. */
  private storedBytes: number | null = null;
  private hasFailed = false;

  constructor(private readonly options: BodyFolderOptions) {}

  saveBody(body: Uint8Array, atMs: EpochMs): Promise<void> {
    return this.runInTurn(async () => {
      await this.writeBody(body, atMs);
      if (this.storedBytes === null || this.storedBytes > this.getBytesMax())
        await this.removeFiles(atMs);
    });
  }

  removeOldBodies(nowMs: EpochMs): Promise<void> {
    return this.runInTurn(() => this.removeFiles(nowMs));
  }

  private getBytesMax(): number {
    return this.options.bytesMax ?? STORED_BYTES_MAX;
  }

  private runInTurn(action: () => Promise<void>): Promise<void> {
    this.work = this.work.then(action).then(
      () => void (this.hasFailed = false),
      (error: unknown) => this.reportFault(error as Error),
    );
    return this.work;
  }

  private reportFault(error: Error): void {
    if (!this.hasFailed) this.options.onFault(error);
    this.hasFailed = true;
  }

  private async writeBody(body: Uint8Array, atMs: EpochMs): Promise<void> {
    const name = `${hashBody(body)}.gz`;
    const day = join(this.options.folder, formatDay(atMs));
    const path = join(day, name);
    const stored = await findBody(this.options.folder, name);
    if (stored === path) return;
    await mkdir(day, { recursive: true, mode: 0o700 });
    if (stored !== null) return rename(stored, path);
    const packed = await promisify(gzip)(body);
    await writeAtomically(path, packed);
    if (this.storedBytes !== null) this.storedBytes += packed.byteLength;
  }

  private async removeFiles(nowMs: EpochMs): Promise<void> {
    const { folder } = this.options;
    const firstDay = formatDay(nowMs - STORED_DAYS * DAY_MS);
    for (const day of await listDays(folder))
      if (day < firstDay) await rm(join(folder, day), { recursive: true });
    const files = await listBodies(folder);
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of files) {
      if (bytes <= this.getBytesMax()) break;
      await rm(file.path);
      bytes -= file.bytes;
    }
    this.storedBytes = bytes;
  }
}

async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Names of the folders of days, oldest first. */
const listDays = async (folder: string): Promise<readonly string[]> =>
  (await listNames(folder)).filter((name) => DAY_NAME.test(name));

async function findBody(folder: string, name: string): Promise<string | null> {
  const days = await listDays(folder);
  // Most repeated bodies are of today.
  for (const day of [...days].reverse()) {
    const path = join(folder, day, name);
    if ((await findStats(path)) !== null) return path;
  }
  return null;
}

async function findStats(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

interface StoredFile {
  readonly path: string;
  readonly bytes: number;
  readonly writtenMs: EpochMs;
}

/** All bodies, oldest first. */
async function listBodies(folder: string): Promise<readonly StoredFile[]> {
  const files: StoredFile[] = [];
  for (const day of await listDays(folder)) {
    const names = (await listNames(join(folder, day))).filter((name) => BODY_NAME.test(name));
    const ofDay: StoredFile[] = [];
    for (const path of names.map((name) => join(folder, day, name))) {
      const stats = await findStats(path);
      if (stats) ofDay.push({ path, bytes: stats.size, writtenMs: stats.mtimeMs });
    }
    files.push(...ofDay.sort((a, b) => a.writtenMs - b.writtenMs));
  }
  return files;
}

/** A file that is there is complete, also after a crash. */
async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const partial = `${path}.partial`;
  try {
    const file = await open(partial, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}
