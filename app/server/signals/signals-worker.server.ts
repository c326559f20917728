// Worker thread of the networks: started after the desk, restarted with back-off after a failure.
import type { InferenceStatus, SilentChain } from '../../models/signals/inference-status';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Deadline, startDeadline } from '../platform/deadline.server';
import { getLog } from '../platform/log.server';
import { PROJECT_ROOT } from '../platform/project.server';
import type { SignalData } from '../../trading/engine/market-source';
import { type SetTimer, startTimer } from '../feeds/pump.server';
import type { Inference } from './network-inference.server';

export type SignalsThreadOptions = SignalData & {
  /**
   * Desk time in ms, updated by the desk each second. Without it the thread uses the system clock.
   */
  readonly deskTime?: BigInt64Array;
};
export type SimulatedSignalsOptions = Extract<
  SignalsThreadOptions,
  { readonly kind: 'simulation' }
>;
export type PublicSignalsOptions = Extract<SignalsThreadOptions, { readonly kind: 'public' }>;

/** Forecasts and outlook, with compute time and heap use. */
interface InferenceResult extends Inference {
  /** Markets without a forecast; in the simulated market there are none. */
  readonly silent?: readonly SilentChain[];
  readonly tookMs: number;
  readonly memoryMb: number;
}

/** `alive` follows every second from the first result on, so that a thread that hangs is noticed. */
export type SignalsMessage =
  | ({ readonly type: 'result' } & InferenceResult)
  | { readonly type: 'alive' };

export interface SignalsThread {
  status(): InferenceStatus;
  stop(): Promise<void>;
}

interface SignalsPorts {
  readonly onForecasts: (inference: Inference) => void;
  readonly setTimer?: SetTimer;
  /** Program file of the thread. */
  readonly program?: string;
  readonly delays?: {
    readonly startMs: number;
    readonly retryMs: number;
    readonly silentMs: number;
  };
}

const PROGRAMS = { simulation: 'signals.js', public: 'public-signals.js' } as const satisfies {
  readonly [Kind in SignalData['kind']]: string;
};
const getProgram = (kind: SignalData['kind']): string =>
  join(PROJECT_ROOT, 'build', 'workers', PROGRAMS[kind]);
/** One year of history of all chains takes 150 MB. */
const HEAP_MB = 512;
/** Short-lived prices and paths fill the default of 16 MB many times a second. */
const YOUNG_GENERATION_MB = 32;
/**
 * Starts after the desk. Retry after one minute, doubled after each failure, up to one hour. A run
 * takes seconds, so a thread that is silent for minutes hangs.
 */
const DELAYS = { startMs: 500, retryMs: 60_000, silentMs: 180_000 };
const RETRY_MS_MAX = 3_600_000;

/** Shown beside the signals of a market. */
const REMARKS = {
  simulation: null,
  public:
    'Not proven on real data: forecasts are shown and scored here, but are no calls to trade.',
} as const satisfies { readonly [Kind in SignalData['kind']]: string | null };
/** Networks of the simulated market run a few times a day, those of public data every two minutes. */
const RESULT_LEVELS = { simulation: 'info', public: 'debug' } as const satisfies {
  readonly [Kind in SignalData['kind']]: 'info' | 'debug';
};
const NO_FORECASTS = 'No market has the prices and inputs that a forecast needs.';
const WARMING_UP = 'Networks are warming up (some seconds).';
const NOT_BUILT = 'The network program is not built. Run `npm run build`.';
const STOPPED = 'The server is shutting down.';
const formatFailure = (minutes: number): string =>
  `Networks failed; the error was logged. Retry within ${minutes} min. Trading is not affected.`;
const buildEmptyStatus = (reason: string): InferenceStatus => ({
  phase: 'none',
  reason,
  outlook: null,
  remark: null,
  silent: [],
  lastRunMs: null,
  tookMs: null,
  memoryMb: null,
  faults: 0,
});

/** No thread; `reason` says why. */
export function createDisabledSignals(reason: string): SignalsThread {
  const status = buildEmptyStatus(reason);
  return { status: () => status, stop: () => Promise.resolve() };
}

/** Starts the thread for a market. */
export function startSignals(options: SignalsThreadOptions, ports: SignalsPorts): SignalsThread {
  return new SignalsWorker(options, ports);
}

class SignalsWorker implements SignalsThread {
  private worker: Worker | null = null;
  private deadline: Deadline | null = null;
  private current: InferenceStatus = { ...buildEmptyStatus(WARMING_UP), phase: 'reading' };
  private cancel: () => void;
  private readonly setTimer: SetTimer;

  constructor(
    private readonly options: SignalsThreadOptions,
    private readonly ports: SignalsPorts,
  ) {
    this.setTimer = ports.setTimer ?? startTimer;
    this.cancel = this.setTimer(() => this.startWorker(), (ports.delays ?? DELAYS).startMs);
  }

  status(): InferenceStatus {
    return this.current;
  }

  private startWorker(): void {
    const program = this.ports.program ?? getProgram(this.options.kind);
    if (!existsSync(program)) {
      this.current = { ...this.current, phase: 'failed', reason: NOT_BUILT };
      return;
    }
    // No environment: the worker must not see secrets.
    const worker = new Worker(program, {
      workerData: this.options,
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: HEAP_MB,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    });
    this.worker = worker;
    const { silentMs } = this.ports.delays ?? DELAYS;
    this.deadline = startDeadline(silentMs, () => {
      this.onFailure(worker, new Error(`the network worker was silent for ${silentMs} ms`));
      void worker.terminate();
    });
    worker.on('message', (message: SignalsMessage) => this.onMessage(message));
    worker.on('error', (error) => this.onFailure(worker, error));
    worker.on('exit', (code) =>
      this.onFailure(worker, new Error(`the network worker ended with code ${code}`)),
    );
    // Do not keep the process alive. Last, because adding listeners refs the worker.
    worker.unref();
  }

  private onMessage(message: SignalsMessage): void {
    if (this.current.phase === 'stopped') return;
    this.deadline?.extend();
    if (message.type === 'alive') return;
    const { tookMs, memoryMb, forecasts, outlook, silent = [] } = message;
    this.current = {
      phase: 'speaking',
      reason: forecasts.length === 0 ? NO_FORECASTS : null,
      remark: REMARKS[this.options.kind],
      outlook,
      silent,
      lastRunMs: outlook.stampMs,
      tookMs,
      memoryMb,
      faults: this.current.faults,
    };
    getLog()[RESULT_LEVELS[this.options.kind]](
      { tookMs, memoryMb, opinions: forecasts.length },
      'network forecasts were issued',
    );
    this.ports.onForecasts({ forecasts, outlook });
  }

  private onFailure(worker: Worker, error: Error): void {
    if (this.current.phase === 'stopped' || this.worker !== worker) return;
    this.worker = null;
    this.deadline?.end();
    const faults = this.current.faults + 1;
    const waitMs = Math.min(
      RETRY_MS_MAX,
      (this.ports.delays ?? DELAYS).retryMs * 2 ** Math.min(faults - 1, 10),
    );
    getLog().error({ err: error, faults, waitMs }, 'the network worker failed');
    this.current = {
      ...buildEmptyStatus(formatFailure(Math.max(1, Math.round(waitMs / 60_000)))),
      phase: 'failed',
      faults,
    };
    this.cancel = this.setTimer(() => this.startWorker(), waitMs);
  }

  async stop(): Promise<void> {
    this.current = { ...this.current, phase: 'stopped', reason: STOPPED };
    this.cancel();
    this.deadline?.end();
    await this.worker?.terminate();
  }
}
