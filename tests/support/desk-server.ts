// A whole desk as a process of its own, under our server or under the stock one, on a data
// directory of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './source-files';

export type ServerKind = 'server.js' | 'remix-serve';

const PROGRAMS: Readonly<Record<ServerKind, readonly string[]>> = {
  'server.js': [join(ROOT, 'server.js')],
  'remix-serve': [
    join(ROOT, 'node_modules', '@remix-run', 'serve', 'dist', 'cli.js'),
    join(ROOT, 'build', 'server', 'index.js'),
  ],
};

export const USERNAME = 'trader';
export const PASSWORD = 'a-passphrase-for-tests';
const START_MS_MAX = 30_000;

export interface DeskServer {
  readonly origin: string;
  readonly dataDir: string;
  /** What the process has written so far. */
  output(): string;
  /** Ends it as a supervisor would and keeps its data; answers its exit code. */
  end(): Promise<number | null>;
  /** Kills it without notice and keeps its data. */
  kill(): Promise<number | null>;
  /** Starts it again on the same address and data. */
  begin(): Promise<void>;
  /** Ends it, and its data with it; answers its exit code. */
  stop(): Promise<number | null>;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
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
}

/**
 * Waits until the desk says that it is ready; asking again is no clock assertion, for only the
 * bound is a time.
 */
async function untilReady(
  origin: string,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  for (
    const started = Date.now();
    Date.now() - started < START_MS_MAX;
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

function launch(kind: ServerKind, env: NodeJS.ProcessEnv, heard: string[]): Running {
  const child = spawn(process.execPath, [...PROGRAMS[kind]], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => heard.push(chunk.toString('utf8')));
  return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve(code))) };
}

export async function startDesk(
  kind: ServerKind,
  settings: Readonly<Record<string, string>> = {},
): Promise<DeskServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-desk-'));
  const port = await freePort();
  const own = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    FRONTMONTH_USER: USERNAME,
    FRONTMONTH_PASSWORD: PASSWORD,
  };
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    // Signals and risk cost more than everything else at a start; tests about them switch them on.
    ANALYTICS: 'off',
    ...own,
    ...settings,
  };
  const heard: string[] = [];
  const output = (): string => heard.join('');
  const origin = `http://127.0.0.1:${port}`;
  let running = launch(kind, env, heard);
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
    rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  const begin = (): Promise<void> => {
    running = launch(kind, env, heard);
    return untilReady(origin, running.child, output);
  };
  try {
    await untilReady(origin, running.child, output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, dataDir, output, end, kill, begin, stop };
}

/** The cookies of one visitor, and requests that carry them. */
export class Visitor {
  private readonly cookies = new Map<string, string>();

  constructor(readonly origin: string) {}

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  /** Puts a cookie into the jar, as a session that was made elsewhere. */
  carry(name: string, value: string): this {
    this.cookies.set(name, value);
    return this;
  }

  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0)
      headers.set(
        'Cookie',
        [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      );
    const response = await fetch(`${this.origin}${path}`, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/Max-Age=0\b/.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  postJson(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.ask(path, {
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
    return this.ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  async signIn(username: string = USERNAME, password: string = PASSWORD): Promise<this> {
    const response = await this.postJson('/api/auth/login', { username, password });
    if (!response.ok)
      throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
    return this;
  }

  /** The hidden fields of the first form on a page that has them. */
  async formFields(path: string): Promise<{ csrf: string; key: string }> {
    const page = await (await this.ask(path)).text();
    const value = (name: string): string =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
    return { csrf: value('csrf'), key: value('key') };
  }
}
