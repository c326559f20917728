// Starts a server of the directory as a process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { DeskServer } from '../../models/desks/directory.server';
import { getEnv } from '../platform/env.server';
import { findFreePort } from '../platform/free-port.server';
import { PROJECT_ROOT } from '../platform/project.server';
import type { ServerProcess } from './supervised-server.server';

/** Prints each line of a stream with the name of its server. */
function prefixLines(stream: Readable, name: string, output: NodeJS.WritableStream): void {
  createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => {
    if (line !== '') output.write(`[${name}] ${line}\n`);
  });
}

/** Also resolves for a process that could not be started. */
async function waitForEnd(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    return signal === null ? `ended with exit code ${code ?? ''}` : `ended by ${signal}`;
  } catch (error) {
    return `could not be started: ${error instanceof Error ? error.message : ''}`;
  }
}

/** Settings of the front, and those of the server alone. */
const buildServerEnv = (
  { name, dataDir }: DeskServer,
  desksDir: string,
  port: number,
): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_ORIGIN: getEnv().PUBLIC_ORIGIN,
  // The front replaces what clients send.
  TRUSTED_PROXIES: '127.0.0.1',
  DATA_DIR: dataDir,
  DESKS_DIR: desksDir,
  DESK_NAME: name,
});

/**
 * Starts a server on a free port of this machine. It ends with this process: the channel between them
 * closes, and another front could not start it while it holds its data directory.
 */
export async function launchServerProcess(
  server: DeskServer,
  desksDir: string,
): Promise<ServerProcess> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'server.js')], {
    cwd: PROJECT_ROOT,
    env: buildServerEnv(server, desksDir, port),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.stdout) prefixLines(child.stdout, server.name, process.stdout);
  if (child.stderr) prefixLines(child.stderr, server.name, process.stderr);
  return {
    address: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    ended: waitForEnd(child),
    stop: () => void child.kill('SIGTERM'),
    kill: () => void child.kill('SIGKILL'),
  };
}
