// Backtest queue: one runs at a time, at most one per user. Stored open backtests that are not in
// memory ended with an earlier process.
import {
  type QueuedBacktest,
  STORED_BACKTESTS_MAX,
  type BacktestJob,
  type BacktestQueue,
  type BacktestRequest,
} from '../../models/backtests/backtest-queue';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../../db/client.server';
import type { BacktestOrder } from './backtest-order';
import { getDeskSpan, getOutOfSampleSpan } from './world-span';
import { type RunningJob, type StartJob, startBacktestJob } from './backtest-worker.server';
import { getLog } from '../platform/log.server';
import { getRequest } from '../platform/request-scope.server';
import type { Span } from '../platform/span.server';
import { startSpan } from '../platform/traces.server';
import {
  type BacktestEnd,
  type BacktestRow,
  addBacktest,
  endBacktest,
  findBacktest,
  findBacktestByKey,
  listBacktests,
  startBacktest,
} from '../../models/backtests/backtest.server';
import type { EpochMs } from '../../trading/domain/units';
import type { Available, SimulationSeed } from '../../trading/engine/market-source';

/** Queued and running. */
const ACTIVE_JOBS_MAX = 16;
interface BacktestQueueOptions {
  readonly db: Database;
  /** Folder of the trial ledger. */
  readonly dataDir: string;
  /** The desk's simulated market, or why it has none. */
  readonly deskWorld: Available<SimulationSeed>;
  /** Defaults to a worker thread. */
  readonly start?: StartJob;
  /** Defaults to the wall clock. */
  readonly nowMs?: () => EpochMs;
}

interface ActiveJob {
  readonly id: string;
  readonly userId: string;
  readonly order: BacktestOrder;
  /** The request that queued it, where traces are recorded. */
  readonly trace: Span | null;
  /** From its start to its end. */
  span: Span | null;
  job: RunningJob | null;
  progress: BacktestJob['progress'];
}

const BUSY = 'The backtest queue is full. Try again in a few minutes.';
const OWN_BUSY = 'Another backtest of yours is running. Wait for it, or cancel it.';
const KEY_REUSED = 'This key was used for another backtest. Use a new one.';
const NOT_OUT_OF_SAMPLE =
  "This seed is that of this server's own simulation, so the test would not be out-of-sample. Use another seed, or choose in-sample history.";
const ENDED = 'The server stopped before the backtest was done. Start it again.';
const NO_DISK = 'Storage error: the backtest cannot be stored. Check the disk and try again.';
const NOT_STORED = 'The result could not be stored. Check the disk and start the backtest again.';

export class BacktestRunner implements BacktestQueue {
  /** The first one is running. */
  private activeJobs: ActiveJob[] = [];
  /** Storage errors that could not be stored. */
  private readonly faults = new Map<string, string>();
  /** A worker is stopping. The next starts after its end, so that two never run at once. */
  private isStopping = false;
  private isClosed = false;

  private readonly options: Required<BacktestQueueOptions>;

  constructor(options: BacktestQueueOptions) {
    this.options = { start: startBacktestJob, nowMs: Date.now, ...options };
  }

  /** Whether the desk has a simulated market to test on. */
  get hasInSampleHistory(): boolean {
    return this.options.deskWorld.from !== null;
  }

  /** Queues a backtest. A repeated key returns the first backtest. */
  enqueue(userId: string, request: BacktestRequest, requestKey: string | null): QueuedBacktest {
    const { db, nowMs } = this.options;
    const earlier = requestKey === null ? null : findBacktestByKey(db, userId, requestKey);
    if (earlier)
      return isSameRequest(earlier, request)
        ? { ok: true, id: earlier.id }
        : buildRejection(409, KEY_REUSED);
    const ownJob = this.activeJobs.find((one) => one.userId === userId);
    if (ownJob) return buildRejection(409, OWN_BUSY, ownJob.id);
    if (this.isClosed || this.activeJobs.length >= ACTIVE_JOBS_MAX)
      return buildRejection(503, BUSY);
    const order = this.buildJobOrder(request);
    if (typeof order === 'string') return buildRejection(409, order);
    const id = randomUUID();
    const seed = request.world === 'desk' ? null : order.span.seed;
    try {
      addBacktest(
        db,
        { ...request, id, userId, requestKey, seed, askedMs: nowMs() },
        STORED_BACKTESTS_MAX,
      );
    } catch (error) {
      getLog().error({ err: error }, 'a backtest could not be stored');
      return buildRejection(503, NO_DISK);
    }
    const trace = getRequest()?.trace ?? null;
    this.activeJobs.push({ id, userId, order, trace, span: null, job: null, progress: null });
    this.startNext();
    return { ok: true, id };
  }

  /**
   * Cancels an active backtest of this user; a finished one stays unchanged. False if the id is
   * unknown.
   */
  cancel(userId: string, id: string): boolean {
    if (findBacktest(this.options.db, userId, id) === null) return false;
    const found = this.activeJobs.find((one) => one.id === id);
    if (found) this.finishJob(found, { phase: 'cancelled' });
    return true;
  }

  find(userId: string, id: string): BacktestJob | null {
    const row = findBacktest(this.options.db, userId, id);
    return row && this.toBacktestJob(row);
  }

  /** Newest first. */
  list(userId: string): BacktestJob[] {
    return listBacktests(this.options.db, userId).map((row) => this.toBacktestJob(row));
  }

  /** Stops the running job. Active backtests then count as ended with the server. */
  async close(): Promise<void> {
    this.isClosed = true;
    const running = this.activeJobs[0]?.job;
    this.activeJobs = [];
    await running?.stop();
  }

  /** Job of a request, or why it cannot run. */
  private buildJobOrder({
    mode,
    playbook,
    years,
    world,
    seed,
  }: BacktestRequest): BacktestOrder | string {
    const { deskWorld, dataDir, nowMs } = this.options;
    const shared = { commodity: mode, playbook, dataDir };
    if (world === 'desk') {
      if (deskWorld.from === null) return deskWorld.reason;
      const span = getDeskSpan(deskWorld.from.seed, years, nowMs());
      return { ...shared, span, seedName: 'the seed of this server', hasSecretSeed: true };
    }
    if (seed !== null && seed === deskWorld.from?.seed) return NOT_OUT_OF_SAMPLE;
    const name = seed ?? `unseen-${randomUUID().slice(0, 8)}`;
    return {
      ...shared,
      span: getOutOfSampleSpan(name, years),
      seedName: name,
      hasSecretSeed: false,
    };
  }

  private startNext(): void {
    const [first] = this.activeJobs;
    if (!first || first.job !== null || this.isStopping || this.isClosed) return;
    const { db, nowMs, start } = this.options;
    this.tryStore(first.id, () => startBacktest(db, first.id, nowMs()));
    first.progress = { share: 0, doing: 'starting' };
    first.span = startSpan('backtest job', {
      parent: first.trace,
      attributes: { 'frontmonth.backtest': first.id },
    });
    first.job = start(first.order, {
      onProgress: (fraction, activity) => {
        first.progress = { share: fraction, doing: activity };
      },
      onDone: (result, report) =>
        this.finishJob(first, { phase: 'done', result: JSON.stringify(result), report }),
      onFault: (fault) => this.finishJob(first, { phase: 'failed', fault }),
    });
  }

  private finishJob(one: ActiveJob, end: BacktestEnd): void {
    if (this.isClosed || !this.activeJobs.includes(one)) return;
    one.span?.setAttributes({ 'frontmonth.phase': end.phase });
    if (end.phase === 'failed') one.span?.setFailed();
    one.span?.endSpan();
    this.activeJobs = this.activeJobs.filter((other) => other !== one);
    const { db, nowMs } = this.options;
    this.tryStore(one.id, () => endBacktest(db, one.id, end, nowMs()));
    if (one.job) void this.stopJob(one.job);
  }

  private async stopJob(job: RunningJob): Promise<void> {
    this.isStopping = true;
    try {
      await job.stop();
    } catch (error) {
      getLog().warn({ err: error }, 'a backtest worker did not stop');
    }
    this.isStopping = false;
    this.startNext();
  }

  private tryStore(id: string, store: () => void): void {
    try {
      store();
    } catch (error) {
      getLog().error({ err: error }, 'a backtest could not be stored');
      this.faults.set(id, NOT_STORED);
    }
  }

  private toBacktestJob(row: BacktestRow): BacktestJob {
    if (row.phase !== 'open') return { ...row, phase: row.phase, ahead: null, progress: null };
    const jobsAhead = this.activeJobs.findIndex(({ id }) => id === row.id);
    const one = this.activeJobs[jobsAhead];
    if (!one)
      return {
        ...row,
        phase: 'failed',
        fault: this.faults.get(row.id) ?? ENDED,
        ahead: null,
        progress: null,
      };
    return one.job === null
      ? { ...row, phase: 'waiting', ahead: jobsAhead, progress: null }
      : { ...row, phase: 'running', ahead: null, progress: one.progress };
  }
}

const buildRejection = (
  status: 409 | 503,
  message: string,
  activeId: string | null = null,
): QueuedBacktest => ({ ok: false, status, message, activeId });

/** A request without a seed matches the seed drawn for its first request. */
const isSameRequest = (
  row: BacktestRow,
  { mode, playbook, years, world, seed }: BacktestRequest,
): boolean =>
  row.mode === mode &&
  row.playbook === playbook &&
  row.years === years &&
  row.world === world &&
  (seed === null || row.seed === seed);
