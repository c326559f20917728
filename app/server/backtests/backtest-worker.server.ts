// Worker thread of one backtest, with time and memory limits. Each failure becomes a message for
// the user.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { JobMessage, JobOrder } from './job-messages';
import { getLog } from '../platform/log.server';

import { PROJECT_ROOT } from '../platform/project.server';
import type { StoredBacktestResult } from '../../contracts/backtest-view';
import { MINUTE_MS } from '../../trading/domain/time';

export interface JobListener {
  readonly onProgress: (fraction: number, activity: string) => void;
  /** `report` is gzipped. */
  readonly onDone: (result: StoredBacktestResult, report: Buffer) => void;
  /** A sentence for the user. */
  readonly onFault: (fault: string) => void;
}

/**
 * Job in progress. Calls exactly one of `onDone` and `onFault`, unless stopped before; the owner
 * then stops it.
 */
export interface RunningJob {
  /** Terminates the thread. No callback follows. */
  stop(): Promise<void>;
}

export type StartJob = (order: JobOrder, listener: JobListener) => RunningJob;

export interface JobLimits {
  readonly timeMs: number;
  /** Heap limit. Bar columns lie outside the heap and are bounded by the years. */
  readonly heapMb: number;
}

/**
 * The largest request, 10 years of 15-minute bars on five hubs, takes two minutes of CPU time and
 * fits into the heap.
 */
const LIMITS: JobLimits = { timeMs: 15 * 60_000, heapMb: 512 };

const PROGRAM = join(PROJECT_ROOT, 'build', 'workers', 'backtest.js');
const NOT_BUILT = 'The backtest program is not built. Run `npm run build`.';
const formatTimeLimit = ({ timeMs }: JobLimits): string =>
  `Time limit of ${timeMs / MINUTE_MS} minutes exceeded. Choose fewer years.`;
const formatMemoryLimit = ({ heapMb }: JobLimits): string =>
  `Memory limit of ${heapMb} MB exceeded. Choose fewer years.`;
const BROKEN = 'Something went wrong; it was logged. Trading is not affected.';

/** Starts a worker; `program` is its file. */
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
  private readonly timeLimit: NodeJS.Timeout;
  private hasEnded = false;

  constructor(
    order: JobOrder,
    private readonly listener: JobListener,
    program: string,
    limits: JobLimits,
  ) {
    // No environment: the worker must not see secrets.
    this.worker = new Worker(program, {
      workerData: order,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    this.timeLimit = setTimeout(() => this.reportFault(formatTimeLimit(limits)), limits.timeMs);
    this.worker.on('message', (message: JobMessage) => this.onMessage(message));
    this.worker.on('error', (error: Error & { code?: string }) =>
      this.reportFault(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? formatMemoryLimit(limits) : BROKEN,
        error,
      ),
    );
    this.worker.on('exit', (code) =>
      this.reportFault(
        BROKEN,
        new Error(`the backtest worker ended with code ${code} and no result`),
      ),
    );
    // Do not keep the process alive. Last, because adding listeners refs the worker.
    this.timeLimit.unref();
    this.worker.unref();
  }

  async stop(): Promise<void> {
    this.markEnded();
    await this.worker.terminate();
  }

  private onMessage(message: JobMessage): void {
    if (this.hasEnded) return;
    switch (message.type) {
      case 'progress':
        return this.listener.onProgress(message.fraction, message.activity);
      case 'refused':
        return this.reportFault(message.message);
      case 'done':
        this.markEnded();
        return this.listener.onDone(message.result, Buffer.from(message.report));
    }
  }

  private reportFault(fault: string, error?: Error): void {
    if (this.hasEnded) return;
    if (error) getLog().error({ err: error }, 'a backtest failed');
    this.markEnded();
    this.listener.onFault(fault);
  }

  /** Ignores further messages; the owner stops the thread. */
  private markEnded(): void {
    this.hasEnded = true;
    clearTimeout(this.timeLimit);
  }
}
