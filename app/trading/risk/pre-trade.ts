/**
 * The gate: no order reaches a broker without passing here, and nothing else can make an `Approved`.
 * It knows all checks of an entry and the few of an exit; it refuses with the first cause, and legs pass together or not at all.
 */
import type { Book } from '../domain/book';
import type { Instrument } from '../domain/instrument';
import { type Order, isReduceOnly } from '../domain/order';
import { type Outcome, type Refusal, done, refused } from '../domain/outcome';
import type { Quote } from '../domain/quote';
import type { Settings } from '../domain/settings';
import type { EpochMs, Mills } from '../domain/units';
import { ENTRY_CHECKS, EXIT_CHECKS } from './checks';

declare const approved: unique symbol;
/** Something that has passed the gate. Only `approve` makes it. */
export type Approved<T> = T & { readonly [approved]: true };

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
}

export interface Denied {
  readonly order: Order;
  readonly refusal: Refusal;
}

/** Passes all orders of a group or none: `views[i]` already reckons with the legs before it. */
export function approve(views: readonly GateView[]): Outcome<readonly Approved<Order>[]> & { readonly denied?: Denied } {
  for (const view of views) {
    const refusal = firstRefusal(view);
    if (refusal) return { ...refused(refusal), denied: { order: view.order, refusal } };
  }
  return done(views.map(({ order }) => order as Approved<Order>));
}

/** The first cause against an order, or null. Exits are held up only by what makes them impossible. */
export function firstRefusal(view: GateView): Refusal | null {
  const checks = isReduceOnly(view.order) ? EXIT_CHECKS : ENTRY_CHECKS;
  for (const check of checks) {
    const refusal = check(view);
    if (refusal) return refusal;
  }
  return null;
}
