// Recomputes account limits from the log with independent arithmetic and checks every entry.
import type { Book } from '../../app/trading/domain/book';
import { COMMODITIES } from '../../app/trading/domain/commodity';
import type { Position } from '../../app/trading/domain/position';
import type { LogRecord } from '../../app/trading/domain/record';
import { DEFAULT_SETTINGS, type Settings } from '../../app/trading/domain/settings';
import { applyRecord } from '../../app/trading/engine/apply-record';
import type { DeskState } from '../../app/trading/engine/state';
import { computeReferenceValue } from '../support/reference-money';
import { assertEqual } from './property';
import { BOOK, CONTRACTS, STALE_MS } from './runaway';

/**
 * A second copy of the limits, so that an error in the engine's table shows: ratios of equity,
 * positions per commodity.
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
/** Rounded down to whole mills once. */
const ROUNDING = 1;

const getInstrument = (id: string) =>
  CONTRACTS.find((one) => one.id === id) as (typeof CONTRACTS)[number];

/** Follows the log and checks that each entry was allowed. */
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

  /** Records of one input; `markets`: those at its decision. */
  observeRecords(records: readonly LogRecord[], markets: DeskState['markets']): void {
    this.state = { ...this.state, markets };
    for (const record of records) {
      const before = this.state.books[BOOK];
      this.state = applyRecord(this.state, record);
      this.recordBreaker(record);
      if (record.type === 'OrderPlaced' && before) this.checkPlaced(record, before);
    }
    const book = this.state.books[BOOK];
    if (this.isTripped && book)
      assertEqual(
        [
          Object.values(book.positions).filter((position) => !this.isWaiting(book, position)),
          book.globalActive,
        ],
        [[], false],
        'what a tripped breaker leaves',
      );
  }

  /**
   * True if an exit was placed without a quote of the last day: it rests until the next open or
   * quote, which a bar's end is not.
   */
  private isWaiting = (book: Book, { id }: Position): boolean =>
    Object.values(book.orders).some(
      (order) => order.positionId === id && this.priceless.has(order.id),
    );

  private addCount(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  private recordBreaker(record: LogRecord): void {
    if (record.type === 'DrawdownTripped' || record.type === 'DrawdownRearmed') {
      this.isTripped = record.type === 'DrawdownTripped';
      this.addCount(record.type);
    }
    if (record.type === 'DrawdownTripped') this.checkTripped(record.payload);
    if (record.type === 'DrawdownRearmed') this.checkRearmed(record.payload);
    if (record.type === 'CoolOffBegan')
      this.coolUntilMs.set(record.payload.commodity, record.payload.untilMs);
    if (record.type === 'CoolOffBegan') this.addCount(record.type);
    if (record.type === 'OrderRefused') this.addCount(`refused ${record.payload.refusal.code}`);
    if (record.type !== 'PortfolioValued') return;
    const { day, dayStartMills, equityMills } = record.payload;
    this.day =
      day === this.day.name
        ? { ...this.day, lowMills: Math.min(this.day.lowMills, equityMills) }
        : { name: day, startMills: dayStartMills, lowMills: equityMills };
  }

  private checkTripped({
    peakMills,
    equityMills,
  }: {
    readonly peakMills: number;
    readonly equityMills: number;
  }): void {
    const normal = peakMills * this.level.fall;
    const allowed =
      this.reduced.day === this.day.name ? Math.min(normal, this.reduced.allowedMills) : normal;
    assertEqual(peakMills - equityMills > allowed - ROUNDING, true, 'a fall that is deep enough');
    this.trippedDay = this.day.name;
  }

  /** Half of the allowance on the day of the trip, once. */
  private checkRearmed({
    peakMills,
    allowedMills,
  }: {
    readonly peakMills: number;
    readonly allowedMills?: number | null;
  }): void {
    assertEqual(peakMills > 0, true, 're-armed with something left');
    if (this.trippedDay !== this.day.name)
      return assertEqual(allowedMills, null, 'the normal allowance on a later day');
    assertEqual(this.reduced.day === this.day.name, false, 'a second re-arming on one day');
    assertEqual(
      Math.abs((allowedMills ?? Infinity) - (peakMills * this.level.fall) / 2) <= ROUNDING,
      true,
      'half of the allowance on the day of the trip',
    );
    this.addCount('re-armed on the day of the trip');
    this.reduced = { day: this.day.name, allowedMills: allowedMills ?? Infinity };
  }

  private get settings(): Settings {
    return this.state.users['ann']?.settings ?? DEFAULT_SETTINGS;
  }

  private get level() {
    return LEVELS[this.settings.riskLevel];
  }

  private checkPlaced(
    { payload: { order, quote }, atMs }: Extract<LogRecord, { type: 'OrderPlaced' }>,
    before: Book,
  ): void {
    if (order.purpose === 'EXIT' && order.type === 'MARKET' && atMs - quote.atMs > STALE_MS) {
      this.priceless.add(order.id);
      this.addCount('exits without a price');
    }
    if (order.purpose !== 'ENTRY')
      return this.addCount(this.isTripped ? 'exits after the breaker' : 'exits');
    this.addCount('entries');
    assertEqual(this.isTripped, false, 'an entry after the breaker');
    assertEqual(
      this.day.startMills - this.day.lowMills <= this.day.startMills * this.level.day + ROUNDING,
      true,
      'an entry on a lost day',
    );
    assertEqual(
      atMs >= (this.coolUntilMs.get(order.commodity) ?? -Infinity),
      true,
      'an entry in a cool-off',
    );
    this.entryTimes = [...this.entryTimes.filter((time) => time > atMs - 60_000), atMs];
    assertEqual(this.entryTimes.length <= ENTRIES_A_MINUTE, true, 'the rate of entries');
    this.expectRoom(before, order);
  }

  /** With the order, every exposure is within its ratio of equity. */
  private expectRoom(
    before: Book,
    order: Extract<LogRecord, { type: 'OrderPlaced' }>['payload']['order'],
  ): void {
    const book = this.state.books[BOOK] as Book;
    const { level, settings } = this;
    const equity = computeEquity(before, this.state);
    const rows = [...Object.values(book.positions), ...Object.values(book.orders)];
    const sumHeld = (belongs: (row: (typeof rows)[number]) => boolean): number =>
      rows.filter(belongs).reduce((sum, { reservedMills }) => sum + reservedMills, 0);
    const { group } = COMMODITIES[order.commodity];
    const assertWithin = (name: string, used: number, ratio: number): void => {
      assertEqual(
        used <= Math.max(0, equity) * ratio + ROUNDING,
        true,
        `${name}: ${used} of ${equity} at ${settings.riskLevel}`,
      );
      if (used > Math.max(0, equity) * ratio * 0.85) this.addCount(`near ${name}`);
    };
    assertWithin(
      'commodity',
      sumHeld(({ commodity }) => commodity === order.commodity),
      level.commodity,
    );
    assertWithin(
      'group',
      sumHeld(({ commodity }) => COMMODITIES[commodity].group === group),
      level.group,
    );
    assertWithin(
      'gross',
      sumHeld(() => true),
      level.gross,
    );
    assertWithin('band', order.reservedMills, BAND_TOPS[settings.positionSize]);
    const open = new Set(
      rows
        .filter(
          (row) =>
            row.commodity === order.commodity && !('purpose' in row && row.purpose !== 'ENTRY'),
        )
        .map((row) => ('positionId' in row ? row.positionId : row.id)),
    );
    assertEqual(
      open.size <= level.positions,
      true,
      `${open.size} positions of ${order.commodity} at ${settings.riskLevel}`,
    );
    assertEqual(
      book.balances.available >=
        (before.balances.available + before.balances.reserved) * level.cash - ROUNDING,
      true,
      'the cash that stays free',
    );
    if (order.stopDistanceTicks !== null)
      assertEqual(
        Number(
          computeReferenceValue(
            getInstrument(order.instrumentId),
            order.stopDistanceTicks,
            order.lots,
          ),
        ) <=
          equity * level.stop + ROUNDING,
        true,
        'what its stop may lose',
      );
  }
}

/** Balance plus unrealized P&L at last prices. */
function computeEquity(book: Book, { markets }: DeskState): number {
  const open = Object.values(book.positions).map(({ instrumentId, direction, lots, costMills }) => {
    const last = markets[book.market]?.instruments[instrumentId]?.quote?.lastTicks ?? 0;
    const value = Number(computeReferenceValue(getInstrument(instrumentId), last, lots));
    return direction === 'LONG' ? value - costMills : costMills - value;
  });
  return (
    book.balances.available + book.balances.reserved + open.reduce((sum, mills) => sum + mills, 0)
  );
}
