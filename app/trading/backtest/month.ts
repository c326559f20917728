/**
 * State of one contract month during a backtest: bar position and last price, with volatility and
 * signal of the rule at that position.
 */
import { type Instrument, getChain } from '../domain/instrument';
import type { Side } from '../domain/order';
import type { EpochMs, Lots, Mills, Ticks } from '../domain/units';
import type { PricedOrder } from '../execution/fills';
import type { Friction } from '../execution/friction';
import { computeAnnualizedVolatility } from '../risk/bar-volatility';
import type { Evaluator } from '../strategies/playbook';
import { assertBars } from './assert-bars';
import type { ExitCause } from './backtest-run';
import { type SignalColumns, computeSignalColumns } from './signal-columns';
import { type BarColumns, type MonthTape, PAUSED } from './tape';
import { type VolatilityColumns, getVolatilityColumns } from './volatility-columns';

/** 1 for a long side, -1 for a short one. */
export type Sign = 1 | -1;

/** An open position in one month. */
export interface Holding {
  readonly month: Month;
  readonly sign: Sign;
  readonly lots: Lots;
  /** Shared by the legs of a spread and the parts of a rolled position. */
  readonly group: number;
  readonly entryTicks: Ticks;
  readonly costMills: Mills;
  readonly reservedMills: Mills;
  readonly entryFeeMills: Mills;
  readonly entrySlippageMills: Mills;
  readonly openedMs: EpochMs;
  /** Bars of its month ended before it was opened. */
  readonly barsBefore: number;
  /**
   * Start of the position including earlier months of a roll, and bars of this month between that
   * start and the opening.
   */
  readonly heldSinceMs: EpochMs;
  readonly barsCarried: number;
  readonly riskMills: Mills | null;
  /** Working exits; null for none. The stop trails. */
  stop: PricedOrder | null;
  readonly target: PricedOrder | null;
  /** Lowest and highest price while open. */
  lowTicks: number;
  highTicks: number;
  /** Cause of the exit at the next open; null while it stays. */
  exit: ExitCause | null;
  /** True if that exit is half of a roll, whose entry must not be canceled with it. */
  isRoll: boolean;
  /** No bar of its month before this one reaches or moves its orders. */
  quietUntilBar: number;
}

/** An approved entry that fills at the next open of its month. */
export interface Entry {
  readonly month: Month;
  readonly sign: Sign;
  readonly lots: Lots;
  readonly group: number;
  readonly reservedMills: Mills;
  /** Distances of stop and target from the fill. */
  readonly stopTicks: Ticks | null;
  readonly targetTicks: Ticks | null;
  /** The position that it continues in a roll. */
  readonly rolls: Holding | null;
}

export const getSide = (sign: Sign): 'BUY' | 'SELL' => (sign === 1 ? 'BUY' : 'SELL');
export const getExitSide = (sign: Sign): 'BUY' | 'SELL' => (sign === 1 ? 'SELL' : 'BUY');
export const getDirection = (sign: Sign): 'LONG' | 'SHORT' => (sign === 1 ? 'LONG' : 'SHORT');

/** Extends a position's price range to include a range of prices. */
export function updatePriceRange(holding: Holding, lowTicks: number, highTicks = lowTicks): void {
  if (lowTicks < holding.lowTicks) holding.lowTicks = lowTicks;
  if (highTicks > holding.highTicks) holding.highTicks = highTicks;
}

export class Month {
  readonly instrument: Instrument;
  readonly chain: string;
  /** Name of a position that an entry into this month would open. */
  readonly entryId: string;
  readonly rollMs: EpochMs;
  readonly expiresMs: EpochMs;
  /** From here until the roll, entries of its chain go into this month. */
  activeFromMs: EpochMs = -Infinity;
  readonly bars: BarColumns;
  readonly length: number;
  /** Index of the next or current bar, and whether it has opened. */
  index = 0;
  isOpen = false;
  /** True if the next event is the open of the day session within the current bar. */
  isBeforeSession = false;
  /** Range since the previous event of the current bar. */
  spanHigh = 0;
  spanLow = 0;
  /** Time of the next event; Infinity after the last bar. */
  nextMs: EpochMs;
  /**
   * Last price, its time (-Infinity before the first), and the lock at that price: 1 up, -1 down,
   * PAUSED or 0.
   */
  lastTicks = 0;
  quotedMs: EpochMs = -Infinity;
  lock = 0;
  /** Number of ended bars. */
  barCount = 0;
  /** No bar before this one ends with a signal to trade. */
  signalBar = 0;
  held: Holding | null = null;
  entry: Entry | null = null;
  /** Null for second-leg months, which are only priced. */
  readonly signals: SignalColumns | null;
  private readonly volatility: VolatilityColumns;

  constructor(
    tape: MonthTape,
    readonly friction: Friction,
    evaluator: Evaluator | null,
  ) {
    const { instrument, bars, inputs } = tape;
    assertBars(instrument, bars);
    const inputCount = evaluator?.row.inputs.length ?? 0;
    if (evaluator && inputs.length !== inputCount)
      throw new RangeError(
        `${instrument.id}: ${evaluator.row.id} reads ${inputCount} inputs, the tape has ${inputs.length}; make it for this playbook`,
      );
    this.instrument = instrument;
    this.chain = getChain(instrument);
    this.entryId = `entry ${instrument.id}`;
    this.rollMs = instrument.contract?.rollMs ?? Infinity;
    this.expiresMs = instrument.contract?.expiresMs ?? Infinity;
    this.bars = bars;
    this.length = bars.endsMs.length;
    this.nextMs = bars.startsMs[0] ?? Infinity;
    this.volatility = getVolatilityColumns(bars);
    this.signals = evaluator ? computeSignalColumns(evaluator, tape) : null;
  }

  /** Side of the rule after its entry conditions; 0 without a rule. */
  get side(): number {
    return this.signals?.side[this.barCount] ?? 0;
  }

  /** Since when the side of the rule holds. */
  get sinceMs(): EpochMs {
    return this.bars.endsMs[(this.signals?.sinceBar[this.barCount] ?? 0) - 1] ?? 0;
  }

  /** Strength of the signal, 0 to 1. */
  get strength(): number {
    return this.signals?.strength[this.barCount] ?? 0;
  }

  /** Move to the price that the rule aims at, quoted units; null without one. */
  get expectedMove(): number | null {
    const move = this.signals?.expectedMove?.[this.barCount] ?? NaN;
    return Number.isNaN(move) ? null : move;
  }

  /** Mean absolute price, ticks. */
  get scaleTicks(): number {
    return this.volatility.scaleTicks[this.barCount] ?? 0;
  }

  /** Mean squared relative change per bar. */
  get variance(): number {
    return this.volatility.variance[this.barCount] ?? 0;
  }

  /** True if this side cannot trade at the last price. */
  isLocked(side: Side): boolean {
    return this.lock === PAUSED || this.lock === (side === 'BUY' ? 1 : -1);
  }

  /**
   * Sets the last price to the open. A bar that opens at the limit where it ends was locked from
   * the start.
   */
  showOpen(): void {
    const { bars, index } = this;
    const open = bars.open[index] ?? 0;
    const locked = bars.locked?.[index] ?? 0;
    this.lock = locked !== 0 && open === bars.close[index] ? locked : 0;
    this.lastTicks = open;
    this.quotedMs = this.nextMs;
  }

  /** Orders of the rule wait for the open of a day session. */
  get waitsForSession(): boolean {
    return this.bars.session !== undefined;
  }

  /** Sets the last price to the open of the day session. */
  takeSession(): void {
    const { bars, index } = this;
    const { session } = bars;
    if (!session) return;
    const open = session.open[index] ?? 0;
    const locked = bars.locked?.[index] ?? 0;
    this.lock = locked !== 0 && open === bars.close[index] ? locked : 0;
    this.spanHigh = session.highBefore[index] ?? 0;
    this.spanLow = session.lowBefore[index] ?? 0;
    this.lastTicks = open;
    this.quotedMs = this.nextMs;
  }

  private getSessionMs(): EpochMs {
    return this.bars.session?.opensMs[this.index] ?? NaN;
  }

  /** Sets the last price to the close, with the lock at the bar's end. */
  takeClose(): void {
    const { bars, index } = this;
    const { session } = bars;
    const hasSession = session !== undefined && !Number.isNaN(this.getSessionMs());
    this.spanHigh = (hasSession ? session.highAfter : bars.high)[index] ?? 0;
    this.spanLow = (hasSession ? session.lowAfter : bars.low)[index] ?? 0;
    this.lock = this.bars.locked?.[this.index] ?? 0;
    this.lastTicks = this.bars.close[this.index] ?? 0;
    this.quotedMs = this.nextMs;
  }

  /** Counts the bar as ended, so that signal and volatility include it. */
  countBar(): void {
    this.barCount += 1;
  }

  /** Moves to the next event. */
  advance(): void {
    if (this.isBeforeSession) {
      this.isBeforeSession = false;
      this.nextMs = this.bars.endsMs[this.index] ?? Infinity;
      return;
    }
    if (this.isOpen) this.index += 1;
    this.isOpen = !this.isOpen;
    this.nextMs =
      (this.isOpen ? this.bars.endsMs[this.index] : this.bars.startsMs[this.index]) ?? Infinity;
    const sessionMs = this.isOpen ? this.getSessionMs() : NaN;
    if (Number.isNaN(sessionMs)) return;
    this.isBeforeSession = true;
    this.nextMs = sessionMs;
  }

  /** End of the current or next bar; Infinity after the last. */
  get barEndMs(): EpochMs {
    return this.bars.endsMs[this.index] ?? Infinity;
  }

  /** Number of bars that end before a time. */
  countBarsBefore(untilMs: EpochMs): number {
    const { endsMs } = this.bars;
    let count = this.index;
    while (count < this.length && (endsMs[count] ?? Infinity) < untilMs) count += 1;
    return count;
  }

  /** Moves past the end of the bar before bar `next`, without orders. */
  passBars(next: number): void {
    const { bars, held } = this;
    for (let bar = this.index; held !== null && bar < next; bar += 1)
      updatePriceRange(held, bars.low[bar] ?? NaN, bars.high[bar] ?? NaN);
    const last = next - 1;
    this.lock = bars.locked?.[last] ?? 0;
    this.lastTicks = bars.close[last] ?? 0;
    this.quotedMs = bars.endsMs[last] ?? NaN;
    this.index = next;
    this.barCount = next;
    this.isOpen = false;
    this.isBeforeSession = false;
    this.nextMs = bars.startsMs[next] ?? Infinity;
  }

  /** Moves past the events up to the end of a bar of any month, without orders. */
  passTime(atMs: EpochMs): void {
    if (this.barEndMs === atMs) return this.passBars(this.index + 1);
    while (this.nextMs < atMs) {
      if (this.isBeforeSession) this.takeSession();
      else this.showOpen();
      this.advance();
    }
  }

  /** Annualized volatility as a ratio; null before 20 bars. */
  computeVolatility(): number | null {
    const last = this.barCount - 1;
    return computeAnnualizedVolatility(
      this.barCount,
      this.variance,
      this.bars.startsMs[last] ?? 0,
      this.bars.endsMs[last] ?? 0,
    );
  }
}
