/**
 * A broker in memory: it takes orders, fills them from its quotes and holds positions and cash. Fills are
 * pessimistic: a market order pays one tick beyond the spread, and a limit fills only when the market
 * trades through it.
 */
import { ERROR_CODES, NOT_WHOLE } from './error-codes';
import type {
  GatewayContract,
  GatewayExecution,
  GatewayNews,
  GatewayOrder,
  GatewayPosition,
  GatewayQuote,
} from './gateway-types';
import type { PlaceRequest, RequestedContract } from './requests';

interface GatewayOptions {
  /** `DU...` for a demo account. */
  readonly account: string;
  readonly contracts: readonly GatewayContract[];
  /** Dollars at the start. */
  readonly cash: number;
  readonly nowMs: () => number;
}

/** Dollars per contract and side. */
const COMMISSION = 2.25;
const FIRST_PERMANENT_ID = 710_000_001;

export class Gateway {
  readonly account: string;
  private readonly listeners = new Set<(news: GatewayNews) => void>();
  /** Working and ended orders by permanent id, oldest first. */
  private readonly orders = new Map<number, GatewayOrder>();
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

  placeOrder(request: PlaceRequest, clientId: number): void {
    const contract = this.findContract(request.contract);
    const fault = this.explainRejection(request, contract, clientId);
    if (fault !== null || !contract) {
      const { code, text } = fault ?? ERROR_CODES.noContract;
      this.publishNews({ type: 'error', clientId, id: request.orderNumber, code, text });
      return;
    }
    this.placed += 1;
    this.nextNumber = Math.max(this.nextNumber, request.orderNumber + 1);
    this.storeOrder({
      request,
      contract,
      clientId,
      permanentId: FIRST_PERMANENT_ID + this.placed,
      status: request.orderType === 'STP' ? 'PreSubmitted' : 'Submitted',
      filled: 0,
      averagePrice: 0,
      lastPrice: 0,
      reason: '',
      endedText: '',
    });
    const quote = this.getQuote(contract);
    if (quote) this.matchOrders(contract, quote);
  }

  cancelOrder(orderNumber: number, clientId: number): void {
    const order = this.listOpenOrders().find(
      (open) => open.request.orderNumber === orderNumber && open.clientId === clientId,
    );
    if (order) return this.endOrder(order, 'Cancelled', 'Order Canceled - reason:');
    const { code, text } = ERROR_CODES.nothingToCancel;
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
  fillOrder(permanentId: number, quantity: number, price: number): void {
    const order = this.orders.get(permanentId);
    if (!order || quantity <= 0) return;
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
    const isNumberUsed = [...this.orders.values()].some(
      (order) => order.request.orderNumber === request.orderNumber && order.clientId === clientId,
    );
    if (isNumberUsed) return ERROR_CODES.duplicateNumber;
    if (!contract) return ERROR_CODES.noContract;
    if (request.account !== '' && request.account !== this.account) return ERROR_CODES.wrongAccount;
    if (!Number.isInteger(request.quantity) || request.quantity < 1)
      return { ...ERROR_CODES.rejected, text: NOT_WHOLE };
    return null;
  }

  private matchOrders(contract: GatewayContract, quote: GatewayQuote): void {
    for (const { permanentId } of this.listOpenOrders()) {
      const order = this.orders.get(permanentId);
      if (!order || !isOpen(order) || order.contract.contractId !== contract.contractId) continue;
      const price = findFillPrice(order, quote);
      if (price !== null) this.fillOrder(permanentId, order.request.quantity - order.filled, price);
    }
  }

  private endOrder(order: GatewayOrder, status: 'Cancelled' | 'Inactive', reason: string): void {
    this.storeOrder({ ...order, status, reason, endedText: formatTime(this.getTimeMs()) });
    const { code } = status === 'Cancelled' ? ERROR_CODES.cancelled : ERROR_CODES.rejected;
    const { clientId, request } = order;
    this.publishNews({ type: 'error', clientId, id: request.orderNumber, code, text: reason });
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

const getDollarsPerPoint = ({ multiplier, priceMagnifier }: GatewayContract): number =>
  multiplier / priceMagnifier;

/** Null where the order does not trade at this quote. */
function findFillPrice({ request, contract }: GatewayOrder, quote: GatewayQuote): number | null {
  const isBuy = request.action === 'BUY';
  const marketPrice = isBuy ? quote.ask + contract.tick : quote.bid - contract.tick;
  const { limitPrice, stopPrice } = request;
  switch (request.orderType) {
    case 'MKT':
      return marketPrice;
    case 'STP':
      if (stopPrice === null) return null;
      return (isBuy ? quote.last >= stopPrice : quote.last <= stopPrice) ? marketPrice : null;
    case 'LMT':
      if (limitPrice === null) return null;
      return (isBuy ? quote.ask < limitPrice : quote.bid > limitPrice) ? limitPrice : null;
  }
}

/** A position that grows averages its price; one that changes sides starts at the new price. */
function computeAverageCost(
  held: GatewayPosition | undefined,
  after: number,
  change: number,
  cost: number,
): number {
  if (!held || held.quantity === 0 || Math.sign(after) === -Math.sign(held.quantity)) return cost;
  if (Math.sign(change) !== Math.sign(held.quantity)) return held.averageCost;
  return (held.averageCost * held.quantity + cost * change) / after;
}

const buildExecutionId = (number: number, version: number): string =>
  `frontmonth.${String(number).padStart(6, '0')}.${String(version).padStart(2, '0')}`;

/** YYYYMMDD-HH:MM:SS in UTC. */
export const formatTime = (atMs: number): string => {
  const text = new Date(atMs).toISOString();
  return `${text.slice(0, 10).replaceAll('-', '')}-${text.slice(11, 19)}`;
};
