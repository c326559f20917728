/** What a book holds and may lose, in mills. */
import type { Book } from '../domain/book';
import { COMMODITIES, type CommodityKey } from '../domain/commodity';
import { type Instrument, valueMills } from '../domain/instrument';
import { accountBalanceMills } from '../domain/ledger';
import type { Position } from '../domain/position';
import { unrealisedMills } from '../domain/position';
import type { Settings } from '../domain/settings';
import {
  type Lots,
  type Mills,
  type Ticks,
  absMills,
  addMills,
  computeBasisPoints,
  toMills,
  toTicks,
} from '../domain/units';
import { RISK_LIMITS } from './limits';

/** The last price of an instrument in ticks, or null when it has never been quoted. */
type MarkOf = (instrumentId: string) => Ticks | null;
type InstrumentOf = (instrumentId: string) => Instrument;

/**
 * The size of a price that may pass through zero: its own, the recent mean of |price|, or the
 * contract's floor, whichever is most.
 */
export const sizingTicks = (instrument: Instrument, priceTicks: Ticks, scaleTicks: number): Ticks =>
  toTicks(
    instrument.priceMayBeNegative
      ? Math.max(Math.abs(priceTicks), Math.round(scaleTicks), instrument.scaleFloorTicks)
      : Math.abs(priceTicks),
  );

/** Money held back for so many lots at a price: full collateral, no leverage. */
export const collateralMills = (
  instrument: Instrument,
  priceTicks: Ticks,
  lots: Lots,
  scaleTicks: number,
): Mills => absMills(valueMills(instrument, sizingTicks(instrument, priceTicks, scaleTicks), lots));

/** Collateral of positions and of orders that may still open, for those that pass the filter. */
export function heldBackMills(
  { positions, orders }: Pick<Book, 'positions' | 'orders'>,
  belongs: (commodity: CommodityKey) => boolean,
): Mills {
  let held = 0;
  for (const { commodity, reservedMills } of Object.values(positions))
    if (belongs(commodity)) held += reservedMills;
  for (const { commodity, reservedMills } of Object.values(orders))
    if (belongs(commodity)) held += reservedMills;
  return toMills(held);
}

export const sameGroup = (a: CommodityKey) => (b: CommodityKey) =>
  COMMODITIES[a].group === COMMODITIES[b].group;

/**
 * Unrealized profit of one position at the last price; at its own cost where there is no price yet.
 */
function positionUnrealisedMills(
  position: Position,
  instrumentOf: InstrumentOf,
  markOf: MarkOf,
): Mills {
  const mark = markOf(position.instrumentId);
  return mark === null
    ? (0 as Mills)
    : unrealisedMills(instrumentOf(position.instrumentId), position, mark);
}

export const bookUnrealisedMills = (
  book: Book,
  instrumentOf: InstrumentOf,
  markOf: MarkOf,
): Mills =>
  addMills(
    ...Object.values(book.positions).map((position) =>
      positionUnrealisedMills(position, instrumentOf, markOf),
    ),
  );

/**
 * Equity: what closed trades and fees left, plus what open positions would bring at the last
 * prices.
 */
export const bookEquityMills = (book: Book, instrumentOf: InstrumentOf, markOf: MarkOf): Mills =>
  addMills(accountBalanceMills(book.balances), bookUnrealisedMills(book, instrumentOf, markOf));

/** How far a book may fall from its highest equity before it is stopped and closed. */
export const drawdownAllowedMills = (
  peakMills: Mills,
  { riskLevel }: Pick<Settings, 'riskLevel'>,
): Mills =>
  toMills(
    Math.max(0, computeBasisPoints(peakMills, RISK_LIMITS[riskLevel].drawdownRatioMax * 10_000)),
  );

/**
 * Part of the normal allowance that a re-arming on the day of the trip leaves for the rest of that
 * day.
 */
const REARMED_FRACTION = 0.5;

/**
 * The drawdown allowance of a book that is re-armed at an equity on the trading day of its trip.
 */
export const rearmedAllowanceMills = (
  equityMills: Mills,
  { riskLevel }: Pick<Settings, 'riskLevel'>,
): Mills =>
  toMills(
    Math.max(
      0,
      computeBasisPoints(
        equityMills,
        RISK_LIMITS[riskLevel].drawdownRatioMax * REARMED_FRACTION * 10_000,
      ),
    ),
  );

/**
 * How far a book may fall from its peak now: the normal allowance, or less on the day on which it
 * was re-armed.
 */
export function drawdownLimitMills(
  { peakMills, day, reducedAllowance }: Book,
  settings: Pick<Settings, 'riskLevel'>,
): Mills {
  const normalMills = drawdownAllowedMills(peakMills, settings);
  return reducedAllowance?.day === day
    ? toMills(Math.min(normalMills, reducedAllowance.allowedMills))
    : normalMills;
}

/**
 * What a book may lose in a day before entries end: a share of the equity that the day began with,
 * never below zero.
 */
export const dayLossAllowedMills = (
  book: Book,
  { riskLevel }: Pick<Settings, 'riskLevel'>,
): Mills =>
  toMills(
    Math.max(
      0,
      computeBasisPoints(book.dayStartMills, RISK_LIMITS[riskLevel].dayLossRatioMax * 10_000),
    ),
  );
