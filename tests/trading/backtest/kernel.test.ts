// Backtest against hand-computed fills; options; invalid tapes.
import { describe, expect, test } from 'vitest';
import { runBacktest } from '../../../app/trading/backtest/run-backtest';
import type { BacktestOptions } from '../../../app/trading/backtest/options';
import type { BarColumns, ChainTape } from '../../../app/trading/backtest/tape';
import { toLots, toMills } from '../../../app/trading/domain/units';
import { createRandomEvaluator, createTableEvaluator } from '../../support/backtest-evaluators';
import { START_MS, createChainTape, buildHistory, createWalk } from '../../support/backtest-tapes';
import { DAY_MS } from '../../../app/trading/domain/time';

const OPTIONS: Partial<BacktestOptions> = {
  fixedLots: toLots(10),
  getFriction: () => ({ feeBasisPoints: 10, halfSpreadTicks: 2, slippageTicks: 1 }),
};

/** Daily bars from prices in ticks. */
function buildBars(
  rows: readonly (readonly [open: number, high: number, low: number, close: number])[],
): BarColumns {
  const createColumn = (place: 0 | 1 | 2 | 3): Float64Array =>
    Float64Array.from(rows, (row) => row[place]);
  return {
    startsMs: Float64Array.from(rows, (_, day) => START_MS + day * DAY_MS),
    endsMs: Float64Array.from(rows, (_, day) => START_MS + (day + 1) * DAY_MS - 1),
    open: createColumn(0),
    high: createColumn(1),
    low: createColumn(2),
    close: createColumn(3),
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
    createTableEvaluator((bar) => (bar === 1 ? 1 : bar === 2 ? 1 : 0)),
    [buildHistory(bars)],
    OPTIONS,
  );

  test('fills at the opens after its signals, with half-spread, slippage and fee', () => {
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

  test('values the account at every close', () => {
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
  const tape = buildHistory(createWalk({ seed: 'options', bars: 300 }));

  test('bars before the start only warm up the rule', () => {
    const fromMs = START_MS + 100 * DAY_MS;
    const run = runBacktest(createRandomEvaluator('options', 0.9), [tape], { ...OPTIONS, fromMs });
    expect(run.stampsMs[0]).toBe(fromMs + DAY_MS - 1);
    expect(run.stampsMs).toHaveLength(200);
    expect(run.trades[0]?.entryMs).toBeGreaterThan(fromMs);
    const whole = runBacktest(createRandomEvaluator('options', 0.9), [tape], OPTIONS).trades.filter(
      ({ entryMs }) => entryMs > fromMs + 60 * DAY_MS,
    );
    expect(
      run.trades.slice(-whole.length).map(({ entryMs, entryTicks }) => [entryMs, entryTicks]),
    ).toEqual(whole.map(({ entryMs, entryTicks }) => [entryMs, entryTicks]));
  });

  test('trades only the chains of its playbook', () => {
    const chains = ['CL', 'CM'].map((chain) =>
      createChainTape({ seed: 'named', chain, bars: 200 }),
    );
    const run = runBacktest(
      createRandomEvaluator('named', 0.9, { chains: ['CM'] }),
      chains,
      OPTIONS,
    );
    expect(run.trades.length).toBeGreaterThan(3);
    expect(run.trades.every(({ instrumentId }) => instrumentId.startsWith('CM'))).toBe(true);
  });

  test('rejects capital below the minimum size, and zero capital', () => {
    const poor = runBacktest(createRandomEvaluator('poor', 0.5), [tape], {
      capitalMills: toMills(100_000),
    });
    expect(poor.trades).toEqual([]);
    expect(poor.refusals.get('TOO_SMALL')).toBeGreaterThan(10);
    expect(() =>
      runBacktest(createRandomEvaluator('poor', 0.5), [tape], { capitalMills: toMills(0) }),
    ).toThrow('a backtest needs capital above zero, got 0 mills');
  });
});

test('settles at the last price after five days without a quote, then trades the next month', () => {
  const [first, second] = createChainTape({
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
      { ...second, bars: createWalk({ seed: 'late', bars: 20, fromMs: START_MS + 40 * DAY_MS }) },
    ],
  };
  const run = runBacktest(
    createTableEvaluator(() => 1),
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

describe('rejects an invalid tape and names the bar', () => {
  const sound = [
    [5000, 5010, 4990, 5005],
    [5005, 5020, 5000, 5010],
  ] as const;
  const run = (bars: BarColumns) => () =>
    runBacktest(
      createTableEvaluator(() => 0),
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

  test('with other inputs, or months out of order', () => {
    const evaluator = createTableEvaluator(() => 0, { inputs: ['hdd'] });
    expect(() => runBacktest(evaluator, [buildHistory(buildBars(sound))])).toThrow(
      'CL: TEST reads 1 inputs, the tape has 0; make it for this playbook',
    );
    const chain = createChainTape({ seed: 'order', bars: 60 });
    expect(() =>
      runBacktest(
        createTableEvaluator(() => 0),
        [{ ...chain, months: [...chain.months].reverse() }],
      ),
    ).toThrow(/CL: the months of a chain come in order of expiry, CL\.01 is too late/);
  });
});

describe('daily rules in a market with day sessions', () => {
  const SESSION_MS = 14 * 3_600_000;
  /** Days of which all but the last have a session; prices of the session and both ranges. */
  function buildSessionDays(
    sides: readonly (-1 | 0 | 1)[],
    spans: { readonly lowBefore: number; readonly lowAfter: number },
  ) {
    const bars = buildBars([
      [5000, 5000, 5000, 5000],
      [5010, 5100, 4700, 5050],
      [5060, 5080, 4700, 5020],
      [5030, 5030, 5030, 5030],
    ]);
    const createConstant = (value: number): Float64Array => new Float64Array(4).fill(value);
    return runBacktest(
      createTableEvaluator((bar) => sides[bar - 1] ?? 0),
      [
        buildHistory({
          ...bars,
          session: {
            opensMs: bars.startsMs.map((ms, day) => (day === 3 ? NaN : ms + SESSION_MS)),
            open: Float64Array.of(5000, 5040, 5030, 0),
            highBefore: createConstant(5050),
            lowBefore: createConstant(spans.lowBefore),
            highAfter: createConstant(5050),
            lowAfter: createConstant(spans.lowAfter),
          },
        }),
      ],
      OPTIONS,
    );
  }
  const QUIET = { lowBefore: 5000, lowAfter: 5000 };

  test('fill at the first open of a session after the decision', () => {
    // Decided at the close of day 0, filled at 14:00 of day 1; flat at the close of day 1, sold at
    // 14:00 of day 2. Half-spread 2 and slippage 1.
    const run = buildSessionDays([1, 0, 0, 0], QUIET);
    expect(run.trades).toHaveLength(1);
    expect(run.trades[0]).toMatchObject({
      entryMs: START_MS + DAY_MS + SESSION_MS,
      entryTicks: 5043,
      exitMs: START_MS + 2 * DAY_MS + SESSION_MS,
      exitTicks: 5027,
      bars: 1,
    });
  });

  test('wait over days without a session', () => {
    const run = buildSessionDays([0, 0, 1, 1], QUIET);
    expect(run.trades).toEqual([]);
  });

  test('have a worst price from the open of the session on', () => {
    const run = buildSessionDays([1, 1, 1, 1], { lowBefore: 4700, lowAfter: 5035 });
    // Bought on day 1; on day 2 the part before the session counts too.
    expect(run.trades[0]?.worstMills).toBe((4700 - 5043) * 100);
    const one = buildSessionDays([1, 0, 0, 0], { lowBefore: 5036, lowAfter: 4990 });
    expect(one.trades[0]?.worstMills).toBe((4990 - 5043) * 100);
  });

  test('throw for a session outside its bar', () => {
    const bars = buildBars([[5000, 5010, 4990, 5000]]);
    const column = new Float64Array(1).fill(5000);
    const runWithSession = (opensMs: number, open: number) => () =>
      runBacktest(
        createTableEvaluator(() => 0),
        [
          buildHistory({
            ...bars,
            session: {
              opensMs: Float64Array.of(opensMs),
              open: Float64Array.of(open),
              highBefore: column,
              lowBefore: column,
              highAfter: column,
              lowAfter: column,
            },
          }),
        ],
      );
    expect(runWithSession(START_MS + DAY_MS, 5000)).toThrow(/day session of bar 0/);
    expect(runWithSession(START_MS + 1, 5011)).toThrow(/day session of bar 0/);
    expect(runWithSession(START_MS + 1, 5000)).not.toThrow();
  });
});
