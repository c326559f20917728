// The limits of a book retold from its log with arithmetic of its own: what every entry must have
// left.
import type { Book } from '../../app/trading/domain/book';
import { COMMODITIES } from '../../app/trading/domain/commodity';
import type { Position } from '../../app/trading/domain/position';
import type { LogRecord } from '../../app/trading/domain/record';
import { DEFAULT_SETTINGS, type Settings } from '../../app/trading/domain/settings';
import { applyRecord } from '../../app/trading/engine/apply';
import type { DeskState } from '../../app/trading/engine/state';
import { referenceValue } from '../support/reference-money';
import { agree } from './property';
import { BOOK, CONTRACTS, STALE_MS } from './runaway';

/**
 * Written down once more, so that a slip in the table of the desk shows: shares of equity, and how
 * many positions of a commodity.
 */
const LEVELS = {
  conservative: {
    positions: 1,
    commodity: 0.1,
    group: 0.2,
    gross: 0.5,
    cash: 0.25,
    day: 0.02,
    fall: 0.08,
    stop: 0.005,
  },
  moderate: {
    positions: 2,
    commodity: 0.15,
    group: 0.3,
    gross: 0.75,
    cash: 0.15,
    day: 0.04,
    fall: 0.12,
    stop: 0.01,
  },
  aggressive: {
    positions: 2,
    commodity: 0.2,
    group: 0.4,
    gross: 1,
    cash: 0.05,
    day: 0.06,
    fall: 0.2,
    stop: 0.02,
  },
} as const;
const BAND_TOPS = { small: 0.03, medium: 0.07, large: 0.15 } as const;
const ENTRIES_A_MINUTE = 20;
/** A share of equity is cut to whole mills once, by the desk. */
const ROUNDING = 1;

const getInstrument = (id: string) =>
  CONTRACTS.find((one) => one.id === id) as (typeof CONTRACTS)[number];

/** Follows the log record by record and asks of every entry whether it was allowed. */
export class LimitWatch {
  readonly counts: Record<string, number> = {};
  private state: DeskState;
  private isTripped = false;
  private trippedDay = '';
  private reduced = { day: '-', allowedMills: Infinity };
  private day = { name: '', startMills: 0, lowMills: 0 };
  private readonly coolUntilMs = new Map<string, number>();
  private entryTimes: number[] = [];
  private readonly priceless = new Set<string>();

  constructor(state: DeskState) {
    this.state = state;
  }

  /** Takes what one input has led to; `markets` are those in which it was decided. */
  see(records: readonly LogRecord[], markets: DeskState['markets']): void {
    this.state = { ...this.state, markets };
    for (const record of records) {
      const before = this.state.books[BOOK];
      this.state = applyRecord(this.state, record);
      this.note(record);
      if (record.type === 'OrderPlaced' && before) this.placed(record, before);
    }
    const book = this.state.books[BOOK];
    if (this.isTripped && book)
      agree(
        [
          Object.values(book.positions).filter((position) => !this.isWaiting(book, position)),
          book.globalActive,
        ],
        [[], false],
        'what a tripped breaker leaves',
      );
  }

  /**
   * Whether a position leaves by an order that was placed without a price of the last day: it rests
   * until the next open or quote, which the end of a bar is not.
   */
  private isWaiting = (book: Book, { id }: Position): boolean =>
    Object.values(book.orders).some(
      (order) => order.positionId === id && this.priceless.has(order.id),
    );

  private count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  private note(record: LogRecord): void {
    if (record.type === 'DrawdownTripped' || record.type === 'DrawdownRearmed') {
      this.isTripped = record.type === 'DrawdownTripped';
      this.count(record.type);
    }
    if (record.type === 'DrawdownTripped') this.tripped(record.payload);
    if (record.type === 'DrawdownRearmed') this.rearmed(record.payload);
    if (record.type === 'CoolOffBegan')
      this.coolUntilMs.set(record.payload.commodity, record.payload.untilMs);
    if (record.type === 'CoolOffBegan') this.count(record.type);
    if (record.type === 'OrderRefused') this.count(`refused ${record.payload.refusal.code}`);
    if (record.type !== 'PortfolioValued') return;
    const { day, dayStartMills, equityMills } = record.payload;
    this.day =
      day === this.day.name
        ? { ...this.day, lowMills: Math.min(this.day.lowMills, equityMills) }
        : { name: day, startMills: dayStartMills, lowMills: equityMills };
  }

  private tripped({
    peakMills,
    equityMills,
  }: {
    readonly peakMills: number;
    readonly equityMills: number;
  }): void {
    const normal = peakMills * this.level.fall;
    const allowed =
      this.reduced.day === this.day.name ? Math.min(normal, this.reduced.allowedMills) : normal;
    agree(peakMills - equityMills > allowed - ROUNDING, true, 'a fall that is deep enough');
    this.trippedDay = this.day.name;
  }

  /** On the day of the trip half of the allowance is left, and that once. */
  private rearmed({
    peakMills,
    allowedMills,
  }: {
    readonly peakMills: number;
    readonly allowedMills?: number | null;
  }): void {
    agree(peakMills > 0, true, 're-armed with something left');
    if (this.trippedDay !== this.day.name)
      return agree(allowedMills, null, 'the normal allowance on a later day');
    agree(this.reduced.day === this.day.name, false, 'a second re-arming on one day');
    agree(
      Math.abs((allowedMills ?? Infinity) - (peakMills * this.level.fall) / 2) <= ROUNDING,
      true,
      'half of the allowance on the day of the trip',
    );
    this.count('re-armed on the day of the trip');
    this.reduced = { day: this.day.name, allowedMills: allowedMills ?? Infinity };
  }

  private get settings(): Settings {
    return this.state.users['ann']?.settings ?? DEFAULT_SETTINGS;
  }

  private get level() {
    return LEVELS[this.settings.riskLevel];
  }

  private placed(
    { payload: { order, quote }, atMs }: Extract<LogRecord, { type: 'OrderPlaced' }>,
    before: Book,
  ): void {
    if (order.purpose === 'EXIT' && order.type === 'MARKET' && atMs - quote.atMs > STALE_MS) {
      this.priceless.add(order.id);
      this.count('exits without a price');
    }
    if (order.purpose !== 'ENTRY')
      return this.count(this.isTripped ? 'exits after the breaker' : 'exits');
    this.count('entries');
    agree(this.isTripped, false, 'an entry after the breaker');
    agree(
      this.day.startMills - this.day.lowMills <= this.day.startMills * this.level.day + ROUNDING,
      true,
      'an entry on a lost day',
    );
    agree(
      atMs >= (this.coolUntilMs.get(order.commodity) ?? -Infinity),
      true,
      'an entry in a cool-off',
    );
    this.entryTimes = [...this.entryTimes.filter((time) => time > atMs - 60_000), atMs];
    agree(this.entryTimes.length <= ENTRIES_A_MINUTE, true, 'the rate of entries');
    this.expectRoom(before, order);
  }

  /** With the order in it the book stays within every share of the equity that it had. */
  private expectRoom(
    before: Book,
    order: Extract<LogRecord, { type: 'OrderPlaced' }>['payload']['order'],
  ): void {
    const book = this.state.books[BOOK] as Book;
    const { level, settings } = this;
    const equity = computeEquity(before, this.state);
    const rows = [...Object.values(book.positions), ...Object.values(book.orders)];
    const held = (belongs: (row: (typeof rows)[number]) => boolean): number =>
      rows.filter(belongs).reduce((sum, { reservedMills }) => sum + reservedMills, 0);
    const { group } = COMMODITIES[order.commodity];
    const within = (name: string, used: number, ratio: number): void => {
      agree(
        used <= Math.max(0, equity) * ratio + ROUNDING,
        true,
        `${name}: ${used} of ${equity} at ${settings.riskLevel}`,
      );
      if (used > Math.max(0, equity) * ratio * 0.85) this.count(`near ${name}`);
    };
    within(
      'commodity',
      held(({ commodity }) => commodity === order.commodity),
      level.commodity,
    );
    within(
      'group',
      held(({ commodity }) => COMMODITIES[commodity].group === group),
      level.group,
    );
    within(
      'gross',
      held(() => true),
      level.gross,
    );
    within('band', order.reservedMills, BAND_TOPS[settings.positionSize]);
    const open = new Set(
      rows
        .filter(
          (row) =>
            row.commodity === order.commodity && !('purpose' in row && row.purpose !== 'ENTRY'),
        )
        .map((row) => ('positionId' in row ? row.positionId : row.id)),
    );
    agree(
      open.size <= level.positions,
      true,
      `${open.size} positions of ${order.commodity} at ${settings.riskLevel}`,
    );
    agree(
      book.balances.available >=
        (before.balances.available + before.balances.reserved) * level.cash - ROUNDING,
      true,
      'the cash that stays free',
    );
    if (order.stopDistanceTicks !== null)
      agree(
        Number(
          referenceValue(getInstrument(order.instrumentId), order.stopDistanceTicks, order.lots),
        ) <=
          equity * level.stop + ROUNDING,
        true,
        'what its stop may lose',
      );
  }
}

/** Balance and what open positions would bring at the last prices. */
function computeEquity(book: Book, { markets }: DeskState): number {
  const open = Object.values(book.positions).map(({ instrumentId, direction, lots, costMills }) => {
    const last = markets[book.market]?.instruments[instrumentId]?.quote?.lastTicks ?? 0;
    const value = Number(referenceValue(getInstrument(instrumentId), last, lots));
    return direction === 'LONG' ? value - costMills : costMills - value;
  });
  return (
    book.balances.available + book.balances.reserved + open.reduce((sum, mills) => sum + mills, 0)
  );
}
