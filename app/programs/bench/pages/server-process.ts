// Servers under measurement, each in its own process and port.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../server/platform/project.server';
import { UsageError } from '../../cli';
import { sendRequest } from './load';

export const BENCH_USER = { username: 'bench', password: 'a-passphrase-for-measuring' } as const;
const START_TIMEOUT_MS = 60_000;

export interface ServerProcess {
  readonly origin: string;
  stop(): Promise<void>;
}

const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });

const waitForExit = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => child.once('close', () => resolve()));

const PROGRAMS = {
  own: ['server.js'],
  stock: [
    join('node_modules', '@remix-run', 'serve', 'dist', 'cli.js'),
    join('build', 'server', 'index.js'),
  ],
} as const;
type ServerKind = keyof typeof PROGRAMS;

/** Starts the terminal on its own data directory, under this server or the stock one. */
export async function startTerminal(
  kind: ServerKind,
  dataDir: string,
  extraEnv: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const port = await findFreePort();
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    FRONTMONTH_USER: BENCH_USER.username,
    FRONTMONTH_PASSWORD: BENCH_USER.password,
  };
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    ...settings,
    ...extraEnv,
  };
  // The stock server logs every request; the output is ignored.
  const child = spawn(process.execPath, [...PROGRAMS[kind]], {
    cwd: PROJECT_ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    const end = waitForExit(child);
    child.kill('SIGTERM');
    await end;
  };
  for (
    const started = performance.now();
    performance.now() - started < START_TIMEOUT_MS;
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    if (child.exitCode !== null) break;
    const response = await sendRequest(`${origin}/readyz`, {}).catch(() => null);
    if (response?.status === 200) return { origin, stop };
  }
  await stop();
  throw new UsageError('the measured server did not start');
}

/** Starts plain React with the page of a file. */
export async function startBareServer(file: string): Promise<ServerProcess> {
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [program, '--measure', 'bare', '--in', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(line.toString('utf8').trim()));
    child.once('close', () => reject(new UsageError('plain React did not start')));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      const end = waitForExit(child);
      child.kill('SIGTERM');
      await end;
    },
  };
}

/** Signs in and starts auto-trading; returns the session cookie. */
export async function signInAndRun({ origin }: ServerProcess): Promise<string> {
  const json = { 'Content-Type': 'application/json' };
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(BENCH_USER),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!response.ok || !cookie)
    throw new UsageError(`sign-in to the measured server returned ${response.status}`);
  const run = await fetch(`${origin}/api/auto-trading/start`, {
    method: 'POST',
    headers: { ...json, Cookie: cookie },
    body: '{}',
  });
  if (!run.ok) throw new UsageError(`RUN ALL on the measured server returned ${run.status}`);
  return cookie;
}
