// API calls in this process, over a real terminal with a moving market.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '../../app/models/account/user.server';
import { createSession } from '../../app/models/account/session.server';
import { action, loader } from '../../app/routes/api.$/route';
import type { Terminal } from '../../app/models/desk/terminal';
import { provideTerminal } from '../../app/server/desk/start-up.server';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { createHistorySource } from '../../app/server/feeds/history-source.server';
import { type Ticks, toLots } from '../../app/trading/domain/units';
import type { Feed } from '../../app/trading/ports';
import type { WeatherSource } from '../../app/trading/weather/weather-source';
import { createPacedFeed } from './paced-feed';
import { findShapeFault } from './api-shapes';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface ApiUser {
  readonly id: string;
  get(path: string): Promise<ApiResponse>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
}

export interface ApiDesk {
  readonly terminal: Terminal;
  user(name: string): Promise<ApiUser>;
  /** Calls of an existing user, with a new session. */
  as(userId: string): ApiUser;
  /** Buys natural gas manually, by default without a stop; returns the position id. */
  buyGas(user: Pick<ApiUser, 'id'>, stopDistanceTicks?: Ticks): Promise<string>;
  close(): Promise<void>;
}

const BARS_PER_SECOND = 30;

/** Resolves at the first published state that meets a condition. */
export function waitUntil(terminal: Terminal, isMet: () => boolean): Promise<void> {
  if (isMet()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = terminal.onPublish(() => {
      if (!isMet()) return;
      stop();
      resolve();
    });
  });
}

async function requestCall(path: string, init: RequestInit): Promise<ApiResponse> {
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
  const fault = findShapeFault(init.method ?? 'GET', path, response.status, body);
  if (fault !== null) throw new Error(fault);
  return { status: response.status, headers: response.headers, body };
}

export function createApiUser(id: string, cookie: string): ApiUser {
  const headers = { Cookie: cookie };
  return {
    id,
    get: (path) => requestCall(path, { headers }),
    post: (path, body, more = {}) =>
      requestCall(
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
 * Opens a terminal where the routes of this process find it, optionally with weather. One at a
 * time.
 */
export async function openApiDesk(
  weatherDesk: WeatherSource | null = null,
  feed: Feed = createPacedFeed('api'),
): Promise<ApiDesk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-api-'));
  const terminal = openTerminal({
    dataDir,
    source: createHistorySource({ feed, weatherDesk, barsPerSecond: BARS_PER_SECOND }),
    timeZone: 'America/New_York',
    auditsInBackground: false,
  });
  const withdraw = provideTerminal(terminal);
  await waitUntil(
    terminal,
    () => terminal.state().markets['simulated']?.instruments['NG']?.quote != null,
  );
  return {
    terminal,
    async user(name) {
      const { id } = createUser(terminal.db, name, 'no password', Date.now());
      await terminal.ensureBook(id);
      return createApiUser(id, `frontmonth=${createSession(terminal.db, id, Date.now())}`);
    },
    as: (userId) =>
      createApiUser(userId, `frontmonth=${createSession(terminal.db, userId, Date.now())}`),
    async buyGas(user, stopDistanceTicks) {
      const command = {
        type: 'PlaceOrder',
        instrumentId: 'NG',
        side: 'BUY',
        orderType: 'MARKET',
        lots: toLots(10),
        priceTicks: null,
        stopDistanceTicks: stopDistanceTicks ?? null,
        targetDistanceTicks: null,
      } as const;
      const { outcome } = await terminal.execute({
        userId: user.id,
        idempotencyKey: null,
        command,
      });
      if (!outcome.ok) throw new Error(outcome.refusal.message);
      await waitUntil(terminal, () => (terminal.getView(user.id)?.positions.length ?? 0) > 0);
      return terminal.getView(user.id)?.positions[0]?.position.id ?? '';
    },
    async close() {
      withdraw();
      await terminal.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
