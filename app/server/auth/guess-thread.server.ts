// Estimates guesses in a thread that ends when it is not used: to load the dictionaries takes a second,
// in which the server must answer, and 65 MB, which it must not keep.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { type EstimateGuesses, estimateGuesses } from './guess-estimate';
import { PROJECT_ROOT } from '../platform/project.server';
import { MINUTE_MS, SECOND_MS } from '../../trading/domain/time';

export interface GuessOrder {
  readonly passphrase: string;
  readonly words: readonly string[];
}

interface GuessThread {
  /**
   * Estimates one after another. Rejects if the thread fails or takes too long; the next call starts
   * another one. Without a build, as in development, the thread of the caller estimates.
   */
  readonly estimateGuesses: EstimateGuesses;
  /** 0 while none is there. */
  readonly countThreads: () => number;
}

interface ThreadOptions {
  /** Exports `estimateOrder`. Replaced in tests. */
  readonly program?: string;
  readonly timeMsMax?: number;
  readonly idleMs?: number;
}

const PROGRAM = join(PROJECT_ROOT, 'build', 'workers', 'guess-estimate.js');
const HEAP_MB = 256;

/** The thread starts with the first call. */
export function createGuessThread({
  program = PROGRAM,
  timeMsMax = 30 * SECOND_MS,
  idleMs = MINUTE_MS,
}: ThreadOptions = {}): GuessThread {
  const pool = new Piscina<GuessOrder, number>({
    filename: program,
    name: 'estimateOrder',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    // No environment: the thread must not see secrets.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  // A thread that fails without an order; the next order reports it.
  pool.on('error', () => undefined);
  return {
    estimateGuesses: (passphrase, words) =>
      existsSync(program)
        ? pool.run({ passphrase, words }, { signal: AbortSignal.timeout(timeMsMax) })
        : estimateGuesses(passphrase, words),
    countThreads: () => pool.threads.length,
  };
}
