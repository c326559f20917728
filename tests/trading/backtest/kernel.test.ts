// The kernel by hand: fills to the tick, what its options do, and what it says of tapes that cannot
// be run.
import { describe, expect, test } from 'vitest';
import { runBacktest } from '../../../app/trading/backtest/kernel';
import type { BacktestOptions } from '../../../app/trading/backtest/options';
import type { BarColumns, ChainTape } from '../../../app/trading/backtest/tape';
import { toLots, toMills } from '../../../app/trading/domain/units';
import { randomSides, sidesBy } from '../../support/backtest-evaluators';
import { START_MS, chainOfMonths, buildHistory, walk } from '../../support/backtest-tapes';
import { DAY_MS } from '../../../app/trading/domain/time';

const OPTIONS: Partial<BacktestOptions> = {
  fixedLots: toLots(10),
  frictionOf: () => ({ feeBasisPoints: 10, halfSpreadTicks: 2, slippageTicks: 1 }),
};

/** Daily bars of these prices in ticks. */
function buildBars(
  rows: readonly (readonly [open: number, high: number, low: number, close: number])[],
): BarColumns {
  const column = (place: 0 | 1 | 2 | 3): Float64Array =>
    Float64Array.from(rows, (row) => row[place]);
  return {
    startsMs: Float64Array.from(rows, (_, day) => START_MS + day * DAY_MS),
    endsMs: Float64Array.from(rows, (_, day) => START_MS + (day + 1) * DAY_MS - 1),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
  };
}

describe('one trade', () => {
  const bars = buildBars([
    [5000, 5000, 5000, 5000],
    [5010, 5100, 4900, 5050],
    [5060, 5080, 5000, 5020],
    [5030, 5030, 5030, 5030],
  ]);
  const run = runBacktest(
    sidesBy((bar) => (bar === 1 ? 1 : bar === 2 ? 1 : 0)),
    [buildHistory(bars)],
    OPTIONS,
  );

  test('enters and leaves at the opens after its signals, with half-spread, slippage and fee', () => {
    // Bought at 5010 + 2 + 1, sold at 5030 - 2 - 1; ten mills a tick and lot; fees 0.1 % of 501.30
    // and of 502.70 dollars.
    expect(run.trades).toEqual([
      {
        instrumentId: 'CL',
        direction: 'LONG',
        lots: 10,
        entryMs: START_MS + DAY_MS,
        exitMs: START_MS + 3 * DAY_MS,
        entryTicks: 5013,
        exitTicks: 5027,
        feesMills: 501 + 503,
        slippageMills: 600,
        profitMills: 1400 - 1004,
        bars: 2,
        worstMills: (4900 - 5013) * 100,
        bestMills: (5100 - 5013) * 100,
        riskMills: null,
        stopTicks: null,
        cause: 'rule',
        group: 1,
      },
    ]);
  });

  test('marks the book at every close', () => {
    expect([...run.equityMills]).toEqual([
      25_000_000,
      25_000_000 - 501 + 3700,
      25_000_000 - 501 + 700,
      25_000_000 + 396,
    ]);
    expect([...run.held]).toEqual([0, 1, 1, 0]);
    expect(run).toMatchObject({
      bars: 4,
      feesMills: 1004,
      turnoverMills: 501_300 + 502_700,
      capitalMills: 25_000_000,
    });
  });
});

describe('options', () => {
  const tape = buildHistory(walk({ seed: 'options', bars: 300 }));

  test('nothing is entered and nothing written before the beginning that is asked for, but the rule has its past', () => {
    const fromMs = START_MS + 100 * DAY_MS;
    const run = runBacktest(randomSides('options', 0.9), [tape], { ...OPTIONS, fromMs });
    expect(run.stampsMs[0]).toBe(fromMs + DAY_MS - 1);
    expect(run.stampsMs).toHaveLength(200);
    expect(run.trades[0]?.entryMs).toBeGreaterThan(fromMs);
    const whole = runBacktest(randomSides('options', 0.9), [tape], OPTIONS).trades.filter(
      ({ entryMs }) => entryMs > fromMs + 60 * DAY_MS,
    );
    expect(
      run.trades.slice(-whole.length).map(({ entryMs, entryTicks }) => [entryMs, entryTicks]),
    ).toEqual(whole.map(({ entryMs, entryTicks }) => [entryMs, entryTicks]));
  });

  test('a row that names its chains trades no other', () => {
    const chains = ['CL', 'CM'].map((chain) => chainOfMonths({ seed: 'named', chain, bars: 200 }));
    const run = runBacktest(randomSides('named', 0.9, { chains: ['CM'] }), chains, OPTIONS);
    expect(run.trades.length).toBeGreaterThan(3);
    expect(run.trades.every(({ instrumentId }) => instrumentId.startsWith('CM'))).toBe(true);
  });

  test('capital below the smallest position is refused by size, and none at all by name', () => {
    const poor = runBacktest(randomSides('poor', 0.5), [tape], { capitalMills: toMills(100_000) });
    expect(poor.trades).toEqual([]);
    expect(poor.refusals.get('TOO_SMALL')).toBeGreaterThan(10);
    expect(() =>
      runBacktest(randomSides('poor', 0.5), [tape], { capitalMills: toMills(0) }),
    ).toThrow('a backtest needs capital above zero, got 0 mills');
  });
});

test('a month that nobody can roll out of settles at its last price when none has followed for five days, and the next one is traded', () => {
  const [first, second] = chainOfMonths({
    seed: 'gap',
    bars: 60,
    monthDays: 30,
    warmDays: 0,
    expiryDays: 3,
  }).months;
  if (!first || !second) throw new Error('the chain has two months');
  const late: ChainTape = {
    chain: 'CL',
    months: [
      first,
      { ...second, bars: walk({ seed: 'late', bars: 20, fromMs: START_MS + 40 * DAY_MS }) },
    ],
  };
  const run = runBacktest(
    sidesBy(() => 1),
    [late],
    OPTIONS,
  );
  expect(
    run.trades.map(({ instrumentId, cause, exitMs }) => [instrumentId, cause, exitMs]),
  ).toEqual([
    ['CL.01', 'expiry', START_MS + 40 * DAY_MS],
    ['CL.02', 'end', START_MS + 60 * DAY_MS - 1],
  ]);
});

describe('a tape that cannot be run is refused with the bar', () => {
  const sound = [
    [5000, 5010, 4990, 5005],
    [5005, 5020, 5000, 5010],
  ] as const;
  const run = (bars: BarColumns) => () =>
    runBacktest(
      sidesBy(() => 0),
      [buildHistory(bars)],
    );

  test.each<readonly [string, BarColumns, RegExp]>([
    [
      'out of order',
      { ...buildBars(sound), startsMs: Float64Array.of(START_MS, START_MS) },
      /CL: bar 1 does not follow the one before it in time/,
    ],
    [
      'of different lengths',
      { ...buildBars(sound), close: Float64Array.of(1) },
      /CL: the columns of a tape are of one length/,
    ],
    [
      'with a close outside',
      buildBars([sound[0], [5005, 5020, 5000, 5021]]),
      /CL: bar 1 has no price, or an open or a close outside/,
    ],
    ['without a price', buildBars([[NaN, 5010, 4990, 5005]]), /CL: bar 0 has no price/],
    ['at zero', buildBars([[5, 10, 0, 5]]), /CL: bar 0 trades at or below zero/],
  ])('%s', (_name, bars, text) => expect(run(bars)).toThrow(text));

  test('with columns for other inputs, or months in another order', () => {
    const evaluator = sidesBy(() => 0, { inputs: ['hdd'] });
    expect(() => runBacktest(evaluator, [buildHistory(buildBars(sound))])).toThrow(
      'CL: TEST reads 1 inputs, the tape has 0; make it for this playbook',
    );
    const chain = chainOfMonths({ seed: 'order', bars: 60 });
    expect(() =>
      runBacktest(
        sidesBy(() => 0),
        [{ ...chain, months: [...chain.months].reverse() }],
      ),
    ).toThrow(/CL: the months of a chain come in order of expiry, CL\.01 is too late/);
  });
});
