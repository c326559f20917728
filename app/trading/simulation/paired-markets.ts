// Price impact of weather shocks: two simulations with the same seed, one with the shock.
import { ChainHistory } from './chain-history';
import { CHAINS } from './chains';
import type { WorldOptions } from './market-models';
import type { Shock } from './weather-shocks';
import type { World } from './world';

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
