// How fast /ws reaches many clients: a server and its clients in processes of their own, through the
// door and the hub of the desk.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../server/platform/project.server';

export interface SocketSpeed {
  readonly clients: number;
  /**
   * Milliseconds from the making of a message at the server to its arrival at a client, over all
   * clients.
   */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Memory of the server. */
  readonly rssMb: number;
  /** How late the server's event loop came to its work. */
  readonly loopLagP99Ms: number;
}

const SECONDS = 10;
const WORKER = join(PROJECT_ROOT, 'build', 'workers', 'socket-bench.js');

const Listening = z.object({ port: z.number() });
const LatencyReport = z.object({ p50Ms: z.number(), p99Ms: z.number() });
const Cost = z.object({ rssMb: z.number(), loopLagP99Ms: z.number() });

const start = (...args: readonly (string | number)[]): ChildProcess =>
  fork(WORKER, args.map(String), { execArgv: [] });

/** The next thing that a process has to say; an error when it ends without. */
async function waitForMessage<T>(child: ChildProcess, schema: z.ZodType<T>): Promise<T> {
  const ended = new AbortController();
  const end = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`a process of the socket bench ended with ${String(code)}`);
  });
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal: ended.signal }),
      end,
    ])) as [unknown];
    return schema.parse(message);
  } finally {
    end.catch(() => undefined);
    ended.abort();
  }
}

/** One message of two kilobytes a second for each user, ten clients to a user. Needs the build. */
export async function measureSockets(
  clients: number,
  seconds: number = SECONDS,
): Promise<SocketSpeed> {
  const server = start('server', clients);
  const children = [server];
  try {
    const { port } = await waitForMessage(server, Listening);
    const visitors = start('clients', clients, port, seconds);
    children.push(visitors);
    await waitForMessage(visitors, z.literal('connected'));
    server.send('measure');
    const latency = await waitForMessage(visitors, LatencyReport);
    const cost = waitForMessage(server, Cost);
    server.send('report');
    return { clients, ...latency, ...(await cost) };
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}
