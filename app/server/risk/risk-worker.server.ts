// Worker thread that computes the risk of the simulated market: one run per midnight, restarted
// with a delay after a failure.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Deadline, startDeadline } from '../platform/deadline.server';
import { getLog } from '../platform/log.server';
import { PROJECT_ROOT } from '../platform/project.server';
import type { RefreshOutcome, MarketRisk, RiskProgress } from '../../models/risk/market-risk';
import type { ReaderMessage, ReadRequest } from './risk-messages';
import type { SimulationSeed } from '../../trading/engine/market-source';
import type { DailyMoves } from '../../trading/risk/daily-moves';
import type { RiskOrigin, RiskStore } from './risk-store.server';
import { DAY_MS } from '../../trading/domain/time';

/** Risk of one market. `getLatest` returns the same object until it changes. */
export interface MarketRiskReader {
  getLatest(): MarketRisk;
  getWork(): RiskProgress;
  /** Simulates other pairs up to the same midnight. */
  requestRefresh(): RefreshOutcome;
  /** True from a failure of the thread until it has computed all figures. */
  hasFailed(): boolean;
  stop(): Promise<void>;
}

interface RiskThreadOptions extends SimulationSeed {
  readonly market: string;
  readonly nowMs: () => number;
  /** Figures of an earlier process; none if omitted. */
  readonly store?: RiskStore;
  readonly program?: string;
  readonly retryDelayMs?: number;
  /** Delay of the first request, and interval of the midnight checks. */
  readonly firstDelayMs?: number;
  readonly checkIntervalMs?: number;
  /** Minimum time between the starts of two runs. */
  readonly minIntervalMs?: number;
  /** A thread that reports no progress for this long hangs. */
  readonly silentMs?: number;
}
const CHECK_INTERVAL_MS = 20_000;
/** After the start of the server. */
const FIRST_DELAY_MS = 4000;
const RETRY_DELAY_MS = 5 * 60_000;
const HEAP_MB = 512;
/** Short-lived prices and paths fill the default of 16 MB many times a second. */
const YOUNG_GENERATION_MB = 64;
/** Progress is reported every few seconds. */
const SILENT_MS = 180_000;
/** A run takes minutes of CPU time. */
const MIN_INTERVAL_MS = 10 * 60_000;
const PROGRAM = join(PROJECT_ROOT, 'build', 'workers', 'risk.js');
const READING = 'Loading market history (about 1 min).';
const SIMULATING = 'Stress simulations are running (some minutes).';
const READING_POWER = 'Loading power price history (about 1 min).';
const NOT_BUILT = 'The risk program is not built. Run `npm run build`.';
const formatFailure = (minutes: number): string =>
  `Risk computation failed; the error was logged. Retry in ${minutes} min. Trading is not affected.`;

/** Starts the worker thread of a simulated market. */
export const startRiskThread = (options: RiskThreadOptions): MarketRiskReader =>
  new RiskThread(options);

class RiskThread implements MarketRiskReader {
  private current: MarketRisk;
  private worker: Worker | null = null;
  private deadline: Deadline | null = null;
  private isFailed = false;
  private requestedMs = -Infinity;
  /** Moves of a midnight whose other part is pending. */
  private pendingMoves: readonly DailyMoves[] = [];
  private retryFromMs = -Infinity;
  private startedMs = -Infinity;
  private round = 0;
  /** The shocks on their worst dates do not change with the midnight. */
  private hasStoredWorst = false;
  private progress: RiskProgress['progress'] = null;
  private readonly timers: NodeJS.Timeout[];

  constructor(private readonly options: RiskThreadOptions) {
    this.current = {
      market: options.market,
      untilMs: null,
      computedMs: null,
      moves: new Map(),
      shocks: [],
      shifts: [],
      reason: READING,
      stressReason: SIMULATING,
    };
    this.restoreFigures();
    this.timers = [
      setTimeout(() => this.checkMidnight(), options.firstDelayMs ?? FIRST_DELAY_MS),
      setInterval(() => this.checkMidnight(), options.checkIntervalMs ?? CHECK_INTERVAL_MS),
    ];
    for (const timer of this.timers) timer.unref();
  }

  private getOrigin(): RiskOrigin {
    const { market, seed, program = PROGRAM } = this.options;
    return { market, seed, program };
  }

  /** Shows the stored figures, and requests none of their midnight again. */
  private restoreFigures(): void {
    const stored = this.options.store?.read(this.getOrigin());
    if (!stored) return;
    const { untilMs, computedMs, moves, shocks, shifts } = stored;
    this.hasStoredWorst = true;
    const isOfToday = untilMs === this.getMidnightMs();
    if (!isOfToday)
      return this.updateRisk({ shocks: shocks.filter(({ date }) => date === 'worst') });
    this.requestedMs = untilMs;
    this.startedMs = computedMs;
    this.updateRisk({
      untilMs,
      computedMs,
      moves,
      shocks,
      shifts,
      reason: null,
      stressReason: null,
    });
  }

  private storeFigures(): void {
    const { untilMs, computedMs, moves, shocks, shifts } = this.current;
    if (untilMs === null || computedMs === null) return;
    void this.options.store?.write(this.getOrigin(), {
      untilMs,
      computedMs,
      moves,
      shocks,
      shifts,
    });
  }

  getLatest(): MarketRisk {
    return this.current;
  }

  getWork(): RiskProgress {
    return {
      progress: this.progress,
      againFromMs: this.startedMs + (this.options.minIntervalMs ?? MIN_INTERVAL_MS),
    };
  }

  requestRefresh(): RefreshOutcome {
    const { nowMs, minIntervalMs = MIN_INTERVAL_MS, program = PROGRAM } = this.options;
    if (!existsSync(program)) return 'impossible';
    if (this.progress !== null) return 'under way';
    if (nowMs() < this.startedMs + minIntervalMs) return 'too soon';
    this.round += 1;
    this.requestRead(this.getMidnightMs(), program);
    return 'begun';
  }

  private getMidnightMs(): number {
    return Math.floor(this.options.nowMs() / DAY_MS) * DAY_MS;
  }

  /** Requests each midnight once, as soon as it has passed. */
  private checkMidnight(): void {
    const { nowMs, program = PROGRAM } = this.options;
    if (this.getMidnightMs() <= this.requestedMs || nowMs() < this.retryFromMs) return;
    if (!existsSync(program))
      return this.updateRisk({ reason: NOT_BUILT, stressReason: NOT_BUILT });
    this.requestRead(this.getMidnightMs(), program);
  }

  private requestRead(untilMs: number, program: string): void {
    this.requestedMs = untilMs;
    this.startedMs = this.options.nowMs();
    this.pendingMoves = [];
    this.progress = { done: 0, of: 1 };
    const worker = (this.worker ??= this.startWorker(program));
    this.watchWorker(worker);
    worker.postMessage({
      type: 'read',
      untilMs,
      round: this.round,
      hasWorst: this.hasStoredWorst,
    } satisfies ReadRequest);
  }

  /** Until the run is done. */
  private watchWorker(worker: Worker): void {
    this.deadline?.end();
    const { silentMs = SILENT_MS } = this.options;
    this.deadline = startDeadline(silentMs, () => {
      this.onFailure(worker, new Error(`the risk worker was silent for ${silentMs} ms`));
      void worker.terminate();
    });
  }

  hasFailed(): boolean {
    return this.isFailed;
  }

  private startWorker(program: string): Worker {
    const { seed, cacheDir } = this.options;
    const workerData: SimulationSeed = { seed, ...(cacheDir ? { cacheDir } : {}) };
    // No environment: the worker must not see secrets.
    const worker = new Worker(program, {
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: HEAP_MB,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    });
    worker.on('message', (message: ReaderMessage) => this.onMessage(message));
    worker.on('error', (error) => this.onFailure(worker, error));
    worker.on('exit', (code) =>
      this.onFailure(worker, new Error(`the risk worker ended with code ${code}`)),
    );
    // Do not keep the process alive. Last, because adding listeners refs the worker.
    worker.unref();
    return worker;
  }

  private onMessage(message: ReaderMessage): void {
    this.deadline?.extend();
    switch (message.type) {
      case 'moves': {
        const { untilMs, isWhole } = message;
        this.pendingMoves = [...this.pendingMoves, ...message.moves];
        // All chains must end at the same midnight; only the first run publishes futures before
        // power.
        if (!isWhole && this.current.untilMs !== null) return;
        const moves = new Map(this.pendingMoves.map((row) => [row.chain, row]));
        if (isWhole) this.pendingMoves = [];
        return this.updateRisk({
          moves,
          untilMs,
          computedMs: this.options.nowMs(),
          reason: isWhole ? null : READING_POWER,
        });
      }
      case 'shock': {
        const { result } = message;
        return this.updateRisk({
          shocks: [
            ...this.current.shocks.filter(
              ({ shock, date }) => shock !== result.shock || date !== result.date,
            ),
            result,
          ],
          stressReason: null,
        });
      }
      case 'shifts':
        return this.updateRisk({ shifts: message.results });
      case 'progress':
        this.progress = { done: message.done, of: message.total };
        return;
      case 'done':
        this.progress = null;
        this.isFailed = false;
        this.deadline?.end();
        this.storeFigures();
        return getLog().info(
          { seconds: Math.round(message.seconds), megabytes: Math.round(message.megabytes) },
          'market risk was computed',
        );
    }
  }

  private updateRisk(changes: Partial<MarketRisk>): void {
    this.current = { ...this.current, ...changes };
  }

  /** Keeps earlier results and requests the same midnight again after a delay. */
  private onFailure(worker: Worker, error: unknown): void {
    if (this.worker !== worker) return;
    this.worker = null;
    this.deadline?.end();
    this.isFailed = true;
    this.progress = null;
    getLog().error({ err: error }, 'the risk worker failed');
    const { nowMs, retryDelayMs = RETRY_DELAY_MS } = this.options;
    this.requestedMs = -Infinity;
    this.retryFromMs = nowMs() + retryDelayMs;
    const reason = formatFailure(Math.round(retryDelayMs / 60_000));
    this.updateRisk({ reason, stressReason: reason });
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.deadline?.end();
    const worker = this.worker;
    this.worker = null;
    await worker?.terminate();
  }
}
