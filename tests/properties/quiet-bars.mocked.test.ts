// Backtests that pass quiet bars give the same result as backtests that visit every bar: trades,
// equity, refusals and costs.
import fc from 'fast-check';
import { describe, vi } from 'vitest';
import type { BacktestRun } from '../../app/trading/backtest/backtest-run';
import type { BacktestOptions } from '../../app/trading/backtest/options';
import { runBacktest } from '../../app/trading/backtest/run-backtest';
import type { ChainTape } from '../../app/trading/backtest/tape';
import { DAY_MS } from '../../app/trading/domain/time';
import type { Evaluator, PlaybookRow, SpreadLegs } from '../../app/trading/strategies/playbook';
import { createMomentumEvaluator, createRandomEvaluator } from '../support/backtest-evaluators';
import {
  START_MS,
  addChainSessions,
  buildHistory,
  createChainTape,
  createWalk,
} from '../support/backtest-tapes';
import { assertEqual, expectMet, property } from './property';

const search = vi.hoisted(() => ({ isVisitingAll: false, found: 0 }));
vi.mock('../../app/trading/backtest/quiet-bars', async (load) => {
  const original = await load<Record<string, (...values: unknown[]) => number>>();
  return Object.fromEntries(
    Object.entries(original).map(([name, findMs]) => [
      name,
      (...values: unknown[]): number => {
        if (search.isVisitingAll) return -Infinity;
        search.found += 1;
        return findMs(...values);
      },
    ]),
  );
});

function visitAllBars(run: () => BacktestRun): BacktestRun {
  search.isVisitingAll = true;
  try {
    return run();
  } finally {
    search.isVisitingAll = false;
  }
}

const PAIR: SpreadLegs = {
  first: { chain: 'CL', month: 1 },
  second: { chain: 'CM', month: 1 },
  ratio: 2,
};
const CALENDAR: SpreadLegs = {
  first: { chain: 'CL', month: 1 },
  second: { chain: 'CL', month: 2 },
  ratio: 1,
};

interface Market {
  readonly seed: string;
  readonly kind: 'history' | 'chain' | 'chains' | 'pair' | 'calendar';
  readonly bars: number;
  readonly lengthMs: number;
  readonly gapFraction: number;
  readonly limitFraction: number;
  readonly monthDays: number;
  readonly expiryDays: number;
  readonly rollAfterMs: number;
  readonly hasSessions: boolean;
  /** The second chain has half of the bars, so that its last position has no further price. */
  readonly endsEarly: boolean;
}

const arbitraryMarket: fc.Arbitrary<Market> = fc.record({
  seed: fc.nat().map(String),
  kind: fc.constantFrom('history', 'chain', 'chains', 'pair', 'calendar'),
  bars: fc.integer({ min: 20, max: 120 }).map((half) => 2 * half),
  lengthMs: fc.constantFrom(DAY_MS, DAY_MS / 4),
  gapFraction: fc.constantFrom(0, 0.1, 0.4),
  limitFraction: fc.constantFrom(0, 0.1, 0.6),
  monthDays: fc.integer({ min: 6, max: 40 }),
  expiryDays: fc.integer({ min: 1, max: 12 }),
  rollAfterMs: fc.constantFrom(0, DAY_MS / 2),
  hasSessions: fc.boolean(),
  endsEarly: fc.boolean(),
});

interface Trader {
  readonly rule: 'chance' | 'momentum';
  /** Probability that a random side stays for another hour. */
  readonly persistence: number;
  /** Bars of momentum. */
  readonly window: number;
  readonly stopRanges: number | null;
  readonly targetRatio: number | null;
  readonly barsHeldMax: number | null;
  readonly fromDay: number;
  readonly riskLevel: BacktestOptions['riskLevel'];
}

const arbitraryTrader: fc.Arbitrary<Trader> = fc.record({
  rule: fc.constantFrom('chance', 'momentum'),
  persistence: fc.constantFrom(0.5, 0.9, 0.98),
  window: fc.integer({ min: 2, max: 20 }),
  stopRanges: fc.constantFrom(null, 0.5, 1.5),
  targetRatio: fc.constantFrom(null, 1, 3),
  barsHeldMax: fc.constantFrom(null, 1, 3, 20),
  fromDay: fc.constantFrom(0, 15),
  riskLevel: fc.constantFrom('conservative', 'moderate', 'aggressive'),
});

function createTapes({ kind, hasSessions, endsEarly, ...walk }: Market): readonly ChainTape[] {
  const chains =
    kind === 'history'
      ? [buildHistory(createWalk(walk))]
      : (kind === 'chain' || kind === 'calendar' ? ['CL'] : ['CL', 'CM']).map((chain, place) =>
          createChainTape({
            ...walk,
            chain,
            bars: endsEarly && place === 1 ? walk.bars / 2 : walk.bars,
            warmDays: 25,
            monthDays: walk.monthDays + 3 * place,
          }),
        );
  return hasSessions && walk.lengthMs === DAY_MS ? addChainSessions(chains, walk.seed) : chains;
}

function createEvaluator(seed: string, kind: Market['kind'], trader: Trader): Evaluator {
  const { stopRanges, targetRatio, barsHeldMax, rule, persistence, window } = trader;
  const legs = kind === 'pair' ? PAIR : kind === 'calendar' ? CALENDAR : null;
  const row: Partial<PlaybookRow> = {
    barsHeldMax,
    legs,
    ...(legs === null ? { stopRanges, targetRatio: stopRanges === null ? null : targetRatio } : {}),
  };
  return rule === 'chance'
    ? createRandomEvaluator(seed, persistence, row)
    : createMomentumEvaluator(window, row);
}

const listFigures = (run: BacktestRun): string =>
  JSON.stringify({
    ...run,
    stampsMs: [...run.stampsMs],
    equityMills: [...run.equityMills],
    held: [...run.held],
    refusals: [...run.refusals],
  });

const met = { trades: 0, rolls: 0, stops: 0, targets: 0, times: 0, expiries: 0, refusals: 0 };
/** At most half of the typical counts of the deep run. */
const MIN: Readonly<Record<keyof typeof met, number>> = {
  trades: 5000,
  rolls: 500,
  stops: 1000,
  targets: 250,
  times: 1500,
  expiries: 40,
  refusals: 250,
};

function countMet({ trades, refusals }: BacktestRun): void {
  const countCause = (cause: string): number =>
    trades.filter((trade) => trade.cause === cause).length;
  met.trades += trades.length;
  met.rolls += countCause('roll');
  met.stops += countCause('stop');
  met.targets += countCause('target');
  met.times += countCause('time');
  met.expiries += countCause('expiry');
  met.refusals += refusals.size;
}

describe('backtest', () => {
  property(
    'gives the same result when it passes quiet bars as when it visits every bar',
    fc.tuple(arbitraryMarket, arbitraryTrader),
    ([market, trader]) => {
      const tapes = createTapes(market);
      const options: Partial<BacktestOptions> = {
        riskLevel: trader.riskLevel,
        fromMs: START_MS + trader.fromDay * DAY_MS,
      };
      const run = (): BacktestRun =>
        runBacktest(createEvaluator(market.seed, market.kind, trader), tapes, options);
      const quick = run();
      countMet(quick);
      assertEqual(listFigures(quick), listFigures(visitAllBars(run)), 'result');
    },
    {
      after: () => {
        for (const name of Object.keys(MIN) as (keyof typeof met)[])
          expectMet(name, met[name], MIN[name]);
        expectMet('searches for the next action', search.found, 100_000);
      },
    },
  );
});
