// What no backtest may do: earn without signals, earn more by paying more, know the future, fill a
// stop better than its price, lose a mill.
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { runBacktest } from '../../app/trading/backtest/kernel';
import type { BacktestOptions } from '../../app/trading/backtest/options';
import type { BacktestRun, ChainTape, MonthTape } from '../../app/trading/backtest/tape';
import { toLots } from '../../app/trading/domain/units';
import type { Friction } from '../../app/trading/execution/friction';
import type { PlaybookRow } from '../../app/trading/strategies/playbook';
import { randomSides, sidesBy } from '../support/backtest-evaluators';
import { chainOfMonths, buildHistory, walk } from '../support/backtest-tapes';
import { agree, expectMet, property } from './property';

interface Market {
  readonly chains: readonly ChainTape[];
  readonly seed: string;
  readonly keep: number;
}

/**
 * One history, a chain, or two chains, of forty to a hundred bars, with missing and locked ones.
 */
const markets = (locks = 0.2): fc.Arbitrary<Market> =>
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
          ? [buildHistory(walk(each))]
          : ['CL', 'CM']
              .slice(0, kind === 'chain' ? 1 : 2)
              .map((chain) => chainOfMonths({ ...months, chain }));
      return { chains, seed, keep };
    });

const FREE: Friction = { feeBasisPoints: 0, halfSpreadTicks: 0, slippageTicks: 0 };
const fixed = (friction: Friction, lots = 3): Partial<BacktestOptions> => ({
  fixedLots: toLots(lots),
  frictionOf: () => friction,
});
const STOPS: Partial<PlaybookRow> = { stopRanges: 0.5, targetRatio: 1.5 };
const last = ({ equityMills }: BacktestRun): number => equityMills[equityMills.length - 1] ?? 0;
const met = { stops: 0, trailed: 0, rolls: 0, trades: 0 };

describe('a backtest', () => {
  property(
    'without signals keeps its capital, whatever the market does',
    markets(),
    ({ chains }) => {
      const run = runBacktest(
        sidesBy(() => 0),
        chains,
      );
      agree(run.trades.length + run.turnoverMills + run.feesMills, 0, 'trades');
      agree(
        run.equityMills.every((equity) => equity === run.capitalMills),
        true,
        'equity',
      );
      agree(
        run.held.some((held) => held !== 0),
        false,
        'held',
      );
    },
  );

  property(
    'never earns more by paying twice',
    fc.tuple(
      markets(),
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
    ),
    ([{ chains, seed, keep }, feeBasisPoints, half, slip]) => {
      const evaluator = randomSides(seed, keep);
      const [once, twice] = [1, 2].map((times) =>
        runBacktest(
          evaluator,
          chains,
          fixed({
            feeBasisPoints: feeBasisPoints * times,
            halfSpreadTicks: half * times,
            slippageTicks: slip * times,
          }),
        ),
      );
      if (!once || !twice) throw new Error('both were run');
      agree(twice.trades.length, once.trades.length, 'trades');
      expect(last(twice)).toBeLessThanOrEqual(last(once));
    },
  );

  property(
    'turned around loses what it won, where trading is free',
    markets(0),
    ({ chains, seed, keep }) => {
      const evaluator = randomSides(seed, keep);
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
        runBacktest(evaluator, chains, fixed(FREE)),
        runBacktest(turned, chains, fixed(FREE)),
      ];
      agree(other.trades.length, run.trades.length, 'trades');
      agree(
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
    'knows nothing of bars to come: others leave the past as it was',
    fc.tuple(markets(), fc.double({ min: 0.1, max: 0.9, noNaN: true })),
    ([{ chains, seed, keep }, share]) => {
      const ends = chains
        .flatMap(({ months }) => months.flatMap(({ bars }) => [...bars.endsMs]))
        .sort((a, b) => a - b);
      const cutMs = ends[Math.floor(share * ends.length)] ?? 0;
      const evaluator = randomSides(seed, keep, STOPS);
      const [run, other] = [
        runBacktest(evaluator, chains),
        runBacktest(
          evaluator,
          chains.map((chain) => shuffledAfter(chain, cutMs)),
        ),
      ];
      const past = ({ trades }: BacktestRun) =>
        trades.filter(({ exitMs, cause }) => exitMs <= cutMs && cause !== 'end');
      agree(past(other), past(run), 'trades that were over');
      const size = run.stampsMs.findIndex((stamp) => stamp >= cutMs);
      agree(
        [...other.equityMills.subarray(0, size)],
        [...run.equityMills.subarray(0, size)],
        'the curve',
      );
    },
  );

  property(
    'fills no stop better than its price, and draws none further away',
    markets(),
    ({ chains, seed, keep }) => {
      const run = runBacktest(randomSides(seed, keep, { stopRanges: 0.5 }), chains, {
        frictionOf: () => ({ feeBasisPoints: 1, halfSpreadTicks: 1, slippageTicks: 1 }),
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
        // It follows a gain and never stands further away than at the entry. A tick of a lot is ten
        // mills here.
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
    'has its capital and the sum of its trades whenever it is flat, to the mill',
    markets(),
    ({ chains, seed, keep }) => {
      const run = runBacktest(randomSides(seed, keep, STOPS), chains);
      const flat = (stamp: number): number =>
        run.trades.reduce<number>(
          (sum, { exitMs, profitMills }) => sum + (exitMs <= stamp ? profitMills : 0),
          run.capitalMills,
        );
      run.stampsMs.forEach((stamp, bar) => {
        if (run.held[bar] === 0) agree(run.equityMills[bar], flat(stamp), `equity at ${stamp}`);
      });
      agree(last(run), flat(Infinity), 'at the end');
      agree(
        run.trades.reduce((sum, { feesMills }) => sum + feesMills, 0),
        run.feesMills,
        'fees',
      );
    },
  );
});

/** The same bars up to a moment, and behind it the prices of the others in the opposite order. */
const shuffledAfter = ({ chain, months }: ChainTape, cutMs: number): ChainTape => ({
  chain,
  months: months.map((month) => shuffledMonth(month, cutMs)),
});

function shuffledMonth({ instrument, bars, inputs }: MonthTape, cutMs: number): MonthTape {
  const from = bars.endsMs.findIndex((endsMs) => endsMs > cutMs);
  const size = bars.endsMs.length;
  const turned = <T extends Float64Array | Int8Array>(column: T): T =>
    column.map((value, bar) =>
      from < 0 || bar < from ? value : (column[size - 1 - (bar - from)] ?? value),
    ) as T;
  return {
    instrument,
    inputs,
    bars: {
      startsMs: bars.startsMs,
      endsMs: bars.endsMs,
      open: turned(bars.open),
      high: turned(bars.high),
      low: turned(bars.low),
      close: turned(bars.close),
      ...(bars.locked ? { locked: turned(bars.locked) } : {}),
    },
  };
}
