// Stores the risk figures of a simulated market, so that a start on the same day needs no new
// simulation.
import { readFileSync } from 'node:fs';
import type { MarketRisk } from '../../models/risk/market-risk';
import { computeDigest, readPreparedFile, writeCacheFile } from '../platform/cache-file.server';
import { getLog } from '../platform/log.server';

/** What the figures depend on. */
export interface RiskOrigin {
  readonly market: string;
  readonly seed: string;
  /** File of the program that computes the figures; its content is its version. */
  readonly program: string;
}

/** Complete figures of one midnight. */
export type StoredRisk = Pick<MarketRisk, 'moves' | 'shocks' | 'shifts'> & {
  readonly untilMs: number;
  readonly computedMs: number;
};

export interface RiskStore {
  /** Null if nothing usable is stored. */
  read(origin: RiskOrigin): StoredRisk | null;
  /** A failed write is only logged. */
  write(origin: RiskOrigin, risk: StoredRisk): Promise<void>;
}

/** Null if the program is not built. */
function findKey({ market, seed, program }: RiskOrigin): string | null {
  try {
    return JSON.stringify([market, seed, computeDigest(readFileSync(program)).toString('hex')]);
  } catch {
    return null;
  }
}

export const openRiskStore = (file: string): RiskStore => ({
  read(origin) {
    const key = findKey(origin);
    return key === null ? null : readPreparedFile<StoredRisk>(file, key);
  },
  async write(origin, risk) {
    const key = findKey(origin);
    if (key === null) return;
    try {
      await writeCacheFile(file, key, risk);
    } catch (error) {
      getLog().warn({ err: error }, 'risk figures were not stored');
    }
  },
});
