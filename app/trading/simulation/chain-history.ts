/** Daily front months, prices and moves of one chain. */
import type { Instrument } from '../domain/instrument';
import { getDayStartMs } from './calendar';
import { findChain } from './chains';
import { listTradableMonths } from './market-knowledge';
import type { World } from './world';

/** Capacity of each cache, in days. */
const CACHED_DAYS_MAX = 64;

/** Front months and prices of one chain, cached for recent days. Days count from the epoch. */
export class ChainHistory {
  private readonly fronts = new Map<number, Instrument>();
  private readonly moves = new Map<number, number>();
  private readonly prices = new WeakMap<Instrument, Map<number, number>>();
  private readonly isPower: boolean;

  constructor(
    private readonly world: Pick<World, 'futures' | 'power'>,
    private readonly id: string,
  ) {
    this.isPower = findChain(id).isPower;
  }

  /** Front month at the start of a day. Throws RangeError if there is none. */
  getFrontMonth(day: number): Instrument {
    return getOrCompute(this.fronts, day, () => {
      const [front] = listTradableMonths(this.world, this.id, getDayStartMs(day));
      if (!front) throw new RangeError(`${this.id} has no front month on day ${day}`);
      return front;
    });
  }

  /** Settlement of the front month at the start of a day, quoted units. */
  getClose(day: number): number {
    return this.getSettlement(this.getFrontMonth(day), day);
  }

  /**
   * Move of the day's front month from its midnight to the next: log return for futures, $/MWh for
   * power.
   */
  getMove(day: number): number {
    return getOrCompute(this.moves, day, () => {
      const frontMonth = this.getFrontMonth(day);
      const [before, after] = [
        this.getSettlement(frontMonth, day),
        this.getSettlement(frontMonth, day + 1),
      ];
      return this.isPower ? after - before : Math.log(after / before);
    });
  }

  /** Settlement of a month at the start of a day, quoted units. */
  getSettlement(month: Instrument, day: number): number {
    const days = this.prices.get(month) ?? new Map<number, number>();
    if (days.size === 0) this.prices.set(month, days);
    return getOrCompute(days, day, () =>
      (this.isPower ? this.world.power : this.world.futures).getSettlement(month, day),
    );
  }
}

/** Returns the cached value of a day or computes it; evicts the oldest day. */
function getOrCompute<V>(values: Map<number, V>, day: number, compute: () => V): V {
  const cached = values.get(day);
  if (cached !== undefined) return cached;
  const created = compute();
  if (values.size >= CACHED_DAYS_MAX) values.delete(values.keys().next().value ?? 0);
  values.set(day, created);
  return created;
}
