// At the start, asks remote brokers for the state of orders that an earlier run sent and that were
// not answered.
import { type Later, startTimer } from '../feeds/pump.server';
import { getLog } from '../platform/log.server';
import type { Order } from '../../trading/domain/order';
import type { EpochMs } from '../../trading/domain/units';
import type { EngineConfig } from '../../trading/engine/config';
import {
  type UnansweredOrders,
  listUnansweredOrders,
  toReports,
} from '../../trading/engine/order-inquiry';
import type { Runner } from '../../trading/engine/runner';
import type { ExecutionReport } from '../../trading/ports';

interface OrderRecoveryOptions {
  readonly runner: Pick<Runner, 'offer' | 'state'>;
  readonly config: EngineConfig;
  readonly nowMs: () => EpochMs;
  /** A timer when absent. */
  readonly later?: Later;
}

export interface OrderRecovery {
  stop(): void;
}

const UNANSWERED = 'The desk ended before the broker answered.';
/**
 * A broker that cannot answer is asked again: after a minute, then after twice as long each time,
 * up to an hour.
 */
const RETRY_MS = 60_000;
const RETRY_MS_MAX = 3_600_000;

/**
 * Until its broker answers such an order is UNKNOWN: it is never sent again, and nothing is added
 * in its contract.
 */
export function recoverOrders(options: OrderRecoveryOptions): OrderRecovery {
  const { runner, config } = options;
  const inquiries = listUnansweredOrders(runner.state(), config).map(
    (unanswered) => new OrderInquiry(options, unanswered),
  );
  for (const inquiry of inquiries) inquiry.start();
  return {
    stop() {
      for (const inquiry of inquiries) inquiry.stop();
    },
  };
}

/** The unanswered orders of one account. */
class OrderInquiry {
  private isStopped = false;
  private cancelRetry: () => void = () => undefined;

  constructor(
    private readonly options: OrderRecoveryOptions,
    private readonly unanswered: UnansweredOrders,
  ) {}

  start(): void {
    const { orders } = this.unanswered;
    for (const order of orders)
      this.offer(order, { type: 'Lost', orderId: order.id, reason: UNANSWERED });
    void this.ask(orders, RETRY_MS);
  }

  stop(): void {
    this.isStopped = true;
    this.cancelRetry();
  }

  private async ask(orders: readonly Order[], retryMs: number): Promise<void> {
    const { broker } = this.unanswered;
    try {
      const statuses = await broker.findOrders(orders);
      if (this.isStopped) return;
      for (const status of statuses) {
        const order = orders.find(({ id }) => id === status.orderId);
        if (!order) continue;
        getLog().warn(
          { broker: broker.name, orderId: order.id, state: status.state },
          'the broker answered about an order of an earlier run',
        );
        for (const report of toReports(status)) this.offer(order, report);
      }
    } catch (error) {
      if (this.isStopped) return;
      getLog().error({ err: error, broker: broker.name, retryMs }, 'the broker did not answer');
      this.retry(retryMs);
    }
  }

  /** Asks about those that are still UNKNOWN by then. */
  private retry(retryMs: number): void {
    const { later = startTimer, runner } = this.options;
    this.cancelRetry = later(() => {
      const { books } = runner.state();
      const open = this.unanswered.orders.filter(
        ({ id, bookId }) => books[bookId]?.orders[id]?.state === 'UNKNOWN',
      );
      if (open.length > 0) void this.ask(open, Math.min(RETRY_MS_MAX, 2 * retryMs));
    }, retryMs);
  }

  private offer({ bookId }: Order, report: ExecutionReport): void {
    const { runner, nowMs } = this.options;
    runner.offer({ type: 'Execution', bookId, report, atMs: nowMs() });
  }
}
