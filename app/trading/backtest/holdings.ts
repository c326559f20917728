/**
 * Trades as their holder saw them: both legs of a spread, and what a roll carried on, are one
 * holding.
 */
import { type EpochMs, type Mills, addMills, toMills } from '../domain/units';
import type { WalkedTrade } from '../portfolio/statistics/excursion';
import type { RiskedTrade } from '../portfolio/statistics/r-multiples';
import type { BacktestTrade } from './tape';

export interface Holding extends WalkedTrade, RiskedTrade {
  readonly group: number;
  /** In order of their entries. */
  readonly legs: readonly BacktestTrade[];
}

/**
 * One holding for each group, in order of their first entries. Results are before fees, as a closed
 * trade has them.
 */
export function listHoldings(trades: readonly BacktestTrade[]): readonly Holding[] {
  const groups = new Map<number, BacktestTrade[]>();
  for (const trade of trades) {
    const legs = groups.get(trade.group);
    if (legs) legs.push(trade);
    else groups.set(trade.group, [trade]);
  }
  return [...groups.values()].map(buildHolding).sort((a, b) => a.openedMs - b.openedMs);
}

const beforeFees = ({ profitMills, feesMills }: BacktestTrade): Mills =>
  addMills(profitMills, feesMills);

function buildHolding(unordered: readonly BacktestTrade[]): Holding {
  const legs = [...unordered].sort((a, b) => a.entryMs - b.entryMs);
  const isOneByOne = legs.every((leg, index) => isFollowing(leg, legs[index - 1]));
  return {
    group: legs[0]?.group ?? NaN,
    legs,
    openedMs: legs[0]?.entryMs ?? NaN,
    closedMs: legs.reduce<EpochMs>((last, leg) => Math.max(last, leg.exitMs), -Infinity),
    realisedMills: addMills(...legs.map(beforeFees)),
    feesMills: addMills(...legs.map((leg) => leg.feesMills)),
    riskMills: findRisk(legs, isOneByOne),
    ...(isOneByOne ? computeWay(legs) : { worstMills: null, bestMills: null }),
  };
}

/**
 * Whether a leg came after the one before it. The two fills of a roll may lie a bar apart, the new
 * month's first: it follows all the same.
 */
const isFollowing = (leg: BacktestTrade, before: BacktestTrade | undefined): boolean =>
  !before ||
  leg.entryMs >= before.exitMs ||
  (before.cause === 'roll' && before.direction === leg.direction);

/**
 * Worst and best along legs that followed each other: what was realized so far and the next leg's
 * own way.
 */
function computeWay(legs: readonly BacktestTrade[]): {
  readonly worstMills: Mills;
  readonly bestMills: Mills;
} {
  let [realised, worst, best] = [0, 0, 0];
  for (const leg of legs) {
    worst = Math.min(worst, realised + leg.worstMills);
    best = Math.max(best, realised + leg.bestMills);
    realised += beforeFees(leg);
  }
  return { worstMills: toMills(worst), bestMills: toMills(best) };
}

/**
 * What was at risk at the first entry: of one leg, or of all that were opened side by side; null
 * when one of them had no stop.
 */
function findRisk(legs: readonly BacktestTrade[], isOneByOne: boolean): Mills | null {
  const opened = isOneByOne
    ? legs.slice(0, 1)
    : legs.filter((leg) => leg.entryMs === legs[0]?.entryMs);
  const risks = opened.map(({ riskMills }) => riskMills);
  return risks.every((risk) => risk !== null) ? addMills(...risks) : null;
}
