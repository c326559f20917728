// Where encrypted backups lie: a folder, or another place.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../cli';
import { renameDurably } from '../copy-database';
import { isEncryptedName } from '../restore-points';
import { readFirstBytes } from './encrypted-file';

export interface BackupStore {
  /** For messages. */
  readonly place: string;
  /** Names of complete files, oldest first. */
  listNames(): Promise<readonly string[]>;
  readFirstBytes(name: string, byteCount: number): Promise<Buffer>;
  /** Runs `use` with a local file; `scratch` may hold it meanwhile. */
  useFile(name: string, scratch: string, use: (path: string) => Promise<void>): Promise<void>;
  /** `write` creates a file, which the store then has as a whole or not at all. */
  saveFile(name: string, scratch: string, write: (path: string) => Promise<void>): Promise<void>;
  removeFile(name: string): Promise<void>;
}

const PARTIAL = '.partial';

/** A folder, such as one on a mounted disk; created if its parent exists. */
export const openFolderStore = (folder: string): BackupStore => ({
  place: folder,
  listNames: () =>
    Promise.resolve(existsSync(folder) ? readdirSync(folder).filter(isEncryptedName).sort() : []),
  readFirstBytes: (name, byteCount) => readFirstBytes(join(folder, name), byteCount),
  useFile: (name, _scratch, use) => use(join(folder, name)),
  async saveFile(name, _scratch, write) {
    await createFolder(folder);
    removePartialFiles(folder);
    const partial = join(folder, `${name}${PARTIAL}`);
    try {
      await write(partial);
      renameDurably(partial, join(folder, name));
    } finally {
      rmSync(partial, { force: true });
    }
  },
  removeFile: (name) => Promise.resolve(rmSync(join(folder, name), { force: true })),
});

/** Throws UsageError where the parent is missing: the disk may not be mounted. */
export async function createFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    throw new UsageError(
      `The folder ${folder} cannot be created (${(error as { code?: string }).code ?? 'error'}). Is its disk mounted? Create the folder above it, or choose another with --to.`,
    );
  }
}

/** What a crash left. */
function removePartialFiles(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.endsWith(PARTIAL) && isEncryptedName(name.slice(0, -PARTIAL.length)))
      rmSync(join(folder, name), { force: true });
}
