// What one run of a playbook brought, in the figures of the table.
import { computeMean } from '../../trading/statistics/sample';
import { type Metrics, computeMetrics } from '../../trading/backtest/metrics';
import type { BacktestRun, BacktestTrade } from '../../trading/backtest/tape';
import type { Instrument } from '../../trading/domain/instrument';
import { valueMills } from '../../trading/domain/instrument';
import { type EpochMs, subtractMills, toMills } from '../../trading/domain/units';
import type { SharpeEvidence } from '../../trading/portfolio/statistics/probabilistic-sharpe';
import { DAY_MS } from '../../trading/domain/time';

const YEAR_MS = 365.25 * DAY_MS;

/**
 * Profit of one year over the mean money that an open holding binds in the whole run, percent; 0
 * when nothing was traded.
 */
export interface YearOutcome {
  readonly netPercent: number;
  /** Before fees, spread and slippage. */
  readonly grossPercent: number;
}

export interface BacktestOutcome {
  /** The world or the files. */
  readonly market: string;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly trades: number;
  /**
   * Net profit a year over the mean money that an open holding binds, percent; 0 when nothing was
   * traded.
   */
  readonly allocatedReturnPercent: number;
  /** Net profit a year over the capital of the book, percent. */
  readonly bookReturnPercent: number;
  /** Of a year, from daily returns; null where nothing varied. */
  readonly sharpe: number | null;
  readonly drawdownPercent: number | null;
  readonly costSharePercent: number | null;
  readonly winRatePercent: number | null;
  readonly evidence: SharpeEvidence | null;
  /** By calendar year in which holdings closed. */
  readonly years: readonly YearOutcome[];
  readonly refusals: Readonly<Record<string, number>>;
}

/** The figures of a run; `instrumentOf` knows every instrument that it traded. */
export function buildOutcome(
  run: BacktestRun,
  market: string,
  instrumentOf: (id: string) => Instrument,
  metrics: Metrics = computeMetrics(run),
): BacktestOutcome {
  const [fromMs = 0, untilMs = 0] = [run.stampsMs[0], run.stampsMs.at(-1)];
  const years = Math.max((untilMs - fromMs) / YEAR_MS, 1 / 365.25);
  const netMills = subtractMills(
    toMills(Math.round(run.equityMills.at(-1) ?? run.capitalMills)),
    run.capitalMills,
  );
  const bound = boundMills(run.trades, instrumentOf);
  const { curve, trades } = metrics;
  return {
    market,
    fromMs,
    untilMs,
    trades: trades.trades,
    allocatedReturnPercent: bound > 0 ? (100 * netMills) / bound / years : 0,
    bookReturnPercent: (100 * netMills) / run.capitalMills / years,
    sharpe: curve.sharpeRatio.value,
    drawdownPercent: curve.drawdown.value?.percent ?? null,
    costSharePercent: metrics.costSharePercent.value,
    winRatePercent: trades.winRatePercent.value,
    evidence: curve.evidence.value,
    years: listYears(run.trades, bound, fromMs, untilMs),
    refusals: Object.fromEntries(run.refusals),
  };
}

function listYears(
  trades: readonly BacktestTrade[],
  bound: number,
  fromMs: EpochMs,
  untilMs: EpochMs,
): readonly YearOutcome[] {
  const getYear = (atMs: EpochMs): number => new Date(atMs).getUTCFullYear();
  return Array.from({ length: getYear(untilMs) - getYear(fromMs) + 1 }, (_, place) => {
    const closed = trades.filter(({ exitMs }) => getYear(exitMs) === getYear(fromMs) + place);
    const net = closed.reduce((sum, { profitMills }) => sum + profitMills, 0);
    const costs = closed.reduce(
      (sum, { feesMills, slippageMills }) => sum + feesMills + slippageMills,
      0,
    );
    return bound > 0
      ? { netPercent: (100 * net) / bound, grossPercent: (100 * (net + costs)) / bound }
      : { netPercent: 0, grossPercent: 0 };
  });
}

/**
 * Change of equity over the capital by UTC day, from the day of one moment to before that of
 * another; 0 on days without a bar.
 */
export function dailyGains(
  { stampsMs, equityMills, capitalMills }: BacktestRun,
  fromMs: EpochMs,
  untilMs: EpochMs,
): Float64Array {
  const first = Math.floor(fromMs / DAY_MS);
  const gains = new Float64Array(Math.max(0, Math.floor(untilMs / DAY_MS) - first));
  let before: number = capitalMills;
  for (let place = 0; place < stampsMs.length; place += 1) {
    const day = Math.floor((stampsMs[place] ?? 0) / DAY_MS) - first;
    const equity = equityMills[place] ?? before;
    if (day >= 0 && day < gains.length)
      gains[day] = (gains[day] ?? 0) + (equity - before) / capitalMills;
    before = equity;
  }
  return gains;
}

/**
 * The mean money that an open holding binds: without leverage the worth of all legs at entry; what
 * a roll carried on counts once more.
 */
function boundMills(
  trades: readonly BacktestTrade[],
  instrumentOf: (id: string) => Instrument,
): number {
  const entries = new Map<string, number>();
  for (const trade of trades) {
    const key = `${trade.group}/${trade.entryMs}`;
    entries.set(
      key,
      (entries.get(key) ?? 0) +
        Math.abs(valueMills(instrumentOf(trade.instrumentId), trade.entryTicks, trade.lots)),
    );
  }
  const sums = [...entries.values()];
  return sums.length > 0 ? computeMean(sums) : 0;
}
