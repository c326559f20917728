// Stored settlements of contract months in November 2026, of which the 2nd is a Monday.
import { DAY_MS } from '../../app/trading/domain/time';
import { toTicks } from '../../app/trading/domain/units';
import type { DailyPriceStore } from '../../app/trading/market/merged-days';

export const toNovemberDay = (date: number): number => Date.UTC(2026, 10, date);

/** Closes in ticks by date, for each contract. */
export type Closes = Readonly<Record<string, Readonly<Record<number, number>>>>;

export const createSettledStore = (closes: Closes): DailyPriceStore => ({
  listContracts: () => Object.keys(closes),
  listDays: (id) =>
    Object.entries(closes[id] ?? {}).map(([date, ticks]) => {
      const startsMs = toNovemberDay(Number(date));
      const close = toTicks(ticks);
      const prices = { openTicks: close, highTicks: close, lowTicks: close, closeTicks: close };
      return { isOwn: true, bar: { ...prices, startsMs, endsMs: startsMs + DAY_MS - 1 } };
    }),
});
