/**
 * Weather shocks pushed through the market: two worlds of one seed, all of whose chance is shared,
 * and only one of which has the shock.
 */
import { getDay } from './calendar';
import { ChainPast } from './chain-past';
import { CHAINS } from './chains';
import type { ShockId } from '../weather/scenarios';
import type { PlantedWeather, WorldOptions } from './parts';
import type { World } from './world';

export interface Shock {
  readonly id: ShockId;
  /** Planted after the midnight that begins `day`, at which nobody knew of it. */
  readonly planted: (day: number, size: number) => PlantedWeather;
  /** Days after that midnight that are looked at. */
  readonly days: number;
  /** Day of the year, month from 1, at which it does most. */
  readonly worst: { readonly month: number; readonly date: number };
}

const COLD_LEAD = 4;
const DROUGHT_DAYS = 60;

/**
 * Sizes are shares of the designed shock: a cold spell of 30 F below the season for eight days over
 * Illinois, a landfall of category 4 in the Gulf, a ridge of 2.2 deviations for 60 days over the
 * corn, wheat and cotton belts.
 */
export const SHOCK_ROWS: Readonly<Record<ShockId, Shock>> = {
  hurricane: {
    id: 'hurricane',
    days: 6,
    worst: { month: 9, date: 10 },
    planted: (day) => ({
      kind: 'hurricane',
      basin: 'gulf',
      category: 4,
      landfallDay: day + 1,
      lead: 1,
    }),
  },
  polarVortex: {
    id: 'polarVortex',
    days: 14,
    worst: { month: 1, date: 8 },
    planted: (day, size) => ({
      kind: 'temperature',
      center: 'CHI',
      departureF: -30 * size,
      firstDay: day + COLD_LEAD,
      days: 8,
      lead: COLD_LEAD,
    }),
  },
  drought: {
    id: 'drought',
    days: 62,
    worst: { month: 6, date: 2 },
    planted: (day, size) => ({
      kind: 'ridge',
      cells: ['CHI', 'DSM', 'LBB', 'ICT'],
      deviations: 2.2 * size,
      firstDay: day,
      days: DROUGHT_DAYS,
    }),
  },
};

/** Days without which a world has no weather behind it. */
const PAST_DAYS_MIN = 150;

/** The first day of a world on a date of the year that has half a year of weather behind it. */
export function shockDay(month: number, date: number): number {
  const first = getDay(Date.UTC(2010, month - 1, date));
  return first >= PAST_DAYS_MIN ? first : getDay(Date.UTC(2011, month - 1, date));
}

type Held = Pick<World, 'futures' | 'power'>;

/** A pair of worlds asked side by side: the calm one serves all shocks of its seed and date. */
export class ShockPair {
  private readonly calm: ReadonlyMap<string, ChainPast>;

  constructor(
    private readonly open: (options: WorldOptions) => Held,
    private readonly seed: string,
  ) {
    this.calm = listPasts(open({ seed }));
  }

  /**
   * What a shock does by the end of each of its days to whoever holds each chain at the midnight
   * that begins `day` and is rolled as the desk rolls:
   * moves in the shocked world less those in the calm one, added up; log for futures, $/MWh for
   * power. `size` 1 is the shock as designed.
   */
  pathsOf(
    { planted, days }: Pick<Shock, 'planted' | 'days'>,
    day: number,
    size = 1,
    chains: readonly string[] = [...this.calm.keys()],
  ): ReadonlyMap<string, Float64Array> {
    const shocked = listPasts(this.open({ seed: this.seed, planted: [planted(day, size)] }));
    const paths = new Map(chains.map((id) => [id, new Float64Array(days)]));
    for (let nth = 0; nth < days; nth += 1) {
      for (const [id, path] of paths)
        path[nth] =
          (path[nth - 1] ?? 0) +
          computeMove(shocked, id, day + nth) -
          computeMove(this.calm, id, day + nth);
    }
    return paths;
  }
}

const listPasts = (world: Held): ReadonlyMap<string, ChainPast> =>
  new Map(CHAINS.map(({ id }) => [id, new ChainPast(world, id)]));
const computeMove = (pasts: ReadonlyMap<string, ChainPast>, id: string, day: number): number =>
  pasts.get(id)?.moveOver(day) ?? NaN;
