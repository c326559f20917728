// The connection to the gateway of Interactive Brokers: the only module that imports its client library.
import {
  type Contract,
  ErrorCode,
  EventName,
  IBApi,
  type Order as LibraryOrder,
  OrderAction,
  type OrderState,
  OrderType,
  SecType,
  TimeInForce,
} from '@stoqey/ib';
import type { SetTimer } from '../../feeds/pump.server';
import { getLog } from '../../platform/log.server';
import { FrameCheck } from './frame-check';
import {
  DELAYED_DATA,
  FIRST_LINE_ID,
  readLineType,
  readPriceTick,
  readTextTick,
} from './quote-ticks';
import { SECOND_MS } from '../../../trading/domain/time';
import type { LineFigure } from '../../../trading/market/sources/ibkr/quote-line';
import type {
  BalanceRow,
  CommissionRow,
  ExecutionRow,
  GatewayFault,
  ListedContract,
  OrderRow,
  PlacedOrder,
  PositionRow,
  VenueContract,
} from './gateway-rows';

export interface GatewayAddress {
  /** Loopback. */
  readonly host: string;
  readonly port: number;
  readonly clientId: number;
  readonly account: string;
  /** More in tests that run in fast time. Defaults to what the gateway takes. */
  readonly requestsPerSecond?: number;
}

/** News of one connection. After `onDown` nothing follows. */
interface GatewayListener {
  /** The gateway has the account, and takes order numbers from this one on. */
  onReady(nextOrderNumber: number): void;
  onDown(reason: string): void;
  onOrder(row: OrderRow): void;
  onExecution(row: ExecutionRow): void;
  onCommission(row: CommissionRow): void;
  onFault(fault: GatewayFault): void;
  /** A figure of a contract whose quotes were requested. */
  onFigure?(lineId: number, figure: LineFigure): void;
  onLineFault?(lineId: number, fault: GatewayFault): void;
}

/** The gateway does not answer, or the connection ended. */
export class GatewayError extends Error {}

/** Of a group: the first order that fills cancels the others, and one is at the exchange at a time. */
const CANCEL_OTHERS = 1;
const ANSWER_MS_MAX = 10 * SECOND_MS;
/** The gateway cuts clients that send more. */
const REQUESTS_PER_SECOND = 40;
const CASH_TAG = 'TotalCashValue';
/** Codes of notes that need no action: data farms, delayed data, warnings about orders. */
const NOTE_CODES: readonly number[] = [399, 2100, 2104, 2106, 2107, 2108, 2119, 2158, 10167];

/** Members that the library hides: where the bytes of the socket arrive. */
interface LibraryInternals {
  readonly controller: { readonly socket: { onData: (bytes: Buffer) => void } };
}

interface Pending<T> {
  readonly rows: T[];
  readonly requestId: number | null;
  readonly resolve: (rows: readonly T[]) => void;
  readonly reject: (error: Error) => void;
  readonly cancelTimer: () => void;
}

/** Lists that are asked for one at a time, because their rows carry no number of the request. */
type ListName = 'orders' | 'executions' | 'completed' | 'positions' | 'balances' | 'contracts';

export class IbConnection {
  private readonly api: IBApi;
  private readonly pending = new Map<ListName, Pending<unknown>>();
  private requests = 0;
  private hasAccount = false;
  private nextOrderNumber: number | null = null;
  private isReady = false;
  private isDataTypeSet = false;
  private isDown = false;
  private cancelStartTimer: () => void = () => undefined;

  constructor(
    private readonly address: GatewayAddress,
    private readonly listener: GatewayListener,
    private readonly setTimer: SetTimer,
  ) {
    const { host, port, clientId, requestsPerSecond = REQUESTS_PER_SECOND } = address;
    // Without all four the library reads settings from files and changes the environment.
    this.api = new IBApi({ host, port, clientId, maxReqPerSec: requestsPerSecond });
    this.guardReading();
    this.listenForConnection();
    this.listenForOrders();
    this.listenForLists();
    this.listenForQuotes();
  }

  openConnection(): void {
    this.cancelStartTimer = this.setTimer(
      () => this.endConnection('the gateway did not answer within 10 s'),
      ANSWER_MS_MAX,
    );
    this.api.connect();
  }

  closeConnection(): void {
    this.endConnection('disconnected');
  }

  /** Throws GatewayError while there is no connection. */
  placeOrder(order: PlacedOrder): void {
    this.assertReady();
    this.api.placeOrder(order.orderNumber, toLibraryContract(order.contract), {
      action: order.side === 'BUY' ? OrderAction.BUY : OrderAction.SELL,
      totalQuantity: order.quantity,
      ...toLibraryPrice(order),
      tif: order.type === 'MARKET' ? TimeInForce.DAY : TimeInForce.GTC,
      account: order.account,
      orderRef: order.orderRef,
      transmit: order.isTransmitted,
      ...(order.parentNumber === null ? {} : { parentId: order.parentNumber }),
      ...(order.orderGroup === null ? {} : { ocaGroup: order.orderGroup, ocaType: CANCEL_OTHERS }),
    });
  }

  /** Throws GatewayError while there is no connection. */
  cancelOrder(orderNumber: number): void {
    this.assertReady();
    this.api.cancelOrder(orderNumber);
  }

  listOpenOrders(): Promise<readonly OrderRow[]> {
    return this.requestList<OrderRow>('orders', () => this.api.reqAllOpenOrders());
  }

  listCompletedOrders(): Promise<readonly OrderRow[]> {
    return this.requestList<OrderRow>('completed', () => this.api.reqCompletedOrders(false));
  }

  /** All executions that the gateway still has: those of the day. */
  listExecutions(): Promise<readonly ExecutionRow[]> {
    return this.requestList<ExecutionRow>('executions', (requestId) =>
      this.api.reqExecutions(requestId, { acctCode: this.address.account }),
    );
  }

  listPositions(): Promise<readonly PositionRow[]> {
    return this.requestList<PositionRow>('positions', () => this.api.reqPositions());
  }

  listBalances(): Promise<readonly BalanceRow[]> {
    return this.requestList<BalanceRow>('balances', (requestId) =>
      this.api.reqAccountSummary(requestId, 'All', CASH_TAG),
    );
  }

  /** Empty where the venue lists no such contract. */
  describeContract(contract: VenueContract): Promise<readonly ListedContract[]> {
    return this.requestList<ListedContract>('contracts', (requestId) =>
      this.api.reqContractDetails(requestId, toLibraryContract(contract)),
    );
  }

  /**
   * Requests quotes of a contract, delayed where the account has no live ones. Ids rise from
   * FIRST_LINE_ID. Throws GatewayError while there is no connection.
   */
  requestQuotes(lineId: number, contract: VenueContract): void {
    this.assertReady();
    if (!this.isDataTypeSet) this.api.reqMarketDataType(DELAYED_DATA);
    this.isDataTypeSet = true;
    this.api.reqMktData(lineId, toLibraryContract(contract), '', false, false);
  }

  endQuotes(lineId: number): void {
    if (this.isReady && !this.isDown) this.api.cancelMktData(lineId);
  }

  private assertReady(): void {
    if (!this.isReady || this.isDown) throw new GatewayError('the gateway is not connected');
  }

  private requestList<T>(name: ListName, send: (requestId: number) => void): Promise<readonly T[]> {
    return new Promise((resolve, reject) => {
      if (!this.isReady || this.isDown)
        return reject(new GatewayError('the gateway is not connected'));
      if (this.pending.has(name))
        return reject(new GatewayError(`the list of ${name} is being read already`));
      this.requests += 1;
      const cancelTimer = this.setTimer(
        () => this.failList(name, `the gateway did not list ${name} within 10 s`),
        ANSWER_MS_MAX,
      );
      const row: Pending<T> = { rows: [], requestId: this.requests, resolve, reject, cancelTimer };
      this.pending.set(name, row as Pending<unknown>);
      send(this.requests);
    });
  }

  private addRow(name: ListName, row: unknown): void {
    this.pending.get(name)?.rows.push(row);
  }

  private finishList(name: ListName): void {
    const list = this.pending.get(name);
    this.pending.delete(name);
    list?.cancelTimer();
    list?.resolve(list.rows);
  }

  private failList(name: ListName, reason: string): void {
    const list = this.pending.get(name);
    this.pending.delete(name);
    list?.cancelTimer();
    list?.reject(new GatewayError(reason));
  }

  /**
   * The library reads lengths below zero without an end, and throws out of the event of the socket for
   * messages that it cannot decode. Both end the connection here instead of the process.
   */
  private guardReading(): void {
    const { socket } = (this.api as unknown as LibraryInternals).controller;
    const readBytes = socket.onData.bind(socket);
    const check = new FrameCheck();
    socket.onData = (bytes) => {
      if (this.isDown) return;
      if (!check.acceptBytes(bytes))
        return this.endConnection('the gateway sent bytes that are no message');
      try {
        readBytes(bytes);
      } catch (error) {
        getLog().error({ err: error }, 'a message of the gateway could not be read');
        this.endConnection('a message of the gateway could not be read');
      }
    };
  }

  private listenForConnection(): void {
    this.api.on(EventName.managedAccounts, (accounts: string) => {
      const names = accounts.split(',').map((name) => name.trim());
      if (!names.includes(this.address.account))
        return this.endConnection('the gateway is signed in to another account');
      this.hasAccount = true;
      this.announceReady();
    });
    this.api.on(EventName.nextValidId, (orderNumber: number) => {
      this.nextOrderNumber = orderNumber;
      this.announceReady();
    });
    this.api.on(EventName.disconnected, () => this.endConnection('the connection was closed'));
    this.api.on(EventName.error, (error: Error, code: number, id: number) =>
      this.receiveError({ id: id < 0 ? null : id, code, text: this.hideAccount(error.message) }),
    );
    this.api.on(EventName.info, (text: string, code: number) =>
      this.receiveError({ id: null, code, text: this.hideAccount(text) }),
    );
  }

  private announceReady(): void {
    if (this.isReady || this.isDown || !this.hasAccount || this.nextOrderNumber === null) return;
    this.isReady = true;
    this.cancelStartTimer();
    this.listener.onReady(this.nextOrderNumber);
  }

  private receiveError(fault: GatewayFault): void {
    if (this.isDown) return;
    if (fault.id !== null && fault.id >= FIRST_LINE_ID)
      return this.listener.onLineFault?.(fault.id, fault);
    if (NOTE_CODES.includes(fault.code)) return;
    for (const [name, { requestId }] of this.pending)
      if (requestId === fault.id && name === 'contracts') return this.finishList(name);
    if (fault.code === (ErrorCode.CONNECT_FAIL as number) || !this.isReady)
      return this.endConnection(this.explainSocketError(fault.text));
    this.listener.onFault(fault);
  }

  /** Texts of the gateway may name the account, and are logged, stored and shown. */
  private hideAccount(text: string): string {
    return text.replaceAll(this.address.account, 'this account');
  }

  /** In plain words, for the errors of a gateway that stops or is not there; else as it is. */
  private explainSocketError(text: string): string {
    if (text.includes('ECONNREFUSED')) return `no gateway answers on port ${this.address.port}`;
    return /ECONNRESET|EPIPE/.test(text) ? 'the connection was closed' : text;
  }

  private endConnection(reason: string): void {
    if (this.isDown) return;
    this.isDown = true;
    this.cancelStartTimer();
    for (const name of [...this.pending.keys()]) this.failList(name, reason);
    this.api.disconnect();
    this.listener.onDown(reason);
  }

  private listenForOrders(): void {
    this.api.on(
      EventName.openOrder,
      (orderNumber: number, _contract: Contract, order: LibraryOrder, state: OrderState) => {
        const row: OrderRow = {
          orderNumber,
          orderRef: order.orderRef ?? '',
          status: state.status ?? '',
          reason: '',
        };
        this.addRow('orders', row);
        if (!this.isDown) this.listener.onOrder(row);
      },
    );
    this.api.on(
      EventName.completedOrder,
      (_contract: Contract, order: LibraryOrder, state: OrderState) =>
        this.addRow('completed', {
          orderNumber: null,
          orderRef: order.orderRef ?? '',
          status: state.status ?? '',
          reason: this.hideAccount(state.completedStatus ?? ''),
        } satisfies OrderRow),
    );
    this.api.on(EventName.execDetails, (requestId, contract, execution) => {
      const row: ExecutionRow = {
        executionId: execution.execId ?? '',
        orderRef: execution.orderRef ?? '',
        account: execution.acctNumber ?? '',
        symbol: contract.symbol ?? '',
        expiry: contract.lastTradeDateOrContractMonth ?? '',
        side: execution.side === 'SLD' ? 'SELL' : 'BUY',
        quantity: execution.shares ?? 0,
        price: execution.price ?? 0,
      };
      if (requestId >= 0) this.addRow('executions', row);
      else if (!this.isDown) this.listener.onExecution(row);
    });
    this.api.on(EventName.commissionReport, ({ execId = '', commission = 0 }) => {
      if (!this.isDown) this.listener.onCommission({ executionId: execId, dollars: commission });
    });
  }

  private listenForQuotes(): void {
    const reportFigure = (lineId: number, figure: LineFigure | null): void => {
      if (figure && !this.isDown) this.listener.onFigure?.(lineId, figure);
    };
    this.api.on(EventName.marketDataType, (lineId, type) =>
      reportFigure(lineId, readLineType(type)),
    );
    this.api.on(EventName.tickPrice, (lineId, type, price) =>
      reportFigure(lineId, readPriceTick(type, price)),
    );
    this.api.on(EventName.tickString, (lineId, type, text) =>
      reportFigure(lineId, readTextTick(type, text)),
    );
  }

  private listenForLists(): void {
    this.api.on(EventName.openOrderEnd, () => this.finishList('orders'));
    this.api.on(EventName.completedOrdersEnd, () => this.finishList('completed'));
    this.api.on(EventName.execDetailsEnd, () => this.finishList('executions'));
    this.api.on(EventName.position, (account, contract, quantity) =>
      this.addRow('positions', {
        account,
        symbol: contract.symbol ?? '',
        expiry: contract.lastTradeDateOrContractMonth ?? '',
        quantity,
      } satisfies PositionRow),
    );
    this.api.on(EventName.positionEnd, () => {
      this.api.cancelPositions();
      this.finishList('positions');
    });
    this.api.on(EventName.accountSummary, (_requestId, account, _tag, value) =>
      this.addRow('balances', { account, dollars: Number(value) } satisfies BalanceRow),
    );
    this.api.on(EventName.accountSummaryEnd, (requestId) => {
      this.api.cancelAccountSummary(requestId);
      this.finishList('balances');
    });
    this.api.on(EventName.contractDetails, (_requestId, { contract, ...details }) =>
      this.addRow('contracts', {
        symbol: contract.symbol ?? '',
        expiry: contract.lastTradeDateOrContractMonth ?? '',
        multiplier: Number(contract.multiplier ?? 0),
        priceMagnifier: details.priceMagnifier ?? 1,
        tick: details.minTick ?? 0,
      } satisfies ListedContract),
    );
    this.api.on(EventName.contractDetailsEnd, () => this.finishList('contracts'));
  }
}

const toLibraryContract = ({ symbol, exchange, month }: VenueContract): Contract => ({
  symbol,
  exchange,
  secType: SecType.FUT,
  currency: 'USD',
  lastTradeDateOrContractMonth: month,
});

const toLibraryPrice = ({
  type,
  price,
}: PlacedOrder): Pick<LibraryOrder, 'orderType' | 'lmtPrice' | 'auxPrice'> => {
  if (type === 'MARKET' || price === null) return { orderType: OrderType.MKT };
  return type === 'LIMIT'
    ? { orderType: OrderType.LMT, lmtPrice: price }
    : { orderType: OrderType.STP, auxPrice: price };
};
