/** Settlement prices of contract months from their daily bars, and the daily marks of a chain. */
import { bisector } from 'd3-array';
import { type Instrument, getChain, toPriceNumber } from '../domain/instrument';
import { DAY_MS, getMidnight } from '../domain/time';
import type { EpochMs } from '../domain/units';
import { findMonthInstrument } from '../market/contract-month';
import { findSettlementMs } from '../market/daily-bars';
import type { DailyPriceStore } from '../market/merged-days';
import { DailyMarks } from '../networks/features/daily-marks';

interface Settlement {
  readonly settledMs: EpochMs;
  /** In quoted units. */
  readonly price: number;
}

/** A contract month with its settlements in time order. */
export interface SettledMonth {
  readonly instrument: Instrument;
  readonly settlements: readonly Settlement[];
}

/** Longer than any closure: an older price is not the price of a day. */
export const PRICE_AGE_MAX_MS = 5 * DAY_MS;

/** The months of a chain among contract ids, with their settlements up to `untilMs`, by roll date. */
export const listSettledMonths = (
  store: DailyPriceStore,
  ids: readonly string[],
  chain: string,
  untilMs: EpochMs,
): readonly SettledMonth[] =>
  ids
    .flatMap((id) => findMonthInstrument(id) ?? [])
    .filter((instrument) => getChain(instrument) === chain)
    .sort((a, b) => getRollMs(a) - getRollMs(b))
    .map((instrument) => ({
      instrument,
      settlements: listSettlements(store, instrument, untilMs),
    }));

/** When positions roll out of a month; never for a contract without expiry. */
export const getRollMs = ({ contract }: Pick<Instrument, 'contract'>): EpochMs =>
  contract?.rollMs ?? Infinity;

/** Bars of days without a session have no settlement. */
const listSettlements = (
  store: DailyPriceStore,
  instrument: Instrument,
  untilMs: EpochMs,
): readonly Settlement[] =>
  store.listDays(instrument.id).flatMap(({ bar }) => {
    const settledMs = findSettlementMs(instrument, bar.startsMs);
    return settledMs === null || settledMs > untilMs
      ? []
      : { settledMs, price: toPriceNumber(instrument, bar.closeTicks) };
  });

const findIndexAfter = bisector(({ settledMs }: Settlement) => settledMs).right;

/** The last settlement at or before a moment, unless it is older than any closure. */
export function findSettlement({ settlements }: SettledMonth, atMs: EpochMs): Settlement | null {
  const found = settlements[findIndexAfter(settlements, atMs) - 1];
  return found && atMs - found.settledMs <= PRICE_AGE_MAX_MS ? found : null;
}

/**
 * Marks of a chain at each midnight UTC until `untilMs`, by the convention of the simulated market: the
 * move of a day is that of the month that was the front month at its start, and zero while the venue is
 * closed. The front month is the first one, not past its roll, with prices at both ends of the day. A
 * session whose bar has not arrived yet has no mark.
 */
export function buildDailyMarks(months: readonly SettledMonth[], untilMs: EpochMs): DailyMarks {
  const marks = new DailyMarks();
  const firstMs = Math.min(
    ...months.map(({ settlements }) => settlements[0]?.settledMs ?? Infinity),
  );
  if (!Number.isFinite(firstMs)) return marks;
  for (let endMs = getMidnight(firstMs) + DAY_MS; endMs <= untilMs; endMs += DAY_MS) {
    const move = findMove(months, endMs);
    const close = findFrontPrice(months, endMs);
    if (move !== null && close !== null) marks.add({ endMs, close, move });
  }
  return marks;
}

/** Price of the first month that has not rolled; null without prices. */
function findFrontPrice(months: readonly SettledMonth[], atMs: EpochMs): number | null {
  for (const month of months) {
    const settlement = getRollMs(month.instrument) > atMs ? findSettlement(month, atMs) : null;
    if (settlement) return settlement.price;
  }
  return null;
}

/** Log return over the day that ends at a midnight; null without prices. */
function findMove(months: readonly SettledMonth[], endMs: EpochMs): number | null {
  const startMs = endMs - DAY_MS;
  for (const month of months) {
    if (getRollMs(month.instrument) <= startMs) continue;
    const before = findSettlement(month, startMs);
    const after = findSettlement(month, endMs);
    if (before && after && before.price > 0 && after.price > 0 && !isAwaited(month, startMs))
      return Math.log(after.price / before.price);
  }
  return null;
}

/** True if the session of a day has no bar, and no later one has. */
function isAwaited({ instrument, settlements }: SettledMonth, dayMs: EpochMs): boolean {
  const settledMs = findSettlementMs(instrument, dayMs);
  return settledMs !== null && (settlements.at(-1)?.settledMs ?? -Infinity) < settledMs;
}
