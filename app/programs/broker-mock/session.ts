/** One client of the gateway: answers its requests and sends news about its orders. */
import { assertNever } from '../../trading/domain/outcome';
import * as answers from './answers';
import { ERROR_CODES } from './error-codes';
import type { Field } from './frames';
import { type Gateway, formatTime } from './gateway';
import type { GatewayContract, GatewayNews, GatewayQuote } from './gateway-types';
import type { Request } from './requests';

interface SessionOptions {
  readonly gateway: Gateway;
  readonly send: (fields: readonly Field[]) => void;
  readonly close: () => void;
  /** Reserves an id of a client; false while another connection has it. */
  readonly reserveClientId: (clientId: number) => boolean;
  /** 1: live quotes, 3: delayed ones. */
  readonly dataType: number;
}

/** Tick types by kind of data: live, and delayed. */
const TICK_TYPES = {
  live: { bid: 1, ask: 2, last: 4 },
  delayed: { bid: 66, ask: 67, last: 68 },
} as const;
const LIVE_DATA = 1;

export class Session {
  private clientId: number | null = null;
  private readonly quoteRequests = new Map<number, GatewayContract>();
  private readonly unsubscribe: () => void;

  constructor(private readonly options: SessionOptions) {
    this.unsubscribe = options.gateway.addListener((news) => this.reportNews(news));
  }

  getClientId(): number | null {
    return this.clientId;
  }

  endSession(): void {
    this.unsubscribe();
  }

  handleRequest(request: Request): void {
    if (request.type === 'start') return this.start(request.clientId);
    if (this.clientId !== null) this.answerRequest(request, this.clientId);
  }

  private start(clientId: number): void {
    const { gateway, send, close, reserveClientId } = this.options;
    if (!reserveClientId(clientId)) {
      const { code, text } = ERROR_CODES.clientInUse;
      send(answers.buildError(answers.NO_REQUEST, code, text));
      return close();
    }
    this.clientId = clientId;
    send(answers.buildAccounts(gateway.account));
    send(answers.buildNextNumber(gateway.getNextNumber()));
  }

  private answerRequest(request: Exclude<Request, { type: 'start' }>, clientId: number): void {
    const { gateway, send } = this.options;
    switch (request.type) {
      case 'place':
        return gateway.placeOrder(request, clientId);
      case 'cancel':
        return gateway.cancelOrder(request.orderNumber, clientId);
      case 'cancel all':
        return gateway.cancelAll();
      case 'accounts':
        return send(answers.buildAccounts(gateway.account));
      case 'next number':
        return send(answers.buildNextNumber(gateway.getNextNumber()));
      case 'time':
        return send(answers.buildTime(gateway.getTimeMs()));
      case 'open orders':
        return this.listOpenOrders(request.isForAllClients ? null : clientId);
      case 'completed orders':
        for (const order of gateway.listCompletedOrders()) send(answers.buildCompletedOrder(order));
        return send(answers.buildCompletedOrderEnd());
      case 'executions':
        return this.listExecutions(request.requestId, request.sinceText);
      case 'contract':
        return this.describeContract(request);
      case 'positions':
        for (const position of gateway.listPositions())
          send(answers.buildPosition(gateway.account, position));
        return send(answers.buildPositionEnd());
      case 'balances':
        return this.listBalances(request.requestId);
      case 'market data type':
      case 'end balances':
      case 'end positions':
        return;
      case 'quotes':
        return this.startQuotes(request);
      case 'end quotes':
        this.quoteRequests.delete(request.requestId);
        return;
      default:
        return assertNever(request);
    }
  }

  private listOpenOrders(clientId: number | null): void {
    const { gateway, send } = this.options;
    for (const order of gateway.listOpenOrders()) {
      if (clientId !== null && order.clientId !== clientId) continue;
      send(answers.buildOpenOrder(order));
      send(answers.buildOrderStatus(order, order.clientId));
    }
    send(answers.buildOpenOrderEnd());
  }

  private listExecutions(requestId: number, sinceText: string): void {
    const { gateway, send } = this.options;
    for (const execution of gateway.listExecutions()) {
      if (sinceText !== '' && formatTime(execution.atMs) < sinceText) continue;
      send(answers.buildExecution(requestId, execution));
      send(answers.buildCommission(execution));
    }
    send(answers.buildExecutionEnd(requestId));
  }

  private describeContract({ requestId, contract }: Extract<Request, { type: 'contract' }>): void {
    const { gateway, send } = this.options;
    const found = gateway.findContract(contract);
    if (!found) return this.reportMissingContract(requestId);
    send(answers.buildContract(requestId, found));
    send(answers.buildContractEnd(requestId));
  }

  private listBalances(requestId: number): void {
    const { gateway, send } = this.options;
    const { cash, netLiquidation } = gateway.computeBalances();
    send(answers.buildBalance(requestId, gateway.account, 'TotalCashValue', cash));
    send(answers.buildBalance(requestId, gateway.account, 'NetLiquidation', netLiquidation));
    send(answers.buildBalanceEnd(requestId));
  }

  private startQuotes({ requestId, contract }: Extract<Request, { type: 'quotes' }>): void {
    const { gateway, send, dataType } = this.options;
    const found = gateway.findContract(contract);
    if (!found) return this.reportMissingContract(requestId);
    if (dataType !== LIVE_DATA) {
      const { code, text } = ERROR_CODES.delayedDataOnly;
      send(answers.buildError(requestId, code, text));
    }
    send(answers.buildMarketDataType(requestId, dataType));
    this.quoteRequests.set(requestId, found);
    const quote = gateway.getQuote(found);
    if (quote) this.sendQuote(requestId, quote);
  }

  private reportMissingContract(requestId: number): void {
    const { code, text } = ERROR_CODES.noContract;
    this.options.send(answers.buildError(requestId, code, text));
  }

  private sendQuote(requestId: number, quote: GatewayQuote): void {
    const types = this.options.dataType === LIVE_DATA ? TICK_TYPES.live : TICK_TYPES.delayed;
    for (const field of ['bid', 'ask', 'last'] as const)
      this.options.send(answers.buildTickPrice(requestId, types[field], quote[field]));
  }

  private reportNews(news: GatewayNews): void {
    const { send } = this.options;
    switch (news.type) {
      case 'order':
        if (news.order.clientId !== this.clientId) return;
        send(answers.buildOpenOrder(news.order));
        return send(answers.buildOrderStatus(news.order, news.order.clientId));
      case 'execution':
        if (news.execution.order.clientId !== this.clientId) return;
        return send(answers.buildExecution(answers.NO_REQUEST, news.execution));
      case 'commission':
        if (news.execution.order.clientId !== this.clientId) return;
        return send(answers.buildCommission(news.execution));
      case 'error':
        if (news.clientId === this.clientId)
          send(answers.buildError(news.id, news.code, news.text));
        return;
      case 'quote':
        for (const [requestId, { contractId }] of this.quoteRequests)
          if (contractId === news.contract.contractId) this.sendQuote(requestId, news.quote);
        return;
      default:
        return assertNever(news);
    }
  }
}
