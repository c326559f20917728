// Inputs of the strategies of the public market, as of any time.
import { type Instrument, getChain } from '../../../trading/domain/instrument';
import type { EpochMs } from '../../../trading/domain/units';
import type { EngineConfig } from '../../../trading/engine/config';
import { listEvaluators } from '../../../trading/engine/playbook-folding';
import { resolveInputs } from '../../../trading/market/inputs/catalog';
import { resolveEntryInputs } from '../../../trading/market/inputs/entry-inputs';
import type { PublicData } from '../../../trading/market/inputs/public-data';
import { getInputIds } from '../../../trading/strategies/playbook';

type InputValues = Readonly<Record<string, number>>;

export interface StrategyInputs {
  /** Inputs of the strategies that decide in a contract, by id; NaN if not known. */
  readonly resolveFor: (instrument: Instrument, atMs: EpochMs) => InputValues;
  /** Inputs of the checks before an entry. */
  readonly resolveForEntry: (atMs: EpochMs) => InputValues;
  /** Call when data arrived. */
  readonly forgetValues: () => void;
}

export function createStrategyInputs(
  listPlaybooks: EngineConfig['listPlaybooks'],
  readAt: (knownMs: EpochMs) => PublicData,
): StrategyInputs {
  /** The months of a chain have the same days. */
  const cache = new Map<string, InputValues>();
  const listIds = (instrument: Instrument): readonly string[] => {
    const chain = getChain(instrument);
    const rows = listEvaluators(listPlaybooks, instrument).map(({ row }) => row);
    return [...new Set(rows.flatMap((row) => getInputIds(row, chain)))];
  };
  return {
    resolveFor(instrument, atMs) {
      const key = `${getChain(instrument)}/${atMs}`;
      const cached = cache.get(key);
      if (cached) return cached;
      const created = resolveInputs(listIds(instrument), readAt(atMs));
      cache.set(key, created);
      return created;
    },
    resolveForEntry: (atMs) => resolveEntryInputs(readAt(atMs)),
    forgetValues: () => cache.clear(),
  };
}
