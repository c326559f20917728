// How fast the simulated world is folded, stands up, and goes on by a day.
import { POWER_HUBS } from '../../trading/domain/contract';
import type { Instrument } from '../../trading/domain/instrument';
import { CYCLES_PER_DAY } from '../../trading/simulation/parts';
import { openWorld } from '../validate-market/open-world';
import { CHAINS } from '../validate-market/study';
import { type WorldParts, daysOfYears } from '../validate-market/world-study';
import { seconds } from './engine-speed';

export interface FoldSpeed {
  readonly years: number;
  readonly seconds: number;
  readonly yearsPerSecond: number;
  /** Seconds a year over those of the shortest fold: 1 when the cost of a year does not grow with the age of the world. */
  readonly ratio: number;
}

export interface WorldSpeed {
  readonly folds: readonly FoldSpeed[];
  /** A world of seventeen years made from nothing, to the prices and paths of fourteen front contracts. */
  readonly bootYears: number;
  readonly bootMs: number;
  /** The day after, whole: fold, hourly power, paths of the fourteen. */
  readonly dayMs: number;
  /** What each of the four forecasts of a day costs: a new outlook, asked for every market's tightness. */
  readonly cycleMs: number;
}

/** From 2010 to about today, and days that are lived after it. */
const LIFE = { bootYears: 17, days: 20 };

const fronts = ({ futures, power }: WorldParts, day: number): readonly Instrument[] =>
  [...CHAINS.map((chain) => futures.listed(chain, day)), ...POWER_HUBS.map((hub) => power.listed(`ET-${hub}`, day))].flatMap((listed) => listed.slice(0, 1));

/** The nine chains and five hubs on the midnight that begins a day. */
function foldTo({ futures, power }: WorldParts, day: number): void {
  for (const chain of CHAINS) for (const contract of futures.listed(chain, day).slice(0, 1)) futures.settlement(contract, day);
  for (const hub of POWER_HUBS) power.spot(hub, day);
}

function pathsOf(world: WorldParts, day: number): void {
  for (const front of fronts(world, day)) (front.commodity === 'electricity' ? world.power : world.futures).path(front, day);
}

/** Measures worlds of so many years, the shortest first. */
export function measureWorld(years: readonly number[], { bootYears, days } = LIFE): WorldSpeed {
  // The first world pays for the compiler.
  const [first] = years;
  foldTo(openWorld({ seed: 'bench-0' }), daysOfYears(first ?? 1));
  const timed = years.map((count) => ({ years: count, seconds: seconds(() => foldTo(openWorld({ seed: `bench-${count}` }), daysOfYears(count))) }));
  const [shortest] = timed;
  const perYear = shortest ? shortest.seconds / shortest.years : NaN;
  const world = openWorld({ seed: 'bench' });
  const today = daysOfYears(bootYears);
  const bootMs = 1000 * seconds(() => { foldTo(world, today); pathsOf(world, today); });
  const daysMs = 1000 * seconds(() => { for (let day = today + 1; day <= today + days; day += 1) { foldTo(world, day); pathsOf(world, day); } });
  const cyclesMs = 1000 * seconds(() => {
    for (let cycles = 1; cycles <= CYCLES_PER_DAY; cycles += 1) for (const chain of CHAINS) world.futures.tightness(chain, { day: today, cycles });
  });
  return {
    folds: timed.map((one) => ({ ...one, yearsPerSecond: one.years / one.seconds, ratio: one.seconds / one.years / perYear })),
    bootYears, bootMs, dayMs: daysMs / days, cycleMs: cyclesMs / CYCLES_PER_DAY,
  };
}
