// Result figures of one backtest run, all on the account: percent of its starting capital, per year,
// simple (not compounded), so that 1% is $250 of a $25,000 account.
import type { SharpeEvidence } from '../../trading/backtest/curve-metrics';
import { type Metrics, computeMetrics } from '../../trading/backtest/metrics';
import type { BacktestRun, BacktestTrade } from '../../trading/backtest/backtest-run';
import { type TradeTotals, computeTradeTotals } from '../../trading/backtest/trade-edge';
import type { Instrument } from '../../trading/domain/instrument';
import { type EpochMs, subtractMills, toMills } from '../../trading/domain/units';
import { DAY_MS } from '../../trading/domain/time';

const YEAR_MS = 365.25 * DAY_MS;

/** Profit of the trades closed in one calendar year / account capital, percent. */
export interface YearOutcome {
  readonly netPercent: number;
  /** Before fees, spread and slippage. */
  readonly grossPercent: number;
}

export interface BacktestOutcome {
  /** Name of the simulated market, or of the price files. */
  readonly market: string;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  /** Closed positions; legs and rolls of one position count once. */
  readonly trades: number;
  readonly tradesPerYear: number;
  /** Net profit per year / account capital, percent, simple. */
  readonly accountReturnPercent: number;
  /** Lowest change of equity in a calendar year / account capital, percent; 0 without bars. */
  readonly worstYearPercent: number;
  /** Notional of all fills / mean equity, per year; null without a duration. */
  readonly turnoverPerYear: number | null;
  readonly totals: TradeTotals;
  /** Annualized, from daily returns; null without variation. */
  readonly sharpe: number | null;
  /** Maximum drawdown of the account. */
  readonly drawdownPercent: number | null;
  readonly costSharePercent: number | null;
  readonly winRatePercent: number | null;
  readonly evidence: SharpeEvidence | null;
  /** By calendar year of the exit. */
  readonly years: readonly YearOutcome[];
  readonly refusals: Readonly<Record<string, number>>;
}

/** `getInstrument` must cover every traded instrument. */
export function buildOutcome(
  run: BacktestRun,
  market: string,
  getInstrument: (id: string) => Instrument,
  metrics: Metrics = computeMetrics(run),
): BacktestOutcome {
  const [fromMs = 0, untilMs = 0] = [run.stampsMs[0], run.stampsMs.at(-1)];
  const years = Math.max((untilMs - fromMs) / YEAR_MS, 1 / 365.25);
  const netMills = subtractMills(
    toMills(Math.round(run.equityMills.at(-1) ?? run.capitalMills)),
    run.capitalMills,
  );
  const { curve, trades } = metrics;
  return {
    market,
    fromMs,
    untilMs,
    trades: trades.trades,
    tradesPerYear: trades.trades / years,
    accountReturnPercent: (100 * netMills) / run.capitalMills / years,
    worstYearPercent: computeWorstYearPercent(run),
    turnoverPerYear: metrics.turnoverPerYear.value,
    totals: computeTradeTotals(run.trades, getInstrument),
    sharpe: curve.sharpeRatio.value,
    drawdownPercent: curve.drawdown.value?.percent ?? null,
    costSharePercent: metrics.costSharePercent.value,
    winRatePercent: trades.winRatePercent.value,
    evidence: curve.evidence.value,
    years: listYears(run.trades, run.capitalMills, fromMs, untilMs),
    refusals: Object.fromEntries(run.refusals),
  };
}

const getYear = (atMs: EpochMs): number => new Date(atMs).getUTCFullYear();

/** Years that a run covers in part count with the part. */
function computeWorstYearPercent({ stampsMs, equityMills, capitalMills }: BacktestRun): number {
  const yearEnds = new Map<number, number>();
  for (let index = 0; index < stampsMs.length; index += 1)
    yearEnds.set(getYear(stampsMs[index] ?? 0), equityMills[index] ?? capitalMills);
  const ends = [...yearEnds.values()];
  const changes = ends.map((end, index) => end - (ends[index - 1] ?? capitalMills));
  return changes.length === 0 ? 0 : (100 * Math.min(...changes)) / capitalMills;
}

function listYears(
  trades: readonly BacktestTrade[],
  capitalMills: number,
  fromMs: EpochMs,
  untilMs: EpochMs,
): readonly YearOutcome[] {
  return Array.from({ length: getYear(untilMs) - getYear(fromMs) + 1 }, (_, index) => {
    const closed = trades.filter(({ exitMs }) => getYear(exitMs) === getYear(fromMs) + index);
    const net = closed.reduce((sum, { profitMills }) => sum + profitMills, 0);
    const costs = closed.reduce(
      (sum, { feesMills, slippageMills }) => sum + feesMills + slippageMills,
      0,
    );
    return {
      netPercent: (100 * net) / capitalMills,
      grossPercent: (100 * (net + costs)) / capitalMills,
    };
  });
}

/** Daily change of equity / capital by UTC day in [fromMs, untilMs); 0 on days without a bar. */
export function computeDailyGains(
  { stampsMs, equityMills, capitalMills }: BacktestRun,
  fromMs: EpochMs,
  untilMs: EpochMs,
): Float64Array {
  const first = Math.floor(fromMs / DAY_MS);
  const gains = new Float64Array(Math.max(0, Math.floor(untilMs / DAY_MS) - first));
  let previousEquity: number = capitalMills;
  for (let index = 0; index < stampsMs.length; index += 1) {
    const day = Math.floor((stampsMs[index] ?? 0) / DAY_MS) - first;
    const equity = equityMills[index] ?? previousEquity;
    if (day >= 0 && day < gains.length)
      gains[day] = (gains[day] ?? 0) + (equity - previousEquity) / capitalMills;
    previousEquity = equity;
  }
  return gains;
}
