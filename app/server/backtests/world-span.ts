// Simulated market and period of a backtest: the first years of an unseen seed, or the desk's own
// history.
import { z } from 'zod';
import type { EpochMs } from '../../trading/domain/units';
import { getMidnight } from '../../trading/domain/time';

/**
 * Trading starts three years after the epoch, when normals and revision statistics have history.
 */
export const FIRST_TRADED_MS: EpochMs = Date.UTC(2013, 0, 1);

/**
 * Simulated market, its name in tables and ledger, and the traded period; `untilMs` is exclusive.
 */
export interface WorldSpan {
  readonly seed: string;
  readonly name: string;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  /** Whether prices are efficient, without an edge; false if absent. */
  readonly isEfficient?: boolean;
}

export const WorldSpanSchema = z.object({
  seed: z.string(),
  name: z.string(),
  fromMs: z.number(),
  untilMs: z.number(),
  isEfficient: z.boolean().optional(),
});

/** First traded years of a simulated market. */
export const getOutOfSampleSpan = (seed: string, years: number): WorldSpan => ({
  seed,
  name: `world ${seed}`,
  fromMs: FIRST_TRADED_MS,
  untilMs: Date.UTC(2013 + years, 0, 1),
});

/** Must not contain the seed, which reveals future prices. */
export const DESK_WORLD_NAME = 'the world of the desk';

/** Last years of the desk's market, up to the last UTC midnight. */
export function getDeskSpan(seed: string, years: number, nowMs: EpochMs): WorldSpan {
  const untilMs = getMidnight(nowMs);
  const last = new Date(untilMs);
  const fromMs = Date.UTC(last.getUTCFullYear() - years, last.getUTCMonth(), last.getUTCDate());
  return { seed, name: DESK_WORLD_NAME, fromMs: Math.max(FIRST_TRADED_MS, fromMs), untilMs };
}
