/**
 * What the parts of a backtest share: the playbook, its book, the gate and the chains, and how an
 * entry is sized.
 */
import { valueMills } from '../domain/instrument';
import { type Lots, type Ticks, toTicks } from '../domain/units';
import { collateralMills } from '../risk/exposure';
import { stopDistance, targetDistance, trailedStop } from '../risk/protection';
import { ALONE_QUALITY, positionLots } from '../risk/sizing';
import type { PlaybookRow } from '../strategies/playbook';
import type { Account } from './account';
import type { Chain } from './chain';
import type { Gate } from './gate';
import type { Entry, Holding, Month, Sign } from './month';
import type { BacktestOptions } from './options';

export interface TradersDesk {
  readonly row: PlaybookRow;
  readonly options: BacktestOptions;
  readonly account: Account;
  readonly gate: Gate;
  readonly chains: ReadonlyMap<string, Chain>;
}

/** The spread that a quote shows, in ticks: never none. */
const shownSpread = (month: Month): number => 2 * Math.max(1, month.friction.halfSpreadTicks);

interface Wish {
  readonly lots: Lots;
  readonly stopTicks: Ticks | null;
  readonly targetTicks: Ticks | null;
}

/**
 * Lots and protection of an entry in a month by its rule's strength and range; zero lots where the
 * smallest position would not fit.
 */
export function getTarget(desk: TradersDesk, month: Month): Wish {
  const { row } = desk;
  const stopTicks = stopTicksFor(row, month);
  return {
    lots: lotsFor(desk, month, month.state?.strength ?? 0, stopTicks),
    stopTicks,
    targetTicks: targetDistance(stopTicks, row.targetRatio),
  };
}

/** Distance of a stop from a fill at the last price of a month; null for none. */
function stopTicksFor({ stopRanges }: Pick<PlaybookRow, 'stopRanges'>, month: Month): Ticks | null {
  const range = month.state?.range ?? NaN;
  return stopDistance(
    month.instrument,
    shownSpread(month),
    Number.isNaN(range) ? null : range,
    stopRanges,
  );
}

/** After a bar: the stop of what is held and stays is moved after what it has gained. */
export function trailStop({ row, account }: TradersDesk, held: Holding): void {
  const { month, stop, sign, lots } = held;
  const distanceTicks = stop === null ? null : stopTicksFor(row, month);
  if (stop === null || stop.priceTicks === null || distanceTicks === null) return;
  const priceTicks = trailedStop({
    isLong: sign === 1,
    gainMills: account.unrealised(held, month.lastTicks),
    distanceMills: valueMills(month.instrument, distanceTicks, lots),
    distanceTicks,
    lastTicks: month.lastTicks,
    stopTicks: stop.priceTicks,
  });
  if (priceTicks !== null) held.stop = { ...stop, priceTicks };
}

/**
 * Lots of an entry at the last price of a month, by how strongly its rule wants it and how far its
 * stop lies; null for no stop.
 */
export function lotsFor(
  { options, account }: TradersDesk,
  month: Month,
  strength: number,
  stopTicks: Ticks | null,
): Lots {
  if (options.fixedLots !== null) return options.fixedLots;
  return positionLots({
    instrument: month.instrument,
    positionSize: options.positionSize,
    riskLevel: options.riskLevel,
    equityMills: account.equity(),
    priceTicks: toTicks(month.lastTicks),
    scaleTicks: month.scaleTicks,
    quality: ALONE_QUALITY * strength,
    volatility: month.volatility(),
    stopDistanceTicks: stopTicks,
  });
}

/** Whether a position has been held for as many bars as its playbook allows at most. */
export const isTimeUp = (
  { barsHeldMax }: Pick<PlaybookRow, 'barsHeldMax'>,
  { month, barsBefore, barsCarried }: Holding,
): boolean => barsHeldMax !== null && month.seen - barsBefore + barsCarried >= barsHeldMax;

/** An entry at the last price; `rolls` is the position that it carries on. */
export const entryIn = (
  month: Month,
  sign: Sign,
  { lots, stopTicks, targetTicks }: Wish,
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
  reservedMills: collateralMills(
    month.instrument,
    toTicks(month.lastTicks),
    lots,
    month.scaleTicks,
  ),
});
