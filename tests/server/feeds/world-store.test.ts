// The stored past of the simulated market: used only if it is what the code computes.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  openStoredWorld,
  restoreWorld,
  storeWorld,
} from '../../../app/server/feeds/world-store.server';
import { MARKET_FILES } from '../../../app/server/platform/market-files';
import { getDayStartMs } from '../../../app/trading/simulation/calendar';
import type { WorldCheckpoint } from '../../../app/trading/simulation/market-models';
import { type World, createWorld, getCheckpointDay } from '../../../app/trading/simulation/world';

const SEED = 'stored';
const DAYS = 140;
const folder = mkdtempSync(join(tmpdir(), 'world-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let origin = { seed: SEED, cacheDir: '' };
let file = '';
beforeEach(() => {
  origin = { seed: SEED, cacheDir: mkdtempSync(join(folder, 'desk-')) };
  file = join(origin.cacheDir, MARKET_FILES.past);
});

const market = createWorld({ seed: SEED });
market.foldTo(getDayStartMs(DAYS), 100);
const checkpoint = market.takeCheckpoint();

const countDays = (world: World): number => getCheckpointDay(world.takeCheckpoint());

/** Changes one price of the last state. */
function alterLastPrice(original: WorldCheckpoint): WorldCheckpoint {
  const [last] = structuredClone(original.power.slice(-1)) as [{ hours: number[] }];
  last.hours[5] = (last.hours[5] ?? 0) + 1e-9;
  return { ...original, power: [...original.power.slice(0, -1), last] };
}

/** Changes one value that was published shortly before the last state. */
function alterPublished(original: WorldCheckpoint): WorldCheckpoint {
  const published = original.published.map(([day, values]) =>
    day === 120
      ? ([day, values.map((value) => ({ ...value, value: value.value + 1 }))] as const)
      : ([day, values] as const),
  );
  return { ...original, published };
}

describe('the stored past of the simulated market', () => {
  it('lets the next process continue', async () => {
    await storeWorld(origin, market);
    const continued = openStoredWorld(origin);
    expect(countDays(continued)).toBe(128);
    const atMs = getDayStartMs(DAYS);
    for (const instrument of market.listInstrumentsAt(atMs))
      expect(continued.quoteAt(instrument, atMs)).toEqual(market.quoteAt(instrument, atMs));
  });

  it('is not used for another seed, or if a byte changed, or without a file', async () => {
    expect(countDays(openStoredWorld(origin))).toBe(0);
    expect(countDays(openStoredWorld({ seed: SEED }))).toBe(0);
    await storeWorld(origin, market);
    expect(countDays(openStoredWorld({ ...origin, seed: 'another' }))).toBe(0);
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(countDays(openStoredWorld(origin))).toBe(0);
  });

  it('is not used if the code computes other states', () => {
    expect(restoreWorld(SEED, checkpoint)).not.toBeNull();
    expect(restoreWorld(SEED, alterLastPrice(checkpoint))).toBeNull();
    expect(restoreWorld(SEED, alterPublished(checkpoint))).toBeNull();
    expect(restoreWorld('another', checkpoint)).toBeNull();
    expect(restoreWorld(SEED, createWorld({ seed: SEED }).takeCheckpoint())).toBeNull();
  });

  it('is written only when it reaches further', async () => {
    await storeWorld(origin, market);
    const before = statSync(file, { bigint: true }).ino;
    await storeWorld(origin, market);
    expect(statSync(file, { bigint: true }).ino).toBe(before);
    const later = createWorld({ seed: SEED, checkpoint });
    later.foldTo(getDayStartMs(200), 100);
    await storeWorld(origin, later);
    expect(countDays(openStoredWorld(origin))).toBe(192);
  });
});
