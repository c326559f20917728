// Backtest against the live engine in history mode on the same tapes: trades agree to the tick and
// mill.
import { expect, test } from 'vitest';
import { runBacktest } from '../../../app/trading/backtest/run-backtest';
import type { BacktestOptions } from '../../../app/trading/backtest/options';
import type { ChainTape } from '../../../app/trading/backtest/tape';
import type {
  Evaluator,
  MonthPick,
  PlaybookRow,
  SpreadLegs,
} from '../../../app/trading/strategies/playbook';
import {
  createAveragesEvaluator,
  createMomentumEvaluator,
  createRandomEvaluator,
  createTableEvaluator,
} from '../../support/backtest-evaluators';
import {
  type ChainOptions,
  START_MS,
  addChainSessions,
  createChainTape,
  buildHistory,
  createWalk,
} from '../../support/backtest-tapes';
import { runEngine } from '../../support/engine-backtest';
import { chooseSize } from '../../support/run-size';
import { expectSameTrades } from '../../support/same-trades';
import { DAY_MS } from '../../../app/trading/domain/time';

/** A year, or two in the deep run. */
const SPAN_DAYS = chooseSize(365, 730);
const FILLS_MIN = chooseSize(15, 40);
const EXITS_MIN = chooseSize(10, 20);
const EXPIRIES_MIN = chooseSize(2, 5);

const STOPS: Partial<PlaybookRow> = { stopRanges: 1.5, targetRatio: 1.5 };

const PAIR: SpreadLegs = {
  first: { chain: 'CL', month: 1 },
  second: { chain: 'CM', month: 1 },
  ratio: 2,
};
const createSpreadLegs = (first: MonthPick, second: MonthPick): SpreadLegs => ({
  first: { chain: 'CL', month: first },
  second: { chain: 'CL', month: second },
  ratio: 1,
});
/** Two chains with different month ends. */
const buildPair = (seed: string, change: Partial<ChainOptions>): readonly ChainTape[] =>
  ['CL', 'CM'].map((chain, place) =>
    createChainTape({ seed, chain, bars: SPAN_DAYS, monthDays: 25 + 4 * place, ...change }),
  );

type Case = readonly [
  name: string,
  evaluator: Evaluator,
  chains: readonly ChainTape[],
  options?: Partial<BacktestOptions>,
];
const CASES: readonly Case[] = [
  [
    'momentum on one history',
    createMomentumEvaluator(10),
    [buildHistory(createWalk({ seed: 'a', bars: SPAN_DAYS }))],
  ],
  [
    'averages with stops and targets',
    createAveragesEvaluator(5, 20, STOPS),
    [buildHistory(createWalk({ seed: 'b', bars: SPAN_DAYS }))],
  ],
  [
    'chance with a longest holding',
    createRandomEvaluator('c', 0.9, { ...STOPS, barsHeldMax: 3 }),
    [buildHistory(createWalk({ seed: 'c', bars: SPAN_DAYS, gapFraction: 0.1 }))],
  ],
  [
    'locked bars',
    createRandomEvaluator('d', 0.7, STOPS),
    [buildHistory(createWalk({ seed: 'd', bars: SPAN_DAYS, limitFraction: 0.3 }))],
  ],
  [
    'a chain that is rolled',
    createMomentumEvaluator(15),
    [createChainTape({ seed: 'e', bars: SPAN_DAYS })],
  ],
  [
    'a chain that is rolled within a bar',
    createAveragesEvaluator(5, 20, STOPS),
    [createChainTape({ seed: 'o', bars: SPAN_DAYS, monthDays: 15, rollAfterMs: DAY_MS / 2 })],
  ],
  [
    'a chain with stops',
    createAveragesEvaluator(5, 20, STOPS),
    [createChainTape({ seed: 'f', bars: SPAN_DAYS, monthDays: 20 })],
  ],
  [
    'a chain with chance, gaps and locks',
    createRandomEvaluator('g', 0.9, { ...STOPS, barsHeldMax: 5 }),
    [
      createChainTape({
        seed: 'g',
        bars: SPAN_DAYS,
        monthDays: 12,
        expiryDays: 15,
        gapFraction: 0.1,
        limitFraction: 0.2,
      }),
    ],
  ],
  [
    'a chain with long gaps',
    createRandomEvaluator('h', 0.9, STOPS),
    [
      createChainTape({
        seed: 'h',
        bars: SPAN_DAYS,
        monthDays: 12,
        expiryDays: 30,
        gapFraction: 0.5,
      }),
    ],
  ],
  [
    'sides that all months share',
    createTableEvaluator(
      (_bar, endsMs) => (Math.floor(endsMs / DAY_MS / 40) % 2 === 0 ? 1 : -1),
      STOPS,
    ),
    [createChainTape({ seed: 'i', bars: SPAN_DAYS, monthDays: 15, reversion: 0.1 })],
  ],
  [
    'hours',
    createMomentumEvaluator(24, { ...STOPS, bar: '1h' }),
    [
      createChainTape({
        seed: 'j',
        bars: chooseSize(24 * 60, 24 * 120),
        lengthMs: 3_600_000,
        warmDays: 10,
        monthDays: 10,
      }),
    ],
  ],
  [
    'two chains on one clock',
    createRandomEvaluator('k', 0.95, STOPS),
    ['CL', 'CM'].map((chain) =>
      createChainTape({ seed: 'k', chain, bars: SPAN_DAYS, monthDays: 20, gapFraction: 0.05 }),
    ),
  ],
  [
    'five hubs',
    createRandomEvaluator('l', 0.9, { ...STOPS, commodity: 'electricity' }),
    ['ET-PJM', 'ET-MISO', 'ET-ERCOT', 'ET-CAISO', 'ET-NYISO'].map((chain) =>
      createChainTape({
        seed: 'l',
        chain,
        commodity: 'electricity',
        bars: chooseSize(180, 365),
        monthDays: 7,
        warmDays: 15,
      }),
    ),
  ],
  [
    'a careful trader',
    createMomentumEvaluator(10, STOPS),
    [createChainTape({ seed: 'm', bars: SPAN_DAYS })],
    { riskLevel: 'conservative', positionSize: 'large' },
  ],
  [
    'a bold trader',
    createMomentumEvaluator(10, STOPS),
    [createChainTape({ seed: 'n', bars: SPAN_DAYS })],
    { riskLevel: 'aggressive', positionSize: 'large' },
  ],
  [
    'a chain that is locked at its ends',
    createRandomEvaluator('u', 0.95, STOPS),
    [
      createChainTape({
        seed: 'u',
        bars: SPAN_DAYS,
        monthDays: 12,
        expiryDays: 2,
        limitFraction: 0.85,
      }),
    ],
  ],
  [
    'a chain that is locked and quoted beyond its ends',
    createRandomEvaluator('v', 0.95, STOPS),
    [
      createChainTape({
        seed: 'v',
        bars: SPAN_DAYS,
        monthDays: 12,
        expiryDays: 2,
        afterDays: 1,
        limitFraction: 0.85,
      }),
    ],
  ],
  [
    'a spread that is locked at its ends',
    createRandomEvaluator('w', 0.95, { legs: PAIR }),
    buildPair('w', { limitFraction: 0.85, monthDays: 15, expiryDays: 2, gapFraction: 0.05 }),
  ],
  [
    'day sessions in one history',
    createRandomEvaluator('z1', 0.8, { barsHeldMax: 6 }),
    addChainSessions([buildHistory(createWalk({ seed: 'z1', bars: SPAN_DAYS }))], 'z1'),
  ],
  [
    'day sessions in a chain with locks and gaps',
    createRandomEvaluator('z2', 0.8),
    addChainSessions(
      [
        createChainTape({
          seed: 'z2',
          bars: SPAN_DAYS,
          monthDays: 20,
          gapFraction: 0.05,
          limitFraction: 0.1,
        }),
      ],
      'z2',
    ),
  ],
  [
    'day sessions with stops and targets',
    createRandomEvaluator('z4', 0.9, { ...STOPS, barsHeldMax: 8 }),
    addChainSessions([buildHistory(createWalk({ seed: 'z4', bars: SPAN_DAYS }))], 'z4'),
  ],
  [
    'day sessions with trailing stops',
    createAveragesEvaluator(5, 20, { stopRanges: 2 }),
    addChainSessions([buildHistory(createWalk({ seed: 'z5', bars: SPAN_DAYS }))], 'z5'),
  ],
  [
    'day sessions in a chain with stops, locks and gaps',
    createRandomEvaluator('z6', 0.9, STOPS),
    addChainSessions(
      [
        createChainTape({
          seed: 'z6',
          bars: SPAN_DAYS,
          monthDays: 15,
          gapFraction: 0.05,
          limitFraction: 0.1,
          rollAfterMs: DAY_MS / 2,
        }),
      ],
      'z6',
    ),
  ],
  [
    'day sessions in two chains with stops',
    createRandomEvaluator('z7', 0.95, STOPS),
    addChainSessions(buildPair('z7', {}), 'z7'),
  ],
  [
    'day sessions in a spread with gaps, locks and a longest holding',
    createRandomEvaluator('z8', 0.9, { legs: PAIR, barsHeldMax: 6 }),
    addChainSessions(
      // One year has no exit that depends on the bars of the second leg.
      buildPair('z8', { bars: 730, gapFraction: 0.1, limitFraction: 0.2, expiryDays: 12 }),
      'z8',
    ),
  ],
  [
    'day sessions in a spread',
    createRandomEvaluator('z3', 0.9, { legs: PAIR }),
    addChainSessions(buildPair('z3', {}), 'z3'),
  ],
  ['two chains as one spread', createRandomEvaluator('p', 0.9, { legs: PAIR }), buildPair('p', {})],
  [
    'a spread with gaps and locks',
    createRandomEvaluator('q', 0.8, { legs: PAIR, barsHeldMax: 6 }),
    buildPair('q', { gapFraction: 0.1, limitFraction: 0.2, expiryDays: 12 }),
  ],
  [
    'a spread that is rolled leg by leg, with long gaps',
    createTableEvaluator((_bar, endsMs) => (Math.floor(endsMs / DAY_MS / 60) % 2 === 0 ? 1 : -1), {
      legs: PAIR,
    }),
    buildPair('r', { gapFraction: 0.3, limitFraction: 0.1, monthDays: 15 }),
  ],
  [
    'two months of one chain',
    createRandomEvaluator('s', 0.9, { legs: createSpreadLegs(1, 2) }),
    [
      createChainTape({
        seed: 's',
        bars: SPAN_DAYS,
        warmDays: 70,
        gapFraction: 0.05,
        limitFraction: 0.1,
      }),
    ],
  ],
  [
    'two named months',
    createRandomEvaluator('t', 0.9, { legs: createSpreadLegs('Jul', 'Dec') }),
    [createChainTape({ seed: 't', bars: SPAN_DAYS, warmDays: 400, limitFraction: 0.1 })],
  ],
];

test.each(CASES.map(([name, ...rest]) => ({ name, rest })))(
  '$name: as the engine trades it',
  async ({ rest: [evaluator, chains, options] }) => {
    const engine = await runEngine(evaluator, chains, options);
    const run = runBacktest(evaluator, chains, options);
    expect(engine.fills.length).toBeGreaterThan(FILLS_MIN);
    expectSameTrades(run, engine);
  },
);

test.each([
  [
    'on one history with gaps',
    [buildHistory(createWalk({ seed: 'x', bars: 1300, gapFraction: 0.1 }))],
  ],
  ['over months', [createChainTape({ seed: 'y', bars: 1300, warmDays: 80 })]],
] as const)('a holding of three hundred bars ends after them, %s', async (_name, chains) => {
  const createReversingEvaluator = (): Evaluator =>
    createTableEvaluator(
      (_bar, endsMs) => (Math.floor((endsMs - START_MS) / DAY_MS / 400) % 2 === 0 ? 1 : -1),
      { barsHeldMax: 300 },
    );
  const run = runBacktest(createReversingEvaluator(), chains);
  expectSameTrades(run, await runEngine(createReversingEvaluator(), chains));
  const left = run.trades
    .filter(({ cause }) => cause === 'time')
    .map(({ exitMs }) => (exitMs - START_MS) / DAY_MS);
  expect(left).toHaveLength(3);
  for (const [place, day] of left.entries()) expect(day - 400 * place).toBeLessThan(345);
});

test('covers rolls, stops, targets, time exits, reversals and expiry', () => {
  const causes = new Map<string, number>();
  for (const [, evaluator, chains, options] of CASES)
    for (const { cause } of runBacktest(evaluator, chains, options).trades)
      causes.set(cause, (causes.get(cause) ?? 0) + 1);
  for (const cause of ['rule', 'stop', 'target', 'time', 'roll'])
    expect(causes.get(cause) ?? 0, cause).toBeGreaterThan(EXITS_MIN);
  expect(causes.get('expiry')).toBeGreaterThan(EXPIRIES_MIN);
});
