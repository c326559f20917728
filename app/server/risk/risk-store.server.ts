// Stores the risk figures of a simulated market, so that a start on the same day needs no new
// simulation. The file is a cache: without it, or if it was damaged or made by another program, the
// same figures are computed again.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import type { MarketRisk } from '../../models/risk/market-risk';
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

const DIGEST_BYTES = 32;

const computeDigest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

function buildKey({ market, seed, program }: RiskOrigin): string {
  return JSON.stringify([market, seed, computeDigest(readFileSync(program)).toString('hex')]);
}

/** Content of the file, behind its digest. */
interface StoredFile {
  readonly key: string;
  readonly risk: StoredRisk;
}

/** Null if the file was damaged. The digest proves the rest, so the fields need no check. */
function readStoredFile(file: string): StoredFile | null {
  const bytes = readFileSync(file);
  const content = bytes.subarray(DIGEST_BYTES);
  if (!computeDigest(content).equals(bytes.subarray(0, DIGEST_BYTES))) return null;
  return deserialize(content) as StoredFile;
}

export const openRiskStore = (file: string): RiskStore => ({
  read(origin) {
    try {
      const stored = readStoredFile(file);
      return stored?.key === buildKey(origin) ? stored.risk : null;
    } catch {
      return null;
    }
  },
  async write(origin, risk) {
    try {
      const content = serialize({ key: buildKey(origin), risk } satisfies StoredFile);
      const bytes = Buffer.concat([computeDigest(content), content]);
      await writeFile(`${file}.new`, bytes, { mode: 0o600 });
      await rename(`${file}.new`, file);
    } catch (error) {
      getLog().warn({ err: error }, 'risk figures were not stored');
    }
  },
});
