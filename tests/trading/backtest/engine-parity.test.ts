// The kernel against the desk's own engine in history mode, over the same tapes: every trade, to
// the tick and to the mill.
import { expect, test } from 'vitest';
import { runBacktest } from '../../../app/trading/backtest/kernel';
import type { BacktestOptions } from '../../../app/trading/backtest/options';
import type { ChainTape } from '../../../app/trading/backtest/tape';
import type {
  Evaluator,
  MonthPick,
  PlaybookRow,
  SpreadLegs,
} from '../../../app/trading/strategies/playbook';
import {
  averagesDouble,
  momentumDouble,
  randomSides,
  sidesBy,
} from '../../support/backtest-evaluators';
import {
  type ChainOptions,
  START_MS,
  chainOfMonths,
  buildHistory,
  walk,
} from '../../support/backtest-tapes';
import { runEngine } from '../../support/engine-backtest';
import { expectSame } from '../../support/same-trades';
import { DAY_MS } from '../../../app/trading/domain/time';

const TWO_YEARS = 730;

const STOPS: Partial<PlaybookRow> = { stopRanges: 1.5, targetRatio: 1.5 };

const PAIR: SpreadLegs = {
  first: { chain: 'CL', month: 1 },
  second: { chain: 'CM', month: 1 },
  ratio: 2,
};
const month = (first: MonthPick, second: MonthPick): SpreadLegs => ({
  first: { chain: 'CL', month: first },
  second: { chain: 'CL', month: second },
  ratio: 1,
});
/** Two chains whose months end on other days. */
const buildPair = (seed: string, change: Partial<ChainOptions>): readonly ChainTape[] =>
  ['CL', 'CM'].map((chain, place) =>
    chainOfMonths({ seed, chain, bars: TWO_YEARS, monthDays: 25 + 4 * place, ...change }),
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
    momentumDouble(10),
    [buildHistory(walk({ seed: 'a', bars: TWO_YEARS }))],
  ],
  [
    'averages with stops and targets',
    averagesDouble(5, 20, STOPS),
    [buildHistory(walk({ seed: 'b', bars: TWO_YEARS }))],
  ],
  [
    'chance with a longest holding',
    randomSides('c', 0.9, { ...STOPS, barsHeldMax: 3 }),
    [buildHistory(walk({ seed: 'c', bars: TWO_YEARS, gaps: 0.1 }))],
  ],
  [
    'locked bars',
    randomSides('d', 0.7, STOPS),
    [buildHistory(walk({ seed: 'd', bars: TWO_YEARS, locks: 0.3 }))],
  ],
  ['a chain that is rolled', momentumDouble(15), [chainOfMonths({ seed: 'e', bars: TWO_YEARS })]],
  [
    'a chain that is rolled within a bar',
    averagesDouble(5, 20, STOPS),
    [chainOfMonths({ seed: 'o', bars: TWO_YEARS, monthDays: 15, rollAfterMs: DAY_MS / 2 })],
  ],
  [
    'a chain with stops',
    averagesDouble(5, 20, STOPS),
    [chainOfMonths({ seed: 'f', bars: TWO_YEARS, monthDays: 20 })],
  ],
  [
    'a chain with chance, gaps and locks',
    randomSides('g', 0.9, { ...STOPS, barsHeldMax: 5 }),
    [
      chainOfMonths({
        seed: 'g',
        bars: TWO_YEARS,
        monthDays: 12,
        expiryDays: 15,
        gaps: 0.1,
        locks: 0.2,
      }),
    ],
  ],
  [
    'a chain with long gaps',
    randomSides('h', 0.9, STOPS),
    [chainOfMonths({ seed: 'h', bars: TWO_YEARS, monthDays: 12, expiryDays: 30, gaps: 0.5 })],
  ],
  [
    'sides that all months share',
    sidesBy((_bar, endsMs) => (Math.floor(endsMs / DAY_MS / 40) % 2 === 0 ? 1 : -1), STOPS),
    [chainOfMonths({ seed: 'i', bars: TWO_YEARS, monthDays: 15, pull: 0.1 })],
  ],
  [
    'hours',
    momentumDouble(24, { ...STOPS, bar: '1h' }),
    [
      chainOfMonths({
        seed: 'j',
        bars: 24 * 120,
        lengthMs: 3_600_000,
        warmDays: 10,
        monthDays: 10,
      }),
    ],
  ],
  [
    'two chains on one clock',
    randomSides('k', 0.95, STOPS),
    ['CL', 'CM'].map((chain) =>
      chainOfMonths({ seed: 'k', chain, bars: TWO_YEARS, monthDays: 20, gaps: 0.05 }),
    ),
  ],
  [
    'five hubs',
    randomSides('l', 0.9, { ...STOPS, commodity: 'electricity' }),
    ['ET-PJM', 'ET-MISO', 'ET-ERCOT', 'ET-CAISO', 'ET-NYISO'].map((chain) =>
      chainOfMonths({
        seed: 'l',
        chain,
        commodity: 'electricity',
        bars: 365,
        monthDays: 7,
        warmDays: 15,
      }),
    ),
  ],
  [
    'a careful trader',
    momentumDouble(10, STOPS),
    [chainOfMonths({ seed: 'm', bars: TWO_YEARS })],
    { riskLevel: 'conservative', positionSize: 'large' },
  ],
  [
    'a bold trader',
    momentumDouble(10, STOPS),
    [chainOfMonths({ seed: 'n', bars: TWO_YEARS })],
    { riskLevel: 'aggressive', positionSize: 'large' },
  ],
  [
    'a chain that is locked at its ends',
    randomSides('u', 0.95, STOPS),
    [chainOfMonths({ seed: 'u', bars: TWO_YEARS, monthDays: 12, expiryDays: 2, locks: 0.85 })],
  ],
  [
    'a chain that is locked and quoted beyond its ends',
    randomSides('v', 0.95, STOPS),
    [
      chainOfMonths({
        seed: 'v',
        bars: TWO_YEARS,
        monthDays: 12,
        expiryDays: 2,
        afterDays: 1,
        locks: 0.85,
      }),
    ],
  ],
  [
    'a spread that is locked at its ends',
    randomSides('w', 0.95, { legs: PAIR }),
    buildPair('w', { locks: 0.85, monthDays: 15, expiryDays: 2, gaps: 0.05 }),
  ],
  ['two chains as one spread', randomSides('p', 0.9, { legs: PAIR }), buildPair('p', {})],
  [
    'a spread with gaps and locks',
    randomSides('q', 0.8, { legs: PAIR, barsHeldMax: 6 }),
    buildPair('q', { gaps: 0.1, locks: 0.2, expiryDays: 12 }),
  ],
  [
    'a spread that is rolled leg by leg, with long gaps',
    sidesBy((_bar, endsMs) => (Math.floor(endsMs / DAY_MS / 60) % 2 === 0 ? 1 : -1), {
      legs: PAIR,
    }),
    buildPair('r', { gaps: 0.3, locks: 0.1, monthDays: 15 }),
  ],
  [
    'two months of one chain',
    randomSides('s', 0.9, { legs: month(1, 2) }),
    [chainOfMonths({ seed: 's', bars: TWO_YEARS, warmDays: 70, gaps: 0.05, locks: 0.1 })],
  ],
  [
    'two named months',
    randomSides('t', 0.9, { legs: month('Jul', 'Dec') }),
    [chainOfMonths({ seed: 't', bars: TWO_YEARS, warmDays: 400, locks: 0.1 })],
  ],
];

test.each(CASES.map(([name, ...rest]) => ({ name, rest })))(
  '$name: as the engine trades it',
  async ({ rest: [evaluator, chains, options] }) => {
    const engine = await runEngine(evaluator, chains, options);
    const run = runBacktest(evaluator, chains, options);
    expect(engine.fills.length).toBeGreaterThan(40);
    expectSame(run, engine);
  },
);

test.each([
  ['on one history with gaps', [buildHistory(walk({ seed: 'x', bars: 1300, gaps: 0.1 }))]],
  ['over months', [chainOfMonths({ seed: 'y', bars: 1300, warmDays: 80 })]],
] as const)('a holding of three hundred bars ends after them, %s', async (_name, chains) => {
  const turning = (): Evaluator =>
    sidesBy((_bar, endsMs) => (Math.floor((endsMs - START_MS) / DAY_MS / 400) % 2 === 0 ? 1 : -1), {
      barsHeldMax: 300,
    });
  const run = runBacktest(turning(), chains);
  expectSame(run, await runEngine(turning(), chains));
  const left = run.trades
    .filter(({ cause }) => cause === 'time')
    .map(({ exitMs }) => (exitMs - START_MS) / DAY_MS);
  expect(left).toHaveLength(3);
  for (const [place, day] of left.entries()) expect(day - 400 * place).toBeLessThan(345);
});

test('the cases between them roll, stop, take profit, run out of time, turn and expire', () => {
  const causes = new Map<string, number>();
  for (const [, evaluator, chains, options] of CASES)
    for (const { cause } of runBacktest(evaluator, chains, options).trades)
      causes.set(cause, (causes.get(cause) ?? 0) + 1);
  for (const cause of ['rule', 'stop', 'target', 'time', 'roll'])
    expect(causes.get(cause) ?? 0, cause).toBeGreaterThan(20);
  expect(causes.get('expiry')).toBeGreaterThan(5);
});
