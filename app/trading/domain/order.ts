/** An order and its life. */
import type { CommodityKey } from './commodity';
import type { EpochMs, Lots, Mills, Ticks } from './units';

/**
 * INTENT is on disk and not sent; UNKNOWN is sent and unanswered: only the broker's own word leads
 * out of it.
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

type Row = Readonly<Record<OrderStep, OrderState | null>>;
const FINAL: Row = {
  send: null,
  acknowledge: null,
  fillPart: null,
  fillRest: null,
  cancel: null,
  reject: null,
  expire: null,
  lose: null,
};

/** From state and step to the next state; null marks a step that may not happen there. */
export const ORDER_TRANSITIONS: Readonly<Record<OrderState, Row>> = {
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
    expire: 'EXPIRED',
    lose: 'UNKNOWN',
  },
  PARTIAL: {
    ...FINAL,
    fillPart: 'PARTIAL',
    fillRest: 'FILLED',
    cancel: 'CANCELLED',
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

/** The state after a step, or null when the table forbids it. */
export const nextOrderState = (state: OrderState, step: OrderStep): OrderState | null =>
  ORDER_TRANSITIONS[state][step];

export const isWorking = (state: OrderState): boolean => ORDER_TRANSITIONS[state] !== FINAL;

export const SIDES = ['BUY', 'SELL'] as const;
export type Side = (typeof SIDES)[number];
export const ORDER_TYPES = ['MARKET', 'LIMIT', 'STOP'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
/**
 * ENTRY opens or adds; the others only reduce: EXIT by decision or by hand, STOP and TARGET protect
 * a position.
 */
export const ORDER_PURPOSES = ['ENTRY', 'EXIT', 'STOP', 'TARGET'] as const;
export type OrderPurpose = (typeof ORDER_PURPOSES)[number];

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
  /** The position it opens, adds to or reduces. */
  readonly positionId: string;
  /** Legs that pass the gate, open and close together share it. */
  readonly groupId: string | null;
  /**
   * On the two orders of a roll: the position that leaves its month and is taken into the next.
   * Absent on all others.
   */
  readonly rollOf?: string;
  /** On the entry of a roll: since when what it carries on has been held. */
  readonly heldSinceMs?: EpochMs;
  readonly playbookId: string | null;
  /** Distances from the entry fill at which protective orders are placed; null for none. */
  readonly stopDistanceTicks: Ticks | null;
  readonly targetDistanceTicks: Ticks | null;
  /**
   * What the book holds back for it until it is filled or gone; zero for orders that only reduce.
   */
  readonly reservedMills: Mills;
  readonly state: OrderState;
  /** Executions already booked: one that is reported twice is booked once. */
  readonly executionIds: readonly string[];
  readonly placedMs: EpochMs;
}

export const isReduceOnly = (order: Pick<Order, 'purpose'>): boolean => order.purpose !== 'ENTRY';
export const oppositeSide = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY');
