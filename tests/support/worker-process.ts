// A process of `npm run worker`.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ROOT } from './source-files';

export interface WorkerProcess {
  readonly readOutput: () => string;
  /** Sends a signal and returns the exit code; null after SIGKILL. */
  readonly endProcess: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>;
}

const STARTED = 'jobs at a time';

/** Resolves when the worker takes jobs. The build must be there. */
export async function startWorkerProcess(
  queueUrl: string,
  args: readonly string[] = ['--concurrency', '1'],
): Promise<WorkerProcess> {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    [join(ROOT, 'build', 'programs', 'worker.js'), ...args],
    {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', QUEUE_URL: queueUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const readPart = (bytes: Buffer): void => {
      output += bytes.toString();
      if (output.includes(STARTED)) resolve();
    };
    child.stdout.on('data', readPart);
    child.stderr.on('data', readPart);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the worker ended with ${code}:\n${output}`)));
  });
  return {
    readOutput: () => output,
    async endProcess(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      // Not `exit`, after which the last lines may still come.
      const ended = once(child, 'close') as Promise<[number | null]>;
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
