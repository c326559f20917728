/** Charts of daily bars. */
import { getChain, getCode } from '../domain/instrument';
import type { Bar } from '../domain/quote';
import type { BarReader } from './bar-reader';
import { findMonthInstrument } from './contract-month';
import type { DailyPriceStore } from './merged-days';

interface DailyBarReader extends BarReader {
  /** The bars of a contract changed. */
  forgetBars(instrumentId: string): void;
}

/** Reads stored bars once until they change. */
export function createDailyBarReader(market: string, store: DailyPriceStore): DailyBarReader {
  const barsById = new Map<string, readonly Bar[]>();
  const readBars = (id: string): readonly Bar[] => {
    const bars = barsById.get(id) ?? store.listDays(id).map(({ bar }) => bar);
    barsById.set(id, bars);
    return bars;
  };
  const listInstruments = () =>
    store.listContracts().flatMap((id) => findMonthInstrument(id) ?? []);
  return {
    market,
    listMonths: (chain) =>
      listInstruments()
        .filter((instrument) => getChain(instrument) === chain)
        .sort((a, b) => (a.contract?.expiresMs ?? 0) - (b.contract?.expiresMs ?? 0)),
    findContract: (name) =>
      listInstruments().find((one) => one.id === name || getCode(one) === name) ?? null,
    listIntervals: () => ['1d'],
    read: ({ instrument, interval, fromMs, untilMs }) => ({
      bars:
        interval === '1d'
          ? readBars(instrument.id).filter(
              ({ startsMs }) => startsMs >= fromMs && startsMs < untilMs,
            )
          : [],
      isLoading: false,
    }),
    waitForBars: () => Promise.resolve(),
    forgetBars: (id) => void barsById.delete(id),
  };
}
