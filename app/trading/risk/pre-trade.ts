/**
 * The gate: no order reaches a broker without passing here, and nothing else can make an
 * `Approved`.
 */
import type { Approved } from '../domain/approved';
import { type Order, isReduceOnly } from '../domain/order';
import { type Outcome, type Refusal, succeedWith, rejectWith } from '../domain/outcome';
import { ENTRY_CHECKS, EXIT_CHECKS, GUARDS, ROLL_CHECKS } from './checks';
import type { GateView } from './gate-view';

interface Denied {
  readonly order: Order;
  readonly refusal: Refusal;
}

/** Passes all orders of a group or none: `views[i]` already reckons with the legs before it. */
export function approveOrders(
  views: readonly GateView[],
): Outcome<readonly Approved<Order>[]> & { readonly denied?: Denied } {
  for (const view of views) {
    const refusal = firstRefusal(view);
    if (refusal) return { ...rejectWith(refusal), denied: { order: view.order, refusal } };
  }
  return succeedWith(views.map(({ order }) => order as Approved<Order>));
}

/**
 * The first cause against an order, or null. Exits are held up only by what makes them impossible.
 */
export function firstRefusal(view: GateView): Refusal | null {
  const checks = isReduceOnly(view.order)
    ? EXIT_CHECKS
    : view.order.rollOf === undefined
      ? ENTRY_CHECKS
      : ROLL_CHECKS;
  for (const check of checks) {
    if (view.isUnguarded && GUARDS.has(check)) continue;
    const refusal = check(view);
    if (refusal) return refusal;
  }
  return null;
}
