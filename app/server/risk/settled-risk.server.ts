// Market risk of daily prices that arrive late: daily moves of their settlements, no stress tests.
import type { MarketRisk } from '../../models/risk/market-risk';
import { MINUTE_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import type { DailyPriceStore } from '../../trading/market/merged-days';
import { CURRENT_DAYS } from '../../trading/market/settled-days';
import { computeSettledMoves } from '../../trading/risk/settled-moves';
import type { MarketRiskReader } from './risk-worker.server';

/** Prices of days arrive at any time. */
const RECOMPUTE_MS = 5 * MINUTE_MS;
const NO_PRICES = `Risk needs daily prices of 13 months that are at most ${CURRENT_DAYS} days old: delayed quotes, or your own files.`;
const NO_SHOCKS = 'No stress tests: they need a simulated market with its weather.';

export function createSettledRisk(
  market: string,
  prices: DailyPriceStore,
  nowMs: () => EpochMs,
): MarketRiskReader {
  let current: (MarketRisk & { readonly computedMs: EpochMs }) | null = null;
  return {
    getLatest() {
      const now = nowMs();
      if (current && now < current.computedMs + RECOMPUTE_MS) return current;
      current = {
        market,
        computedMs: now,
        ...computeSettledMoves(prices, now),
        shocks: [],
        shifts: [],
        reason: NO_PRICES,
        stressReason: NO_SHOCKS,
      };
      return current;
    },
    getWork: () => ({ progress: null, againFromMs: null }),
    requestRefresh: () => 'impossible',
    hasFailed: () => false,
    async stop() {},
  };
}
