// Result figures of one backtest run.
import { computeMean } from '../../trading/statistics/sample';
import { type Metrics, computeMetrics } from '../../trading/backtest/metrics';
import type { BacktestRun, BacktestTrade } from '../../trading/backtest/tape';
import type { Instrument } from '../../trading/domain/instrument';
import { computeValueMills } from '../../trading/domain/instrument';
import { type EpochMs, subtractMills, toMills } from '../../trading/domain/units';
import type { SharpeSample } from '../../trading/portfolio/statistics/probabilistic-sharpe';
import { DAY_MS } from '../../trading/domain/time';

const YEAR_MS = 365.25 * DAY_MS;

/**
 * Profit of one calendar year / mean capital used by an open position in the whole run, percent; 0
 * without trades.
 */
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
  readonly trades: number;
  /** Net profit per year / mean capital used by an open position, percent; 0 without trades. */
  readonly allocatedReturnPercent: number;
  /** Net profit per year / account capital, percent. */
  readonly bookReturnPercent: number;
  /** Annualized, from daily returns; null without variation. */
  readonly sharpe: number | null;
  readonly drawdownPercent: number | null;
  readonly costSharePercent: number | null;
  readonly winRatePercent: number | null;
  readonly evidence: SharpeSample | null;
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
  const committedMills = computeMeanCommittedMills(run.trades, getInstrument);
  const { curve, trades } = metrics;
  return {
    market,
    fromMs,
    untilMs,
    trades: trades.trades,
    allocatedReturnPercent: committedMills > 0 ? (100 * netMills) / committedMills / years : 0,
    bookReturnPercent: (100 * netMills) / run.capitalMills / years,
    sharpe: curve.sharpeRatio.value,
    drawdownPercent: curve.drawdown.value?.percent ?? null,
    costSharePercent: metrics.costSharePercent.value,
    winRatePercent: trades.winRatePercent.value,
    evidence: curve.evidence.value,
    years: listYears(run.trades, committedMills, fromMs, untilMs),
    refusals: Object.fromEntries(run.refusals),
  };
}

function listYears(
  trades: readonly BacktestTrade[],
  committedMills: number,
  fromMs: EpochMs,
  untilMs: EpochMs,
): readonly YearOutcome[] {
  const getYear = (atMs: EpochMs): number => new Date(atMs).getUTCFullYear();
  return Array.from({ length: getYear(untilMs) - getYear(fromMs) + 1 }, (_, index) => {
    const closed = trades.filter(({ exitMs }) => getYear(exitMs) === getYear(fromMs) + index);
    const net = closed.reduce((sum, { profitMills }) => sum + profitMills, 0);
    const costs = closed.reduce(
      (sum, { feesMills, slippageMills }) => sum + feesMills + slippageMills,
      0,
    );
    return committedMills > 0
      ? {
          netPercent: (100 * net) / committedMills,
          grossPercent: (100 * (net + costs)) / committedMills,
        }
      : { netPercent: 0, grossPercent: 0 };
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

/**
 * Mean capital used by an open position: notional of all legs at entry, without leverage. A roll
 * counts again.
 */
function computeMeanCommittedMills(
  trades: readonly BacktestTrade[],
  getInstrument: (id: string) => Instrument,
): number {
  const entries = new Map<string, number>();
  for (const trade of trades) {
    const key = `${trade.group}/${trade.entryMs}`;
    entries.set(
      key,
      (entries.get(key) ?? 0) +
        Math.abs(
          computeValueMills(getInstrument(trade.instrumentId), trade.entryTicks, trade.lots),
        ),
    );
  }
  const sums = [...entries.values()];
  return sums.length > 0 ? computeMean(sums) : 0;
}
