// A remote broker for tests: stores orders, reports on request, cancels at once; may still fill an order
// that has ended, and correct the price of an execution.
import type { Order } from '../../app/trading/domain/order';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
import type { Broker, ExecutionReport, FilledReport, OrderStatus } from '../../app/trading/ports';

export const REPORT_KINDS = [
  'acknowledge',
  'part',
  'rest',
  'reject',
  'expire',
  'lose',
  'again',
  'late',
  'correct',
  'stranger',
] as const;
type ReportKind = (typeof REPORT_KINDS)[number];

interface Open {
  readonly order: Order;
  left: number;
  isSeen: boolean;
}

export class RemoteVenue implements Broker {
  readonly name = 'remote';
  readonly isRemote = true;
  readonly submitted: Order[] = [];
  private readonly open = new Map<string, Open>();
  private readonly ended: Open[] = [];
  /** All orders, open and ended. */
  private readonly taken: Open[] = [];
  /** Executions as last reported. */
  private readonly current: FilledReport[] = [];
  private readonly sentReports: ExecutionReport[] = [];
  private readonly waiting: { bookId: string; report: ExecutionReport }[] = [];
  private executions = 0;

  /** Entries that ended, and their stops with them. */
  private readonly endedEntries = new Set<string>();
  /** Absent where stops are not taken along with entries. */
  readonly followStop?: (stop: Order) => void;
  readonly hasOrderGroups?: true;

  /** `onSubmit` is called when an order is submitted, and when a stop is followed. */
  constructor(
    private readonly onSubmit: (order: Order) => void,
    private readonly feeMillsPerLot: bigint,
    attachesStops = false,
  ) {
    if (!attachesStops) return;
    this.followStop = (stop) => this.receiveFollowed(stop);
    this.hasOrderGroups = true;
  }

  /** A stop that came with its entry: it is reported from now on, as long as the entry did not end. */
  private receiveFollowed(stop: Order): void {
    this.submitOrder(stop);
    if (this.endedEntries.has(stop.remote?.sentWith ?? '')) this.cancelOrder(stop);
  }

  submitOrder(order: Order): readonly ExecutionReport[] {
    this.onSubmit(order);
    this.submitted.push(order);
    const open = { order, left: order.lots, isSeen: false };
    this.open.set(order.id, open);
    this.taken.push(open);
    if (this.isGroupOver(order)) this.cancelOrder(order);
    return [];
  }

  /** A group takes no other order once one of it has filled or ended. */
  private isGroupOver({ id, remote }: Order): boolean {
    return this.taken.some(
      ({ order, left }) =>
        order.id !== id &&
        order.remote?.orderGroup !== undefined &&
        order.remote.orderGroup === remote?.orderGroup &&
        (left < order.lots || !this.open.has(order.id)),
    );
  }

  /** The other open orders of a group end with the first that fills or ends. */
  private cancelPartners({ id, remote }: Order): void {
    for (const { order } of [...this.open.values()])
      if (
        order.id !== id &&
        order.remote?.orderGroup !== undefined &&
        order.remote.orderGroup === remote?.orderGroup
      )
        this.cancelOrder(order);
  }

  matchOrders(): readonly ExecutionReport[] {
    return [];
  }

  cancelOrder({ id, bookId }: Order): readonly ExecutionReport[] {
    if (this.endOrder(id))
      this.waiting.push({ bookId, report: { type: 'Cancelled', orderId: id, reason: 'asked' } });
    return [];
  }

  /** False if the order is not open. The stop of an entry ends with it. */
  private endOrder(orderId: string): boolean {
    const open = this.open.get(orderId);
    if (open) this.ended.push(open);
    this.open.delete(orderId);
    this.endedEntries.add(orderId);
    const stop = [...this.open.values()].find(({ order }) => order.remote?.sentWith === orderId);
    if (stop) this.cancelOrder(stop.order);
    if (open) this.cancelPartners(open.order);
    return open !== undefined;
  }

  /** A stop fills at most what its entry has filled. */
  private countFillable({ order, left }: Open): number {
    const entryId = order.remote?.sentWith;
    const entry = this.taken.find((each) => each.order.id === entryId);
    return entry ? left - entry.left : left;
  }

  findOrders(orders: readonly Pick<Order, 'id'>[]): Promise<readonly OrderStatus[]> {
    return Promise.resolve(orders.map(({ id }) => this.findStatus(id)));
  }

  private findStatus(orderId: string): OrderStatus {
    const order = this.submitted.find(({ id }) => id === orderId);
    if (!order) return { orderId, state: 'never received' };
    const reports = this.sentReports.filter((report) => report.orderId === orderId);
    // A repeated report has the id of the first.
    const fills = [
      ...new Map(
        reports
          .filter((report): report is FilledReport => report.type === 'Filled')
          .map((report) => [report.executionId, report]),
      ).values(),
    ];
    if (this.open.has(orderId)) return { orderId, state: 'working', fills };
    const rejected = reports.find((report) => report.type === 'Rejected');
    if (rejected) return { orderId, state: 'rejected', reason: rejected.reason };
    const lots = fills.reduce((sum, fill) => sum + fill.lots, 0);
    return lots === order.lots
      ? { orderId, state: 'filled', fills }
      : { orderId, state: 'cancelled', fills, reason: 'over' };
  }

  /** The next report: a pending cancellation, or one of this kind for an open order. */
  report(
    kind: ReportKind,
    nth: number,
    priceTicks: number,
  ): { bookId: string; report: ExecutionReport } | null {
    const waiting = this.waiting.shift();
    if (waiting) return waiting;
    const open = [...this.open.values()][nth % Math.max(1, this.open.size)];
    const report =
      kind === 'again'
        ? (this.sentReports[nth % Math.max(1, this.sentReports.length)] ?? null)
        : kind === 'late'
          ? this.reportLate(nth, priceTicks)
          : kind === 'correct'
            ? this.reportCorrection(nth, priceTicks)
            : open
              ? this.reportOn(open, kind, priceTicks)
              : null;
    if (!report) return null;
    this.sentReports.push(report);
    const bookId =
      this.submitted.find(({ id }) => id === report.orderId)?.bookId ?? 'ann:simulation';
    return { bookId, report };
  }

  /** One lot of an order that has ended. */
  private reportLate(nth: number, priceTicks: number): ExecutionReport | null {
    const unfilled = this.ended.filter((open) => this.countFillable(open) > 0);
    const open = unfilled[nth % Math.max(1, unfilled.length)];
    return open ? this.buildFill(open, 1, priceTicks) : null;
  }

  /** Another price for an execution, under a new id. */
  private reportCorrection(nth: number, priceTicks: number): ExecutionReport | null {
    const index = nth % Math.max(1, this.current.length);
    const replaced = this.current[index];
    if (!replaced) return null;
    const executionId = `x-${(this.executions += 1)}`;
    const corrected = { ...replaced, executionId, priceTicks: toTicks(priceTicks) };
    this.current[index] = corrected;
    return { ...corrected, type: 'Corrected', replacesIds: [replaced.executionId] };
  }

  /** Lots bought minus lots sold in an account, by contract, as this broker has reported them. */
  countHeldLots(bookId: string): Map<string, number> {
    const held = new Map<string, number>();
    const fills = new Map(
      this.sentReports.flatMap((report) =>
        report.type === 'Filled' ? [[report.executionId, report] as const] : [],
      ),
    );
    for (const { orderId, lots } of fills.values()) {
      const order = this.submitted.find(({ id }) => id === orderId);
      if (order?.bookId !== bookId) continue;
      const signed = order.side === 'BUY' ? lots : -lots;
      held.set(order.instrumentId, (held.get(order.instrumentId) ?? 0) + signed);
    }
    return held;
  }

  private reportOn(open: Open, kind: ReportKind, priceTicks: number): ExecutionReport {
    const orderId = open.order.id;
    if (kind === 'stranger') return { type: 'Acknowledged', orderId: 'never-placed' };
    if (kind === 'lose') return { type: 'Lost', orderId, reason: 'no answer' };
    const fillable = this.countFillable(open);
    if (kind === 'part' && fillable > 1)
      return this.buildFill(open, Math.ceil(fillable / 3), priceTicks);
    if (kind === 'rest' && fillable > 0) return this.buildFill(open, fillable, priceTicks);
    if (kind === 'expire') {
      this.endOrder(orderId);
      return { type: 'Expired', orderId };
    }
    if (kind === 'reject' && !open.isSeen) {
      this.endOrder(orderId);
      return { type: 'Rejected', orderId, reason: 'no' };
    }
    open.isSeen = true;
    return { type: 'Acknowledged', orderId };
  }

  private buildFill(open: Open, lots: number, priceTicks: number): ExecutionReport {
    open.left -= lots;
    open.isSeen = true;
    if (open.left === 0) this.open.delete(open.order.id);
    this.cancelPartners(open.order);
    const feeMills = toMills(Number(this.feeMillsPerLot) * lots);
    const executionId = `x-${(this.executions += 1)}`;
    const report: FilledReport = {
      type: 'Filled',
      orderId: open.order.id,
      executionId,
      lots: toLots(lots),
      priceTicks: toTicks(priceTicks),
      midTicks: toTicks(priceTicks),
      feeMills,
      atMs: 0,
    };
    this.current.push(report);
    return report;
  }
}
