/**
 * The past of one chain, midnight by midnight: which month was in force, and how far that very
 * month moved over the day.
 */
import type { Instrument } from '../domain/instrument';
import { dayStartMs } from './calendar';
import { findChain } from './chains';
import { heldMonths } from './knowledge';
import type { World } from './world';

/** Days whose prices and moves of a chain are kept. */
const DAYS_KEPT = 64;

/**
 * Months in force and prices of one chain, kept for the latest days. Days are those of the world, 0
 * first.
 */
export class ChainPast {
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

  /** The month in force at the midnight that begins a day. Throws RangeError where none is. */
  front(day: number): Instrument {
    return kept(this.fronts, day, () => {
      const [front] = heldMonths(this.world, this.id, dayStartMs(day));
      if (!front) throw new RangeError(`no month of ${this.id} is in force on day ${day}`);
      return front;
    });
  }

  /** Its price there, quoted units. */
  close(day: number): number {
    return this.settlement(this.front(day), day);
  }

  /**
   * Move of the month that is in force at the midnight which begins a day, until the next one: log
   * for futures, $/MWh for power.
   */
  moveOver(day: number): number {
    return kept(this.moves, day, () => {
      const front = this.front(day);
      const [before, after] = [this.settlement(front, day), this.settlement(front, day + 1)];
      return this.isPower ? after - before : Math.log(after / before);
    });
  }

  /** Price of a month at the midnight that begins a day. */
  settlement(month: Instrument, day: number): number {
    const days = this.prices.get(month) ?? new Map<number, number>();
    if (days.size === 0) this.prices.set(month, days);
    return kept(days, day, () =>
      (this.isPower ? this.world.power : this.world.futures).settlement(month, day),
    );
  }
}

/** The value of a day, made once; the oldest go first. */
function kept<V>(values: Map<number, V>, day: number, make: () => V): V {
  const known = values.get(day);
  if (known !== undefined) return known;
  const made = make();
  if (values.size >= DAYS_KEPT) values.delete(values.keys().next().value ?? 0);
  values.set(day, made);
  return made;
}
