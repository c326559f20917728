// A folder in memory for the files of tests. On a disk, tests wait until SQLite has written
// each commit. Which calls reach the disk, and in which order, is checked by a trace
// of the system calls, not by the disk.
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Type of the file system, as the kernel names it. */
const TMPFS = 0x01021994;
/** The largest run needs a fraction of it. */
const FREE_BYTES_MIN = 6 * 2 ** 30;

function hasRoom() {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= FREE_BYTES_MIN;
  } catch {
    return false;
  }
}

/**
 * Creates the folder, which is deleted at the end of this process. Null where a user has chosen a
 * folder by TMPDIR, or the machine has too little memory for files.
 */
export function createMemoryFolder() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return null;
  const folder = mkdtempSync(join(MEMORY, 'frontmonth-tests-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // The default of a signal ends the process without its exit handlers.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.once(signal, () => process.exit(code));
  return folder;
}
