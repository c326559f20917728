// Stores the computed past of the simulated market, so that a start continues from it. The file is a
// cache: without it the same past is computed again, in some seconds.
import { isDeepStrictEqual } from 'node:util';
import { type MarketCache, openMarketCache } from './market-cache.server';
import { MARKET_FILES } from '../platform/market-files';
import { getDayStartMs } from '../../trading/simulation/calendar';
import { CHECKPOINT_DAYS } from '../../trading/simulation/checkpointed-fold';
import type { SimulationSeed } from '../../trading/engine/market-source';
import type { WorldCheckpoint } from '../../trading/simulation/market-models';
import { type World, createWorld, getCheckpointDay } from '../../trading/simulation/world';

const dropLast = (checkpoint: WorldCheckpoint): WorldCheckpoint => ({
  weather: checkpoint.weather.slice(0, -1),
  futures: checkpoint.futures.slice(0, -1),
  power: checkpoint.power.slice(0, -1),
  series: checkpoint.series.slice(0, -1),
  published: checkpoint.published.filter(
    ([day]) => day < getCheckpointDay(checkpoint) - CHECKPOINT_DAYS,
  ),
});

/** Last states of all models, and the series published before them. */
function listLastStates(checkpoint: WorldCheckpoint): unknown[] {
  const lastDay = getCheckpointDay(checkpoint);
  const { weather, futures, power, series, published } = checkpoint;
  return [
    ...[weather, futures, power, series].map((states) => states[lastDay / CHECKPOINT_DAYS]),
    published.filter(([day]) => day >= lastDay - CHECKPOINT_DAYS && day < lastDay),
  ];
}

/**
 * Market that continues from a checkpoint. Null if the code no longer computes its last states from
 * those before.
 */
export function restoreWorld(seed: string, checkpoint: WorldCheckpoint): World | null {
  const lastDay = getCheckpointDay(checkpoint);
  if (lastDay === 0) return null;
  const world = createWorld({ seed, checkpoint: dropLast(checkpoint) });
  world.foldTo(getDayStartMs(lastDay), CHECKPOINT_DAYS);
  return isDeepStrictEqual(listLastStates(world.takeCheckpoint()), listLastStates(checkpoint))
    ? world
    : null;
}

const openCache = (origin: SimulationSeed): MarketCache<WorldCheckpoint> =>
  openMarketCache(origin, MARKET_FILES.past);

/** Market with its stored past, or with none of it computed. */
export function openStoredWorld(origin: SimulationSeed): World {
  const checkpoint = openCache(origin).read();
  const { seed } = origin;
  return (checkpoint && restoreWorld(seed, checkpoint)) ?? createWorld({ seed });
}

/** Stores the computed past if it reaches further than the stored one. */
export async function storeWorld(origin: SimulationSeed, world: World): Promise<void> {
  const cache = openCache(origin);
  const checkpoint = world.takeCheckpoint();
  const stored = cache.read();
  if (stored && getCheckpointDay(stored) >= getCheckpointDay(checkpoint)) return;
  await cache.write(checkpoint);
}
