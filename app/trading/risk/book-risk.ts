/**
 * Value at risk and expected shortfall of current holdings: total, standalone by group, and
 * component VaR.
 */
import {
  type DailyMoves,
  type Holding,
  countCommonDays,
  computeProfits,
  sumRows,
} from './daily-moves';
import { RISK_GROUPS, type RiskGroup } from './risk-groups';
import { computeComponentVar } from './component-var';
import {
  SCENARIO_DAYS,
  computeBlockSums,
  computeEwmaSigmas,
  scaleRow,
  computeScales,
  countScenarios,
} from './filtered-simulation';
import { computeExpectedShortfall, sortScenarios, computeValueAtRisk } from './tail';

/** Length of the longer horizon in days. */
const BLOCK_DAYS = 5;
/**
 * Maximum history in days: the scenarios plus 260 days after which the EWMA start value no longer
 * matters.
 */
const HISTORY_DAYS_MAX = SCENARIO_DAYS + 260;
/** Minimum scenarios: with fewer, 99% VaR would rest on fewer than three observations. */
export const SCENARIOS_MIN = 250;

/** Losses in dollars, at least 0, over one and five days. */
export interface TailFigures {
  readonly var95: number;
  readonly var99: number;
  readonly es975: number;
  readonly fiveDayVar95: number;
  readonly fiveDayVar99: number;
  readonly fiveDayEs975: number;
}

export interface BookRisk {
  readonly total: TailFigures;
  /** Standalone risk per group; these do not sum to the total. */
  readonly groups: Readonly<Record<RiskGroup, TailFigures>>;
  /** Component VaR in dollars by holding, in input order; sums to the total. */
  readonly components: { readonly var95: Float64Array; readonly var99: Float64Array };
  /** Standard deviation of the next day's profit, dollars. */
  readonly sigma: number;
  /** Scenarios used, and days for which every holding has a move. */
  readonly scenarios: number;
  readonly days: number;
}

const NO_RISK: TailFigures = {
  var95: 0,
  var99: 0,
  es975: 0,
  fiveDayVar95: 0,
  fiveDayVar99: 0,
  fiveDayEs975: 0,
};

/** `day` is `scenarios` sorted, worst first. */
function buildFigures(scenarios: Float64Array, day: Float64Array): TailFigures {
  const block = sortScenarios(computeBlockSums(scenarios, BLOCK_DAYS));
  return {
    var95: computeValueAtRisk(day, 0.95),
    var99: computeValueAtRisk(day, 0.99),
    es975: computeExpectedShortfall(day, 0.975),
    fiveDayVar95: computeValueAtRisk(block, 0.95),
    fiveDayVar99: computeValueAtRisk(block, 0.99),
    fiveDayEs975: computeExpectedShortfall(block, 0.975),
  };
}

interface FilteredScenarios {
  readonly sigma: number;
  readonly scales: Float64Array;
  /** Profit of the book per scenario, in time order and sorted. */
  readonly totals: Float64Array;
  readonly sorted: Float64Array;
}

function filterScenarios(rows: readonly Float64Array[], days: number): FilteredScenarios {
  const profits = sumRows(rows, days);
  const sigmas = computeEwmaSigmas(profits);
  const scales = computeScales(sigmas, days, countScenarios(days));
  const totals = scaleRow(profits, days, scales);
  return { sigma: sigmas[days] ?? NaN, scales, totals, sorted: sortScenarios(totals) };
}

/**
 * Profit in dollars of the current holdings on each common day, oldest first; input of the VaR
 * backtest.
 */
export function computeBookProfits(
  holdings: readonly Holding[],
  moves: ReadonlyMap<string, DailyMoves>,
): Float64Array {
  const days = countCommonDays(holdings, moves);
  return sumRows(computeProfits(holdings, moves, days), days);
}

/**
 * Risk of holdings from daily moves, aligned at the latest day. Null with fewer than 250 scenarios.
 * Throws RangeError for a chain without moves. Cost: holdings x days; under 1 ms for 40 holdings.
 */
export function computeHoldingsRisk(
  holdings: readonly Holding[],
  moves: ReadonlyMap<string, DailyMoves>,
): BookRisk | null {
  const days = countCommonDays(holdings, moves, HISTORY_DAYS_MAX);
  const rows = computeProfits(holdings, moves, days);
  if (countScenarios(days) < SCENARIOS_MIN) return null;
  const book = filterScenarios(rows, days);
  const toFigures = ({ totals, sorted }: FilteredScenarios): TailFigures =>
    buildFigures(totals, sorted);
  const computeGroupFigures = (group: RiskGroup): TailFigures => {
    const own = rows.filter((_, index) => holdings[index]?.group === group);
    if (own.length === 0) return NO_RISK;
    return toFigures(own.length === rows.length ? book : filterScenarios(own, days));
  };
  const scaled = rows.map((row) => scaleRow(row, days, book.scales));
  const [var95, var99] = [0.95, 0.99].map((level) =>
    computeComponentVar(scaled, book.totals, book.sorted, level),
  ) as [Float64Array, Float64Array];
  return {
    total: rows.length === 0 ? NO_RISK : toFigures(book),
    groups: Object.fromEntries(
      RISK_GROUPS.map((group) => [group, computeGroupFigures(group)]),
    ) as Record<RiskGroup, TailFigures>,
    components: { var95, var99 },
    sigma: rows.length === 0 ? 0 : book.sigma,
    scenarios: countScenarios(days),
    days: countCommonDays(holdings, moves),
  };
}
