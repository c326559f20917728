// Processes of the queue benchmark: a Redis server without files, and workers.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../server/platform/project.server';
import { findFreePort } from '../../../server/platform/free-port.server';

export interface QueueProcess {
  readonly stop: () => Promise<void>;
}

/** Resolves when a process prints a text; null if its program is not installed. */
async function startProcess(
  program: string,
  args: readonly string[],
  readyText: string,
  env: Readonly<Record<string, string>> = {},
): Promise<QueueProcess | null> {
  const child: ChildProcess = spawn(program, [...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const isReady = await new Promise<boolean>((resolve, reject) => {
    let output = '';
    child.on('error', () => resolve(false));
    child.on('exit', (code) => reject(new Error(`${program} ended with ${code}: ${output}`)));
    child.stdout?.on('data', (bytes: Buffer) => {
      output += bytes.toString();
      if (output.includes(readyText)) resolve(true);
    });
  });
  child.removeAllListeners('exit');
  if (!isReady) return null;
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export async function startRedis(
  folder: string,
): Promise<(QueueProcess & { readonly url: string }) | null> {
  const port = await findFreePort();
  const started = await startProcess(
    'redis-server',
    [
      ...['--bind', '127.0.0.1', '--port', String(port), '--dir', folder],
      ...['--save', '', '--appendonly', 'no'],
    ],
    'Ready to accept connections',
  );
  return started && { ...started, url: `redis://127.0.0.1:${port}` };
}

export async function startWorker(url: string): Promise<QueueProcess> {
  const worker = await startProcess(
    process.execPath,
    [join(PROJECT_ROOT, 'build', 'programs', 'worker.js'), '--concurrency', '1', '--grace', '0'],
    'jobs at a time',
    { QUEUE_URL: url },
  );
  if (!worker) throw new Error('the worker could not be started');
  return worker;
}
