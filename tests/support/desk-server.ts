// Terminal as a separate process with its own data directory, under this server or the stock one.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD, USERNAME, writeFirstUser } from './first-user';
import { findFreePort } from './free-port';
import { chooseSize } from './run-size';
import { ROOT } from './source-files';
import { cacheStoredPast, copyStoredPast } from './stored-past';

export type ServerKind = 'server.js' | 'remix-serve';

const PROGRAMS: Readonly<Record<ServerKind, readonly string[]>> = {
  'server.js': [join(ROOT, 'server.js')],
  'remix-serve': [
    join(ROOT, 'node_modules', '@remix-run', 'serve', 'dist', 'cli.js'),
    join(ROOT, 'build', 'server', 'index.js'),
  ],
};

/** Servers of the tests with very many requests: `npm test` leaves the stock one out. */
export const SERVER_KINDS = chooseSize<readonly ServerKind[]>(
  ['server.js'],
  ['server.js', 'remix-serve'],
);

export { PASSWORD, USERNAME };
const START_TIMEOUT_MS = 120_000;

export interface DeskServer {
  /** Address of the server, with the path that it was given. */
  readonly origin: string;
  readonly dataDir: string;
  /** Output so far. */
  output(): string;
  /** Sends SIGTERM and keeps the data; resolves with the exit code. */
  end(): Promise<number | null>;
  /** Resolves with the exit code when the process has ended by itself. */
  waitForEnd(): Promise<number | null>;
  /** Sends SIGKILL and keeps the data. */
  kill(): Promise<number | null>;
  /** Restarts on the same address and data. */
  restart(): Promise<void>;
  /** Ends the process and deletes its data; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Polls until the server is ready. */
async function waitUntilReady(
  origin: string,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  for (
    const started = Date.now();
    Date.now() - started < START_TIMEOUT_MS;
    await new Promise((resolve) => setTimeout(resolve, 50))
  ) {
    if (child.exitCode !== null)
      throw new Error(`the desk ended with ${child.exitCode}:\n${output()}`);
    try {
      if ((await fetch(`${origin}/readyz`)).ok) return;
    } catch {
      // not listening yet
    }
  }
  throw new Error(`the desk was not ready in time:\n${output()}`);
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
}

function launchProcess(kind: ServerKind, env: NodeJS.ProcessEnv, outputChunks: string[]): Running {
  const child = spawn(process.execPath, [...PROGRAMS[kind]], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => outputChunks.push(chunk.toString('utf8')));
  return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve(code))) };
}

/** Settings of a server that creates its database and its first user itself. */
const FIRST_START = ['DATA_DIR', 'FRONTMONTH_USER', 'FRONTMONTH_PASSWORD'];

/** `path` is the one of PUBLIC_ORIGIN, such as '/desk'. A `DATA_DIR` of the settings is used as it is. */
export async function startDesk(
  kind: ServerKind,
  settings: Readonly<Record<string, string>> = {},
  path = '',
): Promise<DeskServer> {
  const dataDir = settings['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'frontmonth-desk-'));
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}${path}`;
  const own = {
    ...(path === '' ? {} : { PUBLIC_ORIGIN: origin }),
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    FRONTMONTH_USER: USERNAME,
    FRONTMONTH_PASSWORD: PASSWORD,
  };
  const env: NodeJS.ProcessEnv = {
    // Tests reach no network: FEED=public asks a source only where the test names it.
    FEED_SOURCES: 'none',
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    // Signals and risk slow down the start; their tests enable them.
    ANALYTICS: 'off',
    ...own,
    ...settings,
  };
  // Steps of its clock take a desk to another day: what it has stored then is not of this one.
  const hasSteppedClock = 'FAKETIME_TIMESTAMP_FILE' in settings;
  const startMs = Date.now() + Number(settings['FAKETIME'] ?? 0) * 1000;
  copyStoredPast(dataDir, startMs);
  if (!FIRST_START.some((name) => name in settings)) await writeFirstUser(dataDir);
  const outputChunks: string[] = [];
  const output = (): string => outputChunks.join('');
  if (kind === 'remix-serve') stockOrigins.add(origin);
  let running = launchProcess(kind, env, outputChunks);
  const end = (): Promise<number | null> => {
    running.child.kill('SIGTERM');
    return running.ended;
  };
  const kill = (): Promise<number | null> => {
    running.child.kill('SIGKILL');
    return running.ended;
  };
  const stop = async (): Promise<number | null> => {
    const code = await end();
    if (!hasSteppedClock) cacheStoredPast(dataDir, startMs);
    rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  const restart = (): Promise<void> => {
    running = launchProcess(kind, env, outputChunks);
    return waitUntilReady(origin, running.child, output);
  };
  try {
    await waitUntilReady(origin, running.child, output);
  } catch (error) {
    await stop();
    throw error;
  }
  cacheStoredPast(dataDir, startMs);
  const waitForEnd = (): Promise<number | null> => running.ended;
  return { origin, dataDir, output, end, waitForEnd, kill, restart, stop };
}

/** Origins of stock servers, whose idle connections end after five seconds. */
const stockOrigins = new Set<string>();

/**
 * Fetches as browsers do. A stock server that was busy for longer than it keeps idle connections ends
 * them with the next request unread; that request is sent once more on a new connection. Our own
 * server keeps them for longer and must not lose one.
 */
async function fetchAsBrowser(origin: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${origin}${path}`, init);
  } catch (error) {
    const { code } = (error as { cause?: { code?: string } }).cause ?? {};
    if (code !== 'ECONNRESET' || !stockOrigins.has(origin)) throw error;
    return fetch(`${origin}${path}`, init);
  }
}

/** An HTTP client with cookies. */
export class Visitor {
  private readonly cookies = new Map<string, string>();

  constructor(readonly origin: string) {}

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  /** Sets a cookie, e.g. of a session created elsewhere. */
  setCookie(name: string, value: string): this {
    this.cookies.set(name, value);
    return this;
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0)
      headers.set(
        'Cookie',
        [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      );
    const response = await fetchAsBrowser(this.origin, path, {
      redirect: 'manual',
      ...init,
      headers,
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/Max-Age=0\b/.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  postJson(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.request(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  }

  postForm(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.request(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  async signIn(username: string = USERNAME, password: string = PASSWORD): Promise<this> {
    const response = await this.postJson('/api/auth/login', { username, password });
    if (!response.ok)
      throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
    return this;
  }

  /** Hidden fields of the first form on a page. */
  async formFields(path: string): Promise<{ csrf: string; key: string }> {
    const page = await (await this.request(path)).text();
    const findHiddenValue = (name: string): string =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
    return { csrf: findHiddenValue('csrf'), key: findHiddenValue('key') };
  }
}
