// A process of `npm run feed`.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ROOT } from './source-files';

export interface StartedFeed {
  readonly readOutput: () => string;
  /** Sends a signal and returns the exit code; null after SIGKILL. */
  readonly endProcess: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>;
  /** Resolves to the exit code when the process ends. */
  readonly whenEnded: Promise<number | null>;
}

const STARTED = ': publishes ';

/** Resolves when the feed publishes. The build must be there. */
export async function startFeedProcess(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<StartedFeed> {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    [join(ROOT, 'build', 'programs', 'feed.js'), ...args],
    {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const whenEnded = once(child, 'close').then(([code]) => code as number | null);
  await new Promise<void>((resolve, reject) => {
    const readPart = (bytes: Buffer): void => {
      output += bytes.toString();
      if (output.includes(STARTED)) resolve();
    };
    child.stdout.on('data', readPart);
    child.stderr.on('data', readPart);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the feed ended with ${code}:\n${output}`)));
  });
  return {
    readOutput: () => output,
    whenEnded,
    async endProcess(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return whenEnded;
    },
  };
}
