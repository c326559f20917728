/**
 * Moves of the chains of a world over trading days, as risk reads them: what a weekend brings
 * belongs to the business day after it.
 */
import { isBusinessDay } from '../market/calendar';
import { dayStartMs } from './calendar';
import { ChainPast } from './chain-past';
import { CHAINS, findChain } from './chains';
import type { World } from './world';

/** What trading days did to one chain, oldest first. */
interface TradingDayMoves {
  readonly chain: string;
  /** Ratios of the price for futures, $/MWh for power. */
  readonly kind: 'ratio' | 'amount';
  readonly values: Float64Array;
}

/**
 * The last `count` business days that had ended at the midnight which begins a day, oldest first.
 */
export function tradingDaysBefore(day: number, count: number): readonly number[] {
  const days: number[] = [];
  for (let back = day - 1; back > 0 && days.length < count; back -= 1)
    if (isBusinessDay(dayStartMs(back))) days.push(back);
  return days.reverse();
}

/**
 * The past of a world by trading days: it keeps what it has read, so that the next midnight costs
 * one day more.
 */
export class TradingDays {
  private readonly chains: ReadonlyMap<string, ChainPast>;
  private readonly moves = new Map<string, Map<number, number>>(
    CHAINS.map(({ id }) => [id, new Map<number, number>()]),
  );

  constructor(world: Pick<World, 'futures' | 'power'>) {
    this.chains = new Map(CHAINS.map(({ id }) => [id, new ChainPast(world, id)]));
  }

  /**
   * Reads the last `count` trading days before the midnight that begins a day, all chains side by
   * side, which spares folding; yields after each day.
   */
  *read(chains: readonly string[], day: number, count: number): Generator<void> {
    const days = tradingDaysBefore(day, count + 1);
    for (let place = 1; place < days.length; place += 1) {
      for (const chain of chains) this.note(chain, days[place - 1] ?? 0, days[place] ?? 0);
      yield;
    }
  }

  /**
   * Moves of the last `count` trading days before the midnight that begins a day, read when they
   * have not been.
   */
  movesOf(chain: string, day: number, count: number): TradingDayMoves {
    const days = tradingDaysBefore(day, count + 1);
    const { isPower } = findChain(chain);
    const values = Float64Array.from(days.slice(1), (own, place) => {
      const move = this.note(chain, days[place] ?? 0, own);
      return isPower ? move : Math.expm1(move);
    });
    const kept = this.moves.get(chain);
    for (const old of kept?.keys() ?? []) if (old < (days[0] ?? 0)) kept?.delete(old);
    return { chain, kind: isPower ? 'amount' : 'ratio', values };
  }

  /**
   * From the end of one trading day to that of the next, days off in between included: log for
   * futures, $/MWh for power.
   */
  private note(chain: string, before: number, own: number): number {
    const [past, kept] = [this.chains.get(chain), this.moves.get(chain)];
    if (!past || !kept) throw new RangeError(`the simulated world has no chain ${chain}`);
    const known = kept.get(own);
    if (known !== undefined) return known;
    let move = 0;
    for (let day = before + 1; day <= own; day += 1) move += past.moveOver(day);
    kept.set(own, move);
    return move;
  }
}
