/** Price impact of weather shocks: two simulations with the same seed, one with the shock. */
import { getDay } from './calendar';
import { ChainHistory } from './chain-history';
import { CHAINS } from './chains';
import type { ShockId } from '../weather/scenarios';
import type { PlantedWeather, WorldOptions } from './market-models';
import type { World } from './world';

export interface Shock {
  readonly id: ShockId;
  /** Weather of the shock, unknown at the start of `day`. */
  readonly planted: (day: number, size: number) => PlantedWeather;
  /** Number of days measured from that midnight on. */
  readonly days: number;
  /** Date of the largest impact; month from 1. */
  readonly worst: { readonly month: number; readonly date: number };
}

const COLD_LEAD = 4;
const DROUGHT_DAYS = 60;

/**
 * `size` scales the shock. At 1: a cold spell 30 F below normal for eight days over Illinois, a
 * category 4 Gulf landfall, a ridge of 2.2 standard deviations for 60 days over the corn, wheat and
 * cotton belts.
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

/** Days of weather history needed before a shock. */
const HISTORY_DAYS_MIN = 150;

/** First day with that date that has enough weather history. */
export function findShockDay(month: number, date: number): number {
  const first = getDay(Date.UTC(2010, month - 1, date));
  return first >= HISTORY_DAYS_MIN ? first : getDay(Date.UTC(2011, month - 1, date));
}

type PriceModels = Pick<World, 'futures' | 'power'>;

/** The baseline serves all shocks of its seed and date. */
export class PairedMarkets {
  private readonly calm: ReadonlyMap<string, ChainHistory>;

  constructor(
    private readonly open: (options: WorldOptions) => PriceModels,
    private readonly seed: string,
  ) {
    this.calm = buildHistories(open({ seed }));
  }

  /**
   * Cumulative impact of a shock at the end of each day on a position in the front month, rolled on
   * schedule: moves with the shock minus moves without, log return for futures, $/MWh for power.
   * `size` 1 is the designed shock.
   */
  computeImpacts(
    { planted, days }: Pick<Shock, 'planted' | 'days'>,
    day: number,
    size = 1,
    chains: readonly string[] = [...this.calm.keys()],
  ): ReadonlyMap<string, Float64Array> {
    const shocked = buildHistories(this.open({ seed: this.seed, planted: [planted(day, size)] }));
    const paths = new Map(chains.map((id) => [id, new Float64Array(days)]));
    for (let offset = 0; offset < days; offset += 1) {
      for (const [id, path] of paths)
        path[offset] =
          (path[offset - 1] ?? 0) +
          computeMove(shocked, id, day + offset) -
          computeMove(this.calm, id, day + offset);
    }
    return paths;
  }
}

const buildHistories = (world: PriceModels): ReadonlyMap<string, ChainHistory> =>
  new Map(CHAINS.map(({ id }) => [id, new ChainHistory(world, id)]));
const computeMove = (
  histories: ReadonlyMap<string, ChainHistory>,
  id: string,
  day: number,
): number => histories.get(id)?.getMove(day) ?? NaN;
