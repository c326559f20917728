// Data of the institutional page.
import { buildAiPerformance } from './ai-performance.server';
import { serializeExecution } from './execution-quality.server';
import type { ToastMessage } from '../../contracts/messages';
import type { BarShape } from '../../contracts/bar-shape';
import type { InstitutionalDto, RiskRefreshDto } from '../../contracts/institutional';
import { STRESS_NAMES, type StressDto, type StressName } from '../../contracts/risk';
import type { VarTestDto } from '../../contracts/value-at-risk';
import type { VarHistory } from '../../contracts/var-history';
import { buildBarChart } from '../charts/bar-chart.server';
import { buildVarHistory } from './var-history.server';
import { computeBookRisk, getRisk } from '../risk/serialize-risk.server';
import { getLossLimit } from '../risk/loss-limit.server';
import type { RefreshOutcome, MarketRisk } from '../risk/market-risk';
import { serializeWeatherIntelligence } from '../signals/weather-intelligence.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import type { LikelihoodTest } from '../../trading/statistics/likelihood-ratio';
import { computeBookProfits } from '../../trading/risk/book-risk';
import { type VarBacktest, backtestVar } from '../../trading/risk/var-backtest';
import { formatIsoTime, formatSignedMoney } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { MINUTE_MS } from '../../trading/domain/time';

const LEVELS = [0.95, 0.99] as const;
const NO_POSITIONS = 'No positions: no VaR to backtest.';
const TOO_FEW_DAYS =
  'Price history too short: the VaR backtest needs 100 days after a 500-day window.';
const NO_PROFITS = 'Positions offset each other: no daily P&L to backtest.';

interface VarTests {
  readonly tests: readonly VarTestDto[] | null;
  /** Why there are no tests; null with them. */
  readonly reason: string | null;
  readonly history: VarHistory | null;
}
interface CachedVarTests extends VarTests {
  readonly key: string;
  /** Price moves the tests were computed from. */
  readonly moves: MarketRisk['moves'];
}
const buildMissingTests = (reason: string): VarTests => ({ tests: null, reason, history: null });
/** Latest VaR backtest by account. Takes milliseconds; made again each minute for new prices. */
const varTestsByBook = new Map<string, CachedVarTests>();
const CACHED_BOOKS_MAX = 200;

const getPValue = (test: LikelihoodTest | null): number | null => test?.pValue ?? null;

const serializeVarTest = ({
  level,
  days,
  exceptions,
  band,
  light,
  kupiec,
  independence,
  coverage,
}: VarBacktest): VarTestDto => ({
  percent: Math.round(100 * level),
  days,
  exceptions,
  expected: days * (1 - level),
  band,
  light,
  kupiec: getPValue(kupiec),
  independence: getPValue(independence),
  coverage: getPValue(coverage),
});

/** VaR backtest of current positions over the price history, and its chart. */
function getVarTests(desk: Terminal, view: DeskView, userId: string): VarTests {
  if (view.positions.length === 0) return buildMissingTests(NO_POSITIONS);
  const market = desk.risk.getRisk(view.market);
  const key = JSON.stringify([
    view.epoch,
    Math.floor(view.asOfMs / MINUTE_MS),
    view.positions.map(({ position }) => [position.id, position.lots]),
  ]);
  const name = `${userId}:${view.mode}`;
  const cached = varTestsByBook.get(name);
  if (cached?.key === key && cached.moves === market.moves) return cached;
  const found = computeBookRisk(view, market);
  // Not kept: the next quote may bring what is missing.
  if (typeof found === 'string') return buildMissingTests(found);
  if (varTestsByBook.size >= CACHED_BOOKS_MAX) varTestsByBook.clear();
  const tests = computeVarTests(computeBookProfits(found.holdings, market.moves));
  varTestsByBook.set(name, { ...tests, key, moves: market.moves });
  return tests;
}

/** The tests of daily profits, or why there are none. */
export function computeVarTests(profits: Float64Array): VarTests {
  if (profits.every((profit) => profit === 0)) return buildMissingTests(NO_PROFITS);
  const results = backtestVar(profits, LEVELS);
  if (!results) return buildMissingTests(TOO_FEW_DAYS);
  const [at95, at99] = results;
  return {
    tests: results.map(serializeVarTest),
    reason: null,
    history: at95 && at99 ? buildVarHistory(profits, at95, at99) : null,
  };
}

/** Today and the worst date of each scenario, in the order of the table. */
function buildStressChart(stresses: readonly StressDto[]): BarShape | null {
  const rows = (Object.keys(STRESS_NAMES) as StressName[]).flatMap((shock) =>
    stresses.filter((row) => row.shock === shock).sort((a, b) => a.date.localeCompare(b.date)),
  );
  const worst = [...rows].sort((a, b) => a.badly - b.badly)[0];
  if (!worst) return null;
  return buildBarChart(
    rows.map(({ shock, date, monthDay, profit, badly }) => ({
      key: `${shock}-${date}`,
      name: STRESS_NAMES[shock],
      note: date === 'now' ? 'today' : `on ${monthDay}`,
      value: profit,
      marker: { name: '5th pct.', value: badly },
    })),
    worst.badly < 0
      ? `Median P&L, with the 5th percentile as a line. Worst: ${STRESS_NAMES[worst.shock]} ${formatSignedMoney(fromDollars(worst.badly))} at the 5th percentile.`
      : 'Median P&L, with the 5th percentile as a line. No scenario loses money at the 5th percentile.',
    true,
  );
}

function serializeRiskRefresh(desk: Terminal, view: DeskView, nowMs: number): RiskRefreshDto {
  const { progress, againFromMs } = desk.risk.getProgress(view.market);
  if (againFromMs === null) return { progress, againFrom: null, mayAsk: false };
  const fromMs = Math.max(0, againFromMs);
  return {
    progress,
    againFrom: formatIsoTime(fromMs),
    mayAsk: progress === null && nowMs >= fromMs,
  };
}

const REFRESH_TOASTS: Readonly<Record<RefreshOutcome, ToastMessage>> = {
  begun: {
    title: 'Risk calculation started',
    description: 'New paired simulations run for some minutes. Current figures stay until then.',
    variant: 'success',
  },
  'under way': {
    title: 'Risk calculation in progress',
    description: 'The page shows the progress.',
    variant: 'default',
  },
  'too soon': {
    title: 'Risk was calculated recently',
    description: 'A calculation takes minutes. The page shows when the next one is allowed.',
    variant: 'default',
  },
  impossible: {
    title: 'Risk cannot be recalculated',
    description: 'Risk cannot be recalculated here.',
    variant: 'destructive',
  },
};

/** Requests a new risk calculation and returns the toast to show. */
export const requestRiskRefresh = (desk: Terminal, view: DeskView): ToastMessage =>
  REFRESH_TOASTS[desk.risk.requestRefresh(view.market)];

export function serializeInstitutional(
  desk: Terminal,
  view: DeskView,
  userId: string,
  measured: Pick<InstitutionalDto['latency'], 'socket' | 'loop'>,
  nowMs: number,
): InstitutionalDto {
  const risk = getRisk(desk, view);
  const { tests, reason, history } = getVarTests(desk, view, userId);
  return {
    risk,
    lossLimit: getLossLimit(view),
    varHistory: history,
    stressChart: buildStressChart(risk.stresses),
    work: serializeRiskRefresh(desk, view, nowMs),
    tests,
    testReason: reason,
    execution: serializeExecution(desk, view, userId),
    weather: serializeWeatherIntelligence(desk.signals()).data,
    performance: buildAiPerformance(desk, view),
    latency: { ...measured, command: desk.status().latencyMs },
  };
}
