// Races for the lock of a data directory at the times given on standard input.
import { createInterface } from 'node:readline';
import { type InstanceLock, LockError, acquireLock } from '../../db/lock.server';

export type RaceResult = 'won' | 'lost';

/** One attempt at an exact time (busy wait). */
function tryLockAt(dataDir: string, atMs: number): InstanceLock | null {
  while (Date.now() < atMs);
  try {
    return acquireLock(dataDir);
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    return null;
  }
}

let lock: InstanceLock | null = null;
for await (const line of createInterface({ input: process.stdin })) {
  const [dataDir = '', atMs = ''] = line.split(' ');
  lock?.release();
  lock = dataDir === 'release' ? null : tryLockAt(dataDir, Number(atMs));
  const outputLine: RaceResult | 'released' =
    dataDir === 'release' ? 'released' : lock ? 'won' : 'lost';
  process.stdout.write(`${outputLine}\n`);
}
