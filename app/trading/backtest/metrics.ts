/** Every figure of a run, each from its own file, with the reason where one cannot be made. */
import { type Mills, NO_MILLS, addMills, toMills } from '../domain/units';
import { costSharePercent } from '../portfolio/statistics/cost-share';
import { type TrialSpread, deflatedSharpe } from '../portfolio/statistics/deflated-sharpe';
import type { EquityPoint } from '../portfolio/statistics/input';
import {
  type ProfitAndLoss,
  netResultMills,
  profitAndLoss,
} from '../portfolio/statistics/profit-and-loss';
import { turnoverPerYear } from '../portfolio/statistics/turnover';
import { computeMean } from '../statistics/sample';
import { type CurveMetrics, curveMetrics } from './curve-metrics';
import { type Figure, figure } from './figure';
import { listHoldings } from './holdings';
import type { BacktestRun } from './tape';
import { type TradeMetrics, tradeMetrics } from './trade-metrics';

/** What a run is set beside. */
interface MetricsContext {
  /**
   * The price of its market at each stamp of the run, in any unit: closes of a history, or the line
   * of `chainLine`.
   */
  readonly marketLine?: ArrayLike<number>;
  /** All trials of this playbook, this run among them. */
  readonly trials?: TrialSpread;
}

export interface Metrics {
  readonly curve: CurveMetrics;
  readonly trades: TradeMetrics;
  readonly profit: ProfitAndLoss;
  /** Of the result before costs. */
  readonly costSharePercent: Figure;
  /** Share of bars with something held: time at work, not money at work. */
  readonly timeHeldPercent: Figure;
  readonly turnoverPerYear: Figure;
  /**
   * Chance that the true Sharpe ratio is above what the best of as many trials shows by luck, 0 to
   * 1.
   */
  readonly deflatedSharpe: Figure;
  /**
   * The same capital put into the market at its first price, without leverage and without costs,
   * and kept there.
   */
  readonly buyAndHold: Figure<CurveMetrics>;
}

/**
 * All figures at once. Throws RangeError when the columns of the run, or the line of its market,
 * differ in length.
 */
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
  const curve = curveMetrics(points);
  const frictionMills = addMills(...run.trades.map((trade) => trade.slippageMills));
  const endMills = points[points.length - 1]?.equityMills ?? run.capitalMills;
  const profit = profitAndLoss(
    netResultMills(endMills, run.capitalMills),
    run.feesMills,
    frictionMills,
  );
  return {
    curve,
    profit,
    trades: tradeMetrics(listHoldings(run.trades)),
    costSharePercent: figure(costSharePercent(profit), 'nothing was gained before costs'),
    timeHeldPercent: figure(held.length > 0 ? computeMean(held) * 100 : null, 'there is no bar'),
    turnoverPerYear: figure(
      turnoverPerYear(run.turnoverMills, points),
      'it takes two bars and equity above zero',
    ),
    deflatedSharpe: buildDeflated(curve, trials),
    buyAndHold: buildHold(run, marketLine),
  };
}

const buildCurve = (stampsMs: Float64Array, equityMills: ArrayLike<number>): EquityPoint[] =>
  Array.from(stampsMs, (atMs, index) => ({
    atMs,
    equityMills: toMills(equityMills[index] ?? NaN),
    notionalMills: NO_MILLS,
  }));

function buildDeflated({ evidence }: CurveMetrics, trials: TrialSpread | undefined): Figure {
  if (evidence.value === null) return evidence;
  if (!trials) return figure<number>(null, 'how many trials came before is not known');
  return figure(
    deflatedSharpe(evidence.value, trials),
    'several trials were made, of which fewer than two have a Sharpe ratio',
  );
}

function buildHold(
  { stampsMs, capitalMills }: BacktestRun,
  line: ArrayLike<number> | undefined,
): Figure<CurveMetrics> {
  if (!line) return figure<CurveMetrics>(null, 'the prices of its market were not given');
  if (line.length !== stampsMs.length)
    throw new RangeError(
      `the market has ${line.length} prices for ${stampsMs.length} stamps of the run: give one for each`,
    );
  const first = line[0] ?? NaN;
  if (!(first > 0))
    return figure<CurveMetrics>(
      null,
      'the first price is not above zero: no size is worth the capital there',
    );
  const worth = (price: number): Mills => toMills(Math.round(capitalMills * (price / first)));
  return { value: curveMetrics(buildCurve(stampsMs, Array.from(line, worth))) };
}
