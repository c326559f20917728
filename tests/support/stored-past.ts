// Stored past of the simulated market: computed by the first desk of a build and a day, copied to the
// others that start on this day.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { MARKET_FILES } from '../../app/server/platform/market-files';
import { ROOT } from './source-files';

/** Seed of a desk whose settings name none. */
export const DEFAULT_SEED = 'frontmonth';

const FOLDER = join(ROOT, '.cache', 'test-desks');
/** States of the market, and of strategies after their warm-up. */
const FILES = Object.values(MARKET_FILES);

/** Folder of a build and the day on which a desk starts; null without a build. */
function findFolder(startMs: number): string | null {
  const stamp = join(ROOT, 'build', 'stamp');
  if (!existsSync(stamp)) return null;
  const build = readFileSync(stamp, 'utf8').slice(0, 12);
  return join(FOLDER, build, new Date(startMs).toISOString().slice(0, 10));
}

const findSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Before a desk starts: it reads the files, or computes the same if there are none. */
export function copyStoredPast(dataDir: string, startMs: number): void {
  const folder = findFolder(startMs);
  for (const file of FILES)
    if (folder !== null && existsSync(join(folder, file)))
      copyFileSync(join(folder, file), join(dataDir, file));
}

/** Adds the files that a desk has stored so far. Those of earlier builds are deleted. */
export function cacheStoredPast(dataDir: string, startMs: number): void {
  const folder = findFolder(startMs);
  if (folder === null) return;
  mkdirSync(folder, { recursive: true });
  for (const build of readdirSync(FOLDER))
    if (!folder.startsWith(join(FOLDER, build)))
      rmSync(join(FOLDER, build), { recursive: true, force: true });
  for (const file of FILES) {
    const [stored, cached] = [join(dataDir, file), join(folder, file)];
    // A desk that ran for a short time has stored less.
    if (findSize(stored) <= findSize(cached)) continue;
    const copy = `${cached}.${process.pid}`;
    copyFileSync(stored, copy);
    renameSync(copy, cached);
  }
}
