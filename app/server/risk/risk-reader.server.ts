// Where the risk of the desk's market is read: in a thread beside a simulated one, from the bars of a history, or nowhere.
import { historyRisk } from './history-risk.server';
import { type MarketRisk, type RiskReader, noRisk } from '../../models/risk/market-risk';
import { readRisk } from './risk-worker.server';
import type { SetClock } from '../../trading/clock';
import type { Feed } from '../../trading/ports';

interface RiskSource {
  readonly feed: Feed | null;
  readonly simulatedSeed?: string | null;
  readonly readsRisk?: boolean;
  /** Name of the simulated market. */
  readonly market: string;
  readonly clock: SetClock;
}

const SWITCHED_OFF = 'Risk figures are switched off here (ANALYTICS=off).';

export function openRisk({
  feed,
  simulatedSeed = null,
  readsRisk = false,
  market,
  clock,
}: RiskSource): RiskReader {
  const simulated =
    readsRisk && simulatedSeed !== null && !feed
      ? readRisk({ market, seed: simulatedSeed, nowMs: () => clock.nowMs() })
      : null;
  const isSwitchedOff = !readsRisk && simulatedSeed !== null && !feed;
  const reader = feed ? historyRisk(feed, () => clock.nowMs()) : simulated;
  const readerOf = (name: string) => (reader?.latest().market === name ? reader : null);
  const nobody = new Map<string, MarketRisk>();
  return {
    of(name) {
      const known = readerOf(name)?.latest();
      if (known) return known;
      const none = nobody.get(name) ?? noRisk(name, isSwitchedOff ? SWITCHED_OFF : undefined);
      nobody.set(name, none);
      return none;
    },
    work: (name) => readerOf(name)?.work() ?? { progress: null, againFromMs: null },
    again: (name) => readerOf(name)?.again() ?? 'impossible',
    stop: async () => reader?.stop(),
  };
}
