/**
 * State of one contract month during a backtest: bar position, last price, volatility and rule
 * state.
 */
import { type Instrument, getChain } from '../domain/instrument';
import type { Side } from '../domain/order';
import type { EpochMs, Lots, Mills, Ticks } from '../domain/units';
import type { PricedOrder } from '../execution/fills';
import type { Friction } from '../execution/friction';
import {
  computeAnnualizedVolatility,
  updatePriceScale,
  updateVariance,
} from '../risk/bar-volatility';
import type { Evaluator, InputBar, PlaybookState } from '../strategies/playbook';
import type { ExitCause } from './backtest-run';
import { type BarColumns, type MonthTape, PAUSED } from './tape';

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

/** An input bar with a buffer for the inputs. */
export interface BarBuilder extends InputBar {
  readonly inputs: Float64Array;
}

export class Month {
  readonly instrument: Instrument;
  readonly chain: string;
  readonly rollMs: EpochMs;
  readonly expiresMs: EpochMs;
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
  variance = 0;
  scaleTicks = 0;
  /** Rule state, and since when its side holds. */
  readonly state: PlaybookState | null;
  sinceMs: EpochMs = 0;
  held: Holding | null = null;
  entry: Entry | null = null;
  private readonly inputs: readonly Float64Array[];
  private readonly digits: number;
  private readonly power: number;

  constructor(
    { instrument, bars, inputs }: MonthTape,
    readonly friction: Friction,
    /** Null for second-leg months, which are only priced. */
    private readonly evaluator: Evaluator | null,
  ) {
    assertBars(instrument, bars);
    const inputCount = evaluator?.row.inputs.length ?? 0;
    if (evaluator && inputs.length !== inputCount)
      throw new RangeError(
        `${instrument.id}: ${evaluator.row.id} reads ${inputCount} inputs, the tape has ${inputs.length}; make it for this playbook`,
      );
    this.instrument = instrument;
    this.chain = getChain(instrument);
    this.rollMs = instrument.contract?.rollMs ?? Infinity;
    this.expiresMs = instrument.contract?.expiresMs ?? Infinity;
    this.bars = bars;
    this.inputs = inputs;
    this.length = bars.endsMs.length;
    this.nextMs = bars.startsMs[0] ?? Infinity;
    this.digits = instrument.tick.digits;
    this.power = 10 ** instrument.tick.decimals;
    this.state = evaluator ? evaluator.createState() : null;
  }

  /** Side of the rule after its entry conditions; 0 without a rule. */
  get side(): number {
    return this.state === null ? 0 : this.state.side;
  }

  /** Move to the price that the rule aims at, quoted units; null without one. */
  computeExpectedMove(): number | null {
    return this.evaluator === null || this.state === null
      ? null
      : (this.evaluator.computeExpectedMove?.(this.state) ?? null);
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

  /** Updates volatility and rule with the ended bar. */
  foldClose(bar: BarBuilder): void {
    const { bars, index, barCount, lastTicks } = this;
    const before = index > 0 ? (bars.close[index - 1] ?? 0) : lastTicks;
    this.scaleTicks = updatePriceScale(barCount, this.scaleTicks, lastTicks);
    this.variance = updateVariance(
      barCount,
      this.variance,
      lastTicks - before,
      this.scaleTicks,
      (bars.endsMs[index] ?? 0) - (bars.startsMs[index] ?? 0) + 1,
    );
    this.barCount = barCount + 1;
    if (this.evaluator !== null && this.state !== null)
      this.foldRule(this.evaluator, this.state, bar, lastTicks);
  }

  private foldRule(
    evaluator: Evaluator,
    state: PlaybookState,
    bar: BarBuilder,
    close: number,
  ): void {
    const { bars, index, digits, power } = this;
    bar.open = ((bars.open[index] ?? 0) * digits) / power;
    bar.high = ((bars.high[index] ?? 0) * digits) / power;
    bar.low = ((bars.low[index] ?? 0) * digits) / power;
    bar.close = (close * digits) / power;
    bar.endsMs = this.nextMs;
    for (let input = 0; input < this.inputs.length; input += 1)
      bar.inputs[input] = this.inputs[input]?.[index] ?? NaN;
    const { side } = state;
    evaluator.fold(state, bar);
    if (state.side !== side) this.sinceMs = this.nextMs;
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

/**
 * Throws RangeError, naming the bar, if columns differ in length, time goes back, or a price is
 * invalid.
 */
function assertBars(instrument: Instrument, bars: BarColumns): void {
  const { startsMs, endsMs, open, high, low, close, locked } = bars;
  const { id, priceMayBeNegative } = instrument;
  if (
    [startsMs, open, high, low, close, locked ?? endsMs].some(
      ({ length }) => length !== endsMs.length,
    )
  )
    throw new RangeError(`${id}: the columns of a tape are of one length`);
  const floor = priceMayBeNegative ? -Infinity : 0;
  for (let bar = 0; bar < endsMs.length; bar += 1) {
    if (!isInOrder(bars, bar))
      throw new RangeError(`${id}: bar ${bar} does not follow the one before it in time`);
    if (!hasValidPrices(bars, bar))
      throw new RangeError(
        `${id}: bar ${bar} has no price, or an open or a close outside its low and high`,
      );
    if (!isSessionInside(bars, bar))
      throw new RangeError(`${id}: the day session of bar ${bar} opens outside the bar`);
    if (!((low[bar] ?? NaN) > floor))
      throw new RangeError(`${id}: bar ${bar} trades at or below zero, where this contract cannot`);
  }
}

function isInOrder({ startsMs, endsMs }: BarColumns, bar: number): boolean {
  const starts = startsMs[bar] ?? NaN;
  return (endsMs[bar] ?? NaN) > starts && (bar === 0 || starts > (endsMs[bar - 1] ?? NaN));
}

/** Time and price of the session lie in the bar, or it has none. */
function isSessionInside({ session, startsMs, endsMs, high, low }: BarColumns, bar: number) {
  const opensMs = session?.opensMs[bar] ?? NaN;
  if (session === undefined || Number.isNaN(opensMs)) return true;
  const open = session.open[bar] ?? NaN;
  return (
    opensMs > (startsMs[bar] ?? NaN) &&
    opensMs < (endsMs[bar] ?? NaN) &&
    open <= (high[bar] ?? NaN) &&
    open >= (low[bar] ?? NaN)
  );
}

function hasValidPrices({ open, high, low, close }: BarColumns, bar: number): boolean {
  const top = high[bar] ?? NaN;
  const bottom = low[bar] ?? NaN;
  const first = open[bar] ?? NaN;
  const last = close[bar] ?? NaN;
  return top >= first && top >= last && bottom <= first && bottom <= last;
}
