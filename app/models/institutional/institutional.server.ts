// The institutional page's figures: risk with its backtest, execution, latency, weather
// intelligence and what the networks are worth.
import { aiPerformance } from './ai-performance.server';
import { executionWire } from './execution-desk.server';
import type { ToastMessage } from '../../contracts/messages';
import type { InstitutionalDto, RiskWorkDto } from '../../contracts/institutional';
import type { VarTestDto } from '../../contracts/risk';
import { computeBookRisk, riskWire } from '../risk/risk-desk.server';
import type { Again, MarketRisk } from '../risk/market-risk';
import { weatherIntelligence } from '../signals/weather-intelligence.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk';
import type { LikelihoodTest } from '../../trading/statistics/likelihood-ratio';
import { bookProfits } from '../../trading/risk/book-risk';
import { type VarBacktest, backtestVar } from '../../trading/risk/var-backtest';
import { isoMoment } from '../../trading/domain/format';

const LEVELS = [0.95, 0.99] as const;
const FLAT = 'Nothing is held: there is no limit that a day could have gone beyond.';
const FEW =
  'Fewer than a hundred days could be foretold from the 500 before each: the history is too short.';

interface Tested {
  readonly key: string;
  /** Of what it was made. */
  readonly moves: MarketRisk['moves'];
  readonly tests: readonly VarTestDto[] | null;
}
/**
 * The latest test of each book: it takes some milliseconds, and changes when the holdings or the
 * days do.
 */
const tested = new Map<string, Tested>();
const BOOKS_KEPT = 200;

const getPValue = (test: LikelihoodTest | null): number | null => test?.pValue ?? null;

const testWire = ({
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

/** The backtest of what is held as if it had always been held; null where it cannot be. */
function findTests(desk: Terminal, view: DeskView, userId: string): readonly VarTestDto[] | null {
  const market = desk.risk.of(view.market);
  const key = JSON.stringify([
    view.epoch,
    view.positions.map(({ position }) => [position.id, position.lots]),
  ]);
  const name = `${userId}:${view.mode}`;
  const known = tested.get(name);
  if (known?.key === key && known.moves === market.moves) return known.tests;
  const found = computeBookRisk(view, market);
  const tests =
    typeof found === 'string'
      ? null
      : (backtestVar(bookProfits(found.holdings, market.moves), LEVELS)?.map(testWire) ?? null);
  if (tested.size >= BOOKS_KEPT) tested.clear();
  tested.set(name, { key, moves: market.moves, tests });
  return tests;
}

function workWire(desk: Terminal, view: DeskView, nowMs: number): RiskWorkDto {
  const { progress, againFromMs } = desk.risk.work(view.market);
  if (againFromMs === null) return { progress, againFrom: null, mayAsk: false };
  const fromMs = Math.max(0, againFromMs);
  return { progress, againFrom: isoMoment(fromMs), mayAsk: progress === null && nowMs >= fromMs };
}

const ANSWERS: Readonly<Record<Again, ToastMessage>> = {
  begun: {
    title: 'Computing again',
    description:
      'Other pairs of worlds are being walked. It takes some minutes; what is shown stays until then.',
    variant: 'success',
  },
  'under way': {
    title: 'Already being computed',
    description: 'The page says how far it is.',
    variant: 'default',
  },
  'too soon': {
    title: 'Not computed again yet',
    description:
      'It takes minutes of a processor, and was done a short while ago. The page says when it may be asked again.',
    variant: 'default',
  },
  impossible: {
    title: 'Cannot be computed again',
    description: 'Risk cannot be recalculated here.',
    variant: 'destructive',
  },
};

/** Asks for the figures of a market's risk anew, and says what came of it. */
export const requestRiskRefresh = (desk: Terminal, view: DeskView): ToastMessage =>
  ANSWERS[desk.risk.again(view.market)];

/** Everything that the page shows of one view. */
export function institutionalWire(
  desk: Terminal,
  view: DeskView,
  userId: string,
  measured: Pick<InstitutionalDto['latency'], 'socket' | 'loop'>,
  nowMs: number,
): InstitutionalDto {
  const risk = riskWire(desk, view, userId);
  const tests = view.positions.length === 0 ? null : findTests(desk, view, userId);
  return {
    risk,
    work: workWire(desk, view, nowMs),
    tests,
    testReason: tests ? null : (risk.reason ?? (view.positions.length === 0 ? FLAT : FEW)),
    execution: executionWire(desk, view, userId),
    weather: weatherIntelligence(desk.signals()).data,
    performance: aiPerformance(desk, view),
    latency: { ...measured, command: desk.status().latencyMs },
  };
}
