/** Contract months of a chain: listing, roll, last trade and instrument. */
import { MONTH_LETTERS } from '../../domain/contract-row';
import { CONTRACT_TABLE } from '../../domain/contract-table';
import type { Instrument } from '../../domain/instrument';
import { assert } from '../../domain/outcome';
import { createMonthInstrument, formatMonthId } from '../../market/contract-month';
import { computeLastTradeDay } from '../../market/expiry';
import { DAYS_MAX, WORLD_EPOCH_MS } from '../calendar';
import type { FuturesChain } from './futures-chains';
import { DAY_MS } from '../../domain/time';

export interface ContractMonth {
  readonly index: number;
  readonly instrument: Instrument;
  /** Day of the last trade. */
  readonly lastDay: number;
  /** First day after expiry: the last day plus one. */
  readonly endDay: number;
  /** First day of delivery. */
  readonly deliveryDay: number;
  /** Delivery month, 0 for January. */
  readonly month: number;
}

/** Contract indexes [from, until). */
export interface Range {
  readonly from: number;
  readonly until: number;
}

export interface Schedule {
  getMonth(index: number): ContractMonth;
  /** Contracts that trade on a day. */
  getListedRange(day: number): Range;
  /**
   * Contracts that trade on a day or traded on the day before, so have a price at its start.
   * Returns the same object while the range stays the same.
   */
  getPricedRange(day: number): Range;
  /** Contract by instrument id. Throws for an id that this chain never lists. */
  find(instrumentId: string): ContractMonth;
}

const FIRST_YEAR = 2010;
/** Covers the last contracts listed on the last simulated day. */
const MONTHS_MAX = 12 * (Math.ceil(DAYS_MAX / 365.25) + 3);

const toDay = (ms: number): number => Math.floor((ms - WORLD_EPOCH_MS) / DAY_MS);

/** Contract months, created as far ahead as needed. */
export const buildSchedule = (chain: FuturesChain): Schedule => new LazySchedule(chain);

class LazySchedule implements Schedule {
  private readonly months: ContractMonth[] = [];
  private readonly byId = new Map<string, ContractMonth>();
  /** Calendar months examined so far. */
  private examinedMonths = 0;
  private lastFront = 0;
  private lastPriced: Range = { from: 0, until: 0 };

  constructor(private readonly chain: FuturesChain) {}

  getMonth(index: number): ContractMonth {
    while (this.months.length <= index) this.appendNextMonth();
    return this.months[index] as ContractMonth;
  }

  getListedRange(day: number): Range {
    const from = this.findFrontIndex(day);
    const { listed } = this.chain;
    if ('months' in listed) return { from, until: from + listed.months };
    let until = from + 1;
    while (this.getMonth(until).deliveryDay <= day + listed.withinDays) until += 1;
    return { from, until };
  }

  getPricedRange(day: number): Range {
    const from = this.findFrontIndex(Math.max(0, day - 1));
    const { until } = this.getListedRange(day);
    if (this.lastPriced.from !== from || this.lastPriced.until !== until)
      this.lastPriced = { from, until };
    return this.lastPriced;
  }

  find(instrumentId: string): ContractMonth {
    while (!this.byId.has(instrumentId) && this.examinedMonths < MONTHS_MAX) this.appendNextMonth();
    const found = this.byId.get(instrumentId);
    assert(
      found,
      () =>
        `the simulated market lists no contract ${instrumentId}; its ids look like ${this.getMonth(0).instrument.id}`,
    );
    return found;
  }

  /**
   * First contract that still trades on a day. Searches from the last result, because days are
   * mostly read in order.
   */
  private findFrontIndex(day: number): number {
    let index = this.lastFront;
    while (this.getMonth(index).lastDay < day) index += 1;
    while (index > 0 && this.getMonth(index - 1).lastDay >= day) index -= 1;
    this.lastFront = index;
    return index;
  }

  private appendNextMonth(): void {
    assert(
      this.examinedMonths < MONTHS_MAX,
      () => `the simulated market lists no ${this.chain.id} after ${FIRST_YEAR + MONTHS_MAX / 12}`,
    );
    const [year, month] = [
      FIRST_YEAR + Math.floor(this.examinedMonths / 12),
      (this.examinedMonths % 12) + 1,
    ];
    this.examinedMonths += 1;
    const { lastTrade, listedMonths } = CONTRACT_TABLE[this.chain.commodity];
    if (!listedMonths.includes(MONTH_LETTERS.charAt(month - 1))) return;
    const last = computeLastTradeDay(lastTrade, { year, month });
    if (last < WORLD_EPOCH_MS) return;
    const lastDay = toDay(last);
    const name = { chain: this.chain.id, commodity: this.chain.commodity, year, month };
    let cachedInstrument: Instrument | null = null;
    const entry: ContractMonth = {
      index: this.months.length,
      month: month - 1,
      lastDay,
      endDay: lastDay + 1,
      deliveryDay: toDay(Date.UTC(year, month - 1, 1)),
      // Created lazily: a fold passes thousands of months and reads the last few.
      get instrument() {
        return (cachedInstrument ??= createMonthInstrument(name));
      },
    };
    this.months.push(entry);
    this.byId.set(formatMonthId(name), entry);
  }
}
