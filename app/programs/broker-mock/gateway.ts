/**
 * A broker in memory: it takes orders, fills them from its quotes and holds positions and cash. Fills are
 * pessimistic: a market order pays one tick beyond the spread, and a limit fills only when the market
 * trades through it. A child fills no more than its parent, and ends with it.
 */
import {
  CANCELLED_BY_CLIENT,
  ERROR_CODES,
  GROUP_OVER,
  NOT_WHOLE,
  NO_PARENT,
  PARENT_ENDED,
  PARTNER_ENDED,
} from './error-codes';
import type {
  GatewayContract,
  GatewayExecution,
  GatewayNews,
  GatewayOrder,
  GatewayPosition,
  GatewayQuote,
} from './gateway-types';
import { computeAverageCost, findFillPrice, getDollarsPerPoint } from './fill-prices';
import type { PlaceRequest, RequestedContract } from './requests';

interface GatewayOptions {
  /** `DU...` for a demo account. */
  readonly account: string;
  readonly contracts: readonly GatewayContract[];
  /** Dollars at the start. */
  readonly cash: number;
  readonly nowMs: () => number;
}

/** An order that may be accepted. */
interface PlacedOrder {
  readonly request: PlaceRequest;
  readonly contract: GatewayContract;
  readonly clientId: number;
}

/** Dollars per contract and side. */
const COMMISSION = 2.25;
const FIRST_PERMANENT_ID = 710_000_001;

export class Gateway {
  readonly account: string;
  private readonly listeners = new Set<(news: GatewayNews) => void>();
  /** Working and ended orders by permanent id, oldest first. */
  private readonly orders = new Map<number, GatewayOrder>();
  /** Orders that wait for a transmitted child. No list has them. */
  private heldOrders: readonly PlacedOrder[] = [];
  private readonly executions: GatewayExecution[] = [];
  private readonly quotes = new Map<number, GatewayQuote>();
  private readonly positions = new Map<number, GatewayPosition>();
  private cash: number;
  private nextNumber = 1;
  private placed = 0;
  private executed = 0;

  constructor(private readonly options: GatewayOptions) {
    this.account = options.account;
    this.cash = options.cash;
  }

  /** Returns a function that ends the subscription. */
  addListener(listener: (news: GatewayNews) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The next free order number of any client. A restart of the real gateway may lower it. */
  getNextNumber(): number {
    return this.nextNumber;
  }

  rollNumbersBack(orderNumber: number): void {
    this.nextNumber = orderNumber;
  }

  getTimeMs(): number {
    return this.options.nowMs();
  }

  listOpenOrders(): readonly GatewayOrder[] {
    return [...this.orders.values()].filter(isOpen);
  }

  listCompletedOrders(): readonly GatewayOrder[] {
    return [...this.orders.values()].filter((order) => !isOpen(order));
  }

  listExecutions(): readonly GatewayExecution[] {
    return this.executions;
  }

  /** Contracts that were held once have a row of zero. */
  listPositions(): readonly GatewayPosition[] {
    return [...this.positions.values()];
  }

  getQuote({ contractId }: GatewayContract): GatewayQuote | null {
    return this.quotes.get(contractId) ?? null;
  }

  /** Null for none, and for a description that fits several. */
  findContract(requested: RequestedContract): GatewayContract | null {
    const matching = this.options.contracts.filter((contract) =>
      requested.contractId > 0
        ? contract.contractId === requested.contractId
        : contract.symbol === requested.symbol &&
          contract.exchange === requested.exchange &&
          (contract.expiry === requested.expiry || contract.month === requested.expiry),
    );
    return matching.length === 1 ? (matching[0] ?? null) : null;
  }

  /** Dollars. */
  getCash(): number {
    return this.cash;
  }

  /** Dollars; negative for a withdrawal. */
  depositCash(dollars: number): void {
    this.cash += dollars;
  }

  placeOrder(request: PlaceRequest, clientId: number): void {
    const contract = this.findContract(request.contract);
    const fault = this.explainRejection(request, contract, clientId);
    if (fault !== null || !contract) {
      const { code, text } = fault ?? ERROR_CODES.noContract;
      this.publishNews({ type: 'error', clientId, id: request.orderNumber, code, text });
      return;
    }
    this.nextNumber = Math.max(this.nextNumber, request.orderNumber + 1);
    const placed = { request, contract, clientId };
    if (!request.isTransmitted) {
      this.heldOrders = [...this.heldOrders, placed];
      return;
    }
    const parent = this.takeHeldOrder(request.parentNumber, clientId);
    if (parent) this.acceptOrder(parent);
    this.acceptOrder(placed);
    const quote = this.getQuote(contract);
    if (quote) this.matchOrders(contract, quote);
  }

  private acceptOrder(placed: PlacedOrder): void {
    const { request, clientId } = placed;
    this.placed += 1;
    this.storeOrder({
      ...placed,
      parentId: this.findOpenOrder(request.parentNumber, clientId)?.permanentId ?? null,
      permanentId: FIRST_PERMANENT_ID + this.placed,
      status: request.orderType === 'STP' ? 'PreSubmitted' : 'Submitted',
      filled: 0,
      averagePrice: 0,
      lastPrice: 0,
      reason: '',
      endedText: '',
    });
  }

  private findHeldOrder(orderNumber: number | null, clientId: number): PlacedOrder | undefined {
    return this.heldOrders.find(
      (held) => held.request.orderNumber === orderNumber && held.clientId === clientId,
    );
  }

  private takeHeldOrder(orderNumber: number | null, clientId: number): PlacedOrder | undefined {
    const taken = this.findHeldOrder(orderNumber, clientId);
    this.heldOrders = this.heldOrders.filter((held) => held !== taken);
    return taken;
  }

  private findOpenOrder(orderNumber: number | null, clientId: number): GatewayOrder | undefined {
    return this.listOpenOrders().find(
      (open) => open.request.orderNumber === orderNumber && open.clientId === clientId,
    );
  }

  cancelOrder(orderNumber: number, clientId: number): void {
    const order = this.findOpenOrder(orderNumber, clientId);
    if (order) return this.endOrder(order, 'Cancelled', CANCELLED_BY_CLIENT);
    const isHeld = this.takeHeldOrder(orderNumber, clientId) !== undefined;
    const { code, text } = isHeld ? ERROR_CODES.cancelled : ERROR_CODES.nothingToCancel;
    this.publishNews({ type: 'error', clientId, id: orderNumber, code, text });
  }

  /** The broker cancels or rejects a working order itself. */
  endByBroker(permanentId: number, status: 'Cancelled' | 'Inactive', reason: string): void {
    const order = this.orders.get(permanentId);
    if (order && isOpen(order)) this.endOrder(order, status, reason);
  }

  setQuote(contract: GatewayContract, quote: GatewayQuote): void {
    this.quotes.set(contract.contractId, quote);
    this.matchOrders(contract, quote);
  }

  /** Fills a part of an order at a price, whatever its state: an execution may come after its cancellation. */
  fillOrder(permanentId: number, wanted: number, price: number): void {
    const order = this.orders.get(permanentId);
    if (!order) return;
    const quantity = Math.min(wanted, this.countFillable(order));
    if (quantity <= 0) return;
    const filled = order.filled + quantity;
    const averagePrice = (order.averagePrice * order.filled + price * quantity) / filled;
    const isDone = filled >= order.request.quantity;
    const next: GatewayOrder = {
      ...order,
      filled,
      averagePrice,
      lastPrice: price,
      ...(isDone ? { status: 'Filled', endedText: formatTime(this.getTimeMs()) } : {}),
    };
    this.executed += 1;
    this.addExecution({
      executionId: buildExecutionId(this.executed, 1),
      order: next,
      quantity,
      price,
      filled,
      averagePrice,
      commission: COMMISSION * quantity,
      atText: formatTime(this.getTimeMs()),
    });
    this.moveCash(next, quantity, price);
    this.storeOrder(next);
    this.cancelPartners(next);
  }

  /** The other working orders of its group. */
  private cancelPartners({ permanentId, request }: GatewayOrder): void {
    if (request.orderGroup === null) return;
    for (const other of this.listOpenOrders())
      if (other.permanentId !== permanentId && other.request.orderGroup === request.orderGroup)
        this.endOrder(other, 'Cancelled', PARTNER_ENDED);
  }

  /** Replaces the price of an execution: the same id with the next number at its end. */
  correctExecution(executionId: string, price: number): void {
    const execution = this.executions.find((row) => row.executionId === executionId);
    if (!execution) return;
    const [, number = '0', version = '1'] = /^frontmonth\.(\d+)\.(\d+)$/.exec(executionId) ?? [];
    const corrected: GatewayExecution = {
      ...execution,
      executionId: buildExecutionId(Number(number), Number(version) + 1),
      price,
    };
    this.executions.splice(this.executions.indexOf(execution), 1);
    const { order, quantity } = execution;
    const sign = order.request.action === 'BUY' ? -1 : 1;
    this.cash += sign * (price - execution.price) * quantity * getDollarsPerPoint(order.contract);
    this.addExecution(corrected);
  }

  private explainRejection(
    request: PlaceRequest,
    contract: GatewayContract | null,
    clientId: number,
  ): { readonly code: number; readonly text: string } | null {
    const isNumberUsed = [...this.orders.values(), ...this.heldOrders].some(
      (order) => order.request.orderNumber === request.orderNumber && order.clientId === clientId,
    );
    if (isNumberUsed) return ERROR_CODES.duplicateNumber;
    if (!contract) return ERROR_CODES.noContract;
    if (request.account !== '' && request.account !== this.account) return ERROR_CODES.wrongAccount;
    if (!Number.isInteger(request.quantity) || request.quantity < 1)
      return { ...ERROR_CODES.rejected, text: NOT_WHOLE };
    if (this.isGroupOver(request.orderGroup)) return { ...ERROR_CODES.rejected, text: GROUP_OVER };
    const { parentNumber } = request;
    const parent =
      this.findHeldOrder(parentNumber, clientId) ?? this.findOpenOrder(parentNumber, clientId);
    return parentNumber === null || parent ? null : { ...ERROR_CODES.rejected, text: NO_PARENT };
  }

  /** A group whose first order filled or ended takes no other. */
  private isGroupOver(orderGroup: string | null): boolean {
    return (
      orderGroup !== null &&
      [...this.orders.values()].some(
        (order) => order.request.orderGroup === orderGroup && (!isOpen(order) || order.filled > 0),
      )
    );
  }

  /** What is left of an order; of a child at most what its parent has filled. */
  private countFillable({ request, filled, parentId }: GatewayOrder): number {
    const parent = parentId === null ? undefined : this.orders.get(parentId);
    const most = parent ? Math.min(request.quantity, parent.filled) : request.quantity;
    return most - filled;
  }

  private matchOrders(contract: GatewayContract, quote: GatewayQuote): void {
    for (const { permanentId } of this.listOpenOrders()) {
      const order = this.orders.get(permanentId);
      if (!order || !isOpen(order) || order.contract.contractId !== contract.contractId) continue;
      const price = findFillPrice(order, quote);
      if (price !== null) this.fillOrder(permanentId, this.countFillable(order), price);
    }
  }

  private endOrder(order: GatewayOrder, status: 'Cancelled' | 'Inactive', reason: string): void {
    this.storeOrder({ ...order, status, reason, endedText: formatTime(this.getTimeMs()) });
    const { code } = status === 'Cancelled' ? ERROR_CODES.cancelled : ERROR_CODES.rejected;
    const { clientId, request } = order;
    this.publishNews({ type: 'error', clientId, id: request.orderNumber, code, text: reason });
    for (const child of this.listOpenOrders())
      if (child.parentId === order.permanentId) this.endOrder(child, 'Cancelled', PARENT_ENDED);
    this.cancelPartners(order);
  }

  private storeOrder(order: GatewayOrder): void {
    this.orders.set(order.permanentId, order);
    this.publishNews({ type: 'order', order });
  }

  private addExecution(execution: GatewayExecution): void {
    this.executions.push(execution);
    this.publishNews({ type: 'execution', execution });
    this.publishNews({ type: 'commission', execution });
  }

  /** Cash changes by the commission and by what a closed part gained. */
  private moveCash({ contract, request }: GatewayOrder, quantity: number, price: number): void {
    const held = this.positions.get(contract.contractId);
    const before = held?.quantity ?? 0;
    const change = request.action === 'BUY' ? quantity : -quantity;
    const cost = price * getDollarsPerPoint(contract);
    const closed =
      Math.sign(before) === -Math.sign(change) ? Math.min(Math.abs(before), quantity) : 0;
    this.cash +=
      Math.sign(before) * closed * (cost - (held?.averageCost ?? 0)) - COMMISSION * quantity;
    const after = before + change;
    this.positions.set(contract.contractId, {
      contract,
      quantity: after,
      averageCost: computeAverageCost(held, after, change, cost),
    });
  }

  private publishNews(news: GatewayNews): void {
    for (const listener of [...this.listeners]) listener(news);
  }
}

const isOpen = ({ status }: GatewayOrder): boolean =>
  status === 'PreSubmitted' || status === 'Submitted';

const buildExecutionId = (number: number, version: number): string =>
  `frontmonth.${String(number).padStart(6, '0')}.${String(version).padStart(2, '0')}`;

/** YYYYMMDD-HH:MM:SS in UTC. */
export const formatTime = (atMs: number): string => {
  const text = new Date(atMs).toISOString();
  return `${text.slice(0, 10).replaceAll('-', '')}-${text.slice(11, 19)}`;
};
