/** Shared state of a backtest, and the size of its entries. */
import { computeValueMills } from '../domain/instrument';
import { type Lots, type Ticks, toTicks } from '../domain/units';
import { computeCollateralMills } from '../risk/exposure';
import {
  computeStopDistance,
  computeTargetDistance,
  computeTrailingStop,
} from '../risk/protection';
import { computeOwnQuality, computePositionLots } from '../risk/sizing';
import type { PlaybookRow } from '../strategies/playbook';
import type { Account } from './account';
import type { Chain } from './chain';
import type { EntryGate } from './entry-gate';
import type { Entry, Holding, Month, Sign } from './month';
import type { BacktestOptions } from './options';

export interface BacktestContext {
  readonly row: PlaybookRow;
  readonly options: BacktestOptions;
  readonly account: Account;
  readonly gate: EntryGate;
  readonly chains: ReadonlyMap<string, Chain>;
}

/** Quoted spread in ticks, at least 1. */
const computeSpread = (month: Month): number => Math.max(1, 2 * month.friction.halfSpreadTicks);

interface EntryTarget {
  readonly lots: Lots;
  readonly stopTicks: Ticks | null;
  readonly targetTicks: Ticks | null;
}

/**
 * Lots, stop and target of an entry from the rule's strength and ATR; zero lots if the minimum size
 * does not fit.
 */
export function getTarget(context: BacktestContext, month: Month): EntryTarget {
  const { row } = context;
  const stopTicks = computeStopTicks(row, month, month.barCount);
  return {
    lots: computeLots(context, month, month.strength, stopTicks),
    stopTicks,
    targetTicks: computeTargetDistance(stopTicks, row.targetRatio),
  };
}

/** Stop distance after so many bars; null without a stop. */
function computeStopTicks(
  { stopRanges }: Pick<PlaybookRow, 'stopRanges'>,
  month: Month,
  bars: number,
): Ticks | null {
  const atr = month.signals?.range[bars] ?? NaN;
  return computeStopDistance(
    month.instrument,
    computeSpread(month),
    Number.isNaN(atr) ? null : atr,
    stopRanges,
  );
}

/** Moves the trailing stop after a bar. */
export function trailStop(context: BacktestContext, holding: Holding): void {
  const priceTicks = findTrailedStop(context, holding, holding.month.barCount - 1);
  if (holding.stop !== null && priceTicks !== null) holding.stop = { ...holding.stop, priceTicks };
}

/** Price to which the trailing stop moves after a bar; null if it stays. */
export function findTrailedStop(
  { row, account }: BacktestContext,
  holding: Holding,
  bar: number,
): Ticks | null {
  const { month, stop, sign, lots } = holding;
  const distanceTicks = stop === null ? null : computeStopTicks(row, month, bar + 1);
  if (stop === null || stop.priceTicks === null || distanceTicks === null) return null;
  const lastTicks = month.bars.close[bar] ?? NaN;
  // Skips the values for most bars, whose close is too near the stop to move it.
  if (sign * (lastTicks - stop.priceTicks) <= distanceTicks) return null;
  return computeTrailingStop({
    isLong: sign === 1,
    gainMills: account.computeUnrealized(holding, lastTicks),
    distanceMills: computeValueMills(month.instrument, distanceTicks, lots),
    distanceTicks,
    lastTicks,
    stopTicks: stop.priceTicks,
  });
}

/**
 * Lots of an entry at the last price from signal strength and stop distance (null without a stop).
 */
export function computeLots(
  { row, options, account }: BacktestContext,
  month: Month,
  strength: number,
  stopTicks: Ticks | null,
): Lots {
  if (options.fixedLots !== null) return options.fixedLots;
  return computePositionLots({
    instrument: month.instrument,
    positionSize: options.positionSize,
    riskLevel: options.riskLevel,
    equityMills: account.computeEquity(),
    priceTicks: toTicks(month.lastTicks),
    scaleTicks: month.scaleTicks,
    quality: computeOwnQuality(strength, row.family === 'AI'),
    volatility: month.computeVolatility(),
    stopDistanceTicks: stopTicks,
  });
}

/** True once a position has been held for the playbook's maximum number of bars. */
export const isTimeUp = (
  { barsHeldMax }: Pick<PlaybookRow, 'barsHeldMax'>,
  { month, barsBefore, barsCarried }: Holding,
): boolean => barsHeldMax !== null && month.barCount - barsBefore + barsCarried >= barsHeldMax;

/** Builds an entry at the last price; `rolls` is the position that it continues. */
export const buildEntry = (
  month: Month,
  sign: Sign,
  { lots, stopTicks, targetTicks }: EntryTarget,
  group: number,
  rolls: Holding | null,
): Entry => ({
  month,
  sign,
  lots,
  group,
  stopTicks,
  targetTicks,
  rolls,
  reservedMills: computeCollateralMills(
    month.instrument,
    toTicks(month.lastTicks),
    lots,
    month.scaleTicks,
  ),
});
