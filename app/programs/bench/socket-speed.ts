// Latency of /ws with many clients: a server and its clients in separate processes, through the
// real upgrade handler and hub.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../server/platform/project.server';

export interface SocketSpeed {
  readonly clients: number;
  /** Milliseconds from the creation of a message at the server to its arrival, over all clients. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Clients that received messages of their user while it was measured. */
  readonly servedClients: number;
  /** Messages that clients received of other users. */
  readonly foreignMessages: number;
  /** Resident memory of the server, MB. */
  readonly rssMb: number;
  /** Event loop delay of the server. */
  readonly loopLagP99Ms: number;
}

const SECONDS = 10;
const WORKER = join(PROJECT_ROOT, 'build', 'workers', 'socket-bench.js');

const ListeningMessage = z.object({ port: z.number() });
const ClientReport = z.object({
  p50Ms: z.number(),
  p99Ms: z.number(),
  servedClients: z.number(),
  foreignMessages: z.number(),
});
const ServerUsage = z.object({ rssMb: z.number(), loopLagP99Ms: z.number() });

const startProcess = (...args: readonly (string | number)[]): ChildProcess =>
  fork(WORKER, args.map(String), { execArgv: [] });

/** Next message of a process. Throws when the process ends first. */
export async function waitForMessage<T>(child: ChildProcess, schema: z.ZodType<T>): Promise<T> {
  const controller = new AbortController();
  const exit = once(child, 'exit', { signal: controller.signal }).then(([code]) => {
    throw new Error(`a process of the socket bench ended with ${String(code)}`);
  });
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal: controller.signal }),
      exit,
    ])) as [unknown];
    return schema.parse(message);
  } finally {
    exit.catch(() => undefined);
    controller.abort();
  }
}

/** One 2 KB message per second and user, ten clients per user. Needs the build. */
export async function measureSockets(
  clients: number,
  seconds: number = SECONDS,
): Promise<SocketSpeed> {
  const server = startProcess('server', clients);
  const children = [server];
  try {
    const { port } = await waitForMessage(server, ListeningMessage);
    const clientProcess = startProcess('clients', clients, port, seconds);
    children.push(clientProcess);
    await waitForMessage(clientProcess, z.literal('connected'));
    server.send('measure');
    const received = await waitForMessage(clientProcess, ClientReport);
    const usage = waitForMessage(server, ServerUsage);
    server.send('report');
    return { clients, ...received, ...(await usage) };
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}
