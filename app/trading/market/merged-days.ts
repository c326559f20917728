/** Daily bars of a market from the owner's files and from a vendor. */
import type { Bar } from '../domain/quote';
import { type BarStore, isDailyBar } from './daily-bars';

export interface DailyPrice {
  readonly bar: Bar;
  /** False for a vendor's bar. */
  readonly isOwn: boolean;
}

/** Daily bars by contract, one a day. */
export interface DailyPriceStore {
  /** Ids of contracts with bars. */
  listContracts(): readonly string[];
  /** In time order. */
  listDays(instrumentId: string): readonly DailyPrice[];
}

/** The bars of both; of a day that both have, the owner's. */
export function mergeDailyBars(own: BarStore, vendor: BarStore): DailyPriceStore {
  return {
    listContracts: () => [...new Set([...own.listContracts(), ...vendor.listContracts()])],
    listDays(id) {
      const days = new Map<number, DailyPrice>();
      for (const bar of vendor.listBars(id)) days.set(bar.startsMs, { bar, isOwn: false });
      for (const bar of own.listBars(id).filter(isDailyBar))
        days.set(bar.startsMs, { bar, isOwn: true });
      return [...days.values()].sort((a, b) => a.bar.startsMs - b.bar.startsMs);
    },
  };
}
