/** What the double of the gateway remembers: contracts, orders, executions and positions. */
import type { PlaceRequest } from './requests';

/** A futures contract as the venue lists it. */
export interface GatewayContract {
  readonly contractId: number;
  readonly symbol: string;
  /** Last trading day, YYYYMMDD. */
  readonly expiry: string;
  /** Delivery month, YYYYMM. */
  readonly month: string;
  readonly exchange: string;
  /** Dollars for 1.00 of price, times the price magnifier. */
  readonly multiplier: number;
  /** 100 where the price is in cents. */
  readonly priceMagnifier: number;
  /** Smallest step of the price, in its units. */
  readonly tick: number;
  readonly localSymbol: string;
  readonly timeZone: string;
}

/** `PreSubmitted`: a stop whose price was not reached, or whose parent has not filled. `Inactive`: rejected. */
type OrderStatus = 'PreSubmitted' | 'Submitted' | 'Filled' | 'Cancelled' | 'Inactive';

export interface GatewayOrder {
  readonly request: PlaceRequest;
  readonly contract: GatewayContract;
  readonly clientId: number;
  /** Permanent id of its parent; null for an order of its own. */
  readonly parentId: number | null;
  /** The number of the broker, which stays the same over all clients. */
  readonly permanentId: number;
  readonly status: OrderStatus;
  readonly filled: number;
  readonly averagePrice: number;
  readonly lastPrice: number;
  /** Why and when it ended; empty while it works. */
  readonly reason: string;
  readonly endedText: string;
}

export interface GatewayExecution {
  readonly executionId: string;
  readonly order: GatewayOrder;
  readonly quantity: number;
  readonly price: number;
  /** Filled of the order up to here, and the average price. */
  readonly filled: number;
  readonly averagePrice: number;
  /** Dollars. */
  readonly commission: number;
  readonly atText: string;
}

export interface GatewayPosition {
  readonly contract: GatewayContract;
  /** Contracts, negative when short. */
  readonly quantity: number;
  /** Dollars for one contract: average price times multiplier. */
  readonly averageCost: number;
}

/** Prices of a contract in the units of the venue. */
export interface GatewayQuote {
  readonly bid: number;
  readonly ask: number;
  readonly last: number;
}

/** What the gateway sends without a request. `clientId`: the client whose order it is. */
export type GatewayNews =
  | { readonly type: 'order'; readonly order: GatewayOrder }
  | { readonly type: 'execution'; readonly execution: GatewayExecution }
  | { readonly type: 'commission'; readonly execution: GatewayExecution }
  | {
      readonly type: 'error';
      readonly clientId: number;
      readonly id: number;
      readonly code: number;
      readonly text: string;
    };
