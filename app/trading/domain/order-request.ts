import type { OrderPurpose, OrderType, Side } from './order';
import type { EpochMs, Lots, Ticks } from './units';

/** An order before the pre-trade checks. */
export interface OrderRequest {
  readonly instrumentId: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly purpose: OrderPurpose;
  readonly lots: Lots;
  readonly priceTicks: Ticks | null;
  /** Null for an entry that opens a new position. */
  readonly positionId: string | null;
  readonly groupId: string | null;
  readonly rollOf?: string;
  readonly heldSinceMs?: EpochMs;
  readonly playbookId: string | null;
  readonly stopDistanceTicks: Ticks | null;
  readonly targetDistanceTicks: Ticks | null;
  /** Set on the entry of a strategy that a person approved: the id of the proposal. */
  readonly proposalId?: string;
}
