// A server of the project in a process and on a port of its own.
import { spawn } from 'node:child_process';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import { findFreePort } from '../../server/platform/free-port.server';

export interface ServerProcess {
  readonly origin: string;
  readonly pid: number;
  /** Sends SIGTERM and resolves when the process has ended. */
  stop(): Promise<void>;
}

export interface LaunchedServer extends ServerProcess {
  hasEnded(): boolean;
}

interface LaunchOptions {
  readonly settings: Readonly<Record<string, string>>;
  /** Folder of the project or release; this one by default. */
  readonly folder?: string;
}

/** Starts a Node program that serves on PORT, without waiting for it. It prints errors only. */
export async function launchServer(
  program: readonly string[],
  { settings, folder = PROJECT_ROOT }: LaunchOptions,
): Promise<LaunchedServer> {
  const port = await findFreePort();
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: String(port),
    ...settings,
  };
  // Remix's own server logs every request on its output, which is ignored.
  const child = spawn(process.execPath, [...program], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
