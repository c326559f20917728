/** Groups trades: the legs of a spread and the parts of a rolled position count as one. */
import { type EpochMs, type Mills, addMills, toMills } from '../domain/units';
import type { TradeWithExcursion } from '../portfolio/statistics/excursion';
import type { RiskedTrade } from '../portfolio/statistics/r-multiples';
import type { BacktestTrade } from './backtest-run';

export interface GroupedTrade extends TradeWithExcursion, RiskedTrade {
  readonly group: number;
  /** In entry order. */
  readonly legs: readonly BacktestTrade[];
}

/** One grouped trade per group, in order of first entry. Profits are before fees. */
export function groupTrades(trades: readonly BacktestTrade[]): readonly GroupedTrade[] {
  const groups = new Map<number, BacktestTrade[]>();
  for (const trade of trades) {
    const legs = groups.get(trade.group);
    if (legs) legs.push(trade);
    else groups.set(trade.group, [trade]);
  }
  return [...groups.values()].map(buildGroupedTrade).sort((a, b) => a.openedMs - b.openedMs);
}

const getGrossProfit = ({ profitMills, feesMills }: BacktestTrade): Mills =>
  addMills(profitMills, feesMills);

function buildGroupedTrade(trades: readonly BacktestTrade[]): GroupedTrade {
  const legs = [...trades].sort((a, b) => a.entryMs - b.entryMs);
  const isSequential = legs.every((leg, index) => isFollowing(leg, legs[index - 1]));
  return {
    group: legs[0]?.group ?? NaN,
    legs,
    openedMs: legs[0]?.entryMs ?? NaN,
    closedMs: legs.reduce<EpochMs>((last, leg) => Math.max(last, leg.exitMs), -Infinity),
    realisedMills: addMills(...legs.map(getGrossProfit)),
    feesMills: addMills(...legs.map((leg) => leg.feesMills)),
    riskMills: computeInitialRisk(legs, isSequential),
    ...(isSequential ? computeExcursion(legs) : { worstMills: null, bestMills: null }),
  };
}

/**
 * True if a leg follows the one before it. The fills of a roll may be one bar apart with the new
 * month first; such a leg still follows.
 */
const isFollowing = (leg: BacktestTrade, previous: BacktestTrade | undefined): boolean =>
  !previous ||
  leg.entryMs >= previous.exitMs ||
  (previous.cause === 'roll' && previous.direction === leg.direction);

/**
 * Worst and best profit along sequential legs: realized profit so far plus the current leg's
 * excursion.
 */
function computeExcursion(legs: readonly BacktestTrade[]): {
  readonly worstMills: Mills;
  readonly bestMills: Mills;
} {
  let [realized, worst, best] = [0, 0, 0];
  for (const leg of legs) {
    worst = Math.min(worst, realized + leg.worstMills);
    best = Math.max(best, realized + leg.bestMills);
    realized += getGrossProfit(leg);
  }
  return { worstMills: toMills(worst), bestMills: toMills(best) };
}

/** Initial risk: of the first leg, or of all legs opened together; null if one had no stop. */
function computeInitialRisk(legs: readonly BacktestTrade[], isSequential: boolean): Mills | null {
  const opened = isSequential
    ? legs.slice(0, 1)
    : legs.filter((leg) => leg.entryMs === legs[0]?.entryMs);
  const risks = opened.map(({ riskMills }) => riskMills);
  return risks.every((risk) => risk !== null) ? addMills(...risks) : null;
}
