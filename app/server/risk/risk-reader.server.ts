// Where the risk of the desk's market is read: in a thread beside a simulated one, from the bars of
// a history, or nowhere.
import { historyRisk } from './history-risk.server';
import { type MarketRisk, type RiskReader, noRisk } from '../../models/risk/market-risk';
import { type OneRisk, readRisk } from './risk-worker.server';
import type { SetClock } from '../../trading/clock';
import type { MarketSource } from '../../trading/engine/market-source';

interface RiskOptions {
  readonly source: Pick<MarketSource, 'market' | 'risk'>;
  /** Whether threads may be started; bars are read without one. */
  readonly readsRisk?: boolean;
  readonly clock: SetClock;
}

const SWITCHED_OFF = 'Risk figures are switched off here (ANALYTICS=off).';

export function openRisk(options: RiskOptions): RiskReader {
  const reader = startReader(options);
  const findReader = (name: string) => (reader?.latest().market === name ? reader : null);
  const nobody = new Map<string, MarketRisk>();
  const { market } = options.source;
  return {
    of(name) {
      const known = findReader(name)?.latest();
      if (known) return known;
      const reason = name === market ? reasonForNone(options) : undefined;
      const none = nobody.get(name) ?? noRisk(name, reason);
      nobody.set(name, none);
      return none;
    },
    work: (name) => findReader(name)?.work() ?? { progress: null, againFromMs: null },
    again: (name) => findReader(name)?.again() ?? 'impossible',
    stop: async () => reader?.stop(),
  };
}

const reasonForNone = ({ source: { risk }, readsRisk = false }: RiskOptions): string | undefined =>
  risk.reason ?? (readsRisk ? undefined : SWITCHED_OFF);

function startReader({
  source: { market, risk },
  readsRisk = false,
  clock,
}: RiskOptions): OneRisk | null {
  const nowMs = (): number => clock.nowMs();
  if (risk.from === null) return null;
  if (risk.from.kind === 'bars') return historyRisk(risk.from.feed, nowMs);
  return readsRisk ? readRisk({ market, seed: risk.from.seed, nowMs }) : null;
}
