/** Daily moves of front months from settlements, for risk. */
import { DAY_MS } from '../domain/time';
import type { EpochMs } from '../domain/units';
import type { DailyPriceStore } from '../market/merged-days';
import { listSettledChains, listSettledDays } from '../market/settled-days';
import type { DailyMoves } from './daily-moves';

/** Most moves of a chain, as in the simulated market. */
const DAYS_MAX = 1500;

interface SettledMoves {
  /** By chain. All end with the same day. */
  readonly moves: ReadonlyMap<string, DailyMoves>;
  /** End of that day; null without moves. */
  readonly untilMs: EpochMs | null;
}

/**
 * Computes the moves of business days as ratios. The history of a chain begins after its last gap, and
 * all end with the last day that each of them has. Chains without current prices have none.
 */
export function computeSettledMoves(store: DailyPriceStore, knownMs: EpochMs): SettledMoves {
  const chains = listSettledChains(store, knownMs);
  if (chains.length === 0) return { moves: new Map(), untilMs: null };
  const lastDayMs = Math.min(...chains.map(({ front }) => front.lastDayMs));
  const moves = new Map<string, DailyMoves>();
  for (const settled of chains) {
    const { chain } = settled;
    const values = listSettledDays(settled, lastDayMs, DAYS_MAX).map(({ move }) => move);
    if (values.length > 0)
      moves.set(chain, { chain, kind: 'ratio', values: Float64Array.from(values) });
  }
  return { moves, untilMs: lastDayMs + DAY_MS };
}
