/** Intraday noise: one series for all months of a chain, correlated between related chains. */
import type { FuturesRoot } from '../domain/commodity';
import { POWER_HUBS } from '../domain/contract';
import { MINUTES_PER_DAY } from './calendar';
import type { RandomStreams } from './random-streams';

/** Standard normal of a grid point. */
export type PointNormal = (point: number) => number;

/** Groups of chains correlated within the day, by their loading on the shared noise. */
const GROUP_WEIGHTS = { petroleum: 0.92, grains: 0.72, power: 0.6 } as const;
type NoiseGroup = keyof typeof GROUP_WEIGHTS;

/** Group of each chain; null for noise of its own. */
const FUTURES_GROUPS: Readonly<Record<FuturesRoot, NoiseGroup | null>> = {
  NG: null,
  CL: 'petroleum',
  HO: 'petroleum',
  CORN: 'grains',
  SOYB: 'grains',
  WHEAT: 'grains',
  KC: null,
  OJ: null,
  CT: null,
};
const GROUPS: ReadonlyMap<string, NoiseGroup | null> = new Map([
  ...Object.entries(FUTURES_GROUPS),
  ...POWER_HUBS.map((hub) => [`ET-${hub}`, 'power'] as const),
]);

/** Standard normals of a chain on a named grid, as a weighted sum of group and own noise. */
export function createPointNormals(
  random: RandomStreams,
  grid: string,
  chain: string,
): PointNormal {
  const own = random.getStream(`${grid}/${chain}`);
  const group = GROUPS.get(chain);
  if (!group) return (point) => random.drawNormal(own, point);
  const weight = GROUP_WEIGHTS[group];
  const shared = random.getStream(`${grid}/group/${group}`);
  const ownWeight = Math.sqrt(1 - weight ** 2);
  return (point) =>
    weight * random.drawNormal(shared, point) + ownWeight * random.drawNormal(own, point);
}

/** Days cached per chain; all months of a chain read the same normals. */
const CACHED_DAYS_MAX = 8;

/** Normals of a chain for the minutes of a day, cached by day; entry 0 is the first minute. */
export function createDayNormals(
  random: RandomStreams,
  chain: string,
): (day: number) => Float64Array {
  const normal = createPointNormals(random, 'minute', chain);
  const cache = new Map<number, Float64Array>();
  return (day) => {
    const cached = cache.get(day);
    if (cached) return cached;
    if (cache.size >= CACHED_DAYS_MAX) cache.delete(cache.keys().next().value ?? day);
    const start = day * MINUTES_PER_DAY;
    const created = new Float64Array(MINUTES_PER_DAY);
    for (let minute = 1; minute < MINUTES_PER_DAY; minute += 1)
      created[minute] = normal(start + minute);
    cache.set(day, created);
    return created;
  };
}
