/**
 * One month of a chain as it passes: its place in the bars, its last price, its volatility and the
 * folded rule.
 */
import { type Instrument, getChain } from '../domain/instrument';
import type { Side } from '../domain/order';
import type { EpochMs, Lots, Mills, Ticks } from '../domain/units';
import type { PricedOrder } from '../execution/fills';
import type { Friction } from '../execution/friction';
import { annualisedVolatility, nextScale, nextVariance } from '../risk/bar-volatility';
import type { Evaluator, InputBar, PlaybookState } from '../strategies/playbook';
import type { BarColumns, ExitCause, MonthTape } from './tape';

/** 1 for a long side, -1 for a short one. */
export type Sign = 1 | -1;

/** An open position in one month. */
export interface Holding {
  readonly month: Month;
  readonly sign: Sign;
  readonly lots: Lots;
  /** The same for both legs of a spread, and for what a roll carried on. */
  readonly group: number;
  readonly entryTicks: Ticks;
  readonly costMills: Mills;
  readonly reservedMills: Mills;
  readonly entryFeeMills: Mills;
  readonly entrySlippageMills: Mills;
  readonly openedMs: EpochMs;
  /** Bars of its month that had ended when it was opened. */
  readonly barsBefore: number;
  /**
   * Since when it is held, the months through which it was rolled included, and how many bars of
   * this month had ended since then when it was opened.
   */
  readonly heldSinceMs: EpochMs;
  readonly barsCarried: number;
  readonly riskMills: Mills | null;
  /** The resting exits; null for none. A stop trails what the position has gained. */
  stop: PricedOrder | null;
  readonly target: PricedOrder | null;
  /** Lowest and highest price while it was held. */
  lowTicks: number;
  highTicks: number;
  /** Why it leaves at the next open; null while it stays. */
  exit: ExitCause | null;
  /** Whether that exit is half of a roll, whose other half must not end with it. */
  isRoll: boolean;
}

/** An entry that has passed the gate and waits for the next open of its month. */
export interface Entry {
  readonly month: Month;
  readonly sign: Sign;
  readonly lots: Lots;
  readonly group: number;
  readonly reservedMills: Mills;
  /** Distances of the protective orders from its fill. */
  readonly stopTicks: Ticks | null;
  readonly targetTicks: Ticks | null;
  /** The position that it carries on. */
  readonly rolls: Holding | null;
}

export const getSide = (sign: Sign): 'BUY' | 'SELL' => (sign === 1 ? 'BUY' : 'SELL');
export const getExitSide = (sign: Sign): 'BUY' | 'SELL' => (sign === 1 ? 'SELL' : 'BUY');
export const getDirection = (sign: Sign): 'LONG' | 'SHORT' => (sign === 1 ? 'LONG' : 'SHORT');

/** An input bar with room for the figures of the inputs. */
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
  /** The bar that is shown next or has opened, and whether it has opened. */
  index = 0;
  isOpen = false;
  /** When the next thing happens here; Infinity once all bars have ended. */
  nextMs: EpochMs;
  /**
   * The last price with its moment, -Infinity before there is one, and the lock under which it
   * stands (1 up, -1 down).
   */
  lastTicks = 0;
  quotedMs: EpochMs = -Infinity;
  lock = 0;
  /** Bars that have ended. */
  seen = 0;
  variance = 0;
  scaleTicks = 0;
  /** The folded rule and since when its side stands. */
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
    /** Null for the months of a second leg, which are only priced. */
    private readonly evaluator: Evaluator | null,
  ) {
    requireBars(instrument, bars);
    const wanted = evaluator?.row.inputs.length ?? 0;
    if (evaluator && inputs.length !== wanted)
      throw new RangeError(
        `${instrument.id}: ${evaluator.row.id} reads ${wanted} inputs, the tape has ${inputs.length}; make it for this playbook`,
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
    this.state = evaluator ? evaluator.init() : null;
  }

  /** Side of the rule after its gates; flat where none is folded. */
  get side(): number {
    return this.state === null ? 0 : this.state.side;
  }

  /** Whether nothing can be dealt on this side at the last price. */
  isLocked(side: Side): boolean {
    return this.lock !== 0 && this.lock === (side === 'BUY' ? 1 : -1);
  }

  /**
   * The open becomes the last price. A bar that opens at the limit where it ends was locked from
   * its beginning.
   */
  showOpen(): void {
    const { bars, index } = this;
    const open = bars.open[index] ?? 0;
    const locked = bars.locked?.[index] ?? 0;
    this.lock = locked !== 0 && open === bars.close[index] ? locked : 0;
    this.lastTicks = open;
    this.quotedMs = this.nextMs;
  }

  /** The close becomes the last price, under the lock with which the bar ends. */
  takeClose(): void {
    this.lock = this.bars.locked?.[this.index] ?? 0;
    this.lastTicks = this.bars.close[this.index] ?? 0;
    this.quotedMs = this.nextMs;
  }

  /** Volatility and rule take the bar that has ended. */
  foldClose(bar: BarBuilder): void {
    const { bars, index, seen, lastTicks } = this;
    const before = index > 0 ? (bars.close[index - 1] ?? 0) : lastTicks;
    this.scaleTicks = nextScale(seen, this.scaleTicks, lastTicks);
    this.variance = nextVariance(
      seen,
      this.variance,
      lastTicks - before,
      this.scaleTicks,
      (bars.endsMs[index] ?? 0) - (bars.startsMs[index] ?? 0) + 1,
    );
    this.seen = seen + 1;
    if (this.evaluator !== null && this.state !== null)
      this.fold(this.evaluator, this.state, bar, lastTicks);
  }

  private fold(evaluator: Evaluator, state: PlaybookState, bar: BarBuilder, close: number): void {
    const { bars, index, digits, power } = this;
    bar.open = ((bars.open[index] ?? 0) * digits) / power;
    bar.high = ((bars.high[index] ?? 0) * digits) / power;
    bar.low = ((bars.low[index] ?? 0) * digits) / power;
    bar.close = (close * digits) / power;
    bar.endsMs = this.nextMs;
    for (let place = 0; place < this.inputs.length; place += 1)
      bar.inputs[place] = this.inputs[place]?.[index] ?? NaN;
    const { side } = state;
    evaluator.fold(state, bar);
    if (state.side !== side) this.sinceMs = this.nextMs;
  }

  /** Goes on to what happens next here. */
  advance(): void {
    if (this.isOpen) this.index += 1;
    this.isOpen = !this.isOpen;
    this.nextMs =
      (this.isOpen ? this.bars.endsMs[this.index] : this.bars.startsMs[this.index]) ?? Infinity;
  }

  /** Annualized volatility as a ratio after the bars so far; null before twenty. */
  volatility(): number | null {
    const last = this.seen - 1;
    return annualisedVolatility(
      this.seen,
      this.variance,
      this.bars.startsMs[last] ?? 0,
      this.bars.endsMs[last] ?? 0,
    );
  }
}

/**
 * Throws RangeError, naming the bar, where columns differ in length, time goes back or a price is
 * one that a bar cannot have.
 */
function requireBars(instrument: Instrument, bars: BarColumns): void {
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
    if (!isAfter(bars, bar))
      throw new RangeError(`${id}: bar ${bar} does not follow the one before it in time`);
    if (!isInside(bars, bar))
      throw new RangeError(
        `${id}: bar ${bar} has no price, or an open or a close outside its low and high`,
      );
    if (!((low[bar] ?? NaN) > floor))
      throw new RangeError(`${id}: bar ${bar} trades at or below zero, where this contract cannot`);
  }
}

function isAfter({ startsMs, endsMs }: BarColumns, bar: number): boolean {
  const starts = startsMs[bar] ?? NaN;
  return (endsMs[bar] ?? NaN) > starts && (bar === 0 || starts > (endsMs[bar - 1] ?? NaN));
}

function isInside({ open, high, low, close }: BarColumns, bar: number): boolean {
  const top = high[bar] ?? NaN;
  const bottom = low[bar] ?? NaN;
  const first = open[bar] ?? NaN;
  const last = close[bar] ?? NaN;
  return top >= first && top >= last && bottom <= first && bottom <= last;
}
