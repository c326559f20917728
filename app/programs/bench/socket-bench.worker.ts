// The two ends of the socket bench: `server CLIENTS` tells every user something each second,
// `clients CLIENTS PORT SECONDS` listens and measures.
import { quantile } from 'd3-array';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import WebSocket from 'ws';
import type { Session } from '../../models/account/session.server';
import type { BundleSource } from '../../server/live/bundle.server';
import { attachUpgradeHandler } from '../../server/live/upgrade.server';
import { SocketHub } from '../../server/live/hub.server';
import { SOCKET_LIMITS } from '../../server/live/limits.server';

const PER_USER = 10;
const PACE_MS = 1_000;
const MESSAGE_BYTES = 2_048;
const LAG_STEP_MS = 5;
const AT_ONCE = 50;
/** The users' first turns fall within two seconds: what comes before them is warm-up. */
const WARM_UP_MS = 3_000;

/** One clock for both processes, milliseconds. */
const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
const postToParent = (message: unknown): void => void process.send?.(message);

/** What each user is told is new at every look, and begins with the moment at which it was made. */
function stampedSource(): BundleSource {
  let made = 0;
  const filling = 'x'.repeat(MESSAGE_BYTES - 40);
  return {
    bundlesOf() {
      made += 1;
      return [
        {
          name: 'stamp',
          key: String(made),
          messages: [Buffer.from(JSON.stringify({ atMs: monotonicMs().toFixed(3), filling }))],
          isRepeated: false,
        },
      ];
    },
  };
}

function serveClients(clients: number): void {
  const limits = { ...SOCKET_LIMITS, paceMs: PACE_MS, perUser: PER_USER, inAll: clients };
  const hub = new SocketHub({ source: stampedSource(), limits, isSessionLive: () => true });
  const server = createServer();
  const session = (userId: string): Session => ({
    idHash: userId,
    userId,
    username: userId,
    createdMs: 0,
    activeMs: 0,
    csrfSecret: '',
  });
  attachUpgradeHandler(server, {
    hub,
    sessionOf: (cookie) => Promise.resolve(cookie === null ? null : session(cookie)),
  });
  setInterval(() => hub.touch(), PACE_MS / 10);
  const lag = monitorEventLoopDelay({ resolution: LAG_STEP_MS });
  process.on('message', (message) => {
    if (message === 'measure') lag.enable();
    else
      postToParent({
        rssMb: process.memoryUsage().rss / 2 ** 20,
        loopLagP99Ms: Math.max(0, lag.percentile(99) / 1e6 - LAG_STEP_MS),
      });
  });
  server.listen(0, '127.0.0.1', () =>
    postToParent({ port: (server.address() as AddressInfo).port }),
  );
}

const STAMP = /"atMs":"([\d.]+)"/;

async function connectClients(
  port: number,
  userId: string,
  onAge: (ms: number) => void,
): Promise<void> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { Cookie: userId } });
  await new Promise((resolve, reject) => ws.on('open', resolve).on('error', reject));
  ws.on('message', (data: Buffer) => {
    const arrivedMs = monotonicMs();
    const stamp = STAMP.exec(data.toString('latin1', 0, 60));
    if (stamp) onAge(arrivedMs - Number(stamp[1]));
  });
  ws.send(JSON.stringify({ type: 'authenticate', userId }));
}

async function listenToServer(clients: number, port: number, seconds: number): Promise<void> {
  const ages: number[] = [];
  let isMeasuring = false;
  const onAge = (ms: number): void => void (isMeasuring && ages.push(ms));
  for (let from = 0; from < clients; from += AT_ONCE) {
    const some = Array.from(
      { length: Math.min(AT_ONCE, clients - from) },
      (_, index) => `user-${Math.floor((from + index) / PER_USER)}`,
    );
    await Promise.all(some.map((userId) => connectClients(port, userId, onAge)));
  }
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  isMeasuring = true;
  postToParent('connected');
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  postToParent({ p50Ms: quantile(ages, 0.5) ?? NaN, p99Ms: quantile(ages, 0.99) ?? NaN });
}

const [role, clients, port, seconds] = process.argv.slice(2);
// Whoever started this process is gone: so is its purpose.
process.on('disconnect', () => process.exit(1));
if (role === 'server') serveClients(Number(clients));
else await listenToServer(Number(clients), Number(port), Number(seconds));
