// The calls of /api in this process, over a real desk with a market that moves, so that there is
// something to close.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '../../app/models/account/user.server';
import { createSession } from '../../app/models/account/session.server';
import { action, loader } from '../../app/routes/api.$/route';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { historySource } from '../../app/server/feeds/history-source.server';
import { toLots } from '../../app/trading/domain/units';
import type { Feed } from '../../app/trading/ports';
import type { WeatherDesk } from '../../app/trading/weather/weather-desk';
import { pacedFeed } from './paced-feed';
import { shapeFault } from './api-shapes';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface ApiUser {
  readonly id: string;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface ApiDesk {
  readonly terminal: Terminal;
  user(name: string): Promise<ApiUser>;
  /** Calls of a user that is signed up already, by a session of its own. */
  as(userId: string): ApiUser;
  /** Opens a position in natural gas by hand and answers its id. */
  buyGas(user: Pick<ApiUser, 'id'>): Promise<string>;
  close(): Promise<void>;
}

const BARS_PER_SECOND = 30;

/**
 * The state after the first one that meets a condition; published states are all there are, so none
 * is missed.
 */
export function when(terminal: Terminal, isMet: () => boolean): Promise<void> {
  if (isMet()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = terminal.onPublish(() => {
      if (!isMet()) return;
      stop();
      resolve();
    });
  });
}

async function loadAnswer(path: string, init: RequestInit): Promise<Answer> {
  const request = new Request(`http://127.0.0.1:3000/api/${path}`, init);
  const run = init.method === 'POST' ? action : loader;
  const args = { request, params: { '*': path.split('?')[0] }, context: {}, response: undefined };
  const response = await run(args as unknown as Parameters<typeof run>[0]).catch(
    (thrown: unknown) => {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    },
  );
  const body: unknown = await response.json();
  const fault = shapeFault(init.method ?? 'GET', path, response.status, body);
  if (fault !== null) throw new Error(fault);
  return { status: response.status, headers: response.headers, body };
}

export function apiUser(id: string, cookie: string): ApiUser {
  const headers = { Cookie: cookie };
  return {
    id,
    get: (path) => loadAnswer(path, { headers }),
    post: (path, body, more = {}) =>
      loadAnswer(
        path,
        body === undefined
          ? { method: 'POST', headers: { ...headers, ...more } }
          : {
              method: 'POST',
              body: JSON.stringify(body),
              headers: { ...headers, ...more, 'Content-Type': 'application/json' },
            },
      ),
  };
}

/**
 * Opens a desk where the routes of this process look for it, with weather when it is given. One at
 * a time.
 */
export async function openApiDesk(
  weatherDesk: WeatherDesk | null = null,
  feed: Feed = pacedFeed('api'),
): Promise<ApiDesk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-api-'));
  const terminal = openTerminal({
    dataDir,
    source: historySource({ feed, weatherDesk, barsPerSecond: BARS_PER_SECOND }),
    timeZone: 'America/New_York',
    auditsBehind: false,
  });
  const shared = globalThis as { [key: symbol]: unknown };
  shared[Symbol.for('frontmonth')] = terminal;
  await when(
    terminal,
    () => terminal.state().markets['simulated']?.instruments['NG']?.quote != null,
  );
  return {
    terminal,
    async user(name) {
      const { id } = createUser(terminal.db, name, 'no password', Date.now());
      await terminal.ensureBook(id);
      return apiUser(id, `frontmonth=${createSession(terminal.db, id, Date.now())}`);
    },
    as: (userId) => apiUser(userId, `frontmonth=${createSession(terminal.db, userId, Date.now())}`),
    async buyGas(user) {
      const command = {
        type: 'PlaceOrder',
        instrumentId: 'NG',
        side: 'BUY',
        orderType: 'MARKET',
        lots: toLots(10),
        priceTicks: null,
        stopDistanceTicks: null,
        targetDistanceTicks: null,
      } as const;
      const { outcome } = await terminal.execute({
        userId: user.id,
        idempotencyKey: null,
        command,
      });
      if (!outcome.ok) throw new Error(outcome.refusal.message);
      await when(terminal, () => (terminal.view(user.id)?.positions.length ?? 0) > 0);
      return terminal.view(user.id)?.positions[0]?.position.id ?? '';
    },
    async close() {
      delete shared[Symbol.for('frontmonth')];
      await terminal.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
