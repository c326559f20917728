/**
 * What the gate looks at for one order.
 * It knows the order in its book, its market and its hour; it refuses to know anything that could change while it looks.
 */
import type { Book } from '../domain/book';
import type { Instrument } from '../domain/instrument';
import type { Order } from '../domain/order';
import type { Quote } from '../domain/quote';
import type { Settings } from '../domain/settings';
import type { EpochMs, Mills } from '../domain/units';

/** All that the gate may look at for one order. */
export interface GateView {
  readonly order: Order;
  readonly book: Book;
  readonly instrument: Instrument;
  readonly settings: Settings;
  readonly nowMs: EpochMs;
  readonly quote: Quote | null;
  readonly staleAfterMs: number;
  /** Sigma of one bar as a ratio of the price; 0 while unknown. */
  readonly barSigma: number;
  readonly scaleTicks: number;
  readonly equityMills: Mills;
  readonly feeMills: Mills;
  readonly isHalted: boolean;
  readonly haltReason: string;
  readonly isSelected: boolean;
  /** Why the venue takes no order now, or null while it is in session. */
  readonly sessionClosed: string | null;
  /** Why the book's mode cannot trade, e.g. live without a broker; null when it can. */
  readonly modeBlocked: string | null;
  /** True for a twin without guards: limits and breakers are not asked. */
  readonly isUnguarded?: boolean;
}
