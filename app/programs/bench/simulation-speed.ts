// Speed of the simulation: from scratch, at start, and per day.
import { POWER_HUBS } from '../../trading/domain/contract';
import { getDayStartMs } from '../../trading/simulation/calendar';
import { CYCLES_PER_DAY } from '../../trading/simulation/market-models';
import { type World, createWorld } from '../../trading/simulation/world';
import { CHAINS } from '../validate-market/chains';
import { toDays } from '../validate-market/simulation-study';
import { measureSeconds } from './engine-speed';

export interface FoldSpeed {
  readonly years: number;
  readonly seconds: number;
  readonly yearsPerSecond: number;
  /** Seconds per year relative to the shortest run; 1 = constant cost per year. */
  readonly ratio: number;
}

export interface WorldSpeed {
  readonly folds: readonly FoldSpeed[];
  /**
   * A simulation of `bootYears` years from scratch, to the first quotes of every followed contract.
   */
  readonly bootYears: number;
  readonly bootMs: number;
  readonly followed: number;
  /** One more day, to its first quotes. */
  readonly dayMs: number;
  /** New quotes of all followed contracts, five seconds later. */
  readonly stepMs: number;
  /** One of the four daily forecast cycles: a new forecast of every market's tightness. */
  readonly cycleMs: number;
}

/** 2010 to today, and the days measured after it. */
const DEFAULT_SPAN = { bootYears: 17, days: 20 };
const STEP_MS = 5000;
const STEPS = 720;

/**
 * Computes five hubs and nine chains up to the start of a day. Power needs gas and weather of the
 * same day, so no day is computed twice.
 */
function computeUntil({ futures, power }: World, day: number): void {
  for (const hub of POWER_HUBS) power.getSpotPrices(hub, day);
  for (const chain of CHAINS)
    for (const contract of futures.listInstruments(chain, day).slice(0, 1))
      futures.getSettlement(contract, day);
}

/** Quotes every followed contract; returns their number. */
function quoteFollowed(world: World, atMs: number): number {
  const followed = world.listInstrumentsAt(atMs);
  for (const instrument of followed) world.quoteAt(instrument, atMs);
  return followed.length;
}

/** Measures simulations of the given years; `years` must start with the smallest. */
export function measureWorld(
  years: readonly number[],
  { bootYears, days } = DEFAULT_SPAN,
): WorldSpeed {
  // The first run warms up the compiler.
  const [first] = years;
  computeUntil(createWorld({ seed: 'bench-0' }), toDays(first ?? 1));
  const runs = years.map((count) => ({
    years: count,
    seconds: measureSeconds(() =>
      computeUntil(createWorld({ seed: `bench-${count}` }), toDays(count)),
    ),
  }));
  const [shortest] = runs;
  const perYear = shortest ? shortest.seconds / shortest.years : NaN;
  const world = createWorld({ seed: 'bench' });
  const today = toDays(bootYears);
  const bootMs =
    1000 *
    measureSeconds(() => {
      quoteFollowed(world, getDayStartMs(today));
      computeUntil(world, today);
    });
  const daysMs =
    1000 *
    measureSeconds(() => {
      for (let day = today + 1; day <= today + days; day += 1) {
        computeUntil(world, day);
        quoteFollowed(world, getDayStartMs(day));
      }
    });
  const stepsMs =
    1000 *
    measureSeconds(() => {
      for (let step = 0; step < STEPS; step += 1)
        quoteFollowed(world, getDayStartMs(today + days) + step * STEP_MS);
    });
  const cyclesMs =
    1000 *
    measureSeconds(() => {
      for (let cycle = 1; cycle <= CYCLES_PER_DAY; cycle += 1)
        for (const chain of CHAINS)
          world.futures.getTightness(chain, { day: today, cycles: cycle });
    });
  return {
    folds: runs.map((one) => ({
      ...one,
      yearsPerSecond: one.years / one.seconds,
      ratio: one.seconds / one.years / perYear,
    })),
    bootYears,
    bootMs,
    followed: quoteFollowed(world, getDayStartMs(today)),
    dayMs: daysMs / days,
    stepMs: stepsMs / STEPS,
    cycleMs: cyclesMs / CYCLES_PER_DAY,
  };
}
