/**
 * Connects the orders of the desk with those that Ironbeam lists.
 *
 * A request to place an order has no field for a number of ours, and orders in the lists state no time.
 * What the numbers of the broker prove:
 * - The answer to the request has the strategy id. It is stored, and proves from then on which listed
 *   order is ours, also after a restart.
 * - Without an answer, an order of the lists with the same contract, side, size, type and price is ours
 *   if it belongs to no other order, was not listed before the request, and no request with these terms is
 *   under way. This proves nothing against an equal order that a person placed at the same time: then
 *   there are more listed orders than lost ones, and the account is halted.
 * - An order that no list has may still arrive. Only a request that cannot be applied any more, followed
 *   by lists without it, proves that it never will (`never-received.ts`).
 */
import type { Instrument } from '../../../trading/domain/instrument';
import type { Order } from '../../../trading/domain/order';
import type { EpochMs } from '../../../trading/domain/units';
import type {
  ExecutionReport,
  ExternalTrade,
  OrderStatus,
  TradeReport,
} from '../../../trading/ports';
import type { SentOrder, SentOrders } from '../sent-orders';
import { toContractLots, toContracts, toVenueTicks } from '../whole-contracts';
import type { FillRow, OrderRow, PlacedAnswer } from './answers';
import { findVenueSymbol } from './contract-terms';
import { Executions } from './executions';
import { isFinal, toOrderStatus, toStatusReport } from './order-status';
import { buildTerms, hasTerms } from './order-terms';

interface TrackerOptions {
  readonly sentOrders: SentOrders;
  /** An order of the account, working or ended in the last 30 days. */
  readonly findOrder: (orderId: string) => Order | undefined;
  readonly listInstruments: () => readonly Instrument[];
  readonly nowMs: () => EpochMs;
  readonly onReport: (report: ExecutionReport) => void;
  /** An execution that can be of none of the orders that were sent. */
  readonly onExternalTrade: () => void;
  readonly onDisagreement: (reason: string) => void;
}

/** An order that was sent, and what is known of its request. */
interface Tracked extends SentOrder {
  readonly state: 'under way' | 'answered' | 'lost' | 'rejected';
  /** The order as it was sent; null for one of an earlier run. */
  readonly order: Order | null;
  /** Numbers of orders that were listed before it was sent. */
  readonly listedBefore: ReadonlySet<string>;
  readonly reason: string;
}

const NONE: ReadonlySet<string> = new Set();

export class OrderTracker {
  private readonly tracked = new Map<string, Tracked>();
  private readonly rows = new Map<string, OrderRow>();
  private readonly fills = new Map<string, FillRow>();
  private readonly executions: Executions;
  /** Orders by the numbers that the broker gave them. */
  private readonly owners = new Map<string, string>();
  /** Lost orders that may be one of several listed ones. */
  private readonly ambiguous = new Set<string>();
  /** Reports that were passed on in this run. */
  private readonly reported = new Set<string>();

  constructor(private readonly options: TrackerOptions) {
    this.executions = new Executions(options.nowMs);
    for (const sent of options.sentOrders.list()) {
      const state = sent.strategyId === null && sent.brokerOrderId === null ? 'lost' : 'answered';
      this.tracked.set(sent.orderId, {
        ...sent,
        state,
        order: null,
        listedBefore: NONE,
        reason: '',
      });
      this.addOwner(sent);
    }
  }

  /** Stores the order before its request leaves. */
  startOrder(order: Order): void {
    const sent: SentOrder = {
      orderId: order.id,
      sentMs: this.options.nowMs(),
      strategyId: null,
      brokerOrderId: null,
    };
    this.options.sentOrders.save(sent);
    const listedBefore = new Set(this.rows.keys());
    this.tracked.set(order.id, { ...sent, state: 'under way', order, listedBefore, reason: '' });
  }

  acceptAnswer(orderId: string, { strategyId, orderId: brokerOrderId }: PlacedAnswer): void {
    const owner = this.owners.get(nameStrategy(strategyId));
    if (owner !== undefined && owner !== orderId)
      this.options.onDisagreement(`the broker gave the number ${strategyId} to two orders`);
    this.claimRow(orderId, { strategyId, brokerOrderId: brokerOrderId ?? null });
  }

  /** The request may have been applied, or may still be. */
  markLost(orderId: string, reason: string): void {
    this.changeTracked(orderId, { state: 'lost', reason });
    this.options.onReport({ type: 'Lost', orderId, reason });
  }

  /** The request was not applied. */
  markRejected(orderId: string, reason: string): void {
    this.markNeverReceived(orderId, reason);
    this.options.onReport({ type: 'Rejected', orderId, reason });
  }

  /** From now on no listed order is taken for this one. */
  markNeverReceived(orderId: string, reason: string): void {
    this.changeTracked(orderId, { state: 'rejected', reason });
    this.options.sentOrders.remove(orderId);
  }

  find(orderId: string): Tracked | undefined {
    return this.tracked.get(orderId);
  }

  setBrokerOrderId(orderId: string, brokerOrderId: string): void {
    const tracked = this.tracked.get(orderId);
    if (tracked) this.claimRow(orderId, { strategyId: tracked.strategyId, brokerOrderId });
  }

  /** Rows of the stream, or of an answer. */
  applyOrders(rows: readonly OrderRow[]): void {
    for (const row of rows) {
      const known = this.rows.get(row.orderId);
      // A list that was read before the order ended, and arrives after that.
      if (known && isFinal(known) && !isFinal(row)) continue;
      this.rows.set(row.orderId, row);
      this.reportRow(row);
    }
  }

  applyFills(rows: readonly FillRow[]): void {
    for (const row of rows) {
      const key = `${row.orderId} ${row.orderUpdateId ?? row.fillTotalQuantity}`;
      const isNew = !this.fills.has(key);
      this.fills.set(key, row);
      this.reportFill(row);
      if (isNew && !this.findClaim(row) && !this.hasUnclaimedOrder())
        this.options.onExternalTrade();
    }
  }

  /** True while an execution may be of an order that was sent without an answer. */
  private hasUnclaimedOrder(): boolean {
    return [...this.tracked.values()].some(
      ({ state, brokerOrderId }) => state !== 'rejected' && brokerOrderId === null,
    );
  }

  /** Whole lists of orders and executions, the executions read last. */
  applyLists(orders: readonly OrderRow[], fills: readonly FillRow[]): void {
    this.applyFills(fills);
    this.applyOrders(orders);
    this.matchLostOrders();
  }

  /** True while a listed order may be this one, or the account has an answer about it. */
  isPossiblyListed(order: Order): boolean {
    const tracked = this.tracked.get(order.id);
    return tracked?.state !== 'lost' || this.listFreeRows(order, [tracked]).length > 0;
  }

  /** Executions of own orders, as they are listed now. */
  listTrades(): readonly TradeReport[] {
    return [...this.fills.values()].flatMap((row) => this.toTrade(row) ?? []);
  }

  /** Executions of no order of ours, as they are listed now. */
  listExternalTrades(): readonly ExternalTrade[] {
    return [...this.fills.values()].flatMap((row) =>
      this.findClaim(row) ? [] : (this.toExternalTrade(row) ?? []),
    );
  }

  private toExternalTrade(row: FillRow): ExternalTrade | null {
    const { orderId, orderUpdateId, exchSym, side, fillQuantity, fillPrice } = row;
    const instrument = this.options
      .listInstruments()
      .find((each) => findVenueSymbol(each) === exchSym);
    if (!instrument || fillQuantity <= 0 || (side !== 'BUY' && side !== 'SELL')) return null;
    const lots = toContractLots(instrument, fillQuantity);
    return {
      instrumentId: instrument.id,
      executionId: orderUpdateId ?? orderId,
      signedLots: side === 'BUY' ? lots : -lots,
      priceTicks: toVenueTicks(instrument, fillPrice),
    };
  }

  /** Status by the lists that were read last; `never received` where they prove nothing. */
  findStatus(order: Order): OrderStatus {
    const tracked = this.tracked.get(order.id);
    if (tracked?.state === 'rejected')
      return { orderId: order.id, state: 'rejected', reason: tracked.reason };
    const instrument = this.findInstrument(order);
    if (!tracked || !instrument) return { orderId: order.id, state: 'never received' };
    const rows = [...this.rows.values()];
    const row = rows.find((each) => this.findClaim(each)?.orderId === order.id) ?? null;
    const trades = this.listTrades().filter(({ orderId }) => orderId === order.id);
    const contracts = toContracts(instrument, order.lots) ?? 0;
    return toOrderStatus(order.id, { lots: order.lots, contracts }, row, trades);
  }

  /** Gives lost orders the listed ones that only they can be. */
  private matchLostOrders(): void {
    const lost = [...this.tracked.values()].filter(({ state }) => state === 'lost');
    for (const tracked of lost) {
      const order = this.getOrder(tracked);
      if (order && this.tracked.get(tracked.orderId)?.state === 'lost')
        this.matchEqualOrders(order, lost);
    }
  }

  private matchEqualOrders(order: Order, lost: readonly Tracked[]): void {
    // One of the listed orders may be that of a request which is not answered, or not listed yet.
    const unlisted = [...this.tracked.values()].filter(
      ({ state, brokerOrderId }) =>
        state === 'under way' || (state === 'answered' && brokerOrderId === null),
    );
    if (this.listEqual(order, unlisted).length > 0) return;
    const equal = this.listEqual(order, lost);
    const free = this.listFreeRows(order, equal);
    if (free.length > equal.length) return this.reportAmbiguity(order, equal.length, free.length);
    for (const row of free) {
      const owner = equal.find(
        ({ orderId, listedBefore }) =>
          this.tracked.get(orderId)?.state === 'lost' && !listedBefore.has(row.orderId),
      );
      if (owner)
        this.claimRow(owner.orderId, {
          strategyId: row.strategyId ?? null,
          brokerOrderId: row.orderId,
        });
    }
  }

  private listEqual(order: Order, among: readonly Tracked[]): readonly Tracked[] {
    return among.filter((tracked) => {
      const other = this.getOrder(tracked);
      return other !== undefined && hasEqualTerms(order, other);
    });
  }

  /** Listed orders that belong to no order of the desk, and may be one of these equal ones. */
  private listFreeRows(order: Order, equal: readonly Tracked[]): readonly OrderRow[] {
    const instrument = this.findInstrument(order);
    if (!instrument) return [];
    const terms = buildTerms(order, instrument);
    return [...this.rows.values()].filter(
      (row) =>
        hasTerms(row, terms) &&
        !this.findClaim(row) &&
        equal.some(({ listedBefore }) => !listedBefore.has(row.orderId)),
    );
  }

  private reportAmbiguity({ id, instrumentId }: Order, lost: number, listed: number): void {
    if (this.ambiguous.has(id)) return;
    this.ambiguous.add(id);
    this.options.onDisagreement(
      `the broker lists ${listed} equal orders in ${instrumentId} where ${lost} was sent without an answer`,
    );
  }

  /** From now on the listed order with these numbers is ours. */
  private claimRow(
    orderId: string,
    numbers: Pick<SentOrder, 'strategyId' | 'brokerOrderId'>,
  ): void {
    this.changeTracked(orderId, { ...numbers, state: 'answered' });
    const tracked = this.tracked.get(orderId);
    if (!tracked) return;
    const { sentMs, strategyId, brokerOrderId } = tracked;
    this.options.sentOrders.save({ orderId, sentMs, strategyId, brokerOrderId });
    this.addOwner(tracked);
    for (const row of this.fills.values())
      if (this.findClaim(row)?.orderId === orderId) this.reportFill(row);
    for (const row of this.rows.values())
      if (this.findClaim(row)?.orderId === orderId) this.reportRow(row);
  }

  private changeTracked(orderId: string, change: Partial<Tracked>): void {
    const tracked = this.tracked.get(orderId);
    if (tracked) this.tracked.set(orderId, { ...tracked, ...change });
  }

  private addOwner({ orderId, strategyId, brokerOrderId }: SentOrder): void {
    if (strategyId !== null) this.owners.set(nameStrategy(strategyId), orderId);
    if (brokerOrderId !== null) this.owners.set(nameOrder(brokerOrderId), orderId);
  }

  /** The order that has a row, by its number or that of its strategy. */
  private findClaim({ orderId, strategyId }: OrderRow | FillRow): Tracked | undefined {
    const owner =
      this.owners.get(nameOrder(orderId)) ??
      (strategyId == null ? undefined : this.owners.get(nameStrategy(strategyId)));
    return owner === undefined ? undefined : this.tracked.get(owner);
  }

  private reportRow(row: OrderRow): void {
    const claim = this.findClaim(row);
    if (!claim) return;
    if (claim.brokerOrderId === null) return this.setBrokerOrderId(claim.orderId, row.orderId);
    const report = toStatusReport(claim.orderId, row);
    if (report) this.reportOnce(report, `${claim.orderId} ${row.status} ${row.fillQuantity ?? 0}`);
  }

  private reportFill(row: FillRow): void {
    const trade = this.toTrade(row);
    if (trade) this.reportOnce(trade, trade.executionId);
  }

  private reportOnce(report: ExecutionReport, key: string): void {
    if (this.reported.has(key)) return;
    this.reported.add(key);
    this.options.onReport(report);
  }

  private toTrade(row: FillRow): TradeReport | null {
    const claim = this.findClaim(row);
    const order = this.getOrder(claim);
    const instrument = order && this.findInstrument(order);
    if (!order || !instrument || row.fillQuantity <= 0) return null;
    return this.executions.buildReport(row, order, instrument);
  }

  /** As the account has it, else as it was sent. */
  private getOrder(tracked: Tracked | undefined): Order | undefined {
    return tracked && (this.options.findOrder(tracked.orderId) ?? tracked.order ?? undefined);
  }

  private findInstrument({ instrumentId }: Order): Instrument | undefined {
    return this.options.listInstruments().find(({ id }) => id === instrumentId);
  }
}

const nameOrder = (brokerOrderId: string): string => `order ${brokerOrderId}`;
const nameStrategy = (strategyId: string): string => `strategy ${strategyId}`;

const hasEqualTerms = (one: Order, other: Order): boolean =>
  one.instrumentId === other.instrumentId &&
  one.side === other.side &&
  one.type === other.type &&
  one.lots === other.lots &&
  one.priceTicks === other.priceTicks;
