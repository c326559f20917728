// Interactive Brokers as a remote broker: one account behind a gateway on this machine.
import type { SetTimer } from '../../feeds/pump.server';
import { getLog } from '../../platform/log.server';
import { COMMODITIES, type CommodityKey } from '../../../trading/domain/commodity';
import { type Instrument, getCode } from '../../../trading/domain/instrument';
import { type Order, buildAttachedStopId, getOppositeSide } from '../../../trading/domain/order';
import { toReports } from '../../../trading/engine/order-inquiry';
import { assert } from '../../../trading/domain/outcome';
import { MINUTE_MS, SECOND_MS } from '../../../trading/domain/time';
import { type EpochMs, type Mills, fromDollars, toMills } from '../../../trading/domain/units';
import type {
  BrokerPosition,
  BrokerSnapshot,
  ExecutionReport,
  OrderStatus,
  RemoteBroker,
  RemoteListener,
  TradeReport,
} from '../../../trading/ports';
import {
  countLotsPerContract,
  toContractLots,
  toContracts,
  toVenuePrice,
  toVenueTicks,
} from '../whole-contracts';
import {
  explainListedDifference,
  findVenueContract,
  isSameContract,
  isTradedThere,
} from './contract-terms';
import { isDemoAccount } from '../connection-text';
import { listExternalTrades } from './external-executions';
import { RequestTurns } from '../request-turns';
import { getVersion, listEarlierVersions, removePart, removeVersion } from './execution-versions';
import {
  type OrderLists,
  buildReference,
  findStatus,
  parseOrderId,
  putEntriesFirst,
  toStatusReport,
} from './reported-orders';
import type {
  BalanceRow,
  ExecutionRow,
  GatewayFault,
  OrderRow,
  PlacedOrder,
  PositionRow,
} from './gateway-rows';
import { type GatewayAddress, GatewayError, IbConnection } from './ib-connection.server';
import { IbkrQuotes } from './ibkr-quotes';

interface IbkrOptions {
  readonly address: GatewayAddress;
  /** An order of the account, working or ended in the last 30 days. */
  readonly findOrder: (orderId: string) => Order | undefined;
  /** Contracts that the desk trades or holds. */
  readonly listInstruments: () => readonly Instrument[];
  readonly nowMs: () => EpochMs;
  readonly setTimer: SetTimer;
}

const CODES = {
  duplicateNumber: 103,
  rejected: 201,
  cancelled: 202,
  serversLost: 1100,
  serversBackWithLoss: 1101,
  serversBack: 1102,
  nothingToCancel: 10147,
} as const;
const SNAPSHOT_ATTEMPTS = 5;
const RETRY_MS = 2 * SECOND_MS;
const RETRY_MS_MAX = MINUTE_MS;
/** Later than this, an execution is reported with an estimate of its fee. */
const FEE_MS_MAX = SECOND_MS;
/** Dollars for one contract and side, until the commission is reported. */
const ESTIMATED_COMMISSION = 2.5;

export class IbkrBroker implements RemoteBroker {
  readonly name = 'Interactive Brokers';
  readonly isRemote = true;
  readonly isDemo: boolean;
  readonly hasOrderGroups = true;
  readonly getContractLots = countLotsPerContract;
  readonly explainUntraded = (commodity: CommodityKey): string | null =>
    isTradedThere(commodity)
      ? null
      : `${COMMODITIES[commodity].displayName} are not traded at ${this.name}.`;
  private connection: IbConnection | null = null;
  private listener: RemoteListener | null = null;
  private cancelRetry: () => void = () => undefined;
  private retryMs = RETRY_MS;
  private nextOrderNumber = 1;
  private areServersLost = false;
  /** The rows of a list carry no number of their request. */
  private readonly turns = new RequestTurns();
  /** Order ids by number, of the orders that this process sent or saw. */
  private readonly orderIds = new Map<number, string>();
  /** Executions that this process saw. */
  private readonly executionIds = new Set<string>();
  /** Executions by id: their order, and their fee as far as it is reported. */
  private readonly executionOrders = new Map<string, string>();
  private readonly fees = new Map<string, Mills>();
  /** Executions that wait for their fee, by id. */
  private readonly waitingTrades = new Map<
    string,
    { readonly report: TradeReport; readonly cancelTimer: () => void }
  >();
  /** Contracts that were looked up: how their terms differ from ours, or null. */
  private readonly termsDifferences = new Map<string, string | null>();
  /** Cancellations of orders that the gateway may not have: called with true if it does not. */
  private readonly probes = new Map<number, (isMissing: boolean) => void>();

  readonly quotes: IbkrQuotes;

  constructor(private readonly options: IbkrOptions) {
    this.isDemo = isDemoAccount(options.address.account);
    const { nowMs, setTimer } = options;
    this.quotes = new IbkrQuotes({
      nowMs,
      setTimer,
      explainTerms: (instrument) =>
        this.turns.runInTurn(() => this.lookUpContract(this.requireConnection(), instrument)),
    });
  }

  startSession(listener: RemoteListener): void {
    this.listener = listener;
    this.openConnection();
  }

  endSession(): void {
    this.listener = null;
    for (const { cancelTimer } of this.waitingTrades.values()) cancelTimer();
    this.waitingTrades.clear();
    this.cancelRetry();
    this.connection?.closeConnection();
    this.connection = null;
    this.quotes.loseConnection('disconnected');
  }

  submitOrder(order: Order, _quote: unknown, instrument: Instrument): readonly ExecutionReport[] {
    const contract = findVenueContract(instrument);
    const quantity = toContracts(instrument, order.lots);
    const reason = this.explainUnsendable(instrument, quantity);
    if (reason !== null) {
      this.listener?.onReport({ type: 'Rejected', orderId: order.id, reason });
      return [];
    }
    assert(contract && quantity !== null && order.remote, `order ${order.id} can be sent`);
    const { number, attachedStop, orderGroup } = order.remote;
    const { side, type, priceTicks } = order;
    const price = priceTicks === null ? null : toVenuePrice(instrument, priceTicks);
    const { account } = this.options.address;
    const terms = { contract, quantity, account };
    this.sendOrder(order.id, {
      ...terms,
      orderNumber: number,
      side,
      type,
      price,
      isTransmitted: attachedStop === undefined,
      parentNumber: null,
      orderGroup: orderGroup === undefined ? null : buildReference(orderGroup),
    });
    const stopId = buildAttachedStopId(order.id);
    if (attachedStop)
      this.sendOrder(stopId, {
        ...terms,
        orderNumber: attachedStop.number,
        side: getOppositeSide(side),
        type: 'STOP',
        price: toVenuePrice(instrument, attachedStop.priceTicks),
        isTransmitted: true,
        parentNumber: number,
        orderGroup: buildReference(stopId),
      });
    return [];
  }

  private sendOrder(id: string, order: Omit<PlacedOrder, 'orderRef'>): void {
    this.orderIds.set(order.orderNumber, id);
    this.requireConnection().placeOrder({ ...order, orderRef: buildReference(id) });
  }

  /** Without a connection, the comparison that follows the next one finds it. */
  followStop(stop: Order): void {
    this.findOrders([stop]).then(
      (statuses) => {
        for (const report of statuses.flatMap(toReports)) this.listener?.onReport(report);
      },
      (error: unknown) => getLog().warn({ err: error }, 'a stop of an entry was not looked up'),
    );
  }

  matchOrders(): readonly ExecutionReport[] {
    return [];
  }

  cancelOrder({ id, remote }: Order): readonly ExecutionReport[] {
    if (!remote) return [];
    // An order of an earlier run: the answer names its number only.
    this.orderIds.set(remote.number, id);
    this.requireConnection().cancelOrder(remote.number);
    return [];
  }

  findOrders(orders: readonly Order[]): Promise<readonly OrderStatus[]> {
    return this.turns.runInTurn(() => this.queryOrders(orders));
  }

  takeSnapshot(): Promise<BrokerSnapshot> {
    return this.turns.runInTurn(() => this.readSnapshot());
  }

  private async queryOrders(orders: readonly Order[]): Promise<readonly OrderStatus[]> {
    const connection = this.requireConnection();
    if (orders.length === 0) return [];
    const lists = await this.readOrderLists(connection);
    const statuses: OrderStatus[] = [];
    for (const order of orders) {
      const status = findStatus(order, lists);
      statuses.push(
        status.state === 'never received' ? await this.probeOrder(connection, order) : status,
      );
    }
    return statuses.map((status) =>
      'fills' in status ? { ...status, fills: this.dropCorrected(status.fills) } : status,
    );
  }

  /** Without executions that were corrected while the lists were read. */
  private dropCorrected(fills: readonly TradeReport[]): readonly TradeReport[] {
    return fills.filter(({ orderId, executionId }) => !this.hasLaterVersion(orderId, executionId));
  }

  /** Why an order cannot be sent, or null. */
  private explainUnsendable(instrument: Instrument, quantity: number | null): string | null {
    const code = getCode(instrument);
    if (!findVenueContract(instrument)) return `${code} is not traded at ${this.name}`;
    if (quantity === null) return 'the order is not a whole number of contracts';
    const difference = this.termsDifferences.get(instrument.id);
    if (difference === undefined) return `${code} was not looked up at ${this.name} yet`;
    return difference === null ? null : `${code} has other terms at ${this.name}: ${difference}`;
  }

  /** Looks up contracts that were listed since the last time, and those whose terms differed. */
  private async lookUpContracts(connection: IbConnection): Promise<void> {
    const nowMs = this.options.nowMs();
    for (const instrument of this.options.listInstruments()) {
      const isOver = (instrument.contract?.expiresMs ?? 0) <= nowMs;
      if (isOver || !findVenueContract(instrument)) continue;
      await this.lookUpContract(connection, instrument);
    }
  }

  /** How the listed terms of a contract differ from ours, or null. */
  private async lookUpContract(
    connection: IbConnection,
    instrument: Instrument,
  ): Promise<string | null> {
    const contract = findVenueContract(instrument);
    if (!contract || this.termsDifferences.get(instrument.id) === null) return null;
    const [listed, ...others] = await connection.describeContract(contract);
    const difference =
      listed && others.length === 0
        ? explainListedDifference(instrument, listed)
        : `it lists ${others.length + (listed ? 1 : 0)} contracts of that month`;
    this.termsDifferences.set(instrument.id, difference);
    return difference;
  }

  private async readSnapshot(): Promise<BrokerSnapshot> {
    const connection = this.requireConnection();
    await this.lookUpContracts(connection);
    for (let attempt = 0; attempt < SNAPSHOT_ATTEMPTS; attempt += 1) {
      const lists = await this.readOrderLists(connection);
      const positions = await connection.listPositions();
      const balances = await connection.listBalances();
      // An execution in between is in the positions, and its report may be lost.
      const executions = await connection.listExecutions();
      if (executions.length === lists.executions.length)
        return this.buildSnapshot(lists, positions, balances);
    }
    throw new GatewayError('executions kept arriving');
  }

  private buildSnapshot(
    { executions, fills }: OrderLists,
    positions: readonly PositionRow[],
    balances: readonly BalanceRow[],
  ): BrokerSnapshot {
    const { account } = this.options.address;
    const cash = balances.find((row) => row.account === account);
    if (!cash) throw new GatewayError('the gateway does not state the cash of the account');
    return {
      // That of an entry stores its stop, and a correction is listed last.
      reports: putEntriesFirst(this.dropCorrected(fills)),
      externalTrades: listExternalTrades(
        executions.filter((row) => row.account === account),
        this.options.listInstruments(),
      ),
      positions: positions
        .filter((row) => row.account === account)
        .flatMap((row) => this.toPosition(row) ?? []),
      cashMills: fromDollars(cash.dollars),
    };
  }

  private openConnection(): void {
    const connection = new IbConnection(
      this.options.address,
      {
        onReady: (number) => this.announceConnection(connection, number),
        onDown: (reason) => this.announceLoss(connection, reason),
        onOrder: (row) => this.receiveOrder(row),
        onExecution: (row) => this.receiveExecution(row),
        onCommission: ({ executionId, dollars }) =>
          this.receiveFee(executionId, fromDollars(dollars)),
        onFault: (fault) => this.receiveFault(fault),
        onFigure: (lineId, figure) => this.quotes.receiveFigure(lineId, figure),
        onLineFault: (lineId, fault) => this.quotes.receiveFault(lineId, fault),
      },
      this.options.setTimer,
    );
    this.connection = connection;
    connection.openConnection();
  }

  private announceConnection(connection: IbConnection, nextOrderNumber: number): void {
    this.retryMs = RETRY_MS;
    this.areServersLost = false;
    this.nextOrderNumber = nextOrderNumber;
    this.listener?.onConnected(nextOrderNumber);
    this.quotes.startConnection(connection);
  }

  private announceLoss(connection: IbConnection, reason: string): void {
    if (connection !== this.connection) return;
    this.connection = null;
    this.quotes.loseConnection(reason);
    for (const executionId of [...this.waitingTrades.keys()]) this.releaseTrade(executionId);
    for (const answer of this.probes.values()) answer(false);
    this.probes.clear();
    if (!this.listener) return;
    this.listener.onDisconnected(reason);
    this.cancelRetry = this.options.setTimer(() => this.openConnection(), this.retryMs);
    this.retryMs = Math.min(RETRY_MS_MAX, 2 * this.retryMs);
  }

  private requireConnection(): IbConnection {
    if (!this.connection || this.areServersLost)
      throw new GatewayError(
        this.areServersLost
          ? 'the gateway has no connection to its servers'
          : 'the gateway is not connected',
      );
    return this.connection;
  }

  private async readOrderLists(connection: IbConnection): Promise<OrderLists> {
    const open = await connection.listOpenOrders();
    const executions = await connection.listExecutions();
    const completed = await connection.listCompletedOrders();
    const fills = executions.flatMap((row) => this.toFill(row) ?? []);
    return { open, completed, executions, fills };
  }

  /**
   * A cancellation of an order that no list has: the gateway answers that there is nothing to cancel, and
   * what it then still does not list it never got.
   */
  private async probeOrder(connection: IbConnection, order: Order): Promise<OrderStatus> {
    const unknown: OrderStatus = { orderId: order.id, state: 'never received' };
    const number = order.remote?.number;
    if (number === undefined) return unknown;
    const isMissing = await new Promise<boolean>((resolve) => {
      const cancelTimer = this.options.setTimer(() => resolve(false), 10 * SECOND_MS);
      this.probes.set(number, (answer) => {
        cancelTimer();
        resolve(answer);
      });
      connection.cancelOrder(number);
    });
    this.probes.delete(number);
    if (!isMissing) return unknown;
    const status = findStatus(order, await this.readOrderLists(connection));
    return status.state === 'never received'
      ? { orderId: order.id, state: 'rejected', reason: 'the gateway never received the order' }
      : status;
  }

  private receiveOrder({ orderNumber, orderRef, status, reason }: OrderRow): void {
    const orderId = parseOrderId(orderRef);
    if (orderId === null) return;
    if (orderNumber !== null) this.orderIds.set(orderNumber, orderId);
    const report = toStatusReport(orderId, status, reason);
    if (report) this.listener?.onReport(report);
  }

  /** Its fee follows at once, as a rule: an execution waits for it, so that no estimate is shown. */
  private receiveExecution(row: ExecutionRow): void {
    const { account } = this.options.address;
    if (parseOrderId(row.orderRef) === null && row.account === account)
      return this.listener?.onExternalTrade();
    const report = this.toFill(row);
    if (!report) return;
    const { executionId } = report;
    const cancelTimer = this.options.setTimer(() => this.releaseTrade(executionId), FEE_MS_MAX);
    this.waitingTrades.set(executionId, { report, cancelTimer });
    if (this.fees.has(executionId)) this.releaseTrade(executionId);
  }

  private receiveFee(executionId: string, feeMills: Mills): void {
    this.fees.set(executionId, feeMills);
    this.releaseTrade(executionId);
    const orderId = this.executionOrders.get(executionId);
    if (orderId !== undefined)
      this.listener?.onReport({ type: 'Fee', orderId, executionId, feeMills });
  }

  /** Reports an execution that waited for its fee, with an estimate if none came. */
  private releaseTrade(executionId: string): void {
    const waiting = this.waitingTrades.get(executionId);
    if (!waiting) return;
    this.waitingTrades.delete(executionId);
    waiting.cancelTimer();
    const { report } = waiting;
    const feeMills = this.fees.get(executionId) ?? report.feeMills;
    if (!this.hasLaterVersion(report.orderId, executionId))
      this.listener?.onReport({ ...report, feeMills });
  }

  private receiveFault({ id, code, text }: GatewayFault): void {
    if (id === null) return this.receiveConnectionFault(code, text);
    const orderId = this.orderIds.get(id);
    if (code === CODES.nothingToCancel) {
      const answer = this.probes.get(id);
      if (answer) return answer(true);
    }
    // The gateway held it in no list.
    if (code === CODES.cancelled) this.probes.get(id)?.(false);
    if (orderId === undefined) {
      getLog().warn({ code, text }, 'the gateway reported an error');
      return;
    }
    this.receiveOrderFault(orderId, code, text);
  }

  private receiveOrderFault(orderId: string, code: number, text: string): void {
    switch (code) {
      case CODES.rejected:
        return this.listener?.onReport({ type: 'Rejected', orderId, reason: text });
      case CODES.cancelled:
        return this.listener?.onReport({ type: 'Cancelled', orderId, reason: text });
      case CODES.duplicateNumber:
        this.listener?.onReport({ type: 'Rejected', orderId, reason: text });
        return this.listener?.onDisagreement(
          `order numbers are used by another program: ${text.toLowerCase()}`,
        );
      case CODES.nothingToCancel:
        return this.listener?.onReport({ type: 'Lost', orderId, reason: text });
      default:
        getLog().warn({ code, text, orderId }, 'the gateway reported an error about an order');
    }
  }

  /** Between gateway and servers: nothing is sent until they are connected, and compared, again. */
  private receiveConnectionFault(code: number, text: string): void {
    if (code === CODES.serversLost) {
      this.areServersLost = true;
      const reason = 'the gateway has no connection to its servers';
      this.quotes.loseConnection(reason, true);
      this.listener?.onDisconnected(reason);
    } else if (code === CODES.serversBack || code === CODES.serversBackWithLoss) {
      this.areServersLost = false;
      this.listener?.onConnected(this.nextOrderNumber);
      if (this.connection) this.quotes.startConnection(this.connection);
    } else getLog().warn({ code, text }, 'the gateway reported an error');
  }

  /** Null for an execution that is not of our orders, not of this account, or corrected since. */
  private toFill(row: ExecutionRow): TradeReport | null {
    const orderId = parseOrderId(row.orderRef);
    const instrument = this.options.listInstruments().find((each) => isSameContract(row, each));
    if (orderId === null || !instrument || row.account !== this.options.address.account)
      return null;
    const { executionId } = row;
    if (this.hasLaterVersion(orderId, executionId)) return null;
    const replacesIds = listEarlierVersions(executionId);
    this.executionIds.add(executionId);
    this.executionOrders.set(executionId, orderId);
    const priceTicks = toVenueTicks(instrument, row.price);
    const fill = {
      orderId,
      executionId,
      lots: toContractLots(instrument, row.quantity),
      priceTicks,
      midTicks: priceTicks,
      feeMills: this.getFee([executionId, ...replacesIds], row.quantity),
      atMs: this.options.nowMs(),
    };
    return replacesIds.length === 0
      ? { type: 'Filled', ...fill }
      : { type: 'Corrected', replacesIds, ...fill };
  }

  /** True where a correction of the execution was seen or booked: it comes too late. */
  private hasLaterVersion(orderId: string, executionId: string): boolean {
    const booked = this.options.findOrder(orderId)?.remote?.fills ?? [];
    return [...this.executionIds, ...booked.map((fill) => removePart(fill.executionId))].some(
      (id) =>
        removeVersion(id) === removeVersion(executionId) &&
        getVersion(id) > getVersion(executionId),
    );
  }

  /** The reported fee of the newest of these versions, else an estimate. */
  private getFee(executionIds: readonly string[], contracts: number): Mills {
    const known = executionIds.find((id) => this.fees.has(id));
    return (
      this.fees.get(known ?? '') ?? toMills(Math.round(ESTIMATED_COMMISSION * contracts * 1000))
    );
  }

  /** Null without contracts, and for a contract that the account does not trade. */
  private toPosition({ quantity, ...contract }: PositionRow): BrokerPosition | null {
    const instrument = this.options
      .listInstruments()
      .find((each) => isSameContract(contract, each));
    if (!instrument || quantity === 0) return null;
    const signedLots = Math.sign(quantity) * toContractLots(instrument, quantity);
    return { instrumentId: instrument.id, signedLots };
  }
}
