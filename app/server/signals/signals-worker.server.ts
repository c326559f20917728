// The thread in which the networks speak: begun after the start of the desk, begun again with
// patience when it fails, and never a danger to the desk.
import type { SignalsStatus } from '../../models/signals/signals-status';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { getLog } from '../platform/log.server';
import { PROJECT_ROOT } from '../platform/project.server';
import { type Later, startTimer } from '../feeds/pump.server';
import type { Inference } from './network-inference.server';

export interface SignalsOrder {
  readonly seed: string;
  /**
   * Desk time in milliseconds, in memory that the desk writes each second; the thread goes by the
   * system clock where it is absent.
   */
  readonly deskTime?: BigInt64Array;
}

/**
 * What the thread says: opinions with the outlook, how long they took it, and the heap that it
 * fills.
 */
export interface InferenceResult extends Inference {
  readonly tookMs: number;
  readonly memoryMb: number;
}

export interface SignalsThread {
  status(): SignalsStatus;
  stop(): Promise<void>;
}

interface SignalsPorts {
  readonly onSpoken: (spoken: Inference) => void;
  readonly later?: Later;
  /** The file that the thread runs. */
  readonly program?: string;
  readonly delays?: { readonly startMs: number; readonly againMs: number };
}

const PROGRAM = join(PROJECT_ROOT, 'build', 'workers', 'signals.js');
/** The past of a year of all chains takes 150 MB of the heap. */
const HEAP_MB = 512;
/**
 * The start of the desk goes first; after a fault a minute passes, after the next ones twice as
 * long each time, up to an hour.
 */
const DELAYS = { startMs: 3000, againMs: 60_000 };
const AGAIN_MS_MAX = 3_600_000;

const READING = 'Networks are warming up (about 1 min).';
const NOT_BUILT =
  'The program in which the networks speak is not built. `npm run build` builds it.';
const STOPPED = 'The desk is closing.';
const failed = (minutes: number): string =>
  `The thread of the networks met a fault, which was noted. It is begun again within ${minutes} minute${minutes === 1 ? '' : 's'}; the desk goes on without it.`;
const buildSilentStatus = (reason: string): SignalsStatus => ({
  phase: 'none',
  reason,
  outlook: null,
  spokenMs: null,
  tookMs: null,
  memoryMb: null,
  faults: 0,
});

/**
 * No thread, and why: a market without forecasts and reports has no network that could speak of it.
 */
export function createDisabledSignals(reason: string): SignalsThread {
  const status = buildSilentStatus(reason);
  return { status: () => status, stop: () => Promise.resolve() };
}

/** Starts the thread on a seed of the simulated market. */
export function startSignals(order: SignalsOrder, ports: SignalsPorts): SignalsThread {
  return new Thread(order, ports);
}

class Thread implements SignalsThread {
  private worker: Worker | null = null;
  private now: SignalsStatus = { ...buildSilentStatus(READING), phase: 'reading' };
  private cancel: () => void;
  private readonly later: Later;

  constructor(
    private readonly order: SignalsOrder,
    private readonly ports: SignalsPorts,
  ) {
    this.later = ports.later ?? startTimer;
    this.cancel = this.later(() => this.begin(), (ports.delays ?? DELAYS).startMs);
  }

  status(): SignalsStatus {
    return this.now;
  }

  private begin(): void {
    const program = this.ports.program ?? PROGRAM;
    if (!existsSync(program)) {
      this.now = { ...this.now, phase: 'failed', reason: NOT_BUILT };
      return;
    }
    // Nothing of the environment: a network has no use for secrets.
    const worker = new Worker(program, {
      workerData: this.order,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    this.worker = worker;
    worker.on('message', (word: InferenceResult) => this.hear(word));
    worker.on('error', (error) => this.fail(worker, error));
    worker.on('exit', (code) =>
      this.fail(worker, new Error(`the thread of the networks ended with ${code}`)),
    );
    // Who listens holds the process, so that this comes last: a server that has closed may end.
    worker.unref();
  }

  private hear({ tookMs, memoryMb, ...spoken }: InferenceResult): void {
    if (this.now.phase === 'stopped') return;
    const { stampMs } = spoken.outlook;
    this.now = {
      phase: 'speaking',
      reason: null,
      outlook: spoken.outlook,
      spokenMs: stampMs,
      tookMs,
      memoryMb,
      faults: this.now.faults,
    };
    getLog().info(
      { tookMs, memoryMb, opinions: spoken.opinions.length },
      'the networks have spoken',
    );
    this.ports.onSpoken(spoken);
  }

  private fail(worker: Worker, error: Error): void {
    if (this.now.phase === 'stopped' || this.worker !== worker) return;
    this.worker = null;
    const faults = this.now.faults + 1;
    const waitMs = Math.min(
      AGAIN_MS_MAX,
      (this.ports.delays ?? DELAYS).againMs * 2 ** Math.min(faults - 1, 10),
    );
    getLog().error({ err: error, faults, waitMs }, 'the networks fell silent');
    this.now = {
      ...buildSilentStatus(failed(Math.max(1, Math.round(waitMs / 60_000)))),
      phase: 'failed',
      faults,
    };
    this.cancel = this.later(() => this.begin(), waitMs);
  }

  async stop(): Promise<void> {
    this.now = { ...this.now, phase: 'stopped', reason: STOPPED };
    this.cancel();
    await this.worker?.terminate();
  }
}
