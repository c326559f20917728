// A process of a built program that runs until it is ended.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ROOT } from './source-files';

export interface ProgramProcess {
  readonly readOutput: () => string;
  /** Sends a signal and returns the exit code; null after SIGKILL. */
  readonly endProcess: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>;
  /** Resolves to the exit code when the process has ended and its output is complete. */
  readonly whenEnded: Promise<number | null>;
}

interface ProcessOptions {
  readonly args?: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  /** Text of the line that shows that it has started. */
  readonly started: string;
}

/** Starts `build/programs/<name>.js`; resolves when it has started. The build must be there. */
async function startProgram(
  name: string,
  { args = [], settings, started }: ProcessOptions,
): Promise<ProgramProcess> {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    [join(ROOT, 'build', 'programs', `${name}.js`), ...args],
    {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  // Not `exit`, after which the last lines may still come.
  const whenEnded = once(child, 'close').then(([code]) => code as number | null);
  await new Promise<void>((resolve, reject) => {
    const readPart = (bytes: Buffer): void => {
      output += bytes.toString();
      if (output.includes(started)) resolve();
    };
    child.stdout.on('data', readPart);
    child.stderr.on('data', readPart);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${name} ended with ${code}:\n${output}`)));
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

/** `npm run worker`, when it takes jobs. */
export const startWorkerProcess = (
  queueUrl: string,
  args: readonly string[] = ['--concurrency', '1'],
): Promise<ProgramProcess> =>
  startProgram('worker', { args, settings: { QUEUE_URL: queueUrl }, started: 'jobs at a time' });

/** `npm run feed`, when it publishes. */
export const startFeedProcess = (
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<ProgramProcess> => startProgram('feed', { args, settings, started: ': publishes ' });
