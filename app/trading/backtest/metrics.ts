/** All figures of a backtest run, each with a reason if it is missing. */
import { type Mills, NO_MILLS, addMills, toMills } from '../domain/units';
import { computeCostPercent } from '../portfolio/statistics/cost-share';
import { type TrialSpread, computeDeflatedSharpe } from '../portfolio/statistics/deflated-sharpe';
import type { EquityPoint } from '../portfolio/statistics/input';
import {
  type ProfitAndLoss,
  computeNetResultMills,
  computeProfitAndLoss,
} from '../portfolio/statistics/profit-and-loss';
import { computeTurnoverPerYear } from '../portfolio/statistics/turnover';
import { computeMean } from '../statistics/sample';
import { type CurveMetrics, computeCurveMetrics } from './curve-metrics';
import { type Figure, toFigure } from './figure';
import { groupTrades } from './grouped-trades';
import type { BacktestRun } from './backtest-run';
import { type TradeMetrics, computeTradeMetrics } from './trade-metrics';

/** Optional data to compare a run with. */
interface MetricsContext {
  /**
   * Market price at each stamp of the run, in any unit: closes of a history, or `computeChainLine`.
   */
  readonly marketLine?: ArrayLike<number>;
  /** All trials of this playbook, including this run. */
  readonly trials?: TrialSpread;
}

export interface Metrics {
  readonly curve: CurveMetrics;
  readonly trades: TradeMetrics;
  readonly profit: ProfitAndLoss;
  /** Percent of gross profit. */
  readonly costSharePercent: Figure;
  /** Percent of bars with an open position. */
  readonly timeHeldPercent: Figure;
  readonly turnoverPerYear: Figure;
  /**
   * Probability that the true Sharpe ratio exceeds the expected maximum of as many trials without
   * skill, 0 to 1.
   */
  readonly deflatedSharpe: Figure;
  /** Buy-and-hold of the market with the same capital, unleveraged and without costs. */
  readonly buyAndHold: Figure<CurveMetrics>;
}

/** Throws RangeError if the columns of the run, or the market line, differ in length. */
export function computeMetrics(
  run: BacktestRun,
  { marketLine, trials }: MetricsContext = {},
): Metrics {
  const { stampsMs, equityMills, held } = run;
  if (equityMills.length !== stampsMs.length || held.length !== stampsMs.length)
    throw new RangeError(
      `a run has one equity and one flag for each of its ${stampsMs.length} stamps, got ${equityMills.length} and ${held.length}`,
    );
  const points = buildCurve(stampsMs, equityMills);
  const curve = computeCurveMetrics(points);
  const frictionMills = addMills(...run.trades.map((trade) => trade.slippageMills));
  const endMills = points[points.length - 1]?.equityMills ?? run.capitalMills;
  const profit = computeProfitAndLoss(
    computeNetResultMills(endMills, run.capitalMills),
    run.feesMills,
    frictionMills,
  );
  return {
    curve,
    profit,
    trades: computeTradeMetrics(groupTrades(run.trades)),
    costSharePercent: toFigure(computeCostPercent(profit), 'nothing was gained before costs'),
    timeHeldPercent: toFigure(held.length > 0 ? computeMean(held) * 100 : null, 'there is no bar'),
    turnoverPerYear: toFigure(
      computeTurnoverPerYear(run.turnoverMills, points),
      'it takes two bars and equity above zero',
    ),
    deflatedSharpe: buildDeflatedSharpe(curve, trials),
    buyAndHold: buildBuyAndHold(run, marketLine),
  };
}

const buildCurve = (stampsMs: Float64Array, equityMills: ArrayLike<number>): EquityPoint[] =>
  Array.from(stampsMs, (atMs, index) => ({
    atMs,
    equityMills: toMills(equityMills[index] ?? NaN),
    notionalMills: NO_MILLS,
  }));

function buildDeflatedSharpe({ evidence }: CurveMetrics, trials: TrialSpread | undefined): Figure {
  if (evidence.value === null) return evidence;
  if (!trials) return toFigure<number>(null, 'how many trials came before is not known');
  return toFigure(
    computeDeflatedSharpe(evidence.value, trials),
    'several trials were made, of which fewer than two have a Sharpe ratio',
  );
}

function buildBuyAndHold(
  { stampsMs, capitalMills }: BacktestRun,
  line: ArrayLike<number> | undefined,
): Figure<CurveMetrics> {
  if (!line) return toFigure<CurveMetrics>(null, 'the prices of its market were not given');
  if (line.length !== stampsMs.length)
    throw new RangeError(
      `the market has ${line.length} prices for ${stampsMs.length} stamps of the run: give one for each`,
    );
  const first = line[0] ?? NaN;
  if (!(first > 0))
    return toFigure<CurveMetrics>(
      null,
      'the first price is not above zero: no size is worth the capital there',
    );
  const toValue = (price: number): Mills => toMills(Math.round(capitalMills * (price / first)));
  return { value: computeCurveMetrics(buildCurve(stampsMs, Array.from(line, toValue))) };
}
