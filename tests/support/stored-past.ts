// Stored past of the simulated market: computed by the first desk of a build, copied to the others.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files';

const FOLDER = join(ROOT, '.cache', 'test-desks');
const NAME = 'market-past.bin';

/** One file by build and seed; null without a build. */
function findCachedFile(seed: string): string | null {
  const stamp = join(ROOT, 'build', 'stamp');
  if (!existsSync(stamp)) return null;
  return join(
    FOLDER,
    `${readFileSync(stamp, 'utf8').slice(0, 12)}-${encodeURIComponent(seed)}.bin`,
  );
}

/** Before a desk starts: it reads the file, or computes the same past if there is none. */
export function copyStoredPast(dataDir: string, seed: string): void {
  const cached = findCachedFile(seed);
  if (cached !== null && existsSync(cached)) copyFileSync(cached, join(dataDir, NAME));
}

/** After a desk has started. Files of earlier builds are deleted. */
export function cacheStoredPast(dataDir: string, seed: string): void {
  const cached = findCachedFile(seed);
  const stored = join(dataDir, NAME);
  if (cached === null || existsSync(cached) || !existsSync(stored)) return;
  mkdirSync(FOLDER, { recursive: true });
  const [stamp = ''] = cached.slice(FOLDER.length + 1).split('-');
  for (const file of readdirSync(FOLDER))
    if (!file.startsWith(stamp)) rmSync(join(FOLDER, file), { force: true });
  const copy = `${cached}.${process.pid}`;
  copyFileSync(stored, copy);
  renameSync(copy, cached);
}
