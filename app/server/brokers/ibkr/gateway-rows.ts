// What the gateway of Interactive Brokers reports, free of the types of its client library.
import type { Side } from '../../../trading/domain/order';

/** A futures contract as it is requested: its exchange lists one for symbol and month. */
export interface VenueContract {
  readonly symbol: string;
  readonly exchange: string;
  /** Delivery month, YYYYMM. */
  readonly month: string;
}

/** A contract as the venue lists it. */
export interface ListedContract {
  readonly symbol: string;
  /** Last trading day, YYYYMMDD. */
  readonly expiry: string;
  /** Dollars for 1.00 of price, times the magnifier. */
  readonly multiplier: number;
  /** 100 where prices are in cents. */
  readonly priceMagnifier: number;
  readonly tick: number;
}

export interface PlacedOrder {
  readonly orderNumber: number;
  readonly contract: VenueContract;
  readonly side: Side;
  /** Whole contracts. */
  readonly quantity: number;
  readonly type: 'MARKET' | 'LIMIT' | 'STOP';
  /** Limit or trigger in the units of the venue; null for a market order. */
  readonly price: number | null;
  readonly account: string;
  readonly orderRef: string;
  /** False: held at the gateway until its child arrives. */
  readonly isTransmitted: boolean;
  /** Number of the order that this one is a child of; null for none. */
  readonly parentNumber: number | null;
  /** Name of the group whose orders cancel each other; null for none. */
  readonly orderGroup: string | null;
}

/** Status of an order. A completed order has no number. */
export interface OrderRow {
  readonly orderNumber: number | null;
  readonly orderRef: string;
  readonly status: string;
  /** Why it ended; empty while it works. */
  readonly reason: string;
}

export interface ExecutionRow {
  readonly executionId: string;
  readonly orderRef: string;
  readonly account: string;
  readonly symbol: string;
  /** Last trading day, YYYYMMDD. */
  readonly expiry: string;
  readonly side: Side;
  readonly quantity: number;
  readonly price: number;
}

export interface CommissionRow {
  readonly executionId: string;
  readonly dollars: number;
}

export interface PositionRow {
  readonly account: string;
  readonly symbol: string;
  readonly expiry: string;
  /** Contracts, negative when short. */
  readonly quantity: number;
}

/** Cash of an account. */
export interface BalanceRow {
  readonly account: string;
  readonly dollars: number;
}

/** An error about an order or a request. */
export interface GatewayFault {
  /** Number of the order or request; null for the connection. */
  readonly id: number | null;
  readonly code: number;
  readonly text: string;
}
