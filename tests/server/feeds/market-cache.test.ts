// Stored figures of the market: for the same seed, and never a reason to fail.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openMarketCache } from '../../../app/server/feeds/market-cache.server';
import { MARKET_FILES } from '../../../app/server/platform/market-files';

const folder = mkdtempSync(join(tmpdir(), 'market-cache-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let cacheDir = '';
beforeEach(() => {
  cacheDir = mkdtempSync(join(folder, 'desk-'));
});

const VALUE = { days: [1, NaN, -Infinity], closes: Float64Array.of(1.5, 2), none: undefined };

describe('a stored value of the market', () => {
  it('returns as it was, for the same seed and file', async () => {
    const cache = openMarketCache<typeof VALUE>({ seed: 'a', cacheDir }, MARKET_FILES.days);
    expect(cache.read()).toBeNull();
    await cache.write(VALUE);
    expect(cache.read()).toEqual(VALUE);
    expect(openMarketCache({ seed: 'b', cacheDir }, MARKET_FILES.days).read()).toBeNull();
    expect(openMarketCache({ seed: 'a', cacheDir }, MARKET_FILES.closes).read()).toBeNull();
  });

  it('is not used after damage', async () => {
    const cache = openMarketCache({ seed: 'a', cacheDir }, MARKET_FILES.days);
    await cache.write(VALUE);
    writeFileSync(join(cacheDir, MARKET_FILES.days), 'nonsense');
    expect(cache.read()).toBeNull();
  });

  it('is left out without a folder, or if the folder cannot be written', async () => {
    for (const missing of [{}, { cacheDir: join(cacheDir, 'missing') }]) {
      const cache = openMarketCache({ seed: 'a', ...missing }, MARKET_FILES.days);
      await cache.write(VALUE);
      expect(cache.read()).toBeNull();
    }
  });
});
