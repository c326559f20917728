/** Pre-trade approval: the only place that creates `Approved` orders, which brokers require. */
import type { Approved } from '../domain/approved';
import { type Order, isReduceOnly } from '../domain/order';
import { type Outcome, type Refusal, succeedWith, rejectWith } from '../domain/outcome';
import { ENTRY_CHECKS, EXIT_CHECKS, GUARD_CHECKS, ROLL_CHECKS } from './pre-trade-checks';
import type { PreTradeInput } from './pre-trade-input';

interface Denied {
  readonly order: Order;
  readonly refusal: Refusal;
}

/** Approves all orders of a group or none. `views[i]` must include the effect of earlier legs. */
export function approveOrders(
  views: readonly PreTradeInput[],
): Outcome<readonly Approved<Order>[]> & { readonly denied?: Denied } {
  for (const view of views) {
    const refusal = findRefusal(view);
    if (refusal) return { ...rejectWith(refusal), denied: { order: view.order, refusal } };
  }
  return succeedWith(views.map(({ order }) => order as Approved<Order>));
}

/** The first failed check of an order, or null. Exits run only the exit checks. */
export function findRefusal(view: PreTradeInput): Refusal | null {
  const checks = isReduceOnly(view.order)
    ? EXIT_CHECKS
    : view.order.rollOf === undefined
      ? ENTRY_CHECKS
      : ROLL_CHECKS;
  for (const check of checks) {
    if (view.shouldSkipGuards && GUARD_CHECKS.has(check)) continue;
    const refusal = check(view);
    if (refusal) return refusal;
  }
  return null;
}
