/**
 * A position and the effect of fills: open, increase, reduce, close.
 *
 * Example: 30 lots of natural gas (10 MMBtu each, tick 0.001) bought at 2.800 cost 840,000 mills.
 * Selling 10 lots at 2.850 releases a third of the cost, 280,000, and returns 285,000: 5,000 mills
 * realized; 20 lots at a cost of 560,000 remain.
 */
import type { CommodityKey } from './commodity';
import { type Instrument, computeValueMills } from './instrument';
import type { Side } from './order';
import { assert } from './outcome';
import {
  type EpochMs,
  type Lots,
  type Mills,
  NO_MILLS,
  type Ticks,
  addLots,
  addMills,
  prorateMills,
  subtractLots,
  subtractMills,
  toMills,
} from './units';

export type Direction = 'LONG' | 'SHORT';
/** 1 long or BUY, -1 short or SELL, 0 flat or HOLD. */
export type SideSign = 1 | -1 | 0;
export type PositionStatus = 'ACTIVE' | 'CLOSED';

export interface Position {
  readonly id: string;
  readonly bookId: string;
  readonly epoch: number;
  readonly commodity: CommodityKey;
  readonly instrumentId: string;
  readonly groupId: string | null;
  readonly playbookId: string | null;
  readonly direction: Direction;
  readonly status: PositionStatus;
  /** Open lots; zero once closed. */
  readonly lots: Lots;
  /** Total lots entered. */
  readonly lotsEntered: Lots;
  /** Entry value of the open lots; negative at prices below zero. */
  readonly costMills: Mills;
  /** Entry value of all lots entered and exit value of all lots closed, for average prices. */
  readonly entryValueMills: Mills;
  readonly exitValueMills: Mills;
  readonly realisedMills: Mills;
  readonly feesMills: Mills;
  /** Cash reserved for the open lots. */
  readonly reservedMills: Mills;
  readonly openedMs: EpochMs;
  /** Start of the holding in the first of its rolled months; absent if never rolled. */
  readonly heldSinceMs?: EpochMs;
  /** True when the entry had a stop: without a working stop order the position is unprotected. */
  readonly hasStop?: true;
  readonly closedMs: EpochMs | null;
}

export interface Fill {
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  readonly feeMills: Mills;
  readonly atMs: EpochMs;
}

/**
 * Group id, shared by legs of a spread and by the months of a rolled position: the id of the first.
 */
export const getGroupId = ({ id, groupId }: Pick<Position, 'id' | 'groupId'>): string =>
  groupId ?? id;

/** Groups items by position group, in order of first appearance. */
export function splitByGroup<Item>(
  items: readonly Item[],
  getPosition: (item: Item) => Pick<Position, 'id' | 'groupId'>,
): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const groupId = getGroupId(getPosition(item));
    const group = groups.get(groupId);
    if (group) group.push(item);
    else groups.set(groupId, [item]);
  }
  return [...groups.values()];
}

/** Start of the holding, rolled months included. */
export const getHeldSince = ({
  heldSinceMs,
  openedMs,
}: Pick<Position, 'heldSinceMs' | 'openedMs'>): EpochMs => heldSinceMs ?? openedMs;

export const getEntrySide = (direction: Direction): Side => (direction === 'LONG' ? 'BUY' : 'SELL');
export const getExitSide = (direction: Direction): Side => (direction === 'LONG' ? 'SELL' : 'BUY');
export const getDirection = (entry: Side): Direction => (entry === 'BUY' ? 'LONG' : 'SHORT');

/** P&L in mills of a value against a cost. The only P&L formula of the project. */
export const computeProfitMills = (
  direction: Direction,
  costMills: Mills,
  valueMillsNow: Mills,
): Mills =>
  direction === 'LONG'
    ? subtractMills(valueMillsNow, costMills)
    : subtractMills(costMills, valueMillsNow);

/** Unrealized P&L of the open lots at a mark price. */
export const computeUnrealizedProfit = (
  instrument: Instrument,
  position: Position,
  markTicks: Ticks,
): Mills =>
  computeProfitMills(
    position.direction,
    position.costMills,
    computeValueMills(instrument, markTicks, position.lots),
  );

/** P&L in percent of |cost|; null at cost 0. */
export const computeProfitPercent = (profit: Mills, costMills: Mills): number | null =>
  costMills === 0 ? null : (profit / Math.abs(costMills)) * 100;

/** A position before its first fill. */
export function createPosition(
  identity: Pick<
    Position,
    | 'id'
    | 'bookId'
    | 'epoch'
    | 'commodity'
    | 'instrumentId'
    | 'groupId'
    | 'playbookId'
    | 'direction'
    | 'heldSinceMs'
    | 'hasStop'
  >,
  openedMs: EpochMs,
): Position {
  return {
    ...identity,
    status: 'ACTIVE',
    lots: 0 as Lots,
    lotsEntered: 0 as Lots,
    costMills: NO_MILLS,
    entryValueMills: NO_MILLS,
    exitValueMills: NO_MILLS,
    realisedMills: NO_MILLS,
    feesMills: NO_MILLS,
    reservedMills: NO_MILLS,
    openedMs,
    closedMs: null,
  };
}

/** The position after an entry fill. `reserveMills` is the cash reserved for the added lots. */
export function increasePosition(
  instrument: Instrument,
  position: Position,
  fill: Fill,
  reserveMills: Mills,
): Position {
  assert(
    fill.lots > 0 && position.status === 'ACTIVE',
    'only an active position is increased, by at least one lot',
  );
  const value = computeValueMills(instrument, fill.priceTicks, fill.lots);
  return {
    ...position,
    lots: addLots(position.lots, fill.lots),
    lotsEntered: addLots(position.lotsEntered, fill.lots),
    costMills: addMills(position.costMills, value),
    entryValueMills: addMills(position.entryValueMills, value),
    feesMills: addMills(position.feesMills, fill.feeMills),
    reservedMills: addMills(position.reservedMills, reserveMills),
  };
}

interface Reduction {
  readonly position: Position;
  readonly profitMills: Mills;
  readonly releasedMills: Mills;
}

/**
 * The position after an exit fill. The last lots take the whole remaining cost and reserve, so no
 * rounding error is left.
 */
export function reducePosition(instrument: Instrument, position: Position, fill: Fill): Reduction {
  assert(
    fill.lots > 0 && fill.lots <= position.lots,
    'a reduction takes between one lot and all of them',
  );
  const cost = prorateMills(position.costMills, fill.lots, position.lots);
  const released = prorateMills(position.reservedMills, fill.lots, position.lots);
  const value = computeValueMills(instrument, fill.priceTicks, fill.lots);
  const profit = computeProfitMills(position.direction, cost, value);
  const lots = subtractLots(position.lots, fill.lots);
  const reduced: Position = {
    ...position,
    lots,
    status: lots === 0 ? 'CLOSED' : 'ACTIVE',
    closedMs: lots === 0 ? fill.atMs : null,
    costMills: subtractMills(position.costMills, cost),
    exitValueMills: addMills(position.exitValueMills, value),
    realisedMills: addMills(position.realisedMills, profit),
    feesMills: addMills(position.feesMills, fill.feeMills),
    reservedMills: subtractMills(position.reservedMills, released),
  };
  return { position: reduced, profitMills: profit, releasedMills: toMills(released) };
}
