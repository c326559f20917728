// One run of jobs through the queue: sends them, follows them, and removes every trace at its end.
// What Redis or a worker loses is sent again, because each job computes the same result again.
import { createHash } from 'node:crypto';
import type { Queue, QueueEvents } from 'bullmq';
import type { KindFacts } from './job-kind';
import {
  JobError,
  type RunOptions,
  createCancelledError,
  createProgressSum,
  formatJobName,
} from './job-runner';
import type { OnNotice, RedisConnection } from '../platform/redis-connection.server';
import {
  JobEndSchema,
  JobPartSchema,
  KEY_PREFIX,
  type PayloadPlace,
  QUEUE_NAME,
  type QueuedJob,
  RUN_LIFE_SECONDS,
  getRunKey,
} from './queue-messages';
import {
  PayloadError,
  encodePayload,
  readPayload,
  removePayload,
  writePayload,
} from './queue-payloads.server';

interface QueueRunRequest {
  readonly connection: RedisConnection;
  readonly queue: Queue;
  readonly events: QueueEvents;
  readonly runId: string;
  readonly kind: KindFacts;
  readonly inputs: readonly unknown[];
  readonly options: RunOptions<unknown>;
  readonly onNotice: OnNotice;
  readonly outageMsMax: number;
  /** Of Redis, for messages. */
  readonly address: string;
}

/** A job, and the places of its input in the list: equal inputs are one job. */
interface SentJob {
  readonly indices: number[];
  input: PayloadPlace | null;
  result: PayloadPlace | null;
  isSettled: boolean;
}

const TICK_MS = 1000;
const RENEWAL_TICKS = 5;
const CHECK_TICKS = 3;
const WORKER_CHECK_TICKS = 30;
/** States that are requested at once. */
const CHECKED_JOBS = 100;
/** Inputs in Redis; the others are sent later. */
const SENT_BYTES_MAX = 256 * 1024 * 1024;
/** Time for workers to end jobs of a cancelled run. */
const ENDING_MS_MAX = 10_000;
const ENDING_CHECK_MS = 200;
/** Starts of a job when Redis fails under its worker. */
const QUEUE_ATTEMPTS = 5;

export class QueueRun {
  /** Unique for a kind, because a program has one run of a kind at a time. */
  private readonly run: string;
  private readonly jobs = new Map<string, SentJob>();
  private readonly results: unknown[] = [];
  private readonly report: ReturnType<typeof createProgressSum>;
  private readonly checking = new Set<string>();
  private readonly failure: Promise<never>;
  private fail: (error: unknown) => void = () => undefined;
  private onSettled: () => void = () => undefined;
  private sentBytes = 0;
  private downSinceMs: number | null = null;
  private ticks = 0;
  /** Nothing is sent after the end. */
  private isEnded = false;

  constructor(private readonly request: QueueRunRequest) {
    const { runId, kind, inputs, options } = request;
    this.run = `${runId}-${kind.name}`;
    this.report = createProgressSum(inputs.length, options.onProgress);
    this.failure = new Promise((_, reject) => {
      this.fail = reject;
    });
    this.failure.catch(() => undefined);
  }

  async executeJobs(): Promise<unknown[]> {
    const { events, options } = this.request;
    const stop = (): void => this.fail(createCancelledError());
    if (options.signal?.aborted) throw createCancelledError();
    options.signal?.addEventListener('abort', stop);
    const onEnd = ({ jobId }: { readonly jobId: string }): void => this.checkJob(jobId);
    const onPart = ({ jobId, data }: { readonly jobId: string; readonly data: unknown }): void =>
      this.reportPart(jobId, data);
    events.on('completed', onEnd).on('failed', onEnd).on('progress', onPart);
    const timer = setInterval(() => this.watchRun(), TICK_MS);
    const processing = this.processJobs();
    try {
      await Promise.race([this.failure, processing]);
      return this.results;
    } finally {
      clearInterval(timer);
      events.off('completed', onEnd).off('failed', onEnd).off('progress', onPart);
      options.signal?.removeEventListener('abort', stop);
      this.isEnded = true;
      this.onSettled();
      if (this.isConnected()) await this.removeTraces(processing);
    }
  }

  /** Ends the run; `executeJobs` then rejects. */
  cancelRun(): void {
    this.fail(createCancelledError());
  }

  private isConnected(): boolean {
    return this.request.connection.isReady();
  }

  private async processJobs(): Promise<void> {
    const { inputs, kind } = this.request;
    await this.renewRun();
    for (const [index, input] of inputs.entries()) {
      while (this.sentBytes > SENT_BYTES_MAX && !this.isEnded) await this.waitForJob();
      if (this.isEnded) return;
      const encoded = await encodePayload(input);
      const id = computeJobId(this.run, kind.name, encoded);
      const known = this.jobs.get(id);
      if (known) {
        known.indices.push(index);
        if (known.isSettled) this.storeResult([index], this.results[known.indices[0] ?? 0]);
        continue;
      }
      const job: SentJob = { indices: [index], input: null, result: null, isSettled: false };
      this.jobs.set(id, job);
      await this.sendJob(id, job, encoded);
    }
    while (!this.isEnded && !this.areSettled()) await this.waitForJob();
  }

  private areSettled(): boolean {
    return [...this.jobs.values()].every(({ isSettled }) => isSettled);
  }

  private waitForJob(): Promise<void> {
    return new Promise((resolve) => {
      this.onSettled = resolve;
    });
  }

  /** A job that is already in the queue stays as it is. */
  private async sendJob(id: string, job: SentJob, encoded: Buffer): Promise<void> {
    const { connection, queue, kind } = this.request;
    const input = await writePayload(connection.redis, `${KEY_PREFIX}:payload:${id}`, encoded);
    if (job.input === null) this.sentBytes += input.bytes;
    job.input = input;
    const data: QueuedJob = { run: this.run, kind: kind.name, input };
    await queue.add(kind.name, data, {
      jobId: id,
      attempts: QUEUE_ATTEMPTS,
      backoff: { type: 'exponential', delay: 1000 },
    });
  }

  /** Renews the run, looks for jobs whose events were missed, and watches connection and workers. */
  private watchRun(): void {
    this.ticks += 1;
    const { outageMsMax, address } = this.request;
    if (!this.isConnected()) {
      this.downSinceMs ??= performance.now();
      if (performance.now() - this.downSinceMs > outageMsMax)
        this.fail(
          new JobError(
            'connection',
            `Redis at ${address} did not answer for ${outageMsMax / 60_000} minutes. Nothing was recorded. Start it and run the program again.`,
          ),
        );
      return;
    }
    if (this.downSinceMs !== null || this.ticks % RENEWAL_TICKS === 0) void this.renewRun();
    if (this.downSinceMs !== null || this.ticks % CHECK_TICKS === 0) this.checkJobs();
    if (this.ticks % WORKER_CHECK_TICKS === 2) void this.checkWorkers();
    this.downSinceMs = null;
  }

  private async renewRun(): Promise<void> {
    await this.request.connection.redis
      .set(getRunKey(this.run), 'open', 'EX', RUN_LIFE_SECONDS)
      .catch((error: unknown) => this.fail(error));
  }

  private async checkWorkers(): Promise<void> {
    const { queue, onNotice, address } = this.request;
    const workers = await queue.getWorkersCount().catch(() => 1);
    if (workers === 0)
      onNotice(
        `No worker of this version (${QUEUE_NAME}) is connected to ${address}. Start one from the same code: npm run worker.`,
      );
  }

  private checkJobs(): void {
    const open = [...this.jobs].filter(([, { isSettled }]) => !isSettled);
    for (const [id] of open.slice(0, CHECKED_JOBS)) this.checkJob(id);
  }

  private checkJob(id: string): void {
    const job = this.jobs.get(id);
    if (!job || job.isSettled || job.input === null || this.checking.has(id)) return;
    this.checking.add(id);
    this.settleJob(id, job)
      .catch((error: unknown) => this.fail(error))
      .finally(() => this.checking.delete(id));
  }

  private async settleJob(id: string, job: SentJob): Promise<void> {
    const { queue, connection } = this.request;
    const state = await queue.getJobState(id);
    if (state === 'unknown') return this.sendAgain(id, job);
    if (state !== 'completed' && state !== 'failed') return;
    const stored = await queue.getJob(id);
    if (!stored) return this.sendAgain(id, job);
    if (state === 'failed')
      throw new JobError('crashed', `ended without a result: ${stored.failedReason}.`, {
        job: this.nameJob(job),
      });
    const ended = JobEndSchema.parse(stored.returnvalue);
    switch (ended.end) {
      case 'abandoned':
        return this.sendAgain(id, job);
      case 'fault':
        throw new JobError(ended.fault, ended.detail, {
          job: this.nameJob(job),
          stack: ended.stack,
        });
      case 'done':
        job.result = ended.result;
    }
    try {
      this.storeResult(job.indices, await readPayload(connection.redis, ended.result));
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      return this.sendAgain(id, job);
    }
    job.isSettled = true;
    this.sentBytes -= job.input?.bytes ?? 0;
    this.onSettled();
  }

  /** Removes what is left of a job, and sends it again. */
  private async sendAgain(id: string, job: SentJob): Promise<void> {
    if (this.isEnded) return;
    const { queue, inputs } = this.request;
    await this.renewRun();
    await queue.remove(id);
    await this.sendJob(id, job, await encodePayload(inputs[job.indices[0] ?? 0]));
  }

  private storeResult(indices: readonly number[], result: unknown): void {
    for (const index of indices) {
      this.results[index] = result;
      this.request.options.onResult?.(index, result);
      this.report(index, 1);
    }
  }

  private reportPart(id: string, data: unknown): void {
    const job = this.jobs.get(id);
    const part = JobPartSchema.safeParse(data);
    if (!job || job.isSettled || !part.success) return;
    for (const index of job.indices) this.report(index, part.data.part, part.data.activity);
  }

  private nameJob({ indices }: SentJob): string {
    const { kind, inputs } = this.request;
    return formatJobName(kind, indices[0] ?? 0, inputs.length);
  }

  /** Removes the jobs and payloads, also that of the last job sent. */
  private async removeTraces(processing: Promise<void>): Promise<void> {
    await processing.catch(() => undefined);
    // The results are here: a failure of Redis now costs no more than payloads that expire.
    await this.removeAll().catch(() => undefined);
  }

  /** Workers end the jobs that run. */
  private async removeAll(): Promise<void> {
    const { redis } = this.request.connection;
    const isComplete = this.areSettled();
    if (!isComplete) await redis.set(getRunKey(this.run), 'cancelled', 'EX', RUN_LIFE_SECONDS);
    const untilMs = performance.now() + ENDING_MS_MAX;
    let remaining = [...this.jobs.keys()];
    for (;;) {
      remaining = await this.removeJobs(remaining);
      if (remaining.length === 0 || performance.now() > untilMs) break;
      await new Promise((resolve) => {
        setTimeout(resolve, ENDING_CHECK_MS);
      });
    }
    for (const { input, result } of this.jobs.values())
      for (const place of [input, result]) if (place !== null) await removePayload(redis, place);
    if (isComplete) await redis.unlink(getRunKey(this.run));
  }

  /** Returns the jobs that cannot be removed because they run. */
  private async removeJobs(ids: readonly string[]): Promise<string[]> {
    const { queue } = this.request;
    const running: string[] = [];
    for (const id of ids) {
      await this.findLateResult(id);
      const isGone = (await queue.remove(id)) === 1 || (await queue.getJobState(id)) === 'unknown';
      if (!isGone) running.push(id);
    }
    return running;
  }

  /** Result of a job that was done after the run had ended, so that it is removed too. */
  private async findLateResult(id: string): Promise<void> {
    const job = this.jobs.get(id);
    if (!job || job.result !== null) return;
    const ended = JobEndSchema.safeParse((await this.request.queue.getJob(id))?.returnvalue);
    if (ended.success && ended.data.end === 'done') job.result = ended.data.result;
  }
}

/** Digest that names a job: the same input of the same run is the same job. */
const computeJobId = (run: string, kind: string, encoded: Buffer): string =>
  createHash('sha256')
    .update(`${QUEUE_NAME}\0${run}\0${kind}\0`)
    .update(encoded)
    .digest('hex')
    .slice(0, 32);
