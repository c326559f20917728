// A Redis server in a temporary folder, on a free port, without files.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findFreePort } from './free-port';

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Ends it at once, with all it holds. */
  stop(): Promise<void>;
  /** Starts it on the same port after `stop`, empty. */
  start(): Promise<void>;
  /** Deletes all it holds. */
  clear(): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

const READY = 'Ready to accept connections';

/** Needs the program redis-server. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'frontmonth-redis-'));
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    const started = spawn(
      'redis-server',
      [
        ...['--bind', '127.0.0.1', '--port', String(port), '--dir', folder],
        ...['--save', '', '--appendonly', 'no'],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    child = started;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      started.on('error', reject);
      started.on('exit', () => reject(new Error(`redis-server ended:\n${output}`)));
      started.stdout.on('data', (bytes: Buffer) => {
        output += bytes.toString();
        if (output.includes(READY)) resolve();
      });
    });
  };
  const stop = async (): Promise<void> => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null) return;
    running.removeAllListeners('exit');
    running.kill('SIGKILL');
    await once(running, 'exit');
  };
  await start();
  return {
    url,
    port,
    start,
    stop,
    clear: async () => {
      const client = new Redis(url);
      await client.flushall();
      client.disconnect();
    },
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
