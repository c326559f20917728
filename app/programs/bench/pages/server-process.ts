// Servers under measurement, each in its own process and port.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { UsageError } from '../../cli';
import { type LaunchedServer, type ServerProcess, launchServer } from '../../servers/launch-server';
import { sendRequest } from './load';

export const BENCH_USER = { username: 'bench', password: 'a-passphrase-for-measuring' } as const;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

const PROGRAMS = {
  own: ['server.js'],
  stock: [
    join('node_modules', '@remix-run', 'serve', 'dist', 'cli.js'),
    join('build', 'server', 'index.js'),
  ],
} as const;
export type ServerKind = keyof typeof PROGRAMS;

/** As startTerminal, without waiting. */
export const launchTerminal = (
  kind: ServerKind,
  dataDir: string,
  extraEnv: Readonly<Record<string, string>> = {},
): Promise<LaunchedServer> =>
  launchServer(PROGRAMS[kind], {
    settings: {
      DATA_DIR: dataDir,
      FRONTMONTH_USER: BENCH_USER.username,
      FRONTMONTH_PASSWORD: BENCH_USER.password,
      ...extraEnv,
    },
  });

/**
 * Starts the terminal on its own data directory, under this server or the stock one, and waits until
 * it is ready.
 */
export async function startTerminal(
  kind: ServerKind,
  dataDir: string,
  extraEnv: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const launched = await launchTerminal(kind, dataDir, extraEnv);
  for (
    const started = performance.now();
    performance.now() - started < START_TIMEOUT_MS;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  ) {
    if (launched.hasEnded()) break;
    const response = await sendRequest(`${launched.origin}/readyz`, {}).catch(() => null);
    if (response?.status === 200) return launched;
  }
  await launched.stop();
  throw new UsageError('the measured server did not start');
}

/** Starts plain React with the pages of a folder. */
export async function startBareServer(folder: string): Promise<ServerProcess> {
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [program, '--measure', 'bare', '--in', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(line.toString('utf8').trim()));
    child.once('close', () => reject(new UsageError('plain React did not start')));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** Returns the session cookie. */
export async function signIn({ origin }: ServerProcess): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: JSON_HEADERS,
    body: JSON.stringify(BENCH_USER),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!response.ok || !cookie)
    throw new UsageError(`sign-in to the measured server returned ${response.status}`);
  return cookie;
}

/** Sends a command as a signed-in user. */
export async function sendCommand(
  { origin }: ServerProcess,
  cookie: string,
  path: string,
  body: object,
): Promise<void> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, Cookie: cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new UsageError(`${path} of the measured server returned ${response.status}`);
}

/** Signs in and starts auto-trading; returns the session cookie. */
export async function signInAndRun(server: ServerProcess): Promise<string> {
  const cookie = await signIn(server);
  await sendCommand(server, cookie, '/api/auto-trading/start', {});
  return cookie;
}
