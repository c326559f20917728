// Runs jobs in threads of this process. Threads stay until `close`, and so keep their compiled code
// for the next run.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  MessageChannel,
  type MessagePort,
  type Worker,
  receiveMessageOnPort,
} from 'node:worker_threads';
import { Piscina } from 'piscina';
import { MINUTE_MS } from '../../trading/domain/time';
import { PROJECT_ROOT } from '../platform/project.server';
import { type JobKind, type KindFacts, STARTS_MAX } from './job-kind';
import {
  JobError,
  type JobRunner,
  type RunOptions,
  createCancelledError,
  createProgressSum,
  formatJobName,
} from './job-runner';
import type { JobAnswer, JobPart, JobTask } from './job-task';

/** Worker file of all kinds. */
const RESEARCH_WORKER = join(PROJECT_ROOT, 'build', 'workers', 'research.js');

interface PoolOptions {
  readonly threads: number;
  /** Worker file; it exports the function of createJobThread as `runJobTask`. */
  readonly file?: string;
  /** Priority of the threads below that of the process, 0 to 19. */
  readonly niceness?: number;
}

type OnPart = (part: number, activity: string) => void;

interface ThreadJob {
  readonly kind: KindFacts;
  /** For messages. */
  readonly name: string;
  readonly input: unknown;
  /** Ends the run. */
  readonly end: AbortSignal;
  readonly onPart: OnPart;
}

export class PoolRunner implements JobRunner {
  private readonly options: Required<PoolOptions>;
  /** One pool for each set of limits: they are limits of a thread. */
  private readonly pools = new Map<string, Piscina>();
  /** Threads that have not ended, terminated ones included. */
  private readonly threads = new Set<Worker>();
  private readonly ending = new AbortController();

  constructor(options: PoolOptions) {
    this.options = { file: RESEARCH_WORKER, niceness: 0, ...options };
  }

  async run<I, R>(
    kind: JobKind<I, R>,
    inputs: readonly I[],
    { onProgress, onResult, signal }: RunOptions<NoInfer<R>> = {},
  ): Promise<R[]> {
    if (!existsSync(this.options.file))
      throw new JobError(
        'not-built',
        'The worker of research jobs is not built. Run `npm run build`.',
      );
    const failure = new AbortController();
    const end = AbortSignal.any([this.ending.signal, failure.signal, ...(signal ? [signal] : [])]);
    const report = createProgressSum(inputs.length, onProgress);
    const results: R[] = [];
    let next = 0;
    const runNext = async (): Promise<void> => {
      for (let index = next++; index < inputs.length; index = next++) {
        if (end.aborted) throw createCancelledError();
        const result = (await this.runJob({
          kind,
          name: formatJobName(kind, index, inputs.length),
          input: inputs[index],
          end,
          onPart: (part, activity) => report(index, part, activity),
        })) as R;
        results[index] = result;
        onResult?.(index, result);
        report(index, 1);
      }
    };
    const lanes = Array.from({ length: Math.min(this.options.threads, inputs.length) }, () =>
      runNext().catch((error: unknown) => {
        failure.abort();
        throw error;
      }),
    );
    try {
      await Promise.all(lanes);
    } finally {
      await Promise.allSettled(lanes);
    }
    return results;
  }

  async close(): Promise<void> {
    this.ending.abort();
    this.watchThreads();
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
    await Promise.all(
      [...this.threads].map((thread) => new Promise((resolve) => thread.once('exit', resolve))),
    );
  }

  private async runJob(job: ThreadJob): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.runOnce(job);
      } catch (error) {
        const isCrash = error instanceof JobError && error.fault === 'crashed';
        if (!isCrash || attempt >= (job.kind.startsMax ?? STARTS_MAX)) throw error;
      }
    }
  }

  private async runOnce({ kind, name, input, end, onPart }: ThreadJob): Promise<unknown> {
    const { port1, port2 } = new MessageChannel();
    const timeLimit = AbortSignal.timeout(kind.timeLimitMs);
    port1.on('message', ({ part, activity }: JobPart) => onPart(part, activity));
    const task: JobTask = { kind: kind.name, input, port: port2, niceness: this.options.niceness };
    try {
      const answering = this.openPool(kind).run(task, {
        filename: this.options.file,
        name: 'runJobTask',
        transferList: [port2],
        signal: AbortSignal.any([end, timeLimit]),
      }) as Promise<JobAnswer>;
      this.watchThreads();
      const answer = await answering;
      drainParts(port1, onPart);
      if ('fault' in answer)
        throw new JobError('failed', `failed: ${answer.fault.message}`, {
          job: name,
          stack: answer.fault.stack,
        });
      return answer.result;
    } catch (error) {
      if (error instanceof JobError) throw error;
      if (end.aborted) throw createCancelledError();
      throw timeLimit.aborted ? createTimeError(kind, name) : createCrashError(kind, name, error);
    } finally {
      port1.close();
    }
  }

  private openPool({ youngGenerationMb, heapMb }: KindFacts): Piscina {
    const key = `${youngGenerationMb}/${heapMb}`;
    const opened = this.pools.get(key);
    if (opened) return opened;
    const pool = new Piscina({
      minThreads: 0,
      maxThreads: this.options.threads,
      idleTimeout: MINUTE_MS,
      // No environment: a job must not see secrets.
      env: {},
      // Otherwise the pool loads the worker file by `require`, and Node ends the whole process where
      // a thread is terminated while it does so. It imports the file instead.
      execArgv: ['--no-experimental-require-module'],
      resourceLimits: {
        maxYoungGenerationSizeMb: youngGenerationMb,
        ...(heapMb === null ? {} : { maxOldGenerationSizeMb: heapMb }),
      },
    });
    // A thread that fails without a job; its jobs reject by themselves.
    pool.on('error', () => undefined);
    this.pools.set(key, pool);
    return pool;
  }

  /** The pool does not wait for threads that it terminates. */
  private watchThreads(): void {
    for (const thread of [...this.pools.values()].flatMap((pool) => pool.threads)) {
      if (this.threads.has(thread)) continue;
      this.threads.add(thread);
      thread.once('exit', () => this.threads.delete(thread));
    }
  }
}

/** Reads messages that arrived with the result, so that none comes after it. */
function drainParts(port: MessagePort, onPart: OnPart): void {
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (!received) return;
    const { part, activity } = received.message as JobPart;
    onPart(part, activity);
  }
}

const createTimeError = ({ timeLimitMs }: KindFacts, name: string): JobError =>
  new JobError('time', `exceeded its time limit of ${timeLimitMs / MINUTE_MS} minutes.`, {
    job: name,
  });

function createCrashError({ heapMb }: KindFacts, name: string, error: unknown): JobError {
  const { message, stack, code } = error as Error & { code?: string };
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY')
    return new JobError('crashed', `ended without a result: ${message}`, { job: name, stack });
  const limit = heapMb === null ? '' : ` of ${heapMb} MB`;
  return new JobError('memory', `exceeded its memory limit${limit}.`, { job: name });
}
