/** One client of the gateway: answers its requests and sends news about its orders. */
import { assertNever } from '../../trading/domain/outcome';
import * as answers from './answers';
import { ERROR_CODES } from './error-codes';
import type { Field } from './frames';
import type { Gateway } from './gateway';
import type { GatewayNews } from './gateway-types';
import { type MarketData, MarketDataClient } from './market-data';
import type { Request } from './requests';

interface SessionOptions {
  readonly gateway: Gateway;
  readonly data: MarketData;
  readonly send: (fields: readonly Field[]) => void;
  readonly close: () => void;
  /** Reserves an id of a client; false while another connection has it. */
  readonly reserveClientId: (clientId: number) => boolean;
}

export class Session {
  private clientId: number | null = null;
  private readonly unsubscribe: () => void;
  private readonly quotes: MarketDataClient;

  constructor(private readonly options: SessionOptions) {
    this.unsubscribe = options.gateway.addListener((news) => this.reportNews(news));
    this.quotes = new MarketDataClient(options);
  }

  getClientId(): number | null {
    return this.clientId;
  }

  endSession(): void {
    this.unsubscribe();
    this.quotes.endClient();
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
      case 'open orders':
        return this.listOpenOrders();
      case 'completed orders':
        for (const order of gateway.listCompletedOrders()) send(answers.buildCompletedOrder(order));
        return send(answers.buildCompletedOrderEnd());
      case 'executions':
        return this.listExecutions(request.requestId);
      case 'contract':
        return this.describeContract(request);
      case 'positions':
        for (const position of gateway.listPositions())
          send(answers.buildPosition(gateway.account, position));
        return send(answers.buildPositionEnd());
      case 'balances':
        return this.listBalances(request.requestId);
      case 'quotes':
        return this.quotes.openLine(request.lineId, request.contract);
      case 'end quotes':
        return this.quotes.closeLine(request.lineId);
      case 'data type':
        return this.quotes.setDataType(request.dataType);
      case 'end balances':
      case 'end positions':
        return;
      default:
        return assertNever(request);
    }
  }

  private listOpenOrders(): void {
    const { gateway, send } = this.options;
    for (const order of gateway.listOpenOrders()) {
      send(answers.buildOpenOrder(order));
      send(answers.buildOrderStatus(order, order.clientId));
    }
    send(answers.buildOpenOrderEnd());
  }

  private listExecutions(requestId: number): void {
    const { gateway, send } = this.options;
    for (const execution of gateway.listExecutions()) {
      send(answers.buildExecution(requestId, execution));
      send(answers.buildCommission(execution));
    }
    send(answers.buildExecutionEnd(requestId));
  }

  private describeContract({ requestId, contract }: Extract<Request, { type: 'contract' }>): void {
    const { gateway, send } = this.options;
    const found = gateway.findContract(contract);
    if (!found) {
      const { code, text } = ERROR_CODES.noContract;
      return send(answers.buildError(requestId, code, text));
    }
    send(answers.buildContract(requestId, found));
    send(answers.buildContractEnd(requestId));
  }

  private listBalances(requestId: number): void {
    const { gateway, send } = this.options;
    send(answers.buildBalance(requestId, gateway.account, 'TotalCashValue', gateway.getCash()));
    send(answers.buildBalanceEnd(requestId));
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
      default:
        return assertNever(news);
    }
  }
}
