/** Exposure, equity and loss limits of a book, in mills. */
import type { Book } from '../domain/book';
import { COMMODITIES, type CommodityKey } from '../domain/commodity';
import { type Instrument, computeValueMills } from '../domain/instrument';
import { computeAccountBalance } from '../domain/ledger';
import type { Position } from '../domain/position';
import { computeUnrealizedProfit } from '../domain/position';
import { listValues } from '../domain/record-values';
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

/** Last price in ticks; null before the first quote. */
type GetMark = (instrumentId: string) => Ticks | null;
type GetInstrument = (instrumentId: string) => Instrument;

/**
 * Price used for sizing. For prices that may be negative: the largest of abs(price), recent mean
 * abs(price), and the contract's floor.
 */
export const computeSizingTicks = (
  instrument: Instrument,
  priceTicks: Ticks,
  scaleTicks: number,
): Ticks =>
  toTicks(
    instrument.priceMayBeNegative
      ? Math.max(Math.abs(priceTicks), Math.round(scaleTicks), instrument.scaleFloorTicks)
      : Math.abs(priceTicks),
  );

/** Collateral of so many lots at a price: full notional, no leverage. */
export const computeCollateralMills = (
  instrument: Instrument,
  priceTicks: Ticks,
  lots: Lots,
  scaleTicks: number,
): Mills =>
  absMills(
    computeValueMills(instrument, computeSizingTicks(instrument, priceTicks, scaleTicks), lots),
  );

/** Collateral of positions and working orders in commodities that pass the filter. */
export function computeReservedMills(
  { positions, orders }: Pick<Book, 'positions' | 'orders'>,
  includes: (commodity: CommodityKey) => boolean,
): Mills {
  let reserved = 0;
  for (const { commodity, reservedMills } of listValues(positions))
    if (includes(commodity)) reserved += reservedMills;
  for (const { commodity, reservedMills } of listValues(orders))
    if (includes(commodity)) reserved += reservedMills;
  return toMills(reserved);
}

export const isSameGroup = (a: CommodityKey) => (b: CommodityKey) =>
  COMMODITIES[a].group === COMMODITIES[b].group;

/** Unrealized profit at the last price; zero before the first quote. */
function computePositionUnrealizedMills(
  position: Position,
  getInstrument: GetInstrument,
  getMark: GetMark,
): Mills {
  const mark = getMark(position.instrumentId);
  return mark === null
    ? (0 as Mills)
    : computeUnrealizedProfit(getInstrument(position.instrumentId), position, mark);
}

export const computeBookUnrealizedMills = (
  book: Book,
  getInstrument: GetInstrument,
  getMark: GetMark,
): Mills =>
  addMills(
    ...Object.values(book.positions).map((position) =>
      computePositionUnrealizedMills(position, getInstrument, getMark),
    ),
  );

/** Equity: balance plus unrealized profit at the last prices. */
export const computeBookEquityMills = (
  book: Book,
  getInstrument: GetInstrument,
  getMark: GetMark,
): Mills =>
  addMills(
    computeAccountBalance(book.balances),
    computeBookUnrealizedMills(book, getInstrument, getMark),
  );

/** Drawdown limit from peak equity; beyond it all positions are closed and entries stop. */
export const computeDrawdownAllowanceMills = (
  peakMills: Mills,
  { riskLevel }: Pick<Settings, 'riskLevel'>,
): Mills =>
  toMills(
    Math.max(0, computeBasisPoints(peakMills, RISK_LIMITS[riskLevel].drawdownRatioMax * 10_000)),
  );

/**
 * Fraction of the normal drawdown limit that applies for the rest of the day after re-arming on the
 * day of the trip.
 */
const REARMED_FRACTION = 0.5;

/** Drawdown limit of a book re-armed on the trading day of its trip. */
export const computeRearmedAllowanceMills = (
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

/** Current drawdown limit: normal, or reduced on the day of a re-arming. */
export function computeDrawdownLimitMills(
  { peakMills, day, reducedAllowance }: Book,
  settings: Pick<Settings, 'riskLevel'>,
): Mills {
  const normalMills = computeDrawdownAllowanceMills(peakMills, settings);
  return reducedAllowance?.day === day
    ? toMills(Math.min(normalMills, reducedAllowance.allowedMills))
    : normalMills;
}

/** Daily loss limit: a fraction of the equity at the start of the day, at least zero. */
export const computeDailyLossLimitMills = (
  book: Book,
  { riskLevel }: Pick<Settings, 'riskLevel'>,
): Mills =>
  toMills(
    Math.max(
      0,
      computeBasisPoints(book.dayStartMills, RISK_LIMITS[riskLevel].dayLossRatioMax * 10_000),
    ),
  );
