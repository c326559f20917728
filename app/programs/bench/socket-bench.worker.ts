// Both ends of the socket benchmark: `server CLIENTS` sends every user one message per second,
// `clients CLIENTS PORT SECONDS` measures.
import { quantile } from 'd3-array';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import WebSocket from 'ws';
import { SOCKETS_PER_USER, attachHub, connectInBatches } from './bench-sockets';
import type { BundleSource } from '../../server/live/bundle.server';
import { SocketHub } from '../../server/live/hub.server';
import { SOCKET_LIMITS } from '../../server/live/limits.server';

const PACE_MS = 1_000;
const MESSAGE_BYTES = 2_048;
const LAG_STEP_MS = 5;
/** The first messages are spread over two seconds; earlier ones are warm-up. */
const WARM_UP_MS = 3_000;

/** Monotonic milliseconds, shared by both processes. */
const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
const postToParent = (message: unknown): void => void process.send?.(message);

/** A new message at every poll, which starts with its user and creation time. */
function createStampedSource(): BundleSource {
  let count = 0;
  const padding = 'x'.repeat(MESSAGE_BYTES - 60);
  return {
    getBundles(userId) {
      count += 1;
      return [
        {
          name: 'stamp',
          key: String(count),
          messages: [
            Buffer.from(
              JSON.stringify({ userId, atMs: monotonicMs().toFixed(3), filling: padding }),
            ),
          ],
          isRepeated: false,
        },
      ];
    },
  };
}

function serveClients(clients: number): void {
  const limits = {
    ...SOCKET_LIMITS,
    minIntervalMs: PACE_MS,
    perUserMax: SOCKETS_PER_USER,
    totalMax: clients,
  };
  const hub = new SocketHub({ source: createStampedSource(), limits, isSessionLive: () => true });
  const server = createServer();
  attachHub(server, hub);
  setInterval(() => hub.scheduleUpdates(), PACE_MS / 10);
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

const STAMP = /^\{"userId":"([^"]*)","atMs":"([\d.]+)"/;

async function connectClient(
  port: number,
  userId: string,
  onMessage: (receivedUserId: string, ageMs: number) => void,
): Promise<void> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { Cookie: userId } });
  await new Promise((resolve, reject) => ws.on('open', resolve).on('error', reject));
  ws.on('message', (data: Buffer) => {
    const arrivedMs = monotonicMs();
    const stamp = STAMP.exec(data.toString('latin1', 0, 80));
    if (stamp) onMessage(stamp[1] ?? '', arrivedMs - Number(stamp[2]));
  });
  ws.send(JSON.stringify({ type: 'authenticate', userId }));
}

async function runClients(clients: number, port: number, seconds: number): Promise<void> {
  const ages: number[] = [];
  const served = new Set<number>();
  let foreignMessages = 0;
  let isMeasuring = false;
  const recordMessage = (client: number, isOwn: boolean, ageMs: number): void => {
    if (!isOwn) foreignMessages += 1;
    if (!isMeasuring) return;
    if (isOwn) served.add(client);
    ages.push(ageMs);
  };
  await connectInBatches(clients, (userId, client) =>
    connectClient(port, userId, (receivedUserId, ageMs) =>
      recordMessage(client, receivedUserId === userId, ageMs),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  isMeasuring = true;
  postToParent('connected');
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  postToParent({
    p50Ms: quantile(ages, 0.5) ?? NaN,
    p99Ms: quantile(ages, 0.99) ?? NaN,
    servedClients: served.size,
    foreignMessages,
  });
}

const [role, clients, port, seconds] = process.argv.slice(2);
// The parent has exited.
process.on('disconnect', () => process.exit(1));
if (role === 'server') serveClients(Number(clients));
else await runClients(Number(clients), Number(port), Number(seconds));
