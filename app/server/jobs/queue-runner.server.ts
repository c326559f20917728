// Runs jobs on the workers of a queue in Redis, on any number of machines.
import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents } from 'bullmq';
import { MINUTE_MS } from '../../trading/domain/time';
import type { JobKind } from './job-kind';
import { JobError, type JobRunner, type RunOptions } from './job-runner';
import { PoolRunner } from './pool-runner.server';
import {
  type OnNotice,
  type RedisConnection,
  createRedis,
  findRedisFault,
  formatAddress,
} from '../platform/redis-connection.server';
import { KEY_PREFIX, QUEUE_NAME } from './queue-messages';
import { QueueRun } from './queue-run.server';

interface QueueRunnerOptions {
  readonly url: string;
  /** Threads for jobs that must not leave this machine. */
  readonly threads: number;
  /** Priority of these threads below that of the process, 0 to 19. */
  readonly niceness?: number;
  readonly onNotice: OnNotice;
  /** A run with the id of an earlier one uses its results; default: a new id. */
  readonly runId?: string;
  /** An outage of Redis for this time ends a run. */
  readonly outageMsMax?: number;
}

interface Connections {
  readonly connection: RedisConnection;
  readonly queue: Queue;
  readonly events: QueueEvents;
}

export class QueueRunner implements JobRunner {
  private readonly options: Required<QueueRunnerOptions>;
  private readonly local: PoolRunner;
  private connections: Connections | null = null;
  private readonly runs = new Map<QueueRun, Promise<unknown[]>>();

  constructor(options: QueueRunnerOptions) {
    this.options = { runId: randomUUID(), outageMsMax: 10 * MINUTE_MS, niceness: 0, ...options };
    const { threads, niceness } = this.options;
    this.local = new PoolRunner({ threads, niceness });
  }

  async run<I, R>(
    kind: JobKind<I, R>,
    inputs: readonly I[],
    options: RunOptions<NoInfer<R>> = {},
  ): Promise<R[]> {
    if (!kind.isShareable) return this.local.run(kind, inputs, options);
    if (inputs.length === 0) return [];
    const { connection, queue, events } = await this.openConnections();
    const { runId, url, onNotice, outageMsMax } = this.options;
    const run = new QueueRun({
      connection,
      queue,
      events,
      runId,
      kind,
      inputs,
      options: options as RunOptions<unknown>,
      onNotice,
      outageMsMax,
      address: formatAddress(url),
    });
    const ending = run.executeJobs();
    this.runs.set(run, ending);
    try {
      return (await ending) as R[];
    } finally {
      this.runs.delete(run);
    }
  }

  async close(): Promise<void> {
    for (const run of this.runs.keys()) run.cancelRun();
    await Promise.allSettled(this.runs.values());
    await this.local.close();
    if (!this.connections) return;
    const { connection, queue, events } = this.connections;
    this.connections = null;
    await connection.close(() => Promise.all([events.close(), queue.close()]));
  }

  private async openConnections(): Promise<Connections> {
    if (this.connections) return this.connections;
    const fault = await findRedisFault(this.options.url);
    if (fault !== null)
      throw new JobError(
        'connection',
        `${fault}. Start it, correct QUEUE_URL, or remove QUEUE_URL to run on this machine.`,
      );
    const connection = createRedis(this.options.url, this.options.onNotice);
    const shared = { connection: connection.redis, prefix: KEY_PREFIX };
    const queue = new Queue(QUEUE_NAME, shared);
    const events = new QueueEvents(QUEUE_NAME, shared);
    // Of the connection; an outage is reported, and ends the run if it lasts.
    queue.on('error', () => undefined);
    events.on('error', () => undefined);
    await events.waitUntilReady();
    this.connections = { connection, queue, events };
    return this.connections;
  }
}
