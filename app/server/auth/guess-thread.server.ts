// Estimates guesses in a thread that ends when it is not used: to load the dictionaries takes a second,
// in which the server must answer, and 65 MB, which it must not keep.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type EstimateGuesses, estimateGuesses } from './guess-estimate';
import { PROJECT_ROOT } from '../platform/project.server';
import { MINUTE_MS, SECOND_MS } from '../../trading/domain/time';

export interface GuessOrder {
  readonly passphrase: string;
  readonly words: readonly string[];
}

interface ThreadOptions {
  /** Replaced in tests. */
  readonly program?: string;
  readonly timeMsMax?: number;
  readonly idleMs?: number;
}

const PROGRAM = join(PROJECT_ROOT, 'build', 'workers', 'guess-estimate.js');
const HEAP_MB = 256;

/** Estimates one after another. */
export class GuessThread {
  private worker: Worker | null = null;
  private previous: Promise<unknown> = Promise.resolve();
  private idleTimer: NodeJS.Timeout | null = null;

  constructor(private readonly options: ThreadOptions = {}) {}

  /**
   * Rejects if the thread fails or takes too long; the next call starts another one. Without a build,
   * as in development, this thread estimates.
   */
  readonly estimateGuesses: EstimateGuesses = (passphrase, words) => {
    const { program = PROGRAM } = this.options;
    if (!existsSync(program)) return estimateGuesses(passphrase, words);
    const result = this.previous.then(() => this.askWorker({ passphrase, words }, program));
    this.previous = result.catch(() => undefined);
    return result;
  };

  /** Whether the thread is there. */
  isRunning(): boolean {
    return this.worker !== null;
  }

  private async askWorker(order: GuessOrder, program: string): Promise<number> {
    if (this.idleTimer) clearTimeout(this.idleTimer);
    const { timeMsMax = 30 * SECOND_MS, idleMs = MINUTE_MS } = this.options;
    const worker = (this.worker ??= this.startWorker(program));
    try {
      const guesses = await waitForAnswer(worker, order, timeMsMax);
      this.idleTimer = setTimeout(() => void this.endWorker(), idleMs);
      this.idleTimer.unref();
      return guesses;
    } catch (error) {
      await this.endWorker();
      throw error;
    }
  }

  private startWorker(program: string): Worker {
    // No environment: the worker must not see secrets.
    const worker = new Worker(program, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    // One that fails while it is idle is started again at the next order.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = null;
    });
    return worker;
  }

  private async endWorker(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }
}

function waitForAnswer(worker: Worker, order: GuessOrder, timeMsMax: number): Promise<number> {
  let endWait = (): void => undefined;
  const answer = new Promise<number>((resolve, reject) => {
    const timeLimit = setTimeout(
      () => reject(new Error(`the estimate took more than ${timeMsMax} ms`)),
      timeMsMax,
    );
    const onExit = (code: number): void =>
      reject(new Error(`the estimate ended with code ${code} and no result`));
    worker.on('message', resolve).on('error', reject).on('exit', onExit);
    endWait = () => {
      clearTimeout(timeLimit);
      worker.off('message', resolve).off('error', reject).off('exit', onExit);
      // An idle thread does not keep the process alive.
      worker.unref();
    };
    worker.ref();
    worker.postMessage(order);
  });
  return answer.finally(endWait);
}
