// The calls of the Ironbeam API that the desk uses, for one account.
import type { SetTimer } from '../../feeds/pump.server';
import type { Side } from '../../../trading/domain/order';
import type { IronbeamConnection } from '../connection-text';
import {
  AccountsSchema,
  type BalanceRow,
  BalancesSchema,
  type DefinitionRow,
  DefinitionsSchema,
  ErrorSchema,
  type FillRow,
  FillsSchema,
  type OrderRow,
  OrdersSchema,
  PlacedSchema,
  type PlacedAnswer,
  type PositionRow,
  PositionsSchema,
  StreamIdSchema,
  TokenSchema,
  TraderSchema,
} from './answers';
import { HttpClient, hasNoEffect } from './http-client.server';

/** Symbol, side, size and prices of an order: all of it that comes back in the lists. */
export interface OrderTerms {
  readonly symbol: string;
  readonly side: Side;
  /** Whole contracts. */
  readonly quantity: number;
  readonly type: 'MARKET' | 'LIMIT' | 'STOP';
  /** Limit or trigger in the units of the venue; null for a market order. */
  readonly price: number | null;
}

const ORDER_TYPES = { MARKET: '1', LIMIT: '2', STOP: '3' } as const;
const DURATIONS = { day: '0', goodTillCancel: '1' } as const;
/** The largest number of symbols in one request. */
export const SYMBOLS_MAX = 10;

export class IronbeamApi {
  private readonly client: HttpClient;
  /** The field of the key that the server accepted. */
  private keyField: 'apikey' | 'password' | null = null;

  constructor(
    private readonly connection: IronbeamConnection,
    setTimer: SetTimer,
  ) {
    this.client = new HttpClient(connection.baseUrl, setTimer);
  }

  get account(): string {
    return this.connection.account;
  }

  /**
   * Returns a token. The description of the API gives two fields for the key of a user without a
   * password: `apikey` in its text and `password` in its schema. The second is tried where the first is
   * rejected.
   */
  async signIn(): Promise<string> {
    if (this.keyField !== null) return this.requestToken(this.keyField);
    try {
      return await this.requestToken('apikey');
    } catch (error) {
      if (!hasNoEffect(error) || (error.status !== 400 && error.status !== 401)) throw error;
      return this.requestToken('password');
    }
  }

  private async requestToken(keyField: 'apikey' | 'password'): Promise<string> {
    const { user, key } = this.connection;
    const { token } = await this.client.send({
      method: 'POST',
      path: '/auth',
      token: null,
      body: { username: user, [keyField]: key },
      schema: TokenSchema,
      isErrorQuoted: false,
    });
    this.keyField = keyField;
    return token;
  }

  /** After this, requests with the token are not applied. */
  async signOut(token: string): Promise<void> {
    await this.client.send({ method: 'POST', path: '/logout', token, schema: ErrorSchema });
  }

  async isRealTrader(token: string): Promise<boolean> {
    const { isLive } = await this.client.send({
      method: 'GET',
      path: '/info/trader',
      token,
      schema: TraderSchema,
    });
    return isLive === true;
  }

  async listAccounts(token: string): Promise<readonly string[]> {
    const { accounts } = await this.client.send({
      method: 'GET',
      path: '/account/getAllAccounts',
      token,
      schema: AccountsSchema,
    });
    return accounts;
  }

  /**
   * Without the wait for the number of the exchange, which may last as long as the desk waits for an
   * answer. The request has no field for a number of ours.
   */
  placeOrder(token: string, terms: OrderTerms): Promise<PlacedAnswer> {
    const { symbol, side, quantity, type, price } = terms;
    return this.client.send({
      method: 'POST',
      path: `/order/${this.account}/place`,
      token,
      body: {
        accountId: this.account,
        exchSym: symbol,
        side,
        quantity,
        orderType: ORDER_TYPES[type],
        ...(type === 'LIMIT' ? { limitPrice: price } : {}),
        ...(type === 'STOP' ? { stopPrice: price } : {}),
        duration: type === 'MARKET' ? DURATIONS.day : DURATIONS.goodTillCancel,
        waitForOrderId: false,
      },
      schema: PlacedSchema,
    });
  }

  async cancelOrder(token: string, brokerOrderId: string): Promise<readonly OrderRow[]> {
    const { orders } = await this.client.send({
      method: 'DELETE',
      path: `/order/${this.account}/cancel/${encodeURIComponent(brokerOrderId)}`,
      token,
      schema: OrdersSchema,
    });
    return orders;
  }

  /** Null where the exchange has not given a number yet. */
  async findBrokerOrderId(token: string, strategyId: string): Promise<string | null> {
    const { orderId } = await this.client.send({
      method: 'GET',
      path: `/order/${this.account}/toorderid/${strategyId}`,
      token,
      schema: PlacedSchema,
    });
    return orderId ?? null;
  }

  async listOrders(token: string): Promise<readonly OrderRow[]> {
    const { orders } = await this.client.send({
      method: 'GET',
      path: `/order/${this.account}/ANY`,
      token,
      schema: OrdersSchema,
    });
    return orders.filter(({ accountId }) => accountId === this.account);
  }

  async listFills(token: string): Promise<readonly FillRow[]> {
    const { fills } = await this.client.send({
      method: 'GET',
      path: `/account/${this.account}/fills`,
      token,
      schema: FillsSchema,
    });
    return fills.filter(({ accountId }) => (accountId ?? this.account) === this.account);
  }

  async listPositions(token: string): Promise<readonly PositionRow[]> {
    const { positions } = await this.client.send({
      method: 'GET',
      path: `/account/${this.account}/positions`,
      token,
      schema: PositionsSchema,
    });
    return positions.filter(({ accountId }) => (accountId ?? this.account) === this.account);
  }

  async listBalances(token: string): Promise<readonly BalanceRow[]> {
    const { balances } = await this.client.send({
      method: 'GET',
      path: `/account/${this.account}/balance?balanceType=CURRENT_OPEN`,
      token,
      schema: BalancesSchema,
    });
    return balances.filter(({ accountId }) => accountId === this.account);
  }

  /** At most SYMBOLS_MAX of them. Those that are not listed are missing in the answer. */
  async describeContracts(
    token: string,
    symbols: readonly string[],
  ): Promise<readonly DefinitionRow[]> {
    const { securityDefinitions } = await this.client.send({
      method: 'GET',
      path: `/info/security/definitions?symbols=${encodeURIComponent(symbols.join(','))}`,
      token,
      schema: DefinitionsSchema,
    });
    return securityDefinitions;
  }

  /** Address of a new stream. It has the token: no log line may have it. */
  async createStreamUrl(token: string): Promise<string> {
    const { streamId } = await this.client.send({
      method: 'GET',
      path: '/stream/create',
      token,
      schema: StreamIdSchema,
    });
    const base = this.connection.baseUrl.replace(/^http/, 'ws');
    return `${base}/stream/${streamId}?token=${encodeURIComponent(token)}`;
  }
}
