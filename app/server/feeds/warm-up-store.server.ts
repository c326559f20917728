// Stores strategy states after their warm-up, so that the next start folds only the bars since. The
// file is a cache: without it the same states are computed again.
import { join } from 'node:path';
import { readCacheFile, writeCacheFile } from '../platform/cache-file.server';
import { getLog } from '../platform/log.server';
import { CODE_VERSION } from '../platform/project.server';
import type { EpochMs } from '../../trading/domain/units';
import type { SimulationSeed } from '../../trading/engine/market-source';
import type { InstrumentMarket } from '../../trading/engine/state';
import type { BarLength } from '../../trading/strategies/playbook';

/** States of a contract's strategies on bars of one length. */
export interface StoredContract {
  readonly id: string;
  readonly length: BarLength;
  /** End of the last folded bar. */
  readonly untilMs: EpochMs;
  readonly rules: InstrumentMarket['rules'];
  readonly ends: readonly EpochMs[];
}

export interface WarmUpStore {
  read(): readonly StoredContract[];
  /** Replaces everything stored. A failed write is only logged. */
  write(contracts: readonly StoredContract[]): Promise<void>;
}

const FILE = 'market-strategies.bin';

/** Stores nothing. */
export const EMPTY_WARM_UP_STORE: WarmUpStore = { read: () => [], write: () => Promise.resolve() };

export function openWarmUpStore({ seed, cacheDir }: SimulationSeed): WarmUpStore {
  if (cacheDir === undefined) return EMPTY_WARM_UP_STORE;
  const file = join(cacheDir, FILE);
  const key = JSON.stringify([CODE_VERSION, seed]);
  return {
    read: () => readCacheFile<readonly StoredContract[]>(file, key) ?? [],
    async write(contracts) {
      try {
        await writeCacheFile(file, key, contracts);
      } catch (error) {
        getLog().warn({ err: error }, 'strategy states were not stored');
      }
    },
  };
}
