// The institutional page's figures: risk with its backtest, execution, latency, weather intelligence and what the networks are worth.
import { aiPerformance } from './ai-performance.server';
import { executionWire } from './execution-desk.server';
import type { InstitutionalWire } from './messages/institutional';
import type { VarTestWire } from './messages/risk';
import { loopDelayMs } from './metrics.server';
import { bookRiskOf, riskWire } from './risk-desk.server';
import type { MarketRisk } from './risk-worker.server';
import { weatherIntelligence } from './socket/weather-intelligence.server';
import { socketLatency } from './socket-latency.server';
import type { Terminal } from './terminal.server';
import type { DeskView } from './trading/desk';
import type { LikelihoodTest } from './trading/statistics/likelihood-ratio';
import { bookProfits } from './trading/risk/book-risk';
import { type VarBacktest, backtestVar } from './trading/risk/var-backtest';

const LEVELS = [0.95, 0.99] as const;
const FLAT = 'Nothing is held: there is no limit that a day could have gone beyond.';
const FEW = 'Fewer than a hundred days could be foretold from the 500 before each: the history is too short.';

interface Tested {
  readonly key: string;
  /** Of what it was made. */
  readonly moves: MarketRisk['moves'];
  readonly tests: readonly VarTestWire[] | null;
}
/** The latest test of each book: it takes some milliseconds, and changes when the holdings or the days do. */
const tested = new Map<string, Tested>();
const BOOKS_KEPT = 200;

const chance = (test: LikelihoodTest | null): number | null => test?.pValue ?? null;

const testWire = ({ level, days, exceptions, band, light, kupiec, independence, coverage }: VarBacktest): VarTestWire => ({
  percent: Math.round(100 * level), days, exceptions, expected: days * (1 - level), band, light, kupiec: chance(kupiec), independence: chance(independence), coverage: chance(coverage),
});

/** The backtest of what is held as if it had always been held; null where it cannot be. */
function testsOf(desk: Terminal, view: DeskView, userId: string): readonly VarTestWire[] | null {
  const market = desk.risk.of(view.market);
  const key = JSON.stringify([view.epoch, view.positions.map(({ position }) => [position.id, position.lots])]);
  const name = `${userId}:${view.mode}`;
  const known = tested.get(name);
  if (known?.key === key && known.moves === market.moves) return known.tests;
  const found = bookRiskOf(view, market);
  const tests = typeof found === 'string' ? null : (backtestVar(bookProfits(found.holdings, market.moves), LEVELS)?.map(testWire) ?? null);
  if (tested.size >= BOOKS_KEPT) tested.clear();
  tested.set(name, { key, moves: market.moves, tests });
  return tests;
}

/** Everything that the page shows of one view. */
export function institutionalWire(desk: Terminal, view: DeskView, userId: string): InstitutionalWire {
  const risk = riskWire(desk, view, userId);
  const tests = view.positions.length === 0 ? null : testsOf(desk, view, userId);
  return {
    risk, tests, testReason: tests ? null : (risk.reason ?? (view.positions.length === 0 ? FLAT : FEW)),
    execution: executionWire(desk, view, userId), weather: weatherIntelligence(desk.signals()).data, performance: aiPerformance(desk, view),
    latency: { socket: socketLatency(userId), loop: loopDelayMs(), command: desk.status().latencyMs },
  };
}
