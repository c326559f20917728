/**
 * A position and what fills do to it: open, increase, reduce, close.
 *
 * Example: 30 lots of natural gas (10 MMBtu each, tick 0.001) bought at 2.800 cost 840,000 mills.
 * Selling 10 of them at
 * 2.850 releases a third of the cost, 280,000, and brings 285,000: 5,000 mills realized; 20 lots at
 * 560,000 remain.
 */
import type { CommodityKey } from './commodity';
import { type Instrument, valueMills } from './instrument';
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
  shareMills,
  subtractLots,
  subtractMills,
  toMills,
} from './units';

export type Direction = 'LONG' | 'SHORT';
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
  /** Lots still held; zero once closed. */
  readonly lots: Lots;
  /** All lots ever bought into it (sold, for a short one). */
  readonly lotsEntered: Lots;
  /** Value at entry of the lots still held; negative for prices below zero. */
  readonly costMills: Mills;
  /**
   * Value at entry of all lots entered, and at exit of all lots left: averages for display come
   * from these two.
   */
  readonly entryValueMills: Mills;
  readonly exitValueMills: Mills;
  readonly realisedMills: Mills;
  readonly feesMills: Mills;
  /** What the book holds back for the lots still held. */
  readonly reservedMills: Mills;
  readonly openedMs: EpochMs;
  /**
   * When the first of the months was opened through which it was rolled; absent where it was never
   * rolled.
   */
  readonly heldSinceMs?: EpochMs;
  /**
   * True where its entry named a stop: without a working one it is unprotected. Absent elsewhere.
   */
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
 * Legs that open and close together share it, and so do the months through which a position is
 * rolled: the id of the first.
 */
export const groupName = ({ id, groupId }: Pick<Position, 'id' | 'groupId'>): string =>
  groupId ?? id;

/**
 * Splits what belongs to positions by their groups, in the order of first legs: what leaves
 * together stays together.
 */
export function splitByGroup<Item>(
  items: readonly Item[],
  positionOf: (item: Item) => Pick<Position, 'id' | 'groupId'>,
): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = groupName(positionOf(item));
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return [...groups.values()];
}

/** Since when it is held, earlier months included. */
export const heldSince = ({
  heldSinceMs,
  openedMs,
}: Pick<Position, 'heldSinceMs' | 'openedMs'>): EpochMs => heldSinceMs ?? openedMs;

export const entrySide = (direction: Direction): Side => (direction === 'LONG' ? 'BUY' : 'SELL');
export const exitSide = (direction: Direction): Side => (direction === 'LONG' ? 'SELL' : 'BUY');
export const getDirection = (entry: Side): Direction => (entry === 'BUY' ? 'LONG' : 'SHORT');

/** Profit of a value against a cost in the direction held: the one P&L of the house, in mills. */
export const profitMills = (direction: Direction, costMills: Mills, valueMillsNow: Mills): Mills =>
  direction === 'LONG'
    ? subtractMills(valueMillsNow, costMills)
    : subtractMills(costMills, valueMillsNow);

/** Profit not yet realized when the lots still held are marked at a price. */
export const unrealisedMills = (
  instrument: Instrument,
  position: Position,
  markTicks: Ticks,
): Mills =>
  profitMills(
    position.direction,
    position.costMills,
    valueMills(instrument, markTicks, position.lots),
  );

/**
 * Profit in percent of the absolute cost, with the sign of the profit; null at cost 0, shown as
 * N/A.
 */
export const profitPercent = (profit: Mills, costMills: Mills): number | null =>
  costMills === 0 ? null : (profit / Math.abs(costMills)) * 100;

/** A position before its first fill. */
export function emptyPosition(
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

/**
 * The position after a fill on its own side. `reserveMills` is what the book holds back for the
 * added lots.
 */
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
  const value = valueMills(instrument, fill.priceTicks, fill.lots);
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
 * The position after a fill against it; the last lots take all that is left of cost and reserve, so
 * nothing is lost to rounding.
 */
export function reducePosition(instrument: Instrument, position: Position, fill: Fill): Reduction {
  assert(
    fill.lots > 0 && fill.lots <= position.lots,
    'a reduction takes between one lot and all of them',
  );
  const cost = shareMills(position.costMills, fill.lots, position.lots);
  const released = shareMills(position.reservedMills, fill.lots, position.lots);
  const value = valueMills(instrument, fill.priceTicks, fill.lots);
  const profit = profitMills(position.direction, cost, value);
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
