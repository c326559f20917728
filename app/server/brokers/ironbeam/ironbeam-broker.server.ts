// Ironbeam as a remote broker: one demo account behind its web API.
import type { SetTimer } from '../../feeds/pump.server';
import { getLog } from '../../platform/log.server';
import { COMMODITIES, type CommodityKey } from '../../../trading/domain/commodity';
import { type Instrument, getCode } from '../../../trading/domain/instrument';
import type { Order } from '../../../trading/domain/order';
import { SECOND_MS } from '../../../trading/domain/time';
import { type EpochMs, fromDollars } from '../../../trading/domain/units';
import type {
  BrokerPosition,
  BrokerSnapshot,
  ExecutionReport,
  OrderStatus,
  RemoteBroker,
  RemoteListener,
} from '../../../trading/ports';
import type { IronbeamConnection } from '../connection-text';
import { RequestTurns } from '../request-turns';
import type { SentOrders } from '../sent-orders';
import { countLotsPerContract, toContractLots, toContracts } from '../whole-contracts';
import type { BalanceRow, FillRow, PositionRow } from './answers';
import { findVenueSymbol, isTradedThere } from './contract-terms';
import { IronbeamError, hasNoEffect, isExpiredToken } from './http-client.server';
import { IronbeamApi } from './ironbeam-api.server';
import { IronbeamLink } from './ironbeam-link.server';
import { ListedContracts } from './listed-contracts';
import { waitUntilEnded } from './never-received';
import { buildTerms } from './order-terms';
import { OrderTracker } from './order-tracker';

interface IronbeamOptions {
  readonly connection: IronbeamConnection;
  /** The orders that were sent to this account, also in earlier runs. */
  readonly sentOrders: SentOrders;
  /** An order of the account, working or ended in the last 30 days. */
  readonly findOrder: (orderId: string) => Order | undefined;
  /** Contracts that the desk trades or holds. */
  readonly listInstruments: () => readonly Instrument[];
  readonly nowMs: () => EpochMs;
  readonly setTimer: SetTimer;
}

const SNAPSHOT_ATTEMPTS = 5;
/** An order that waits longer for a token is not sent any more. */
const DEPARTURE_MS_MAX = 5 * SECOND_MS;
/** The broker gives its own numbers: the account counts its orders itself. */
const FIRST_ORDER_NUMBER = 1;

export class IronbeamBroker implements RemoteBroker {
  readonly name = 'Ironbeam';
  readonly isRemote = true;
  // Real accounts cannot be connected here.
  readonly isDemo = true;
  readonly getContractLots = countLotsPerContract;
  readonly explainUntraded = (commodity: CommodityKey): string | null =>
    isTradedThere(commodity)
      ? null
      : `${COMMODITIES[commodity].displayName} are not traded at ${this.name}.`;
  private readonly api: IronbeamApi;
  private readonly link: IronbeamLink;
  private readonly tracker: OrderTracker;
  private readonly contracts: ListedContracts;
  private listener: RemoteListener | null = null;
  private readonly turns = new RequestTurns();
  /** Requests to place an order that are under way, by order. They never fail. */
  private readonly departures = new Map<string, Promise<void>>();
  /** Tokens of the requests of this run, by order. */
  private readonly tokens = new Map<string, string>();
  private readonly pauses = new Set<() => void>();

  constructor(private readonly options: IronbeamOptions) {
    const { connection, setTimer } = options;
    this.api = new IronbeamApi(connection, setTimer);
    this.tracker = new OrderTracker({
      ...options,
      onReport: (report) => this.listener?.onReport(report),
      onExternalTrade: () => this.listener?.onExternalTrade(),
      onDisagreement: (reason) => this.listener?.onDisagreement(reason),
    });
    this.contracts = new ListedContracts(options);
    const isOwn = ({ accountId }: { accountId?: string | null | undefined }): boolean =>
      (accountId ?? connection.account) === connection.account;
    this.link = new IronbeamLink(
      this.api,
      {
        onUp: () => this.listener?.onConnected(FIRST_ORDER_NUMBER),
        onDown: (reason) => this.listener?.onDisconnected(reason),
        onOrders: (rows) => this.tracker.applyOrders(rows.filter(isOwn)),
        onFills: (rows) => this.tracker.applyFills(rows.filter(isOwn)),
        onLists: (orders, fills) => this.tracker.applyLists(orders, fills),
      },
      setTimer,
    );
  }

  startSession(listener: RemoteListener): void {
    this.listener = listener;
    this.link.open();
  }

  endSession(): void {
    this.listener = null;
    this.link.close();
    for (const cancelPause of this.pauses) cancelPause();
  }

  submitOrder(order: Order, _quote: unknown, instrument: Instrument): readonly ExecutionReport[] {
    const reason = this.explainUnsendable(order, instrument);
    if (reason !== null) {
      this.listener?.onReport({ type: 'Rejected', orderId: order.id, reason });
      return [];
    }
    this.tracker.startOrder(order);
    const departure = this.sendOrder(order, instrument).finally(() =>
      this.departures.delete(order.id),
    );
    this.departures.set(order.id, departure);
    return [];
  }

  matchOrders(): readonly ExecutionReport[] {
    return [];
  }

  cancelOrder(order: Order): readonly ExecutionReport[] {
    void this.sendCancellation(order.id);
    return [];
  }

  findOrders(orders: readonly Order[]): Promise<readonly OrderStatus[]> {
    return this.turns.runInTurn(() => this.queryOrders(orders));
  }

  takeSnapshot(): Promise<BrokerSnapshot> {
    return this.turns.runInTurn(() => this.readSnapshot());
  }

  /** Why an order cannot be sent, or null. Nothing of it has left then. */
  private explainUnsendable(order: Order, instrument: Instrument): string | null {
    const code = getCode(instrument);
    if (!isTradedThere(instrument.commodity) || findVenueSymbol(instrument) === null)
      return `${code} is not traded at ${this.name}`;
    if (toContracts(instrument, order.lots) === null)
      return 'the order is not a whole number of contracts';
    if (!this.link.isConnected) return `it was not sent: ${this.name} is not connected`;
    return this.contracts.explainUntradable(instrument, this.name);
  }

  private async sendOrder(order: Order, instrument: Instrument): Promise<void> {
    const startedMs = this.options.nowMs();
    try {
      const token = await this.link.requireToken();
      if (this.options.nowMs() - startedMs > DEPARTURE_MS_MAX)
        throw new IronbeamError('it was not sent: the sign-in took too long', 'not sent');
      this.tokens.set(order.id, token);
      const answer = await this.api.placeOrder(token, buildTerms(order, instrument));
      this.tracker.acceptAnswer(order.id, answer);
    } catch (error) {
      this.receiveFailure(order.id, error);
    }
    this.link.pollSoon();
  }

  private receiveFailure(orderId: string, error: unknown): void {
    const reason = getMessage(error);
    if (hasNoEffect(error)) {
      this.tracker.markRejected(orderId, reason);
      const token = this.tokens.get(orderId);
      if (isExpiredToken(error) && token !== undefined)
        this.link.replaceToken(token).catch((fault: unknown) => this.logFault(fault));
    } else this.tracker.markLost(orderId, reason);
  }

  /** A failed cancellation leaves the order as it is: it is unknown until the lists show what it is. */
  private async sendCancellation(orderId: string): Promise<void> {
    try {
      await this.departures.get(orderId);
      const brokerOrderId = await this.findBrokerOrderId(orderId);
      if (brokerOrderId === null)
        throw new IronbeamError('the broker has not given the order a number yet');
      const rows = await this.link.read((token) => this.api.cancelOrder(token, brokerOrderId));
      this.tracker.applyOrders(rows.filter((row) => row.orderId === brokerOrderId));
    } catch (error) {
      const reason = `its cancellation: ${getMessage(error)}`;
      this.listener?.onReport({ type: 'Lost', orderId, reason });
    }
    this.link.pollSoon();
  }

  private async findBrokerOrderId(orderId: string): Promise<string | null> {
    const tracked = this.tracker.find(orderId);
    if (!tracked || tracked.brokerOrderId !== null || tracked.strategyId === null)
      return tracked?.brokerOrderId ?? null;
    const { strategyId } = tracked;
    const found = await this.link.read((token) => this.api.findBrokerOrderId(token, strategyId));
    if (found !== null) this.tracker.setBrokerOrderId(orderId, found);
    return found;
  }

  private async queryOrders(orders: readonly Order[]): Promise<readonly OrderStatus[]> {
    if (orders.length === 0) return [];
    await Promise.all(this.departures.values());
    await this.link.readLists();
    const statuses: OrderStatus[] = [];
    for (const order of orders) {
      // The lists may leave out the strategy id; it leads to the number of the order.
      await this.findBrokerOrderId(order.id).catch(() => null);
      const status = this.tracker.findStatus(order);
      statuses.push(status.state === 'never received' ? await this.proveMissing(order) : status);
    }
    return statuses;
  }

  /** `rejected` where the broker cannot have the order; `never received` where nothing is proved. */
  private async proveMissing(order: Order): Promise<OrderStatus> {
    const unknown: OrderStatus = { orderId: order.id, state: 'never received' };
    const tracked = this.tracker.find(order.id);
    // Every order is stored before it leaves.
    if (!tracked && order.state === 'UNKNOWN')
      return { orderId: order.id, state: 'rejected', reason: 'the order was never sent' };
    if (!tracked || this.tracker.isPossiblyListed(order)) return unknown;
    const { sentMs } = tracked;
    const token = this.tokens.get(order.id) ?? null;
    if (!(await waitUntilEnded({ token, sentMs }, this.createProofPorts()))) return unknown;
    await Promise.all(this.departures.values());
    await this.link.readLists();
    if (this.tracker.isPossiblyListed(order)) return this.tracker.findStatus(order);
    this.tracker.markNeverReceived(order.id, 'the broker never received the order');
    return this.tracker.findStatus(order);
  }

  private createProofPorts() {
    return {
      nowMs: this.options.nowMs,
      endToken: (token: string) => this.endToken(token),
      pause: (ms: number) => this.waitFor(ms),
    };
  }

  private async endToken(token: string): Promise<boolean> {
    try {
      await this.link.endToken(token);
      return true;
    } catch (error) {
      getLog().warn({ reason: getMessage(error) }, 'a sign-in at the broker was not ended');
      return false;
    }
  }

  private waitFor(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancelPause = (): void => {
        cancelTimer();
        this.pauses.delete(cancelPause);
        reject(new IronbeamError('the account was disconnected'));
      };
      const cancelTimer = this.options.setTimer(() => {
        this.pauses.delete(cancelPause);
        resolve();
      }, ms);
      this.pauses.add(cancelPause);
    });
  }

  private async readSnapshot(): Promise<BrokerSnapshot> {
    await this.contracts.lookUp((symbols) =>
      this.link.read((token) => this.api.describeContracts(token, symbols)),
    );
    for (let attempt = 0; attempt < SNAPSHOT_ATTEMPTS; attempt += 1) {
      const before = await this.link.readLists();
      const positions = await this.link.read((token) => this.api.listPositions(token));
      const balances = await this.link.read((token) => this.api.listBalances(token));
      // An execution in between is in the positions, and its report may be lost.
      const after = await this.link.read((token) => this.api.listFills(token));
      if (hasSameFills(before, after)) return this.buildSnapshot(positions, balances);
    }
    throw new IronbeamError('executions kept arriving');
  }

  private buildSnapshot(
    positions: readonly PositionRow[],
    balances: readonly BalanceRow[],
  ): BrokerSnapshot {
    const cash = balances.find(({ currencyCode }) => currencyCode === 'USD')?.cashBalance;
    if (cash == null) throw new IronbeamError('the broker does not state the cash of the account');
    return {
      reports: this.tracker.listTrades(),
      externalTrades: this.tracker.listExternalTrades(),
      positions: positions.flatMap((row) => this.toPosition(row) ?? []),
      cashMills: fromDollars(cash),
    };
  }

  /** Null without contracts, and for a contract that the account does not trade. */
  private toPosition({ exchSym, quantity, side }: PositionRow): BrokerPosition | null {
    const instrument = this.options
      .listInstruments()
      .find((each) => findVenueSymbol(each) === exchSym);
    if (!instrument || quantity === 0) return null;
    const lots = toContractLots(instrument, quantity);
    return { instrumentId: instrument.id, signedLots: side === 'LONG' ? lots : -lots };
  }

  private logFault(error: unknown): void {
    getLog().warn({ reason: getMessage(error) }, 'the sign-in at the broker was not renewed');
  }
}

const getMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const hasSameFills = (before: readonly FillRow[], after: readonly FillRow[]): boolean => {
  const list = (fills: readonly FillRow[]): string =>
    fills
      .map(({ orderId, orderUpdateId, fillTotalQuantity, fillQuantity, fillPrice }) =>
        [orderId, orderUpdateId, fillTotalQuantity, fillQuantity, fillPrice].join(' '),
      )
      .sort()
      .join('\n');
  return list(before) === list(after);
};
