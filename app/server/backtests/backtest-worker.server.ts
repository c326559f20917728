// Runs one backtest of the app as research jobs. Each failure becomes a message for the user.
import type { StoredBacktestResult } from '../../contracts/backtest-view';
import { MINUTE_MS } from '../../trading/domain/time';
import { JobError, type JobRunner } from '../jobs/job-runner';
import { PoolRunner } from '../jobs/pool-runner.server';
import { openJobRunner } from '../jobs/use-runner.server';
import { getLog } from '../platform/log.server';
import { REPORT_JOB, STRATEGY_JOB } from './backtest-jobs';
import type { BacktestOrder } from './backtest-order';

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
  /** Ends its threads. No callback follows. */
  stop(): Promise<void>;
}

export type StartJob = (order: BacktestOrder, listener: JobListener) => RunningJob;

/** Runners of one backtest; it closes them. */
interface Runners {
  readonly openLocal: () => JobRunner;
  /** Of the queue, if there is one. */
  readonly openShared: () => Promise<JobRunner>;
}

/** Lower priority than the server. */
const NICENESS = 10;
const openLocal = (): JobRunner => new PoolRunner({ threads: 1, niceness: NICENESS });
const RUNNERS: Runners = {
  openLocal,
  openShared: () =>
    openJobRunner({ threads: 1, niceness: NICENESS, onNotice: (text) => getLog().warn(text) }),
};

/** The stock Remix server ends when nothing runs any more, so that a backtest must end with it. */
const END_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Approximate fraction of the work spent on simulation. */
const SIMULATION_FRACTION = 0.9;

const NOT_BUILT = 'The backtest program is not built. Run `npm run build`.';
const NO_QUEUE =
  'The queue of research jobs does not answer, so the backtest cannot run; it was logged. Try again later.';
const BROKEN = 'Something went wrong; it was logged. Trading is not affected.';
const TOO_LONG = `Time limit of ${STRATEGY_JOB.timeLimitMs / MINUTE_MS} minutes exceeded. Choose fewer years.`;
const TOO_LARGE = `Memory limit of ${STRATEGY_JOB.heapMb} MB exceeded. Choose fewer years.`;

export const startBacktestJob = (
  order: BacktestOrder,
  listener: JobListener,
  runners = RUNNERS,
): RunningJob => new ResearchJob(order, listener, runners);

class ResearchJob implements RunningJob {
  private readonly ending = new AbortController();
  private readonly finished: Promise<void>;

  constructor(
    private readonly order: BacktestOrder,
    private readonly listener: JobListener,
    private readonly runners: Runners,
  ) {
    for (const signal of END_SIGNALS) process.on(signal, this.endJobs);
    this.finished = this.runJobs().finally(() => {
      for (const signal of END_SIGNALS) process.off(signal, this.endJobs);
    });
  }

  async stop(): Promise<void> {
    this.endJobs();
    await this.finished;
  }

  private readonly endJobs = (): void => this.ending.abort();

  private async runJobs(): Promise<void> {
    const { openLocal: openThread, openShared } = this.runners;
    const local = openThread();
    let shared: JobRunner | null = null;
    try {
      shared = this.order.hasSecretSeed ? null : await openShared();
      await this.runBacktest(shared ?? local, local);
    } catch (error) {
      this.reportFault(explainFault(error), error);
    } finally {
      await Promise.allSettled([shared?.close(), local.close()]);
    }
  }

  private async runBacktest(runner: JobRunner, local: JobRunner): Promise<void> {
    const { commodity, playbook, span, seedName, dataDir } = this.order;
    const { signal } = this.ending;
    const [run] = await runner.run(STRATEGY_JOB, [{ commodity, playbook, span }], {
      signal,
      onProgress: ({ done, activity }) => {
        if (activity !== '') this.reportProgress(SIMULATION_FRACTION * done, activity);
      },
    });
    if (!run) throw new RangeError('a job must have a result');
    this.reportProgress(SIMULATION_FRACTION, 'testing for overfitting');
    // The ledger is on this machine, and counts a run once however often a queue started it.
    const request = { commodity, playbook, seedName, dataDir, run };
    const [end] = await local.run(REPORT_JOB, [request], { signal });
    if (!end) throw new RangeError('a job must have a result');
    if ('refusal' in end) this.reportFault(end.refusal);
    else if (!signal.aborted) this.listener.onDone(end.result, Buffer.from(end.report));
  }

  private reportProgress(fraction: number, activity: string): void {
    if (!this.ending.signal.aborted) this.listener.onProgress(fraction, activity);
  }

  private reportFault(fault: string, error?: unknown): void {
    if (this.ending.signal.aborted) return;
    if (error !== undefined) getLog().error({ err: error }, 'a backtest failed');
    this.listener.onFault(fault);
  }
}

function explainFault(error: unknown): string {
  switch (error instanceof JobError ? error.fault : 'failed') {
    case 'time':
      return TOO_LONG;
    case 'memory':
      return TOO_LARGE;
    case 'connection':
      return NO_QUEUE;
    case 'not-built':
      return NOT_BUILT;
    default:
      return BROKEN;
  }
}
