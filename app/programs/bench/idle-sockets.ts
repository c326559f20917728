// Processor time and memory of open sockets without messages, against a plain ws server that sends the
// same pings; each server and its clients in processes of their own.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import { SOCKETS_PER_USER } from './bench-sockets';
import { waitForMessage } from './socket-speed';
import { type Table, formatDecimal, formatInteger } from './table';

export interface IdleSockets {
  readonly count: number;
  readonly own: IdleServer;
  readonly raw: IdleServer;
  /** This server / plain ws. */
  readonly memoryRatio: number;
  readonly processorRatio: number;
}

interface IdleServer {
  /** Memory of the sockets in the heap of JavaScript and in its buffers, MB. */
  readonly memoryMb: number;
  /** Processor time of one core, in per cent. */
  readonly processorPercent: number;
}

const WORKER = join(PROJECT_ROOT, 'build', 'workers', 'idle-sockets.js');
const ListeningMessage = z.object({ port: z.number() });
const Usage = z.object({ memoryMb: z.number(), processorMs: z.number() });
/** After the last connection, until its messages are sent and the compiler is done. */
const SETTLE_MS = 3_000;

const startProcess = (...args: readonly (string | number)[]) =>
  // Compiled code stays: its release would count as memory that the sockets gave back.
  fork(WORKER, args.map(String), { execArgv: ['--expose-gc', '--no-flush-bytecode'] });

async function measureServer(
  role: 'own' | 'raw',
  count: number,
  seconds: number,
): Promise<IdleServer> {
  const server = startProcess(role, count);
  const children = [server];
  const connectClients = async (clientCount: number, port: number): Promise<void> => {
    const clients = startProcess('clients', clientCount, port);
    children.push(clients);
    await waitForMessage(clients, z.literal('connected'));
    await pause(SETTLE_MS);
  };
  try {
    const { port } = await waitForMessage(server, ListeningMessage);
    // What only the first sockets load and compile is not memory of a socket.
    await connectClients(SOCKETS_PER_USER, port);
    server.send('count memory from here');
    await connectClients(count, port);
    server.send('measure');
    await pause(1000 * seconds);
    const usage = waitForMessage(server, Usage);
    server.send('report');
    const { memoryMb, processorMs } = await usage;
    return { memoryMb, processorPercent: processorMs / (10 * seconds) };
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

/** Needs the build. Pings are sent every half minute, so that `seconds` should be no less. */
export async function measureIdleSockets(count: number, seconds: number): Promise<IdleSockets> {
  const raw = await measureServer('raw', count, seconds);
  const own = await measureServer('own', count, seconds);
  return {
    count,
    own,
    raw,
    memoryRatio: own.memoryMb / raw.memoryMb,
    processorRatio: own.processorPercent / raw.processorPercent,
  };
}

export const buildIdleTable = (idle: IdleSockets): Table => ({
  title: 'Idle sockets',
  head: ['server', 'memory of the sockets', 'processor'],
  note: `${formatInteger(idle.count)} open sockets, ten for each user, without messages. Plain ws sends the same pings. This server needs ${idle.memoryRatio.toFixed(2)} times the memory and ${idle.processorRatio.toFixed(2)} times the processor. Goal: 1.3.`,
  rows: (['raw', 'own'] as const).map((role) => [
    role === 'raw' ? 'plain ws' : 'Frontmonth',
    `${formatDecimal(idle[role].memoryMb)} MB`,
    `${formatDecimal(idle[role].processorPercent)}%`,
  ]),
});
