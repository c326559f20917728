// The orders that the desk sent to a broker which numbers them itself. A stored row outlives the process.

/** `null`: the broker has not answered with this number. */
export interface SentOrder {
  readonly orderId: string;
  readonly sentMs: number;
  readonly strategyId: string | null;
  readonly brokerOrderId: string | null;
}

/** Orders of one account at its broker. */
export interface SentOrders {
  list(): readonly SentOrder[];
  /** Stores a new order or what changed, before it returns. Throws where that fails. */
  save(order: SentOrder): void;
  /** The broker never got the order. */
  remove(orderId: string): void;
}
