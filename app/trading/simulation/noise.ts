/**
 * The chance inside a day: one noise for all months of a chain, partly shared with the chains that
 * trade beside it.
 */
import { MINUTES_PER_DAY } from './calendar';
import type { Chance } from './random-streams';

/** Standard normal for a point. */
export type PointNormal = (point: number) => number;

/** Chains that move together within the day, and what they share of their standard deviation. */
const GROUPS: readonly {
  readonly name: string;
  readonly chains: readonly string[];
  readonly weight: number;
}[] = [
  { name: 'petroleum', chains: ['CL', 'HO'], weight: 0.92 },
  { name: 'grains', chains: ['CORN', 'SOYB', 'WHEAT'], weight: 0.72 },
  { name: 'power', chains: ['ET-NYISO', 'ET-ERCOT', 'ET-CAISO', 'ET-PJM', 'ET-MISO'], weight: 0.6 },
];

/** The standard normals of a chain at the points of a grid, by the name of the grid. */
export function chainNoise(chance: Chance, grid: string, chain: string): PointNormal {
  const own = chance.stream(`${grid}/${chain}`);
  const group = GROUPS.find(({ chains }) => chains.includes(chain));
  if (!group) return (point) => chance.normal(own, point);
  const shared = chance.stream(`${grid}/group/${group.name}`);
  const rest = Math.sqrt(1 - group.weight ** 2);
  return (point) => group.weight * chance.normal(shared, point) + rest * chance.normal(own, point);
}

/** Days whose normals are remembered for each chain: all months of a chain ask for the same. */
const DAYS_KEPT = 8;

/**
 * The normals of a chain at the minutes of whole days, each day made once for all its months; entry
 * 0 is of the day's first minute.
 */
export function dayNoise(chance: Chance, chain: string): (day: number) => Float64Array {
  const normal = chainNoise(chance, 'minute', chain);
  const kept = new Map<number, Float64Array>();
  return (day) => {
    const known = kept.get(day);
    if (known) return known;
    if (kept.size >= DAYS_KEPT) kept.delete(kept.keys().next().value ?? day);
    const start = day * MINUTES_PER_DAY;
    const made = new Float64Array(MINUTES_PER_DAY);
    for (let minute = 1; minute < MINUTES_PER_DAY; minute += 1)
      made[minute] = normal(start + minute);
    kept.set(day, made);
    return made;
  };
}
