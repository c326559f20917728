/** Answers of the Ironbeam API: sign-in, account, orders and contracts of one trader. */
import { z } from 'zod';
import type { Gateway } from '../gateway';
import type { GatewayContract, GatewayOrder } from '../gateway-types';
import type { PlaceRequest } from '../requests';
import {
  buildDefinitionRow,
  buildFillRow,
  buildOrderRow,
  buildPositionRow,
  formatOrderId,
  formatSymbol,
} from './rows';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A request as it arrived; `path` without the base and the query. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly token: string;
  readonly body: string;
}

export interface Trader {
  readonly user: string;
  readonly key: string;
  /** Field in which the key is accepted. */
  readonly keyField: 'apikey' | 'password';
  readonly isLive: boolean;
}

interface RouteOptions {
  readonly gateway: Gateway;
  readonly contracts: readonly GatewayContract[];
  readonly trader: Trader;
}

const OWN_CLIENT = 1;
const buildSuccess = (fields: object = {}): Answer => ({
  status: 200,
  body: { status: 'OK', message: 'OK', ...fields },
});
export const buildFailure = (status: number, error: string): Answer => ({
  status,
  body: { status: 'ERROR', message: error, error },
});

const CredentialsSchema = z.object({
  username: z.string(),
  password: z.string().optional(),
  apikey: z.string().optional(),
});

/** As the description has it: other fields are rejected. */
const PlaceSchema = z.strictObject({
  accountId: z.string(),
  exchSym: z.string(),
  side: z.enum(['BUY', 'SELL']),
  quantity: z.number(),
  orderType: z.enum(['1', '2', '3']),
  limitPrice: z.number().optional(),
  stopPrice: z.number().optional(),
  duration: z.enum(['0', '1']),
  waitForOrderId: z.boolean().default(true),
});
const ORDER_TYPES = { '1': 'MKT', '2': 'LMT', '3': 'STP' } as const;

export class Routes {
  private readonly tokens = new Set<string>();
  private readonly streams = new Set<string>();
  private issued = 0;

  constructor(private readonly options: RouteOptions) {}

  /** All tokens expire. */
  expireTokens(): void {
    this.tokens.clear();
  }

  isSignedIn(token: string): boolean {
    return this.tokens.has(token);
  }

  /** True once for each stream that was created. */
  useStream(streamId: string): boolean {
    return this.streams.delete(streamId);
  }

  answerRequest(request: ReceivedRequest): Answer {
    const { method, path, body, token } = request;
    if (method === 'POST' && path === '/auth') return this.signIn(body);
    return this.isSignedIn(token)
      ? this.answerAuthorized(request)
      : buildFailure(401, 'Unauthorized');
  }

  answerAuthorized(request: ReceivedRequest): Answer {
    const { path } = request;
    const [, area = '', first = '', second = '', third = ''] = path
      .split('/')
      .map(decodeURIComponent);
    if (area === 'logout') return this.signOut(request.token);
    if (area === 'stream' && first === 'create') return this.createStream();
    if (area === 'info') return this.answerInfo(first, request);
    if (area === 'account' && first === 'getAllAccounts')
      return buildSuccess({ accounts: [this.options.gateway.account] });
    if (first !== this.options.gateway.account)
      return buildFailure(403, 'No access to this account');
    if (area === 'account') return this.answerAccount(second);
    if (area === 'order') return this.answerOrder(request, second, third);
    return buildFailure(400, 'Bad Request');
  }

  private signIn(text: string): Answer {
    const { user, key, keyField } = this.options.trader;
    const parsed = CredentialsSchema.safeParse(JSON.parse(text));
    if (!parsed.success) return buildFailure(400, 'Missing username or password');
    if (parsed.data.username !== user || parsed.data[keyField] !== key)
      return buildFailure(401, 'Invalid username or password or apiKey');
    this.issued += 1;
    const token = `mock-token-${this.issued}`;
    this.tokens.add(token);
    return buildSuccess({ token });
  }

  private signOut(token: string): Answer {
    this.tokens.delete(token);
    return buildSuccess();
  }

  private createStream(): Answer {
    this.issued += 1;
    const streamId = `123e4567-e89b-42d3-a456-${String(this.issued).padStart(12, '0')}`;
    this.streams.add(streamId);
    return buildSuccess({ streamId });
  }

  private answerInfo(name: string, { query }: ReceivedRequest): Answer {
    const { gateway, trader, contracts } = this.options;
    if (name === 'trader')
      return buildSuccess({
        accounts: [gateway.account],
        isLive: trader.isLive,
        traderId: trader.user,
      });
    if (name !== 'security') return buildFailure(400, 'Bad Request');
    const symbols = (query.get('symbols') ?? '').split(',');
    if (symbols.length > 10) return buildFailure(400, 'Too many symbols');
    return buildSuccess({
      securityDefinitions: contracts
        .filter((contract) => symbols.some((symbol) => symbol === formatSymbol(contract)))
        .map(buildDefinitionRow),
    });
  }

  private answerAccount(name: string): Answer {
    const { gateway } = this.options;
    const { account } = gateway;
    switch (name) {
      case 'fills':
        // In no particular order, by the description.
        return buildSuccess({
          fills: gateway
            .listExecutions()
            .map((execution) => buildFillRow(account, execution))
            .reverse(),
        });
      case 'positions':
        return buildSuccess({
          accountId: account,
          positions: gateway
            .listPositions()
            .filter(({ quantity }) => quantity !== 0)
            .map((position) => buildPositionRow(account, position)),
        });
      case 'balance':
        return buildSuccess({
          balances: [
            {
              accountId: account,
              currencyCode: 'USD',
              cashBalance: gateway.getCash(),
              balanceType: 'CURRENT_OPEN',
            },
          ],
        });
      default:
        return buildFailure(400, 'Bad Request');
    }
  }

  private answerOrder(request: ReceivedRequest, name: string, id: string): Answer {
    if (name === 'place' && request.method === 'POST') return this.placeOrder(request.body);
    if (name === 'cancel' && request.method === 'DELETE') return this.cancelOrder(id);
    if (name === 'toorderid') return this.findOrderId(Number(id));
    if (name === 'ANY')
      return buildSuccess({
        orders: this.listOrders().map((order) =>
          buildOrderRow(this.options.gateway.account, order),
        ),
      });
    return buildFailure(400, 'Bad Request');
  }

  private listOrders(): readonly GatewayOrder[] {
    const { gateway } = this.options;
    return [...gateway.listOpenOrders(), ...gateway.listCompletedOrders()];
  }

  private placeOrder(text: string): Answer {
    const parsed = PlaceSchema.safeParse(JSON.parse(text));
    if (!parsed.success) return buildFailure(400, 'Bad Request - missing the required parameter');
    const { gateway } = this.options;
    const orderNumber = gateway.getNextNumber();
    const errors: string[] = [];
    const unsubscribe = gateway.addListener((news) => {
      if (news.type === 'error' && news.id === orderNumber) errors.push(news.text);
    });
    gateway.placeOrder(this.toPlacement(orderNumber, parsed.data), OWN_CLIENT);
    unsubscribe();
    const [error] = errors;
    if (error !== undefined) return buildFailure(400, error);
    const { orderId } = this.findOrderNumbers(orderNumber);
    return buildSuccess({
      strategyId: orderNumber,
      ...(parsed.data.waitForOrderId ? { orderId } : {}),
    });
  }

  private toPlacement(orderNumber: number, order: z.infer<typeof PlaceSchema>): PlaceRequest {
    const contract = this.options.contracts.find((each) => formatSymbol(each) === order.exchSym);
    return {
      type: 'place',
      orderNumber,
      contract: {
        contractId: contract?.contractId ?? 0,
        symbol: '',
        secType: 'FUT',
        expiry: '',
        exchange: '',
      },
      action: order.side,
      quantity: order.quantity,
      orderType: ORDER_TYPES[order.orderType],
      limitPrice: order.limitPrice ?? null,
      stopPrice: order.stopPrice ?? null,
      timeInForce: order.duration === '0' ? 'DAY' : 'GTC',
      account: order.accountId,
      orderRef: '',
      isTransmitted: true,
      parentNumber: null,
      orderGroup: null,
    };
  }

  private findOrderNumbers(strategyId: number): { readonly orderId?: string } {
    const order = this.listOrders().find(({ request }) => request.orderNumber === strategyId);
    return order ? { orderId: formatOrderId(this.options.gateway.account, order) } : {};
  }

  private findOrderId(strategyId: number): Answer {
    const found = this.findOrderNumbers(strategyId);
    return found.orderId === undefined
      ? buildFailure(400, 'Order not found')
      : buildSuccess({ strategyId, ...found });
  }

  private cancelOrder(orderId: string): Answer {
    const { gateway } = this.options;
    const find = (): GatewayOrder | undefined =>
      this.listOrders().find((order) => formatOrderId(gateway.account, order) === orderId);
    const order = find();
    if (!order) return buildFailure(400, 'Order not found');
    if (!gateway.listOpenOrders().includes(order)) return buildFailure(400, 'Order is complete');
    gateway.cancelOrder(order.request.orderNumber, order.clientId);
    return buildSuccess({ orders: [buildOrderRow(gateway.account, find() ?? order)] });
  }
}
