// Queries remote brokers about orders that they have not answered: at the start those of the earlier
// run, later those that have become unknown.
import { type SetTimer, startTimer } from '../feeds/pump.server';
import { getLog } from '../platform/log.server';
import { SECOND_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import type { EngineConfig } from '../../trading/engine/config';
import {
  type OrdersAtBroker,
  listUnansweredOrders,
  listUnknownOrders,
  toReports,
} from '../../trading/engine/order-inquiry';
import type { Runner } from '../../trading/engine/runner';
import type { ExecutionReport } from '../../trading/ports';

interface OrderRecoveryOptions {
  readonly runner: Pick<Runner, 'offer' | 'state'>;
  readonly config: EngineConfig;
  readonly nowMs: () => EpochMs;
  /** Defaults to a timer. */
  readonly setTimer?: SetTimer;
}

export interface OrderRecovery {
  stop(): void;
}

const UNANSWERED = 'The server stopped before the broker answered.';
const CHECK_MS = 5 * SECOND_MS;
/** Delay of the second query of an order: one minute, doubled each time, up to an hour. */
const RETRY_MS = 60 * SECOND_MS;
const RETRY_MS_MAX = 60 * RETRY_MS;

/**
 * Unanswered orders are UNKNOWN until the broker answers: never sent again, and no entries in their
 * contract.
 */
export function recoverOrders(options: OrderRecoveryOptions): OrderRecovery {
  const watch = new OrderWatch(options);
  watch.start();
  return { stop: () => watch.stop() };
}

class OrderWatch {
  /** Orders that were queried: the delay before their next query. */
  private readonly delays = new Map<string, number>();
  /** Orders whose next query is not due yet: cancels its timer. */
  private readonly waiting = new Map<string, () => void>();
  private cancelCheck: () => void = () => undefined;
  private isStopped = false;

  constructor(private readonly options: OrderRecoveryOptions) {}

  start(): void {
    const { runner, config } = this.options;
    const earlier = listUnansweredOrders(runner.state(), config);
    for (const { bookId, orders } of earlier)
      for (const { id: orderId } of orders)
        this.offerReport(bookId, { type: 'Lost', orderId, reason: UNANSWERED });
    for (const account of earlier) this.queryDueOrders(account);
    this.scheduleCheck();
  }

  stop(): void {
    this.isStopped = true;
    this.cancelCheck();
    for (const cancelTimer of this.waiting.values()) cancelTimer();
  }

  private scheduleCheck(): void {
    this.cancelCheck = this.setTimer(() => {
      this.queryUnknownOrders();
      this.scheduleCheck();
    }, CHECK_MS);
  }

  private queryUnknownOrders(): void {
    const { runner, config } = this.options;
    const { books } = runner.state();
    const working = new Set(Object.values(books).flatMap(({ orders }) => Object.keys(orders)));
    for (const id of this.delays.keys())
      if (!working.has(id) && !this.waiting.has(id)) this.delays.delete(id);
    for (const account of listUnknownOrders(runner.state(), config)) this.queryDueOrders(account);
  }

  /** A broker that is not connected is queried when it is, by the comparison of the account. */
  private queryDueOrders(account: OrdersAtBroker): void {
    if (this.options.runner.state().links[account.bookId]?.state === 'down') return;
    const orders = account.orders.filter(({ id }) => !this.waiting.has(id));
    if (orders.length === 0) return;
    for (const { id } of orders) this.scheduleNextQuery(id);
    void this.queryBroker({ ...account, orders });
  }

  private scheduleNextQuery(orderId: string): void {
    const delayMs = this.delays.get(orderId) ?? RETRY_MS;
    this.delays.set(orderId, Math.min(RETRY_MS_MAX, 2 * delayMs));
    const cancelTimer = this.setTimer(() => {
      this.waiting.delete(orderId);
      this.queryUnknownOrders();
    }, delayMs);
    this.waiting.set(orderId, cancelTimer);
  }

  private async queryBroker({ bookId, broker, orders }: OrdersAtBroker): Promise<void> {
    try {
      const statuses = await broker.findOrders(orders);
      if (this.isStopped) return;
      for (const status of statuses) {
        if (!orders.some(({ id }) => id === status.orderId)) continue;
        getLog().warn(
          { broker: broker.name, orderId: status.orderId, state: status.state },
          'the broker answered about an order that was unknown',
        );
        for (const report of toReports(status)) this.offerReport(bookId, report);
      }
    } catch (error) {
      if (this.isStopped) return;
      getLog().error({ err: error, broker: broker.name }, 'the broker did not answer');
    }
  }

  private setTimer(callback: () => void, ms: number): () => void {
    return (this.options.setTimer ?? startTimer)(callback, ms);
  }

  private offerReport(bookId: string, report: ExecutionReport): void {
    const { runner, nowMs } = this.options;
    runner.offer({ type: 'Execution', bookId, report, atMs: nowMs() });
  }
}
