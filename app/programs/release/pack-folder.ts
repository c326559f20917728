// Packs a folder with the system's tar.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { UsageError } from '../cli';

/** Writes `parent/name` as a compressed archive, in which every path begins with the name. */
export async function packFolder(parent: string, name: string, archive: string): Promise<void> {
  const child = spawn('tar', ['-czf', archive, '-C', parent, name], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const started = once(child, 'spawn').catch((error: unknown) => {
    throw new UsageError(`The program tar could not be started: ${(error as Error).message}`);
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  await started;
  const [code] = await ended;
  if (code !== 0) throw new UsageError(`tar could not write ${archive} (exit code ${code}).`);
}
