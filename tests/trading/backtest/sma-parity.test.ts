/**
 * Backtest against a plain loop: 100,000 bars, two averages, one basis point per side.
 *
 * Bars: `walk` of tests/support/backtest-tapes with seed 'sma-parity', from 10,000 ticks of a cent,
 * steps of 50 ticks, mean reversion of 0.001 per bar.
 */
import { expect, test } from 'vitest';
import { runBacktest } from '../../../app/trading/backtest/run-backtest';
import type { BarColumns } from '../../../app/trading/backtest/tape';
import { toLots, toMills } from '../../../app/trading/domain/units';
import { createAveragesEvaluator } from '../../support/backtest-evaluators';
import { buildHistory, createWalk } from '../../support/backtest-tapes';

const BARS = 100_000;
const CAPITAL = 1_000_000;
const SIZE = 1000;
const FEE = 0.0001;
const FAST = 10;
const SLOW = 30;

const bars = createWalk({
  seed: 'sma-parity',
  bars: BARS,
  startTicks: 10_000,
  step: 50,
  reversion: 0.001,
  lengthMs: 3_600_000,
});

/**
 * Equity in dollars at each close: a position closes at the open after its side changes, and a flat
 * account enters at the open after the signal.
 */
function plainLoop({ open, close }: BarColumns): Float64Array {
  const getPrice = (column: Float64Array, bar: number): number => (column[bar] ?? 0) / 100;
  const computeWindowMean = (bar: number, n: number): number =>
    Array.from({ length: n }, (_, back) => getPrice(close, bar - back)).reduce(
      (sum, each) => sum + each,
      0,
    ) / n;
  const equity = new Float64Array(BARS);
  let [cash, held, paid, order] = [CAPITAL, 0, 0, 0];
  for (let bar = 0; bar < BARS; bar += 1) {
    const at = getPrice(open, bar);
    if (order !== 0) cash -= at * SIZE * FEE;
    if (order !== 0 && held !== 0) cash += held * (at - paid) * SIZE;
    if (order !== 0) [held, paid] = held === 0 ? [order, at] : [0, 0];
    equity[bar] = cash + held * (getPrice(close, bar) - paid) * SIZE;
    const side =
      bar < SLOW - 1 ? 0 : computeWindowMean(bar, FAST) > computeWindowMean(bar, SLOW) ? 1 : -1;
    order = held === 0 ? side : side === held ? 0 : -held;
  }
  // Open positions are sold at the last price.
  if (held !== 0)
    equity[BARS - 1] = (equity[BARS - 1] ?? 0) - getPrice(close, BARS - 1) * SIZE * FEE;
  return equity;
}

test('the curve of a moving average crossover matches a plain loop at every bar', () => {
  const plain = plainLoop(bars);
  const run = runBacktest(
    createAveragesEvaluator(FAST, SLOW, { bar: '1h' }),
    [buildHistory(bars)],
    {
      capitalMills: toMills(CAPITAL * 1000),
      fixedLots: toLots(SIZE),
      getFriction: () => ({ feeBasisPoints: 1, halfSpreadTicks: 0, slippageTicks: 0 }),
    },
  );
  expect(run.refusals.size).toBe(0);
  expect(run.trades.length).toBeGreaterThan(3000);
  expect(run.equityMills).toHaveLength(BARS);
  let worst = 0;
  plain.forEach(
    (dollars, bar) =>
      (worst = Math.max(worst, Math.abs((run.equityMills[bar] ?? 0) / 1000 / dollars - 1))),
  );
  console.log(
    `final equity ${(run.equityMills[BARS - 1] ?? 0) / 1000}, plain ${plain[BARS - 1]}, ${run.trades.length} trades, worst relative difference ${worst}`,
  );
  expect(worst).toBeLessThan(1e-9);
});
