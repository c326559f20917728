/** Entries of strategies in a live account, which wait for the approval of a person. */
import type { CommodityKey } from './commodity';
import type { OrderRequest } from './order-request';
import type { Direction } from './position';
import type { EpochMs, Mills, Ticks } from './units';

export interface ProposedLeg {
  readonly request: OrderRequest;
  /** Quote at the proposal. */
  readonly bidTicks: Ticks;
  readonly askTicks: Ticks;
  readonly lastTicks: Ticks;
  /** A larger move of the last price since then voids the proposal; null while the size of moves is unknown. */
  readonly moveTicksMax: number | null;
  /** Loss if its stop fills at its price, with fees; without a stop the whole collateral. */
  readonly worstLossMills: Mills;
}

export interface EntryProposal {
  readonly id: string;
  /** Strategy, its commodity, the contract on whose prices it decided, and its side. */
  readonly playbookId: string;
  readonly commodity: CommodityKey;
  readonly instrumentId: string;
  readonly direction: Direction;
  /** Legs of one decision: all are placed or none. */
  readonly legs: readonly ProposedLeg[];
  /** Why the strategy wants to enter. */
  readonly reason: string;
  readonly proposedMs: EpochMs;
  /** Void from this time on. */
  readonly untilMs: EpochMs;
}
