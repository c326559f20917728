/** Intraday noise: one series for all months of a chain, correlated between related chains. */
import { MINUTES_PER_DAY } from './calendar';
import type { RandomStreams } from './random-streams';

/** Standard normal of a grid point. */
export type PointNormal = (point: number) => number;

/** Chains correlated within the day; `weight` is the loading on the shared noise. */
const GROUPS: readonly {
  readonly name: string;
  readonly chains: readonly string[];
  readonly weight: number;
}[] = [
  { name: 'petroleum', chains: ['CL', 'HO'], weight: 0.92 },
  { name: 'grains', chains: ['CORN', 'SOYB', 'WHEAT'], weight: 0.72 },
  { name: 'power', chains: ['ET-NYISO', 'ET-ERCOT', 'ET-CAISO', 'ET-PJM', 'ET-MISO'], weight: 0.6 },
];

/** Standard normals of a chain on a named grid, as a weighted sum of group and own noise. */
export function createPointNormals(
  random: RandomStreams,
  grid: string,
  chain: string,
): PointNormal {
  const own = random.getStream(`${grid}/${chain}`);
  const group = GROUPS.find(({ chains }) => chains.includes(chain));
  if (!group) return (point) => random.drawNormal(own, point);
  const shared = random.getStream(`${grid}/group/${group.name}`);
  const ownWeight = Math.sqrt(1 - group.weight ** 2);
  return (point) =>
    group.weight * random.drawNormal(shared, point) + ownWeight * random.drawNormal(own, point);
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
