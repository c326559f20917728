/** Orders and their state machine. */
import type { CommodityKey } from './commodity';
import type { EpochMs, Lots, Mills, Ticks } from './units';

/**
 * INTENT is stored but not sent. UNKNOWN is sent and unanswered; only a broker report resolves it.
 * FILLED, CANCELLED, REJECTED and EXPIRED are final.
 */
export const ORDER_STATES = [
  'INTENT',
  'SENT',
  'ACKNOWLEDGED',
  'PARTIAL',
  'UNKNOWN',
  'FILLED',
  'CANCELLED',
  'REJECTED',
  'EXPIRED',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export const ORDER_STEPS = [
  'send',
  'acknowledge',
  'fillPart',
  'fillRest',
  'cancel',
  'reject',
  'expire',
  'lose',
] as const;
export type OrderStep = (typeof ORDER_STEPS)[number];

type TransitionRow = Readonly<Record<OrderStep, OrderState | null>>;
const FINAL: TransitionRow = {
  send: null,
  acknowledge: null,
  fillPart: null,
  fillRest: null,
  cancel: null,
  reject: null,
  expire: null,
  lose: null,
};

/** Next state by state and step; null marks a forbidden step. */
export const ORDER_TRANSITIONS: Readonly<Record<OrderState, TransitionRow>> = {
  INTENT: { ...FINAL, send: 'SENT', cancel: 'CANCELLED', reject: 'REJECTED' },
  SENT: {
    ...FINAL,
    acknowledge: 'ACKNOWLEDGED',
    fillPart: 'PARTIAL',
    fillRest: 'FILLED',
    cancel: 'CANCELLED',
    reject: 'REJECTED',
    expire: 'EXPIRED',
    lose: 'UNKNOWN',
  },
  ACKNOWLEDGED: {
    ...FINAL,
    fillPart: 'PARTIAL',
    fillRest: 'FILLED',
    cancel: 'CANCELLED',
    reject: 'REJECTED',
    expire: 'EXPIRED',
    lose: 'UNKNOWN',
  },
  PARTIAL: {
    ...FINAL,
    fillPart: 'PARTIAL',
    fillRest: 'FILLED',
    cancel: 'CANCELLED',
    reject: 'REJECTED',
    expire: 'EXPIRED',
    lose: 'UNKNOWN',
  },
  UNKNOWN: {
    ...FINAL,
    acknowledge: 'ACKNOWLEDGED',
    fillPart: 'PARTIAL',
    fillRest: 'FILLED',
    cancel: 'CANCELLED',
    reject: 'REJECTED',
    expire: 'EXPIRED',
  },
  FILLED: FINAL,
  CANCELLED: FINAL,
  REJECTED: FINAL,
  EXPIRED: FINAL,
};

/** The next state, or null when the step is forbidden. */
export const getNextOrderState = (state: OrderState, step: OrderStep): OrderState | null =>
  ORDER_TRANSITIONS[state][step];

export const isWorking = (state: OrderState): boolean => ORDER_TRANSITIONS[state] !== FINAL;

export const SIDES = ['BUY', 'SELL'] as const;
export type Side = (typeof SIDES)[number];
export const ORDER_TYPES = ['MARKET', 'LIMIT', 'STOP'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
/** ENTRY opens or adds. EXIT (by decision or manual), STOP and TARGET only reduce. */
export const ORDER_PURPOSES = ['ENTRY', 'EXIT', 'STOP', 'TARGET'] as const;
export type OrderPurpose = (typeof ORDER_PURPOSES)[number];

/** An execution as booked; its venue may correct it later. */
export interface BookedFill {
  readonly executionId: string;
  readonly positionId: string;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  readonly feeMills: Mills;
}

/** A stop that is sent along with its entry. Its order is stored with the first fill of the entry. */
export interface AttachedStop {
  /** Number at the broker, above that of the entry. */
  readonly number: number;
  readonly priceTicks: Ticks;
}

/** Facts of an order to a remote broker. */
export interface RemoteOrder {
  readonly broker: string;
  /** Number at the broker, unique in the account and ascending. */
  readonly number: number;
  /** True when its position was open when it was placed. */
  readonly isAddition: boolean;
  readonly fills: readonly BookedFill[];
  /** Of an entry whose stop is sent along with it. */
  readonly attachedStop?: AttachedStop;
  /** Of a stop that was sent along with an entry: the id of that entry. */
  readonly sentWith?: string;
  /**
   * Orders of one group cancel each other at the broker: when one fills or is cancelled, the others are
   * cancelled. A stop has a group of its own, which the target of the same lots joins.
   */
  readonly orderGroup?: string;
}

/** A cancellation sent to a remote broker, which has not confirmed it. */
export interface CancelRequest {
  readonly reason: string;
  readonly atMs: EpochMs;
}

export interface Order {
  readonly id: string;
  readonly bookId: string;
  readonly commodity: CommodityKey;
  readonly instrumentId: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly purpose: OrderPurpose;
  readonly lots: Lots;
  readonly filledLots: Lots;
  /** The limit of a LIMIT order, the trigger of a STOP order, null for MARKET. */
  readonly priceTicks: Ticks | null;
  /** The position that the order opens, increases or reduces. */
  readonly positionId: string;
  /** Shared by legs that are checked, opened and closed together. */
  readonly groupId: string | null;
  /** Set on both orders of a roll: the position in the old month. */
  readonly rollOf?: string;
  /** Set on the entry of a roll: start of the original holding. */
  readonly heldSinceMs?: EpochMs;
  readonly playbookId: string | null;
  /** The approved proposal that it is placed for; absent where none was needed. */
  readonly proposalId?: string;
  /** Distances of protective orders from the entry fill; null for none. */
  readonly stopDistanceTicks: Ticks | null;
  readonly targetDistanceTicks: Ticks | null;
  /** Cash reserved until the order is filled or canceled; zero for reducing orders. */
  readonly reservedMills: Mills;
  readonly state: OrderState;
  /** Booked executions; a repeated report is ignored. */
  readonly executionIds: readonly string[];
  readonly placedMs: EpochMs;
  /** Absent at local brokers. */
  readonly remote?: RemoteOrder;
  /**
   * True for a trade in the account that was not ordered here: by phone, or by the broker. It is stored
   * as an order when it is found at the broker, filled.
   */
  readonly isExternal?: true;
  /** Set while a remote broker is to cancel the order; a restart keeps it. */
  readonly cancelRequest?: CancelRequest;
}

/** Id of the stop that is sent along with an entry. */
export const buildAttachedStopId = (entryId: string): string => `${entryId}.stop`;
export const isReduceOnly = (order: Pick<Order, 'purpose'>): boolean => order.purpose !== 'ENTRY';
export const getOppositeSide = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY');
