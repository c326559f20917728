// Which world a backtest trades and which part of it: the first years of one that nobody has seen,
// or the past of the desk's own.
import type { EpochMs } from '../../trading/domain/units';
import { getMidnight } from '../../trading/domain/time';

/**
 * Worlds begin to be traded three years after their epoch, when norms and usual revisions have a
 * past.
 */
export const FIRST_TRADED_MS: EpochMs = Date.UTC(2013, 0, 1);

/**
 * A world, what it is called in tables and in the ledger, and the part of it that is traded:
 * `untilMs` is excluded.
 */
export interface WorldSpan {
  readonly seed: string;
  readonly name: string;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  /** Whether its prices hold no edge for anybody; they do when absent. */
  readonly isEfficient?: boolean;
}

/** The first years of a world that are traded. */
export const outOfSampleSpan = (seed: string, years: number): WorldSpan => ({
  seed,
  name: `world ${seed}`,
  fromMs: FIRST_TRADED_MS,
  untilMs: Date.UTC(2013 + years, 0, 1),
});

/**
 * The name says whose world it is and not its seed: who knows the seed of a desk knows its
 * tomorrow.
 */
export const DESK_WORLD = 'the world of the desk';

/** The last years of a desk's own world, up to the last midnight UTC. */
export function deskSpan(seed: string, years: number, nowMs: EpochMs): WorldSpan {
  const untilMs = getMidnight(nowMs);
  const last = new Date(untilMs);
  const fromMs = Date.UTC(last.getUTCFullYear() - years, last.getUTCMonth(), last.getUTCDate());
  return { seed, name: DESK_WORLD, fromMs: Math.max(FIRST_TRADED_MS, fromMs), untilMs };
}
