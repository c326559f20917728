// Digest of a seed, by which feed and servers find that they simulate the same market.
import { createHash } from 'node:crypto';

/** The seed itself stays with each process: it reveals future prices. */
export const computeSeedDigest = (seed: string): string =>
  createHash('sha256').update(`frontmonth market ${seed}`).digest('hex').slice(0, 32);
