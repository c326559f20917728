// At the start, queries remote brokers about unanswered orders of an earlier run.
import { type SetTimer, startTimer } from '../feeds/pump.server';
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
  /** Defaults to a timer. */
  readonly setTimer?: SetTimer;
}

export interface OrderRecovery {
  stop(): void;
}

const UNANSWERED = 'The server stopped before the broker answered.';
/** Retry delay for an unavailable broker: one minute, doubled each time, up to an hour. */
const RETRY_MS = 60_000;
const RETRY_MS_MAX = 3_600_000;

/**
 * Such orders are UNKNOWN until the broker answers: never resent, and no entries in their contract.
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

/** Unanswered orders of one account. */
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
      this.offerReport(order, { type: 'Lost', orderId: order.id, reason: UNANSWERED });
    void this.queryBroker(orders, RETRY_MS);
  }

  stop(): void {
    this.isStopped = true;
    this.cancelRetry();
  }

  private async queryBroker(orders: readonly Order[], retryMs: number): Promise<void> {
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
        for (const report of toReports(status)) this.offerReport(order, report);
      }
    } catch (error) {
      if (this.isStopped) return;
      getLog().error({ err: error, broker: broker.name, retryMs }, 'the broker did not answer');
      this.scheduleRetry(retryMs);
    }
  }

  /** Queries the orders that are still UNKNOWN. */
  private scheduleRetry(retryMs: number): void {
    const { setTimer = startTimer, runner } = this.options;
    this.cancelRetry = setTimer(() => {
      const { books } = runner.state();
      const unknownOrders = this.unanswered.orders.filter(
        ({ id, bookId }) => books[bookId]?.orders[id]?.state === 'UNKNOWN',
      );
      if (unknownOrders.length > 0)
        void this.queryBroker(unknownOrders, Math.min(RETRY_MS_MAX, 2 * retryMs));
    }, retryMs);
  }

  private offerReport({ bookId }: Order, report: ExecutionReport): void {
    const { runner, nowMs } = this.options;
    runner.offer({ type: 'Execution', bookId, report, atMs: nowMs() });
  }
}
