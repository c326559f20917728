/**
 * What a backtest holds and what it waits for: positions with their protection, and entries on their way.
 * It knows rows that live from fill to fill; it refuses to be made anew for every bar.
 */
import type { Lots, Mills, Ticks, EpochMs } from '../domain/units';
import type { PricedOrder } from '../execution/fills';
import type { Month } from './month';
import type { ExitCause } from './tape';

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
  /** Since when it is held, the months through which it was rolled included, and how many bars of this month had ended since then when it was opened. */
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

export const sideOf = (sign: Sign): 'BUY' | 'SELL' => (sign === 1 ? 'BUY' : 'SELL');
export const exitSideOf = (sign: Sign): 'BUY' | 'SELL' => (sign === 1 ? 'SELL' : 'BUY');
export const directionOf = (sign: Sign): 'LONG' | 'SHORT' => (sign === 1 ? 'LONG' : 'SHORT');
