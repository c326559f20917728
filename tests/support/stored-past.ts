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
/** States of the market, and of strategies after their warm-up. */
const FILES = ['market-past.bin', 'market-strategies.bin', 'market-closes.bin', 'market-days.bin'];

/** Folder of a build and a seed; null without a build. */
function findFolder(seed: string): string | null {
  const stamp = join(ROOT, 'build', 'stamp');
  if (!existsSync(stamp)) return null;
  return join(FOLDER, readFileSync(stamp, 'utf8').slice(0, 12), `seed-${encodeURIComponent(seed)}`);
}

/** Before a desk starts: it reads the files, or computes the same if there are none. */
export function copyStoredPast(dataDir: string, seed: string): void {
  const folder = findFolder(seed);
  for (const file of FILES)
    if (folder !== null && existsSync(join(folder, file)))
      copyFileSync(join(folder, file), join(dataDir, file));
}

/** Adds the files that a desk has stored so far. Those of earlier builds are deleted. */
export function cacheStoredPast(dataDir: string, seed: string): void {
  const folder = findFolder(seed);
  if (folder === null) return;
  mkdirSync(folder, { recursive: true });
  for (const build of readdirSync(FOLDER))
    if (!folder.startsWith(join(FOLDER, build)))
      rmSync(join(FOLDER, build), { recursive: true, force: true });
  for (const file of FILES) {
    const [stored, cached] = [join(dataDir, file), join(folder, file)];
    if (existsSync(cached) || !existsSync(stored)) continue;
    const copy = `${cached}.${process.pid}`;
    copyFileSync(stored, copy);
    renameSync(copy, cached);
  }
}
