/**
 * Settlements of contract months by business day: moves of the front month, and adjusted closes.
 *
 * The daily marks of forecasts (signals/settlements) give the same moves from the exact times of
 * settlements. That takes 400 times as long, so they are computed in a worker thread; pages need these.
 */
import { getChain, toPriceNumber } from '../domain/instrument';
import { DAY_MS, getMidnight } from '../domain/time';
import type { EpochMs } from '../domain/units';
import { getBusinessDayBefore } from './calendar';
import { findMonthInstrument } from './contract-month';
import type { DailyPriceStore } from './merged-days';

/** A chain whose newest settlement is older has no current price. */
export const CURRENT_DAYS = 10;
/** Longer than any closure: an older price is not the price of a day. */
const CARRIED_DAYS = 5;

/** A contract month with its settlements by UTC day. */
interface SettledMonth {
  readonly rollMs: EpochMs;
  readonly closes: ReadonlyMap<EpochMs, number>;
  readonly lastDayMs: EpochMs;
}

/** The months of a chain by roll date, and the one that is in front now. */
interface SettledChain {
  readonly chain: string;
  readonly months: readonly SettledMonth[];
  readonly front: SettledMonth;
}

/** A business day and its move as a ratio. */
interface SettledDay {
  readonly dayMs: EpochMs;
  readonly move: number;
}

/**
 * Chains whose front month has a settlement of the last days. Days that end after `knownMs` do not
 * count. Power strips and continuous series have no months.
 */
export const listSettledChains = (
  store: DailyPriceStore,
  knownMs: EpochMs,
): readonly SettledChain[] =>
  [...groupMonths(store, knownMs)].flatMap(([chain, months]) => {
    const front = findFront(months, knownMs);
    return front ? [{ chain, months, front }] : [];
  });

function groupMonths(
  store: DailyPriceStore,
  knownMs: EpochMs,
): ReadonlyMap<string, readonly SettledMonth[]> {
  const chains = new Map<string, SettledMonth[]>();
  for (const id of store.listContracts()) {
    const instrument = findMonthInstrument(id);
    if (!instrument) continue;
    const closes = new Map(
      store
        .listDays(id)
        .filter(({ bar }) => bar.endsMs < knownMs)
        .map(({ bar }) => [bar.startsMs, toPriceNumber(instrument, bar.closeTicks)]),
    );
    const lastDayMs = [...closes.keys()].at(-1);
    if (lastDayMs === undefined) continue;
    const months = chains.get(getChain(instrument)) ?? [];
    chains.set(getChain(instrument), months);
    months.push({ rollMs: instrument.contract?.rollMs ?? Infinity, closes, lastDayMs });
  }
  for (const months of chains.values()) months.sort((a, b) => a.rollMs - b.rollMs);
  return chains;
}

/** The month that is in front now, if it has a settlement of the last days. */
const findFront = (months: readonly SettledMonth[], knownMs: EpochMs): SettledMonth | undefined =>
  months.find(
    ({ rollMs, lastDayMs }) =>
      rollMs > knownMs && lastDayMs >= getMidnight(knownMs) - CURRENT_DAYS * DAY_MS,
  );

/**
 * Business days until `lastDayMs`, oldest first, back to the first gap, `daysMax` at most. The move is
 * that of the month that was the front month at the start of the day; a month without a trade on the
 * day keeps its price.
 */
export function listSettledDays(
  { months }: SettledChain,
  lastDayMs: EpochMs,
  daysMax: number,
): readonly SettledDay[] {
  const days: SettledDay[] = [];
  let dayMs = lastDayMs;
  while (days.length < daysMax) {
    const previousMs = getBusinessDayBefore(dayMs, 1);
    const move = findMove(months, previousMs, dayMs);
    if (move === null) break;
    days.push({ dayMs, move });
    dayMs = previousMs;
  }
  return days.reverse();
}

/** Null without positive prices at both ends. */
function findMove(
  months: readonly SettledMonth[],
  previousMs: EpochMs,
  dayMs: EpochMs,
): number | null {
  for (const month of months) {
    if (month.rollMs <= previousMs + DAY_MS) continue;
    const before = findClose(month, previousMs);
    const after = findClose(month, dayMs);
    if (before !== null && after !== null && before > 0 && after > 0) return after / before - 1;
  }
  return null;
}

/** The settlement of a day, or the last one before it. */
function findClose({ closes }: SettledMonth, dayMs: EpochMs): number | null {
  for (let back = 0; back <= CARRIED_DAYS; back += 1) {
    const close = closes.get(dayMs - back * DAY_MS);
    if (close !== undefined) return close;
  }
  return null;
}

/** A close of a chain, adjusted by ratio so that rolls leave no gap. */
interface AdjustedClose {
  readonly dayMs: EpochMs;
  readonly close: number;
}

/** Closes of a chain: that of the last day is the price of the front month. */
function listAdjustedCloses(chain: SettledChain, daysMax: number): readonly AdjustedClose[] {
  const { lastDayMs } = chain.front;
  const days = listSettledDays(chain, lastDayMs, daysMax);
  const closes: AdjustedClose[] = [];
  let close = findClose(chain.front, lastDayMs) ?? 0;
  for (const { dayMs, move } of [...days].reverse()) {
    closes.push({ dayMs, close });
    close /= 1 + move;
  }
  return closes.reverse();
}

/** Adjusted closes of all chains of a store, computed again after midnight and after `forgetCloses`. */
export class SettledCloses {
  private changes = 0;
  private computedMs: EpochMs | null = null;
  private chains: ReadonlyMap<string, SettledChain> = new Map();
  private readonly closes = new Map<string, readonly AdjustedClose[]>();

  constructor(
    private readonly store: DailyPriceStore,
    private readonly daysMax: number,
  ) {}

  listCloses(chain: string, nowMs: EpochMs): readonly AdjustedClose[] {
    const midnightMs = getMidnight(nowMs);
    if (this.computedMs !== midnightMs) {
      this.computedMs = midnightMs;
      this.closes.clear();
      this.chains = new Map(
        listSettledChains(this.store, midnightMs).map((each) => [each.chain, each]),
      );
    }
    const found = this.chains.get(chain);
    const closes = this.closes.get(chain) ?? (found ? listAdjustedCloses(found, this.daysMax) : []);
    this.closes.set(chain, closes);
    return closes;
  }

  /** Changes when stored prices change. */
  get version(): number {
    return this.changes;
  }

  forgetCloses(): void {
    this.changes += 1;
    this.computedMs = null;
  }
}
