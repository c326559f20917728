// The backtests of a desk: one runs at a time, one of each user at most is under way, and what came
// of them is kept.
// The process knows which are waiting or running; a stored one that it does not know ended with an
// earlier process.
import {
  type QueuedBacktest,
  BACKTESTS_KEPT,
  type BacktestJob,
  type BacktestQueue,
  type BacktestRequest,
} from '../../models/backtests/backtest-queue';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../../db/client.server';
import type { JobOrder } from './job';
import { deskSpan, outOfSampleSpan } from './spans';
import { type RunningJob, type StartJob, startBacktestJob } from './backtest-worker.server';
import { getLog } from '../platform/log.server';
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
import type { Available, WorldSeed } from '../../trading/engine/market-source';

/** Waiting and running together. */
const UNDER_WAY_MAX = 16;
interface BacktestQueueOptions {
  readonly db: Database;
  /** Where the ledger of trials lies. */
  readonly dataDir: string;
  /** The desk's own world, or why it has none. */
  readonly deskWorld: Available<WorldSeed>;
  /** A thread of its own when absent. */
  readonly start?: StartJob;
  /** The wall clock when absent. */
  readonly nowMs?: () => EpochMs;
}

interface UnderWay {
  readonly id: string;
  readonly userId: string;
  readonly order: JobOrder;
  job: RunningJob | null;
  progress: BacktestJob['progress'];
}

const BUSY = 'Too many backtests are waiting on this desk. Try again in a few minutes.';
const OWN_BUSY = 'One of your backtests is still running. Wait until it is done, or cancel it.';
const KEY_REUSED = 'This key was used for another backtest. Use a new one.';
const NOT_UNSEEN =
  "This seed is that of this server's own simulation, so the test would not be out-of-sample. Use another seed, or choose in-sample history.";
const ENDED = 'The server stopped before the backtest was done. Start it again.';
const NO_DISK =
  'The disk cannot be written, so the backtest cannot be stored. Check the disk and try again.';
const NOT_STORED = 'The result could not be stored. Check the disk and start the backtest again.';

export class BacktestRunner implements BacktestQueue {
  /** The first one runs. */
  private underWay: UnderWay[] = [];
  /** Faults that could not be stored. */
  private readonly faults = new Map<string, string>();
  /** A thread is ending: the next one begins when it is gone, so that two never run at a time. */
  private isLeaving = false;
  private isClosed = false;

  private readonly options: Required<BacktestQueueOptions>;

  constructor(options: BacktestQueueOptions) {
    this.options = { start: startBacktestJob, nowMs: Date.now, ...options };
  }

  /** Whether the desk has a world of its own with a past. */
  get hasDeskWorld(): boolean {
    return this.options.deskWorld.from !== null;
  }

  /** Puts a backtest into the queue, or says why not. A repeated key answers the first one. */
  ask(userId: string, request: BacktestRequest, requestKey: string | null): QueuedBacktest {
    const { db, nowMs } = this.options;
    const known = requestKey === null ? null : findBacktestByKey(db, userId, requestKey);
    if (known)
      return isSame(known, request) ? { ok: true, id: known.id } : buildRefused(409, KEY_REUSED);
    const own = this.underWay.find((one) => one.userId === userId);
    if (own) return buildRefused(409, OWN_BUSY, own.id);
    if (this.isClosed || this.underWay.length >= UNDER_WAY_MAX) return buildRefused(503, BUSY);
    const order = this.orderOf(request);
    if (typeof order === 'string') return buildRefused(409, order);
    const id = randomUUID();
    const seed = request.world === 'desk' ? null : order.span.seed;
    try {
      addBacktest(
        db,
        { ...request, id, userId, requestKey, seed, askedMs: nowMs() },
        BACKTESTS_KEPT,
      );
    } catch (error) {
      getLog().error({ err: error }, 'a backtest could not be stored');
      return buildRefused(503, NO_DISK);
    }
    this.underWay.push({ id, userId, order, job: null, progress: null });
    this.next();
    return { ok: true, id };
  }

  /**
   * Ends a backtest of this user that is under way; what is over stays as it is. False when there
   * is none of this id.
   */
  cancel(userId: string, id: string): boolean {
    if (findBacktest(this.options.db, userId, id) === null) return false;
    const found = this.underWay.find((one) => one.id === id);
    if (found) this.settle(found, { phase: 'cancelled' });
    return true;
  }

  find(userId: string, id: string): BacktestJob | null {
    const row = findBacktest(this.options.db, userId, id);
    return row && this.jobOf(row);
  }

  /** Newest first. */
  list(userId: string): BacktestJob[] {
    return listBacktests(this.options.db, userId).map((row) => this.jobOf(row));
  }

  /** Ends what runs. What was under way is told, from then on, to have ended with the desk. */
  async close(): Promise<void> {
    this.isClosed = true;
    const running = this.underWay[0]?.job;
    this.underWay = [];
    await running?.stop();
  }

  /** What the worker is to do, or why it cannot. */
  private orderOf({ mode, playbook, years, world, seed }: BacktestRequest): JobOrder | string {
    const { deskWorld, dataDir, nowMs } = this.options;
    const shared = { mode, playbook, dataDir };
    if (world === 'desk') {
      if (deskWorld.from === null) return deskWorld.reason;
      const span = deskSpan(deskWorld.from.seed, years, nowMs());
      return { ...shared, span, seedName: 'that of this desk' };
    }
    if (seed !== null && seed === deskWorld.from?.seed) return NOT_UNSEEN;
    const name = seed ?? `unseen-${randomUUID().slice(0, 8)}`;
    return { ...shared, span: outOfSampleSpan(name, years), seedName: name };
  }

  private next(): void {
    const [first] = this.underWay;
    if (!first || first.job !== null || this.isLeaving || this.isClosed) return;
    const { db, nowMs, start } = this.options;
    this.remember(first.id, () => startBacktest(db, first.id, nowMs()));
    first.progress = { share: 0, doing: 'begins' };
    first.job = start(first.order, {
      onProgress: (share, doing) => {
        first.progress = { share, doing };
      },
      onDone: (result, report) =>
        this.settle(first, { phase: 'done', result: JSON.stringify(result), report }),
      onFault: (fault) => this.settle(first, { phase: 'failed', fault }),
    });
  }

  private settle(one: UnderWay, end: BacktestEnd): void {
    if (this.isClosed || !this.underWay.includes(one)) return;
    this.underWay = this.underWay.filter((other) => other !== one);
    const { db, nowMs } = this.options;
    this.remember(one.id, () => endBacktest(db, one.id, end, nowMs()));
    if (one.job) void this.leave(one.job);
  }

  private async leave(job: RunningJob): Promise<void> {
    this.isLeaving = true;
    try {
      await job.stop();
    } catch (error) {
      getLog().warn({ err: error }, 'the thread of a backtest did not end');
    }
    this.isLeaving = false;
    this.next();
  }

  private remember(id: string, store: () => void): void {
    try {
      store();
    } catch (error) {
      getLog().error({ err: error }, 'a backtest could not be stored');
      this.faults.set(id, NOT_STORED);
    }
  }

  private jobOf(row: BacktestRow): BacktestJob {
    if (row.phase !== 'open') return { ...row, phase: row.phase, ahead: null, progress: null };
    const ahead = this.underWay.findIndex(({ id }) => id === row.id);
    const one = this.underWay[ahead];
    if (!one)
      return {
        ...row,
        phase: 'failed',
        fault: this.faults.get(row.id) ?? ENDED,
        ahead: null,
        progress: null,
      };
    return one.job === null
      ? { ...row, phase: 'waiting', ahead, progress: null }
      : { ...row, phase: 'running', ahead: null, progress: one.progress };
  }
}

const buildRefused = (
  status: 409 | 503,
  message: string,
  underWay: string | null = null,
): QueuedBacktest => ({ ok: false, status, message, underWay });

/** A new world that was drawn for the first request is the same request again. */
const isSame = (
  row: BacktestRow,
  { mode, playbook, years, world, seed }: BacktestRequest,
): boolean =>
  row.mode === mode &&
  row.playbook === playbook &&
  row.years === years &&
  row.world === world &&
  (seed === null || row.seed === seed);
