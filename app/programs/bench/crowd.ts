// Many signed-in users at once, each with an open socket, a running account and a dashboard that is
// opened again and again; meanwhile one user closes positions.
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { UsageError } from '../cli';
import { readProcess, waitForRest } from './desk-start';
import type { ServerProcess } from '../servers/launch-server';
import { startTerminal } from './pages/server-process';
import { type SignedInUser, createUsers } from './signed-in-users';
import { type Table, formatInteger, formatOptional } from './table';
import { getQuantile, sendTimedRequest } from './timed-request';

interface Latency {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

export interface CrowdSpeed {
  readonly users: number;
  readonly sockets: number;
  readonly secondsBetweenPages: number;
  readonly dashboard: Latency;
  readonly closeAll: Latency;
  /** Answer times of the smallest request, every 50 ms: they wait as long as the event loop. */
  readonly smallest: Latency;
  readonly socketMessages: number;
  /** Of the server: per cent of one core, and resident memory in MB; null where the system does not show it. */
  readonly processorPercent: number | null;
  readonly memoryMb: number | null;
}

interface CrowdPlan {
  readonly users: number;
  readonly seconds: number;
}

const SECONDS_BETWEEN_PAGES = 10;
const SECONDS_BETWEEN_CLOSES = 1;
const PROBE_MS = 50;
const SETTLE_SECONDS = 30;
/** 409: the account had nothing to close. */
const DONE: readonly number[] = [200, 409];
const JSON_TYPE = { 'Content-Type': 'application/json' } as const;

function summarizeTimes(times: readonly number[]): Latency {
  const sorted = [...times].sort((a, b) => a - b);
  return {
    count: sorted.length,
    p50Ms: getQuantile(sorted, 0.5),
    p95Ms: getQuantile(sorted, 0.95),
    p99Ms: getQuantile(sorted, 0.99),
  };
}

function openSocket(
  { origin }: ServerProcess,
  { userId, cookie }: SignedInUser,
  onMessage: () => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/ws`, {
    headers: { Cookie: cookie },
  });
  socket.on('message', onMessage);
  return new Promise<WebSocket>((resolve, reject) => {
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'authenticate', userId }));
      resolve(socket);
    });
    socket.on('error', reject);
  });
}

/** Repeats a request at an interval, whether or not the one before has been answered. */
async function repeatFor(
  milliseconds: number,
  intervalMs: number,
  send: (nth: number) => Promise<number>,
): Promise<number[]> {
  const pending: Promise<number>[] = [];
  const faults: unknown[] = [];
  for (let nth = 0; nth * intervalMs < milliseconds && faults.length === 0; nth += 1) {
    const sent = send(nth);
    sent.catch((error: unknown) => faults.push(error));
    pending.push(sent);
    await pause(intervalMs);
  }
  return Promise.all(pending);
}

export async function measureCrowd(
  folder: string,
  { users, seconds }: CrowdPlan,
): Promise<CrowdSpeed> {
  const signedIn = await createUsers(folder, users);
  const cookies = signedIn.map(({ cookie }) => cookie);
  const server = await startTerminal('own', folder);
  const agent = new Agent({ keepAlive: true });
  const sockets: WebSocket[] = [];
  let socketMessages = 0;
  const sendChecked = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number> => {
    const body = method === 'POST' ? '{}' : '';
    const { status, ms } = await sendTimedRequest(server, { method, path, headers, body }, agent);
    if (!DONE.includes(status)) throw new UsageError(`${method} ${path} returned ${status}`);
    return ms;
  };
  const sendWrite = (path: string, cookie: string): Promise<number> =>
    sendChecked('POST', path, { ...JSON_TYPE, Cookie: cookie });
  try {
    // The first start of a desk computes the risk of its market for minutes.
    await waitForRest(server.pid);
    for (const user of signedIn) {
      sockets.push(await openSocket(server, user, () => (socketMessages += 1)));
      await sendWrite('/api/auto-trading/start', user.cookie);
    }
    await pause(1000 * SETTLE_SECONDS);
    socketMessages = 0;
    const before = readProcess(server.pid);
    const pagesMs = (1000 * SECONDS_BETWEEN_PAGES) / users;
    const [dashboard, closeAll, smallest] = await Promise.all([
      repeatFor(1000 * seconds, pagesMs, (nth) =>
        sendChecked('GET', '/', { Cookie: cookies[nth % users] ?? '' }),
      ),
      repeatFor(1000 * seconds, 1000 * SECONDS_BETWEEN_CLOSES, (nth) =>
        sendWrite('/api/trading-positions/close-all', cookies[nth % users] ?? ''),
      ),
      repeatFor(1000 * seconds, PROBE_MS, () => sendChecked('GET', '/healthz')),
    ]);
    const after = readProcess(server.pid);
    return {
      users,
      sockets: sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length,
      secondsBetweenPages: SECONDS_BETWEEN_PAGES,
      dashboard: summarizeTimes(dashboard),
      closeAll: summarizeTimes(closeAll),
      smallest: summarizeTimes(smallest),
      socketMessages,
      processorPercent: before && after ? (100 * (after.cpu - before.cpu)) / seconds : null,
      memoryMb: after?.memoryMb ?? null,
    };
  } finally {
    for (const socket of sockets) socket.terminate();
    agent.destroy();
    await server.stop();
  }
}

export const buildCrowdTable = (crowd: CrowdSpeed): Table => ({
  title: 'Many users',
  head: ['request', 'count', 'median', '95th percentile', '99th percentile'],
  note: `${formatInteger(crowd.users)} signed-in users on one server, each with a running account, an open socket and the dashboard opened every ${formatInteger(crowd.secondsBetweenPages)} s; one of them closes all positions each second. ${formatInteger(crowd.socketMessages)} messages were sent to the sockets meanwhile. The server needed ${formatOptional(crowd.processorPercent)}% of a processor and ${formatOptional(crowd.memoryMb)} MB; the clients share its processors. Goals: dashboard 300 ms and CLOSE ALL 100 ms at the 95th percentile, event loop 50 ms at the 99th.`,
  rows: (
    [
      ['dashboard', crowd.dashboard],
      ['CLOSE ALL', crowd.closeAll],
      ['smallest request, as the event loop', crowd.smallest],
    ] as const
  ).map(([name, { count, p50Ms, p95Ms, p99Ms }]) => [
    name,
    formatInteger(count),
    `${formatInteger(p50Ms)} ms`,
    `${formatInteger(p95Ms)} ms`,
    `${formatInteger(p99Ms)} ms`,
  ]),
});
