/**
 * The contract months of a chain: when each is listed, rolled and last traded, and its instrument.
 */
import { contractInstrument } from '../../domain/contract';
import { MONTH_LETTERS } from '../../domain/contract-row';
import { CONTRACT_TABLE } from '../../domain/contract-table';
import type { Instrument } from '../../domain/instrument';
import { assert } from '../../domain/outcome';
import { businessDaysBefore } from '../../market/calendar';
import { contractCode, lastTradeDay } from '../../market/expiry';
import { DAYS_MAX, WORLD_EPOCH_MS } from '../calendar';
import type { Chain } from './chains';
import { DAY_MS } from '../../domain/time';

/** One month of a chain, in order of expiry. */
export interface ContractMonthly {
  readonly index: number;
  readonly instrument: Instrument;
  /** World day of its last trade. */
  readonly lastDay: number;
  /** World day on whose midnight nothing is left to come: the day after the last. */
  readonly endDay: number;
  /** First day of delivery as a world day. */
  readonly deliveryDay: number;
  /** Month of delivery, 0 for January. */
  readonly month: number;
}

/** The contracts from one index up to another, without that. */
export interface Range {
  readonly from: number;
  readonly until: number;
}

export interface Schedule {
  at(index: number): ContractMonthly;
  /** Those that trade on a day. */
  listed(day: number): Range;
  /**
   * Those that trade on a day or traded on the day before it: they have a price at its midnight.
   * The same object while they stay the same.
   */
  priced(day: number): Range;
  /** The contract of an id. Throws for an id that this chain never lists. */
  find(instrumentId: string): ContractMonthly;
}

const ROLL_BUSINESS_DAYS = 2;
const ROLL_HOUR_MS = 14 * 3_600_000;
const EXPIRY_HOUR_MS = 22 * 3_600_000;
const FIRST_YEAR = 2010;
/** Two years beyond the farthest day: the last contracts that are listed on it. */
const MONTHS_MAX = 12 * (Math.ceil(DAYS_MAX / 365.25) + 3);

const worldDay = (ms: number): number => Math.floor((ms - WORLD_EPOCH_MS) / DAY_MS);

/** The contract months of a chain, made as far ahead as they are asked for. */
export const buildSchedule = (chain: Chain): Schedule => new GrowingSchedule(chain);

class GrowingSchedule implements Schedule {
  private readonly months: ContractMonthly[] = [];
  private readonly byId = new Map<string, ContractMonthly>();
  /** Calendar months that were looked at. */
  private seen = 0;
  private lastFront = 0;
  private lastPriced: Range = { from: 0, until: 0 };

  constructor(private readonly chain: Chain) {}

  at(index: number): ContractMonthly {
    while (this.months.length <= index) this.extend();
    return this.months[index] as ContractMonthly;
  }

  listed(day: number): Range {
    const from = this.front(day);
    const { listed } = this.chain;
    if ('months' in listed) return { from, until: from + listed.months };
    let until = from + 1;
    while (this.at(until).deliveryDay <= day + listed.withinDays) until += 1;
    return { from, until };
  }

  priced(day: number): Range {
    const from = this.front(Math.max(0, day - 1));
    const { until } = this.listed(day);
    if (this.lastPriced.from !== from || this.lastPriced.until !== until)
      this.lastPriced = { from, until };
    return this.lastPriced;
  }

  find(instrumentId: string): ContractMonthly {
    while (!this.byId.has(instrumentId) && this.seen < MONTHS_MAX) this.extend();
    const found = this.byId.get(instrumentId);
    assert(
      found,
      () =>
        `the simulated world lists no contract ${instrumentId}; its ids look like ${this.at(0).instrument.id}`,
    );
    return found;
  }

  /**
   * The first contract whose last day is not before a day, found from where the search before it
   * ended: days are mostly asked for in turn.
   */
  private front(day: number): number {
    let index = this.lastFront;
    while (this.at(index).lastDay < day) index += 1;
    while (index > 0 && this.at(index - 1).lastDay >= day) index -= 1;
    this.lastFront = index;
    return index;
  }

  private extend(): void {
    assert(
      this.seen < MONTHS_MAX,
      () => `the simulated world lists no ${this.chain.id} after ${FIRST_YEAR + MONTHS_MAX / 12}`,
    );
    const [year, month] = [FIRST_YEAR + Math.floor(this.seen / 12), (this.seen % 12) + 1];
    this.seen += 1;
    const { lastTrade, listedMonths } = CONTRACT_TABLE[this.chain.commodity];
    if (!listedMonths.includes(MONTH_LETTERS.charAt(month - 1))) return;
    const last = lastTradeDay(lastTrade, { year, month });
    if (last < WORLD_EPOCH_MS) return;
    const lastDay = worldDay(last);
    const { chain } = this;
    let made: Instrument | null = null;
    const entry: ContractMonthly = {
      index: this.months.length,
      month: month - 1,
      lastDay,
      endDay: lastDay + 1,
      deliveryDay: worldDay(Date.UTC(year, month - 1, 1)),
      // a fold passes thousands of months and shows the last few
      get instrument() {
        return (made ??= buildInstrument(chain, year, month, last));
      },
    };
    this.months.push(entry);
    this.byId.set(instrumentId(chain, year, month), entry);
  }
}

/** Such as NG.Z26. */
const instrumentId = ({ id, commodity }: Chain, year: number, month: number): string =>
  `${id}.${contractCode(CONTRACT_TABLE[commodity], { year, month }).slice(-3)}`;

function buildInstrument(chain: Chain, year: number, month: number, lastMs: number): Instrument {
  const code = contractCode(CONTRACT_TABLE[chain.commodity], { year, month });
  return {
    ...contractInstrument(chain.commodity, instrumentId(chain, year, month)),
    contract: {
      chain: chain.id,
      code,
      delivery: new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10),
      rollMs: businessDaysBefore(lastMs, ROLL_BUSINESS_DAYS) + ROLL_HOUR_MS,
      expiresMs: lastMs + EXPIRY_HOUR_MS,
    },
  };
}
