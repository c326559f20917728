// Selects how market risk is computed: worker thread (simulated market), bars (history), daily prices
// or not at all.
import { createHistoryRisk } from './history-risk.server';
import { type MarketRisk, type RiskReader, buildEmptyRisk } from '../../models/risk/market-risk';
import { type MarketRiskReader, startRiskThread } from './risk-worker.server';
import type { RiskStore } from './risk-store.server';
import { createSettledRisk } from './settled-risk.server';
import type { SettableClock } from '../../trading/clock';
import type { MarketSource } from '../../trading/engine/market-source';
import type { DailyPriceStore } from '../../trading/market/merged-days';

interface RiskOptions {
  readonly source: Pick<MarketSource, 'market' | 'risk'>;
  /** Daily bars of the running source, where risk is computed from them. */
  readonly dailyPrices?: DailyPriceStore | undefined;
  /** Whether a worker thread may be started; bars need none. */
  readonly isEnabled?: boolean;
  readonly clock: SettableClock;
  /** Figures of an earlier process. */
  readonly store: RiskStore;
}

const SWITCHED_OFF = 'Risk figures are switched off here (ANALYTICS=off).';

export function openRiskReader(options: RiskOptions): RiskReader {
  const reader = startReader(options);
  const findReader = (name: string) => (reader?.getLatest().market === name ? reader : null);
  const unavailable = new Map<string, MarketRisk>();
  const { market } = options.source;
  return {
    getRisk(name) {
      const current = findReader(name)?.getLatest();
      if (current) return current;
      const reason = name === market ? explainUnavailable(options) : undefined;
      const none = unavailable.get(name) ?? buildEmptyRisk(name, reason);
      unavailable.set(name, none);
      return none;
    },
    getProgress: (name) => findReader(name)?.getWork() ?? { progress: null, againFromMs: null },
    requestRefresh: (name) => findReader(name)?.requestRefresh() ?? 'impossible',
    hasFailed: () => reader?.hasFailed() ?? false,
    stop: async () => reader?.stop(),
  };
}

const explainUnavailable = ({
  source: { risk },
  isEnabled = false,
}: RiskOptions): string | undefined => risk.reason ?? (isEnabled ? undefined : SWITCHED_OFF);

function startReader({
  source: { market, risk },
  dailyPrices,
  isEnabled = false,
  clock,
  store,
}: RiskOptions): MarketRiskReader | null {
  const nowMs = (): number => clock.nowMs();
  switch (risk.from?.kind) {
    case undefined:
      return null;
    case 'bars':
      return createHistoryRisk(risk.from.feed, nowMs);
    case 'daily prices':
      return dailyPrices ? createSettledRisk(market, dailyPrices, nowMs) : null;
    case 'world':
      return isEnabled ? startRiskThread({ market, ...risk.from, nowMs, store }) : null;
  }
}
