// The thread that runs one backtest: with an end to its time and to its memory, and every way in
// which it may fail told in words.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { JobMessage, JobOrder } from './job';
import { getLog } from '../platform/log.server';

import { PROJECT_ROOT } from '../platform/project.server';
import type { BacktestResultDto } from '../../contracts/api/backtest';
import { MINUTE_MS } from '../../trading/domain/time';

export interface JobListener {
  readonly onProgress: (share: number, doing: string) => void;
  /** The report is packed with gzip. */
  readonly onDone: (result: BacktestResultDto, report: Buffer) => void;
  /** Said to the user: a sentence. */
  readonly onFault: (fault: string) => void;
}

/**
 * A job under way. Exactly one of `onDone` and `onFault` is called, unless it is stopped before;
 * whoever is called stops it.
 */
export interface RunningJob {
  /** Ends its thread, wherever that is; nothing is told afterwards. */
  stop(): Promise<void>;
}

export type StartJob = (order: JobOrder, listener: JobListener) => RunningJob;

export interface JobLimits {
  readonly timeMs: number;
  /** Of the heap: columns of bars lie beside it, and years bound them. */
  readonly heapMb: number;
}

/**
 * Ten years of quarter-hours on five hubs, which is the most that can be asked, take two minutes of
 * one processor and fit into the heap.
 */
const LIMITS: JobLimits = { timeMs: 15 * 60_000, heapMb: 512 };

const PROGRAM = join(PROJECT_ROOT, 'build', 'workers', 'backtest.js');
const NOT_BUILT = 'The backtest program is not built. Run `npm run build`.';
const tooLong = ({ timeMs }: JobLimits): string =>
  `Time limit of ${timeMs / MINUTE_MS} minutes exceeded. Choose fewer years.`;
const tooLarge = ({ heapMb }: JobLimits): string =>
  `Memory limit of ${heapMb} MB exceeded. Choose fewer years.`;
const BROKEN = 'Something went wrong; it was logged. Trading is not affected.';

/** Starts a worker on an order, `program` being the file that it runs. */
export function startBacktestJob(
  order: JobOrder,
  listener: JobListener,
  program = PROGRAM,
  limits = LIMITS,
): RunningJob {
  if (!existsSync(program)) {
    const timer = setImmediate(() => listener.onFault(NOT_BUILT));
    return { stop: async () => clearImmediate(timer) };
  }
  return new WorkerJob(order, listener, program, limits);
}

class WorkerJob implements RunningJob {
  private readonly worker: Worker;
  private readonly limit: NodeJS.Timeout;
  private isOver = false;

  constructor(
    order: JobOrder,
    private readonly listener: JobListener,
    program: string,
    limits: JobLimits,
  ) {
    // Nothing of the environment: a backtest has no use for secrets.
    this.worker = new Worker(program, {
      workerData: order,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    this.limit = setTimeout(() => this.fail(tooLong(limits)), limits.timeMs);
    this.worker.on('message', (message: JobMessage) => this.hear(message));
    this.worker.on('error', (error: Error & { code?: string }) =>
      this.fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(limits) : BROKEN, error),
    );
    this.worker.on('exit', (code) =>
      this.fail(BROKEN, new Error(`the worker of a backtest ended with ${code} and no result`)),
    );
    // The stock server ends when nothing else is left to do: neither may hold it. Who listens holds
    // it again, so that this comes last.
    this.limit.unref();
    this.worker.unref();
  }

  async stop(): Promise<void> {
    this.end();
    await this.worker.terminate();
  }

  private hear(message: JobMessage): void {
    if (this.isOver) return;
    switch (message.type) {
      case 'progress':
        return this.listener.onProgress(message.share, message.doing);
      case 'refused':
        return this.fail(message.message);
      case 'done':
        this.end();
        return this.listener.onDone(message.result, Buffer.from(message.report));
    }
  }

  private fail(fault: string, error?: Error): void {
    if (this.isOver) return;
    if (error) getLog().error({ err: error }, 'a backtest failed');
    this.end();
    this.listener.onFault(fault);
  }

  /** Nothing more is heard; who started it stops the thread. */
  private end(): void {
    this.isOver = true;
    clearTimeout(this.limit);
  }
}
