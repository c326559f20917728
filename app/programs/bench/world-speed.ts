// How fast the simulated world is folded, stands up, and goes on by a day.
import { POWER_HUBS } from '../../trading/domain/contract';
import { dayStartMs } from '../../trading/simulation/calendar';
import { CYCLES_PER_DAY } from '../../trading/simulation/parts';
import { type World, createWorld } from '../../trading/simulation/world';
import { CHAINS } from '../validate-market/study';
import { daysOfYears } from '../validate-market/world-study';
import { measureSeconds } from './engine-speed';

export interface FoldSpeed {
  readonly years: number;
  readonly seconds: number;
  readonly yearsPerSecond: number;
  /**
   * Seconds a year over those of the shortest fold: 1 when the cost of a year does not grow with
   * the age of the world.
   */
  readonly ratio: number;
}

export interface WorldSpeed {
  readonly folds: readonly FoldSpeed[];
  /**
   * A world of so many years made from nothing, to the first quotes of every contract that a desk
   * follows.
   */
  readonly bootYears: number;
  readonly bootMs: number;
  readonly followed: number;
  /** A day after it, to the first quotes of that day. */
  readonly dayMs: number;
  /** New quotes of all followed contracts, five seconds after the last. */
  readonly stepMs: number;
  /**
   * What each of the four forecasts of a day costs: a new outlook, asked for every market's
   * tightness.
   */
  readonly cycleMs: number;
}

/** From 2010 to about today, and days that are lived after it. */
const LIFE = { bootYears: 17, days: 20 };
const STEP_MS = 5000;
const STEPS = 720;

/**
 * The five hubs and nine chains on the midnight that begins a day: power asks for gas and weather
 * day by day, so that no day is folded twice.
 */
function foldTo({ futures, power }: World, day: number): void {
  for (const hub of POWER_HUBS) power.spot(hub, day);
  for (const chain of CHAINS)
    for (const contract of futures.listed(chain, day).slice(0, 1))
      futures.settlement(contract, day);
}

/** A quote of every contract that a desk follows at a moment. */
function quoteAll(world: World, atMs: number): number {
  const followed = world.listedAt(atMs);
  for (const instrument of followed) world.quoteAt(instrument, atMs);
  return followed.length;
}

/** Measures worlds of so many years, the shortest first. */
export function measureWorld(years: readonly number[], { bootYears, days } = LIFE): WorldSpeed {
  // The first world pays for the compiler.
  const [first] = years;
  foldTo(createWorld({ seed: 'bench-0' }), daysOfYears(first ?? 1));
  const timed = years.map((count) => ({
    years: count,
    seconds: measureSeconds(() =>
      foldTo(createWorld({ seed: `bench-${count}` }), daysOfYears(count)),
    ),
  }));
  const [shortest] = timed;
  const perYear = shortest ? shortest.seconds / shortest.years : NaN;
  const world = createWorld({ seed: 'bench' });
  const today = daysOfYears(bootYears);
  const bootMs =
    1000 *
    measureSeconds(() => {
      quoteAll(world, dayStartMs(today));
      foldTo(world, today);
    });
  const daysMs =
    1000 *
    measureSeconds(() => {
      for (let day = today + 1; day <= today + days; day += 1) {
        foldTo(world, day);
        quoteAll(world, dayStartMs(day));
      }
    });
  const stepsMs =
    1000 *
    measureSeconds(() => {
      for (let step = 0; step < STEPS; step += 1)
        quoteAll(world, dayStartMs(today + days) + step * STEP_MS);
    });
  const cyclesMs =
    1000 *
    measureSeconds(() => {
      for (let cycles = 1; cycles <= CYCLES_PER_DAY; cycles += 1)
        for (const chain of CHAINS) world.futures.tightness(chain, { day: today, cycles });
    });
  return {
    folds: timed.map((one) => ({
      ...one,
      yearsPerSecond: one.years / one.seconds,
      ratio: one.seconds / one.years / perYear,
    })),
    bootYears,
    bootMs,
    followed: quoteAll(world, dayStartMs(today)),
    dayMs: daysMs / days,
    stepMs: stepsMs / STEPS,
    cycleMs: cyclesMs / CYCLES_PER_DAY,
  };
}
