// Both ends of the benchmark of idle sockets: `own COUNT` is this server, `raw COUNT` a plain ws server
// with the same pings, `clients COUNT PORT` only answers them.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket, { WebSocketServer } from 'ws';
import { SOCKETS_PER_USER, attachHub, connectInBatches } from './bench-sockets';
import { SocketHub } from '../../server/live/hub.server';
import { SOCKET_LIMITS } from '../../server/live/limits.server';

/** A ping at every second heartbeat, as the hub sends them. */
const PING_MS = 2 * SOCKET_LIMITS.heartbeatMs;

const COLLECTIONS = 4;
const COLLECTION_PAUSE_MS = 100;

const postToParent = (message: unknown): void => void process.send?.(message);

/** Accounts whose figures do not change. */
function serveOwn(server: Server, count: number): void {
  const hub = new SocketHub({
    source: { getBundles: () => [] },
    limits: {
      ...SOCKET_LIMITS,
      perUserMax: 2 * SOCKETS_PER_USER,
      totalMax: SOCKETS_PER_USER + count,
      unauthenticatedMax: count,
    },
    isSessionLive: () => true,
  });
  attachHub(server, hub);
}

function serveRaw(server: Server): void {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
  sockets.on('connection', (ws) => {
    const timer = setInterval(() => ws.ping(), PING_MS).unref();
    ws.on('message', () => undefined);
    ws.on('close', () => clearInterval(timer));
  });
}

/** Buffers are freed in the background after a collection, and what they held with the next one. */
async function readMemoryMb(): Promise<number> {
  for (let pass = 0; pass < COLLECTIONS; pass += 1) {
    global.gc?.();
    await pause(COLLECTION_PAUSE_MS);
  }
  // Not the resident memory: it shrinks after the start by more than the sockets need.
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** Reports its address, then the processor time and memory of its sockets when the parent asks. */
function serveIdle(role: string, count: number): void {
  const server = createServer();
  if (role === 'own') serveOwn(server, count);
  else serveRaw(server);
  let fromMb = 0;
  let used = process.cpuUsage();
  const answerParent = async (message: unknown): Promise<void> => {
    if (message === 'count memory from here') fromMb = await readMemoryMb();
    else if (message === 'measure') used = process.cpuUsage();
    else {
      const { user, system } = process.cpuUsage(used);
      const memoryMb = (await readMemoryMb()) - fromMb;
      postToParent({ memoryMb, processorMs: (user + system) / 1000 });
    }
  };
  process.on('message', (message) => void answerParent(message));
  server.listen(0, '127.0.0.1', () =>
    postToParent({ port: (server.address() as AddressInfo).port }),
  );
}

async function connectIdle(port: number, userId: string): Promise<void> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
    headers: { Cookie: userId },
    perMessageDeflate: false,
  });
  await new Promise((resolve, reject) => ws.on('open', resolve).on('error', reject));
  ws.send(JSON.stringify({ type: 'authenticate', userId }));
}

async function connectAll(count: number, port: number): Promise<void> {
  await connectInBatches(count, (userId) => connectIdle(port, userId));
  postToParent('connected');
}

const [role = '', count, port] = process.argv.slice(2);
// The parent has exited.
process.on('disconnect', () => process.exit(1));
if (role === 'clients') await connectAll(Number(count), Number(port));
else serveIdle(role, Number(count));
