// Races for the lock of a data directory: at each moment named on standard input it tries once,
// says how it went, and lets go when told.
import { createInterface } from 'node:readline';
import { type InstanceLock, LockError, takeLock } from '../../db/lock.server';

export type Raced = 'won' | 'lost';

/** One attempt, as close to the moment as a spinning process can be. */
function race(dataDir: string, atMs: number): InstanceLock | null {
  while (Date.now() < atMs);
  try {
    return takeLock(dataDir);
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    return null;
  }
}

let lock: InstanceLock | null = null;
for await (const line of createInterface({ input: process.stdin })) {
  const [dataDir = '', atMs = ''] = line.split(' ');
  lock?.release();
  lock = dataDir === 'release' ? null : race(dataDir, Number(atMs));
  const word: Raced | 'released' = dataDir === 'release' ? 'released' : lock ? 'won' : 'lost';
  process.stdout.write(`${word}\n`);
}
