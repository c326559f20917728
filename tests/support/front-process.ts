// A front as a process with three servers as its children, and users with accounts on each.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Directory } from '../../app/models/desks/directory.server';
import { createUser } from '../../app/models/account/user.server';
import { hashPassword } from '../../app/server/auth/password.server';
import type { FrontHealth } from '../../app/server/desks/front-health.server';
import { closeDatabase, openDatabase, prepareDatabasePath } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { findFreePort } from './free-port';
import { PASSWORD } from './first-user';
import { ROOT } from './source-files';
import { copyStoredPast } from './stored-past';
import { MIGRATIONS } from './test-database';

export const SERVERS = ['a', 'b', 'c'] as const;
export type ServerName = (typeof SERVERS)[number];

const START_MS_MAX = 120_000;
const POLL_MS = 50;

export interface FrontRun {
  readonly origin: string;
  readonly desksDir: string;
  readOutput(): string;
  readHealth(): Promise<FrontHealth>;
  /** Process of a server, as the front prints it. */
  findPid(name: ServerName): number;
  /** Sends SIGTERM; resolves with the exit code. */
  stopFront(): Promise<number | null>;
  killFront(): void;
}

/** Data directories with one user each, named in the directory. */
export async function createServers(
  root: string,
  users: Readonly<Record<ServerName, string>>,
): Promise<string> {
  const desksDir = join(root, 'desks');
  const directory = Directory.open(desksDir);
  const passwordHash = await hashPassword(PASSWORD);
  for (const name of SERVERS) {
    const dataDir = join(root, name);
    directory.addServer({ name, dataDir, url: null });
    const db = openDatabase(prepareDatabasePath(dataDir));
    copyStoredPast(dataDir, Date.now());
    migrateDatabase(db, MIGRATIONS);
    createUser(db, users[name], passwordHash, Date.now(), 'operator');
    closeDatabase(db);
  }
  directory.closeFile();
  return desksDir;
}

/** Resolves when all servers answer. */
export async function startFrontProcess(desksDir: string): Promise<FrontRun> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const chunks: string[] = [];
  const readOutput = (): string => chunks.join('');
  const child = spawn(
    process.execPath,
    [join(ROOT, 'build', 'programs', 'desks.js'), 'serve', '--desks-dir', desksDir],
    {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        FEED: 'public',
        FEED_SOURCES: 'none',
        ANALYTICS: 'off',
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  const ended = once(child, 'close') as Promise<[number | null]>;
  const run: FrontRun = {
    origin,
    desksDir,
    readOutput,
    readHealth: async () => (await (await fetch(`${origin}/front/healthz`)).json()) as FrontHealth,
    findPid(name) {
      const lines = readOutput().match(new RegExp(`^server ${name}: answers .*$`, 'gm'));
      return Number(/process (\d+)/.exec(lines?.at(-1) ?? '')?.[1]);
    },
    async stopFront() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
    killFront: () => void child.kill('SIGKILL'),
  };
  await waitUntilReady(run, child);
  return run;
}

async function waitUntilReady(
  { origin, readOutput }: FrontRun,
  child: ChildProcess,
): Promise<void> {
  for (const startMs = Date.now(); Date.now() - startMs < START_MS_MAX; await pause(POLL_MS)) {
    if (child.exitCode !== null) throw new Error(`the front ended:\n${readOutput()}`);
    const isReady = await fetch(`${origin}/front/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
  }
  throw new Error(`the servers did not start:\n${readOutput()}`);
}

const toCookies = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .join('; ');

/** Signs in by the form or the call; returns the Cookie header, which is empty after a failure. */
export async function signIn(
  origin: string,
  username: string,
  kind: 'form' | 'JSON',
  password = PASSWORD,
): Promise<{ status: number; cookie: string }> {
  const response =
    kind === 'form'
      ? await fetch(`${origin}/login`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ username, password }),
        })
      : await fetch(`${origin}/api/auth/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ username, password }),
        });
  await response.arrayBuffer();
  return { status: response.status, cookie: toCookies(response) };
}

interface SessionCheck {
  readonly status: number;
  readonly userId: string | null;
  readonly username: string | null;
}

/** A signed-in user with a socket, who asks for the dashboard again and again. */
export class FrontClient {
  readonly statuses: number[] = [];
  /** Answered with 503. */
  readonly pages: string[] = [];
  closedSockets = 0;
  private socket: WebSocket | null = null;
  private isEnding = false;
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly origin: string,
    readonly username: string,
    readonly cookie: string,
  ) {}

  /** Resolves when the server has accepted the user of the socket. */
  async openSocket(): Promise<void> {
    const { userId } = await this.readSession();
    const socket = new WebSocket(`${this.origin.replace('http', 'ws')}/ws`, {
      headers: { Cookie: this.cookie },
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'authenticate', userId }));
    const [first] = (await once(socket, 'message')) as [Buffer];
    if (!String(first).includes('"authenticated"')) throw new Error(`not accepted: ${first}`);
    this.socket = socket;
    socket.on('close', () => (this.closedSockets += 1));
    socket.on('error', () => undefined);
  }

  /** Status and user of `GET /api/auth/check`. */
  async readSession(): Promise<SessionCheck> {
    const response = await fetch(`${this.origin}/api/auth/check`, {
      headers: { Cookie: this.cookie },
    });
    const { user } = (await response.json()) as { user?: { id: string; username: string } };
    return { status: response.status, userId: user?.id ?? null, username: user?.username ?? null };
  }

  /** Adds a user on the page Users; returns the page that follows. */
  async addUser(username: string): Promise<string> {
    const headers = { Cookie: this.cookie, Accept: 'text/html' };
    const page = await (await fetch(`${this.origin}/users`, { headers })).text();
    const csrf = /name="csrf" value="([^"]*)"/.exec(page)?.[1] ?? '';
    const response = await fetch(`${this.origin}/users`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ csrf, intent: 'add', username, role: 'trader' }),
    });
    return response.text();
  }

  startRequests(): void {
    this.loop = this.requestPages();
  }

  private async requestPages(): Promise<void> {
    while (!this.isEnding) {
      const response = await fetch(`${this.origin}/account`, {
        headers: { Cookie: this.cookie, Accept: 'text/html' },
        redirect: 'manual',
      });
      this.statuses.push(response.status);
      const page = await response.text();
      if (response.status === 503) this.pages.push(page);
      await pause(POLL_MS);
    }
  }

  async endRequests(): Promise<void> {
    this.isEnding = true;
    await this.loop;
    this.socket?.terminate();
  }
}
