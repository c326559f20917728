// Properties of backtests: no gain without signals or from higher costs, no look-ahead, no stop
// filled better than its price, exact accounting.
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { runBacktest } from '../../app/trading/backtest/run-backtest';
import type { BacktestOptions } from '../../app/trading/backtest/options';
import type { BacktestRun } from '../../app/trading/backtest/backtest-run';
import type { ChainTape, MonthTape } from '../../app/trading/backtest/tape';
import { toLots } from '../../app/trading/domain/units';
import type { Friction } from '../../app/trading/execution/friction';
import type { PlaybookRow } from '../../app/trading/strategies/playbook';
import { createRandomEvaluator, createTableEvaluator } from '../support/backtest-evaluators';
import { createChainTape, buildHistory, createWalk } from '../support/backtest-tapes';
import { assertEqual, expectMet, property } from './property';

interface Market {
  readonly chains: readonly ChainTape[];
  readonly seed: string;
  readonly keep: number;
}

/** A history, one chain or two chains of 40 to 100 bars, with missing and locked bars. */
const arbitraryMarket = (locks = 0.2): fc.Arbitrary<Market> =>
  fc
    .record({
      seed: fc.nat().map(String),
      bars: fc.integer({ min: 40, max: 100 }),
      kind: fc.constantFrom('history', 'chain', 'chains'),
      gaps: fc.constantFrom(0, 0.2),
      keep: fc.constantFrom(0.5, 0.9),
    })
    .map(({ seed, bars, kind, gaps, keep }) => {
      const each = { seed, bars, gaps, locks, step: 100 };
      const months = { ...each, monthDays: 12, warmDays: 15 };
      const chains =
        kind === 'history'
          ? [buildHistory(createWalk(each))]
          : ['CL', 'CM']
              .slice(0, kind === 'chain' ? 1 : 2)
              .map((chain) => createChainTape({ ...months, chain }));
      return { chains, seed, keep };
    });

const FREE: Friction = { feeBasisPoints: 0, halfSpreadTicks: 0, slippageTicks: 0 };
const withFixedLots = (friction: Friction, lots = 3): Partial<BacktestOptions> => ({
  fixedLots: toLots(lots),
  getFriction: () => friction,
});
const STOPS: Partial<PlaybookRow> = { stopRanges: 0.5, targetRatio: 1.5 };
const getFinalEquity = ({ equityMills }: BacktestRun): number =>
  equityMills[equityMills.length - 1] ?? 0;
const met = { stops: 0, trailed: 0, rolls: 0, trades: 0 };

describe('backtest', () => {
  property('keeps its capital without signals in any market', arbitraryMarket(), ({ chains }) => {
    const run = runBacktest(
      createTableEvaluator(() => 0),
      chains,
    );
    assertEqual(run.trades.length + run.turnoverMills + run.feesMills, 0, 'trades');
    assertEqual(
      run.equityMills.every((equity) => equity === run.capitalMills),
      true,
      'equity',
    );
    assertEqual(
      run.held.some((held) => held !== 0),
      false,
      'held',
    );
  });

  property(
    'never earns more with doubled costs',
    fc.tuple(
      arbitraryMarket(),
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
    ),
    ([{ chains, seed, keep }, feeBasisPoints, half, slip]) => {
      const evaluator = createRandomEvaluator(seed, keep);
      const [once, twice] = [1, 2].map((times) =>
        runBacktest(
          evaluator,
          chains,
          withFixedLots({
            feeBasisPoints: feeBasisPoints * times,
            halfSpreadTicks: half * times,
            slippageTicks: slip * times,
          }),
        ),
      );
      if (!once || !twice) throw new Error('both were run');
      assertEqual(twice.trades.length, once.trades.length, 'trades');
      expect(getFinalEquity(twice)).toBeLessThanOrEqual(getFinalEquity(once));
    },
  );

  property(
    'reverses its profit with opposite sides and no costs',
    arbitraryMarket(0),
    ({ chains, seed, keep }) => {
      const evaluator = createRandomEvaluator(seed, keep);
      const turned = {
        ...evaluator,
        fold: (
          state: Parameters<typeof evaluator.fold>[0],
          bar: Parameters<typeof evaluator.fold>[1],
        ) => {
          state.side = -state.side as -1 | 0 | 1;
          evaluator.fold(state, bar);
          state.side = -state.side as -1 | 0 | 1;
        },
      };
      const [run, other] = [
        runBacktest(evaluator, chains, withFixedLots(FREE)),
        runBacktest(turned, chains, withFixedLots(FREE)),
      ];
      assertEqual(other.trades.length, run.trades.length, 'trades');
      assertEqual(
        run.equityMills.every(
          (equity, bar) =>
            equity - run.capitalMills === -((other.equityMills[bar] ?? 0) - other.capitalMills),
        ),
        true,
        'mirrored',
      );
    },
  );

  property(
    'has no look-ahead: later bars do not change earlier results',
    fc.tuple(arbitraryMarket(), fc.double({ min: 0.1, max: 0.9, noNaN: true })),
    ([{ chains, seed, keep }, share]) => {
      const ends = chains
        .flatMap(({ months }) => months.flatMap(({ bars }) => [...bars.endsMs]))
        .sort((a, b) => a - b);
      const cutMs = ends[Math.floor(share * ends.length)] ?? 0;
      const evaluator = createRandomEvaluator(seed, keep, STOPS);
      const [run, other] = [
        runBacktest(evaluator, chains),
        runBacktest(
          evaluator,
          chains.map((chain) => shuffledAfter(chain, cutMs)),
        ),
      ];
      const listPastTrades = ({ trades }: BacktestRun) =>
        trades.filter(({ exitMs, cause }) => exitMs <= cutMs && cause !== 'end');
      assertEqual(listPastTrades(other), listPastTrades(run), 'trades that were over');
      const size = run.stampsMs.findIndex((stamp) => stamp >= cutMs);
      assertEqual(
        [...other.equityMills.subarray(0, size)],
        [...run.equityMills.subarray(0, size)],
        'the curve',
      );
    },
  );

  property(
    'fills no stop better than its price and never loosens one',
    arbitraryMarket(),
    ({ chains, seed, keep }) => {
      const run = runBacktest(createRandomEvaluator(seed, keep, { stopRanges: 0.5 }), chains, {
        getFriction: () => ({ feeBasisPoints: 1, halfSpreadTicks: 1, slippageTicks: 1 }),
      });
      for (const {
        cause,
        direction,
        entryTicks,
        exitTicks,
        stopTicks,
        riskMills,
        lots,
        worstMills,
        bestMills,
        profitMills,
        feesMills,
      } of run.trades) {
        expect(worstMills).toBeLessThanOrEqual(profitMills + feesMills);
        expect(bestMills).toBeGreaterThanOrEqual(profitMills + feesMills);
        met.trades += 1;
        if (cause === 'roll') met.rolls += 1;
        if (cause !== 'stop' || riskMills === null || stopTicks === null) continue;
        met.stops += 1;
        const sign = direction === 'LONG' ? 1 : -1;
        expect(sign * (stopTicks - exitTicks)).toBeGreaterThanOrEqual(0);
        // It trails gains and is never farther than at the entry. One tick of one lot is ten mills
        // here.
        expect(sign * (entryTicks - stopTicks) * 10 * lots).toBeLessThanOrEqual(riskMills);
        if (sign * (stopTicks - entryTicks) > 0) met.trailed += 1;
      }
    },
    {
      after: () => {
        for (const [name, count] of Object.entries(met))
          expectMet(name, count, name === 'stops' || name === 'trades' ? 1000 : 200);
      },
    },
  );

  property(
    'equals capital plus trade results whenever flat, to the mill',
    arbitraryMarket(),
    ({ chains, seed, keep }) => {
      const run = runBacktest(createRandomEvaluator(seed, keep, STOPS), chains);
      const computeRealizedProfit = (stamp: number): number =>
        run.trades.reduce<number>(
          (sum, { exitMs, profitMills }) => sum + (exitMs <= stamp ? profitMills : 0),
          run.capitalMills,
        );
      run.stampsMs.forEach((stamp, bar) => {
        if (run.held[bar] === 0)
          assertEqual(run.equityMills[bar], computeRealizedProfit(stamp), `equity at ${stamp}`);
      });
      assertEqual(getFinalEquity(run), computeRealizedProfit(Infinity), 'at the end');
      assertEqual(
        run.trades.reduce((sum, { feesMills }) => sum + feesMills, 0),
        run.feesMills,
        'fees',
      );
    },
  );
});

/** The same bars up to a time; later prices in reverse order. */
const shuffledAfter = ({ chain, months }: ChainTape, cutMs: number): ChainTape => ({
  chain,
  months: months.map((month) => shuffledMonth(month, cutMs)),
});

function shuffledMonth({ instrument, bars, inputs }: MonthTape, cutMs: number): MonthTape {
  const from = bars.endsMs.findIndex((endsMs) => endsMs > cutMs);
  const size = bars.endsMs.length;
  const reverseTail = <T extends Float64Array | Int8Array>(column: T): T =>
    column.map((value, bar) =>
      from < 0 || bar < from ? value : (column[size - 1 - (bar - from)] ?? value),
    ) as T;
  return {
    instrument,
    inputs,
    bars: {
      startsMs: bars.startsMs,
      endsMs: bars.endsMs,
      open: reverseTail(bars.open),
      high: reverseTail(bars.high),
      low: reverseTail(bars.low),
      close: reverseTail(bars.close),
      ...(bars.locked ? { locked: reverseTail(bars.locked) } : {}),
    },
  };
}
