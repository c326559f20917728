/** Moves by trading day, for risk: weekend moves count to the next business day. */
import { isBusinessDay } from '../market/calendar';
import { getDayStartMs } from './calendar';
import { ChainHistory } from './chain-history';
import { CHAINS, findChain } from './chains';
import type { World } from './world';

/** Trading-day moves of one chain, oldest first. */
interface TradingDayMoves {
  readonly chain: string;
  /** Simple returns for futures, $/MWh for power. */
  readonly kind: 'ratio' | 'amount';
  readonly values: Float64Array;
}

/** The last `count` business days that ended by the start of a day, oldest first. */
export function listTradingDaysBefore(day: number, count: number): readonly number[] {
  const days: number[] = [];
  for (let back = day - 1; back > 0 && days.length < count; back -= 1)
    if (isBusinessDay(getDayStartMs(back))) days.push(back);
  return days.reverse();
}

/** Trading-day moves of all chains, cached: each new midnight costs one more day. */
export class TradingDayHistory {
  private readonly chains: ReadonlyMap<string, ChainHistory>;
  private readonly moves = new Map<string, Map<number, number>>(
    CHAINS.map(({ id }) => [id, new Map<number, number>()]),
  );

  constructor(world: Pick<World, 'futures' | 'power'>) {
    this.chains = new Map(CHAINS.map(({ id }) => [id, new ChainHistory(world, id)]));
  }

  /**
   * Computes the last `count` trading days before a day, all chains together to fold each day once.
   * Yields after each day.
   */
  *read(chains: readonly string[], day: number, count: number): Generator<void> {
    const days = listTradingDaysBefore(day, count + 1);
    for (let index = 1; index < days.length; index += 1) {
      for (const chain of chains) this.note(chain, days[index - 1] ?? 0, days[index] ?? 0);
      yield;
    }
  }

  /** Moves of the last `count` trading days before a day; computes missing ones. */
  getMoves(chain: string, day: number, count: number): TradingDayMoves {
    const days = listTradingDaysBefore(day, count + 1);
    const { isPower } = findChain(chain);
    const values = Float64Array.from(days.slice(1), (tradingDay, index) => {
      const move = this.note(chain, days[index] ?? 0, tradingDay);
      return isPower ? move : Math.expm1(move);
    });
    const cache = this.moves.get(chain);
    for (const old of cache?.keys() ?? []) if (old < (days[0] ?? 0)) cache?.delete(old);
    return { chain, kind: isPower ? 'amount' : 'ratio', values };
  }

  /**
   * Move from the end of one trading day to the next, including days off: log return for futures,
   * $/MWh for power.
   */
  private note(chain: string, previousDay: number, tradingDay: number): number {
    const [history, cache] = [this.chains.get(chain), this.moves.get(chain)];
    if (!history || !cache) throw new RangeError(`the simulated market has no chain ${chain}`);
    const cached = cache.get(tradingDay);
    if (cached !== undefined) return cached;
    let move = 0;
    for (let day = previousDay + 1; day <= tradingDay; day += 1) move += history.getMove(day);
    cache.set(tradingDay, move);
    return move;
  }
}
