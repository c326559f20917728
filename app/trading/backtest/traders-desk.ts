/**
 * What the parts of a backtest share: the playbook, its book, the gate and the chains, and how an entry is sized.
 * It knows one playbook and its markets; it refuses to size in another way than the desk does.
 */
import { type Lots, type Ticks, toTicks } from '../domain/units';
import { collateralMills } from '../risk/exposure';
import { stopDistance, targetDistance } from '../risk/protection';
import { positionLots } from '../risk/sizing';
import type { PlaybookRow } from '../strategies/playbook';
import type { Account } from './account';
import type { Chain } from './chain';
import type { Gate } from './gate';
import type { Entry, Holding, Sign } from './holding';
import type { Month } from './month';
import type { BacktestOptions } from './options';

export interface TradersDesk {
  readonly row: PlaybookRow;
  readonly options: BacktestOptions;
  readonly account: Account;
  readonly gate: Gate;
  readonly chains: ReadonlyMap<string, Chain>;
}

/** The share of its band that a playbook may fill by itself, without a network that agrees. */
const ALONE_QUALITY = 0.5;

/** The spread that a quote shows, in ticks: never none. */
const shownSpread = (month: Month): number => 2 * Math.max(1, month.friction.halfSpreadTicks);

export interface Wish {
  readonly lots: Lots;
  readonly stopTicks: Ticks | null;
  readonly targetTicks: Ticks | null;
}

/** Lots and protection of an entry in a month by its rule's strength and range; zero lots where the smallest position would not fit. */
export function wishFor({ row, options, account }: TradersDesk, month: Month): Wish {
  const range = month.state?.range ?? NaN;
  const stopTicks = stopDistance(month.instrument, shownSpread(month), Number.isNaN(range) ? null : range, row.stopRanges);
  const targetTicks = targetDistance(stopTicks, row.targetRatio);
  if (options.fixedLots !== null) return { lots: options.fixedLots, stopTicks, targetTicks };
  const lots = positionLots({
    instrument: month.instrument, positionSize: options.positionSize, riskLevel: options.riskLevel, equityMills: account.equity(), priceTicks: toTicks(month.lastTicks),
    scaleTicks: month.scaleTicks, quality: ALONE_QUALITY * (month.state?.strength ?? 0), volatility: month.volatility(), stopDistanceTicks: stopTicks,
  });
  return { lots, stopTicks, targetTicks };
}

/** An entry at the last price; `rolls` is the position that it carries on. */
export const entryIn = (month: Month, sign: Sign, { lots, stopTicks, targetTicks }: Wish, group: number, rolls: Holding | null): Entry => ({
  month, sign, lots, group, stopTicks, targetTicks, rolls, reservedMills: collateralMills(month.instrument, toTicks(month.lastTicks), lots, month.scaleTicks),
});
