// Takes jobs of the queue and runs them in threads of this process.
import { type Job, UnrecoverableError, WaitingError, Worker } from 'bullmq';
import type { KindFacts } from './job-kind';
import { JobError } from './job-runner';
import type { PoolRunner } from './pool-runner.server';
import {
  type OnNotice,
  type RedisConnection,
  createRedis,
} from '../platform/redis-connection.server';
import {
  type JobEnd,
  KEY_PREFIX,
  QUEUE_NAME,
  QueuedJobSchema,
  RUN_LIFE_SECONDS,
  getRunKey,
} from './queue-messages';
import { encodePayload, readPayload, writePayload } from './queue-payloads.server';

/**
 * A job belongs to a worker for this time, which the worker renews. A killed worker loses it; the
 * next check of another worker gives the job back to the queue.
 */
const LOCK_MS = 15_000;
const STALLED_CHECK_MS = 5000;
/** Workers that may end while they run the same job. */
const STALLS_MAX = 10;
const PART_PAUSE_MS = 500;
const RUN_CHECK_MS = 1000;

interface QueueWorkerOptions {
  readonly url: string;
  readonly concurrency: number;
  readonly kinds: readonly KindFacts[];
  readonly pool: PoolRunner;
  readonly onNotice: OnNotice;
  /** Called with a line about each job that ends. */
  readonly onJobEnd?: (text: string) => void;
}

interface WorkerCounts {
  readonly done: number;
  readonly failed: number;
  readonly running: number;
}

interface ActiveJob {
  readonly run: string;
  readonly ending: AbortController;
  /** Since when the run has no caller; null while it has one. */
  missingSinceMs: number | null;
}

export class QueueWorker {
  private readonly connection: RedisConnection;
  private readonly worker: Worker;
  private readonly activeJobs = new Map<string, ActiveJob>();
  private readonly runCheck: NodeJS.Timeout;
  private counts = { done: 0, failed: 0 };
  private isReturning = false;

  constructor(private readonly options: QueueWorkerOptions) {
    this.connection = createRedis(options.url, options.onNotice);
    this.worker = new Worker(QUEUE_NAME, (job, token) => this.processJob(job, token), {
      connection: this.connection.redis,
      prefix: KEY_PREFIX,
      concurrency: options.concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: STALLS_MAX,
    });
    // Of the connection, which is reported above, and of jobs that another worker took over.
    this.worker.on('error', () => undefined);
    this.worker.on('completed', (job, end: JobEnd) => this.endJob(job, end));
    this.worker.on('failed', (job, error) => {
      this.counts.failed += 1;
      options.onJobEnd?.(`${job?.name ?? 'job'} failed: ${error.message}`);
    });
    this.runCheck = setInterval(() => void this.checkRuns(), RUN_CHECK_MS);
  }

  getCounts(): WorkerCounts {
    return { ...this.counts, running: this.activeJobs.size };
  }

  isConnected(): boolean {
    return this.connection.isReady();
  }

  /** Takes no more jobs, waits for running ones for `graceMs`, and gives back the others. */
  async stop(graceMs: number): Promise<void> {
    const giveBack = setTimeout(() => {
      this.isReturning = true;
      for (const { ending } of this.activeJobs.values()) ending.abort();
    }, graceMs);
    if (this.isConnected()) await this.worker.close();
    clearTimeout(giveBack);
    clearInterval(this.runCheck);
    await this.connection.close(() => this.worker.close(true));
    await this.options.pool.close();
  }

  private async processJob(job: Job, token: string | undefined): Promise<JobEnd> {
    const { run, kind: name, input } = QueuedJobSchema.parse(job.data);
    const kind = this.options.kinds.find((one) => one.name === name && one.isShareable);
    if (!kind) throw new UnrecoverableError(`there is no kind of job '${name}'`);
    const id = job.id ?? '';
    const ending = new AbortController();
    // Before the first wait: a worker that stops meanwhile must give this job back too.
    this.activeJobs.set(id, { run, ending, missingSinceMs: null });
    if (this.isReturning) ending.abort();
    try {
      if ((await this.connection.redis.get(getRunKey(run))) !== 'open') return { end: 'abandoned' };
      const [result] = await this.options.pool.run(
        kind,
        [await readPayload(this.connection.redis, input)],
        { signal: ending.signal, onProgress: createPartSender(job) },
      );
      const key = `${input.key}:result`;
      return {
        end: 'done',
        result: await writePayload(this.connection.redis, key, await encodePayload(result)),
      };
    } catch (error) {
      if (!(error instanceof JobError)) throw error;
      if (error.fault !== 'cancelled') return toFaultyEnd(error);
      if (!this.isReturning) return { end: 'abandoned' };
      await job.moveToWait(token);
      throw new WaitingError();
    } finally {
      this.activeJobs.delete(id);
    }
  }

  /** Counts and reports a job. No caller removes one that is abandoned. */
  private endJob(job: Job, end: JobEnd): void {
    if (end.end === 'done') this.counts.done += 1;
    else if (end.end === 'fault') this.counts.failed += 1;
    else job.remove().catch(() => undefined);
    const seconds = ((job.finishedOn ?? 0) - (job.processedOn ?? 0)) / 1000;
    this.options.onJobEnd?.(
      `${job.name} ${end.end} after ${seconds.toFixed(1)} s${end.end === 'fault' ? `: ${end.detail}` : ''}`,
    );
  }

  /** Ends jobs of cancelled runs at once, those of runs without a caller after a while. */
  private async checkRuns(): Promise<void> {
    const active = [...this.activeJobs.values()];
    if (active.length === 0 || !this.isConnected()) return;
    const states = await this.connection.redis
      .mget(active.map(({ run }) => getRunKey(run)))
      .catch(() => active.map(() => 'open'));
    const nowMs = performance.now();
    for (const [index, job] of active.entries()) {
      const state = states[index];
      job.missingSinceMs = state === null ? (job.missingSinceMs ?? nowMs) : null;
      const isMissing =
        job.missingSinceMs !== null && nowMs - job.missingSinceMs > RUN_LIFE_SECONDS * 1000;
      if (state === 'cancelled' || isMissing) job.ending.abort();
    }
  }
}

const toFaultyEnd = ({ fault, detail, stack }: JobError): JobEnd => ({
  end: 'fault',
  fault,
  detail,
  ...(stack === undefined ? {} : { stack }),
});

/** Sends progress at most every PART_PAUSE_MS. */
function createPartSender(job: Job) {
  let sentMs = -Infinity;
  return ({ done, activity }: { readonly done: number; readonly activity: string }): void => {
    const nowMs = performance.now();
    if (nowMs - sentMs < PART_PAUSE_MS) return;
    sentMs = nowMs;
    job.updateProgress({ part: done, activity }).catch(() => undefined);
  };
}
