// Stores figures computed of the simulated market, so that the next start computes only what follows.
// Every file is a cache: without it the same figures are computed again.
import { join } from 'node:path';
import { readPreparedFile, writeCacheFile } from '../platform/cache-file.server';
import { getLog } from '../platform/log.server';
import type { MarketFile } from '../platform/market-files';
import { CODE_VERSION } from '../platform/project.server';
import type { SimulationSeed } from '../../trading/engine/market-source';

export interface MarketCache<T> {
  /** Null if nothing usable is stored. */
  read(): T | null;
  /** Replaces what is stored. A failed write is only logged. */
  write(value: T): Promise<void>;
}

/** Stores nothing. */
export const EMPTY_CACHE: MarketCache<never> = { read: () => null, write: () => Promise.resolve() };

/** A value in a file of the market's folder, for the same seed and code. */
export function openMarketCache<T>(
  { seed, cacheDir }: SimulationSeed,
  fileName: MarketFile,
): MarketCache<T> {
  if (cacheDir === undefined) return EMPTY_CACHE;
  const file = join(cacheDir, fileName);
  const key = JSON.stringify([CODE_VERSION, seed]);
  return {
    read: () => readPreparedFile<T>(file, key),
    async write(value) {
      try {
        await writeCacheFile(file, key, value);
      } catch (error) {
        getLog().warn({ err: error, file: fileName }, 'figures of the market were not stored');
      }
    },
  };
}
