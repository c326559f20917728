// The thread that reads what the risk of the simulated market is made of: asked at each midnight,
// started again with patience when it falls.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { getLog } from '../platform/log.server';
import { PROJECT_ROOT } from '../platform/project.server';
import type { Again, MarketRisk, RiskWork } from '../../models/risk/market-risk';
import type { FromReader, ReaderOrder, ToReader } from './told';
import type { DailyMoves } from '../../trading/risk/daily-moves';
import { DAY_MS } from '../../trading/domain/time';

/** Reads one market's risk; `latest` is the same object until something is new. */
export interface OneRisk {
  latest(): MarketRisk;
  work(): RiskWork;
  /** Walks other pairs of worlds up to the same midnight. */
  again(): Again;
  stop(): Promise<void>;
}

interface OneRiskOptions {
  readonly market: string;
  readonly seed: string;
  readonly nowMs: () => number;
  readonly program?: string;
  readonly patienceMs?: number;
  /** When it is asked first, and how often it is looked whether a midnight has passed. */
  readonly firstMs?: number;
  readonly lookMs?: number;
  /** How long after one reading begins another may be asked for. */
  readonly restMs?: number;
}
const LOOK_MS = 20_000;
/** The start of the desk goes first. */
const FIRST_MS = 4000;
const PATIENCE_MS = 5 * 60_000;
const HEAP_MB = 512;
/** A reading takes minutes of a processor. */
const REST_MS = 10 * 60_000;
const PROGRAM = join(PROJECT_ROOT, 'build', 'workers', 'risk.js');
const READING =
  'The past of this market is being read since the start of the desk; it takes about a minute.';
const WALKING =
  'Pairs of worlds are being walked since the start of the desk; it takes some minutes.';
const READING_POWER = 'The past of the power strips is still being read; it takes about a minute.';
const NOT_BUILT = 'The program that reads risk is not built. `npm run build` builds it.';
const formatBreak = (minutes: number): string =>
  `Risk computation failed; the error was logged. Retry in ${minutes} min. Trading is not affected.`;

/** Starts to read a simulated market. */
export const readRisk = (options: OneRiskOptions): OneRisk => new ThreadReader(options);

class ThreadReader implements OneRisk {
  private known: MarketRisk;
  private worker: Worker | null = null;
  private askedMs = -Infinity;
  /** Moves of a midnight of which others are still to come. */
  private waiting: readonly DailyMoves[] = [];
  private restAfterMs = -Infinity;
  private begunMs = -Infinity;
  private round = 0;
  private progress: RiskWork['progress'] = null;
  private readonly timers: NodeJS.Timeout[];

  constructor(private readonly options: OneRiskOptions) {
    this.known = {
      market: options.market,
      untilMs: null,
      madeMs: null,
      moves: new Map(),
      shocks: [],
      shifts: [],
      reason: READING,
      stressReason: WALKING,
    };
    this.timers = [
      setTimeout(() => this.look(), options.firstMs ?? FIRST_MS),
      setInterval(() => this.look(), options.lookMs ?? LOOK_MS),
    ];
    for (const timer of this.timers) timer.unref();
  }

  latest(): MarketRisk {
    return this.known;
  }

  work(): RiskWork {
    return {
      progress: this.progress,
      againFromMs: this.begunMs + (this.options.restMs ?? REST_MS),
    };
  }

  again(): Again {
    const { nowMs, restMs = REST_MS, program = PROGRAM } = this.options;
    if (!existsSync(program)) return 'impossible';
    if (this.progress !== null) return 'under way';
    if (nowMs() < this.begunMs + restMs) return 'too soon';
    this.round += 1;
    this.ask(this.midnightMs(), program);
    return 'begun';
  }

  private midnightMs(): number {
    return Math.floor(this.options.nowMs() / DAY_MS) * DAY_MS;
  }

  /** Asks for each midnight once, as soon as it is over. */
  private look(): void {
    const { nowMs, program = PROGRAM } = this.options;
    if (this.midnightMs() <= this.askedMs || nowMs() < this.restAfterMs) return;
    if (!existsSync(program)) return this.know({ reason: NOT_BUILT, stressReason: NOT_BUILT });
    this.ask(this.midnightMs(), program);
  }

  private ask(untilMs: number, program: string): void {
    this.askedMs = untilMs;
    this.begunMs = this.options.nowMs();
    this.waiting = [];
    this.progress = { done: 0, of: 1 };
    this.worker ??= this.started(program);
    this.worker.postMessage({ type: 'read', untilMs, round: this.round } satisfies ToReader);
  }

  private started(program: string): Worker {
    const workerData: ReaderOrder = { seed: this.options.seed };
    // Nothing of the environment: a reader has no use for secrets.
    const worker = new Worker(program, {
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.on('message', (message: FromReader) => this.hear(message));
    worker.on('error', (error) => this.fell(worker, error));
    worker.on('exit', (code) =>
      this.fell(worker, new Error(`the reader of risk ended with ${code}`)),
    );
    // A server that has nothing else left to do ends. Who listens holds it again, so that this
    // comes last.
    worker.unref();
    return worker;
  }

  private hear(message: FromReader): void {
    switch (message.type) {
      case 'moves': {
        const { untilMs, isWhole } = message;
        this.waiting = [...this.waiting, ...message.moves];
        // chains end at one midnight together: only the first reading tells the fast ones before
        // the slow ones
        if (!isWhole && this.known.untilMs !== null) return;
        const moves = new Map(this.waiting.map((row) => [row.chain, row]));
        if (isWhole) this.waiting = [];
        return this.know({
          moves,
          untilMs,
          madeMs: this.options.nowMs(),
          reason: isWhole ? null : READING_POWER,
        });
      }
      case 'shock': {
        const { told } = message;
        return this.know({
          shocks: [
            ...this.known.shocks.filter(
              ({ shock, date }) => shock !== told.shock || date !== told.date,
            ),
            told,
          ],
          stressReason: null,
        });
      }
      case 'shifts':
        return this.know({ shifts: message.told });
      case 'progress':
        this.progress = { done: message.done, of: message.of };
        return;
      case 'done':
        this.progress = null;
        return getLog().info(
          { seconds: Math.round(message.seconds), megabytes: Math.round(message.megabytes) },
          'the risk of the market was read',
        );
    }
  }

  private know(news: Partial<MarketRisk>): void {
    this.known = { ...this.known, ...news };
  }

  /** What was read before stays; the same midnight is asked again after a while. */
  private fell(worker: Worker, error: unknown): void {
    if (this.worker !== worker) return;
    this.worker = null;
    this.progress = null;
    getLog().error({ err: error }, 'the reader of risk failed');
    const { nowMs, patienceMs = PATIENCE_MS } = this.options;
    this.askedMs = -Infinity;
    this.restAfterMs = nowMs() + patienceMs;
    const reason = formatBreak(Math.round(patienceMs / 60_000));
    this.know({ reason, stressReason: reason });
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    const worker = this.worker;
    this.worker = null;
    await worker?.terminate();
  }
}
