// Files with computed values that a later process can take over. A value behind its digest is read
// only for the key it was written with; without the file, or if it was damaged, it is computed again.
// A release brings such files for the default market, which a first start takes over.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { PROJECT_ROOT } from './project.server';

/** Files that a release brings. */
export const PREPARED_FOLDER = join(PROJECT_ROOT, 'prepared');

const DIGEST_BYTES = 32;

interface CachedValue<T> {
  readonly key: string;
  readonly value: T;
}

export const computeDigest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Null if no value of this key is readable. The digest proves that the file is as it was written. */
function readCacheFile<T>(file: string, key: string): T | null {
  try {
    const bytes = readFileSync(file);
    const content = bytes.subarray(DIGEST_BYTES);
    if (!computeDigest(content).equals(bytes.subarray(0, DIGEST_BYTES))) return null;
    const cached = deserialize(content) as CachedValue<T>;
    return cached.key === key ? cached.value : null;
  } catch {
    return null;
  }
}

/** As `readCacheFile`; without a value there, the one in the file of the same name in a release. */
export const readPreparedFile = <T>(
  file: string,
  key: string,
  preparedFolder = PREPARED_FOLDER,
): T | null =>
  readCacheFile<T>(file, key) ?? readCacheFile<T>(join(preparedFolder, basename(file)), key);

/** Replaces the file in one step. Rejects if it cannot be written. */
export async function writeCacheFile<T>(file: string, key: string, value: T): Promise<void> {
  const content = serialize({ key, value } satisfies CachedValue<T>);
  await writeFile(`${file}.new`, Buffer.concat([computeDigest(content), content]), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
