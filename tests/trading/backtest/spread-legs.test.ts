// Spread trading: both legs or neither.
import { describe, expect, test } from 'vitest';
import { runBacktest } from '../../../app/trading/backtest/run-backtest';
import type { BacktestOptions } from '../../../app/trading/backtest/options';
import type { BacktestRun, BacktestTrade } from '../../../app/trading/backtest/backtest-run';
import type { BarColumns, ChainTape } from '../../../app/trading/backtest/tape';
import { toLots } from '../../../app/trading/domain/units';
import type { SideSign } from '../../../app/trading/domain/position';
import type { PlaybookRow, SpreadLegs } from '../../../app/trading/strategies/playbook';
import { createRandomEvaluator, createTableEvaluator } from '../../support/backtest-evaluators';
import {
  START_MS,
  createChainTape,
  buildHistory,
  createInstrument,
  createWalk,
} from '../../support/backtest-tapes';
import { DAY_MS } from '../../../app/trading/domain/time';

const PAIR: SpreadLegs = {
  first: { chain: 'CL', month: 1 },
  second: { chain: 'CM', month: 1 },
  ratio: 2,
};
const FRICTION = { feeBasisPoints: 1, halfSpreadTicks: 1, slippageTicks: 1 };
const OPTIONS: Partial<BacktestOptions> = { fixedLots: toLots(3), getFriction: () => FRICTION };

interface Change {
  readonly without?: readonly number[];
  readonly locked?: Readonly<Record<number, 1 | -1>>;
}

/** Daily bars, constant except for the given closes. */
function flatBars(
  price: number,
  days: number,
  { without = [], locked = {} }: Change = {},
): BarColumns {
  const shown = Array.from({ length: days }, (_, day) => day).filter(
    (day) => !without.includes(day),
  );
  const createColumn = (of: (day: number) => number): Float64Array => Float64Array.from(shown, of);
  return {
    startsMs: createColumn((day) => START_MS + day * DAY_MS),
    endsMs: createColumn((day) => START_MS + (day + 1) * DAY_MS - 1),
    open: createColumn(() => price),
    high: createColumn(() => price),
    low: createColumn(() => price),
    close: createColumn(() => price),
    locked: Int8Array.from(shown, (day) => locked[day] ?? 0),
  };
}

const getDay = (atMs: number): number => Math.floor((atMs - START_MS) / DAY_MS);

/** Long the spread at the ends of the given days, over ten days at 60.00 and 30.00. */
function runPair(
  sideAt: (day: number) => SideSign,
  first: Change = {},
  second: Change = {},
  row: Partial<PlaybookRow> = {},
): BacktestRun {
  const tapes = [
    buildHistory(flatBars(6000, 10, first), createInstrument('CL')),
    buildHistory(flatBars(3000, 10, second), createInstrument('CM')),
  ];
  return runBacktest(
    createTableEvaluator((_bar, endsMs) => sideAt(getDay(endsMs)), { legs: PAIR, ...row }),
    tapes,
    OPTIONS,
  );
}

const summarizeTrades = ({ trades }: BacktestRun) =>
  trades.map(({ instrumentId, direction, lots, entryMs, exitMs, entryTicks, exitTicks, cause }) => [
    instrumentId,
    direction,
    lots,
    getDay(entryMs),
    getDay(exitMs),
    entryTicks,
    exitTicks,
    cause,
  ]);

describe('spread', () => {
  test('opens and closes at the opens after its signals, with opposite legs in ratio', () => {
    const run = runPair((day) => (day >= 2 && day < 5 ? 1 : 0));
    expect(summarizeTrades(run)).toEqual([
      ['CL', 'LONG', 3, 3, 6, 6002, 5998, 'rule'],
      ['CM', 'SHORT', 6, 3, 6, 2998, 3002, 'rule'],
    ]);
    expect(new Set(run.trades.map(({ group }) => group)).size).toBe(1);
  });

  test('inverts both legs for a short signal', () => {
    expect(
      summarizeTrades(runPair((day) => (day >= 2 && day < 5 ? -1 : 0))).map(([id, direction]) => [
        id,
        direction,
      ]),
    ).toEqual([
      ['CL', 'SHORT'],
      ['CM', 'LONG'],
    ]);
  });

  test('waits for an open that both legs share', () => {
    const run = runPair((day) => (day >= 2 && day < 6 ? 1 : 0), { without: [7] }, { without: [3] });
    expect(summarizeTrades(run).map(([, , , entered, left]) => [entered, left])).toEqual([
      [4, 8],
      [4, 8],
    ]);
  });

  test('a lock on one leg blocks both entry and exit', () => {
    const out = runPair(
      (day) => (day >= 2 && day < 6 ? 1 : 0),
      {},
      { locked: { 3: -1, 4: -1, 7: 1 } },
    );
    expect(summarizeTrades(out).map(([, , , entered, left]) => [entered, left])).toEqual([
      [5, 8],
      [5, 8],
    ]);
    expect(out.refusals.get('LOCKED')).toBe(3);
  });

  test('enters neither leg if the second is rejected', () => {
    const tapes = [
      buildHistory(flatBars(6000, 10), createInstrument('CL')),
      buildHistory(flatBars(30_000, 10), createInstrument('CM', '10')),
    ];
    const run = runBacktest(
      createTableEvaluator(() => 1, { legs: PAIR }),
      tapes,
      { ...OPTIONS, fixedLots: toLots(20) },
    );
    expect(run.trades).toEqual([]);
    expect([...run.refusals.keys()]).toEqual(['NOTIONAL']);
    expect(run.equityMills.every((equity) => equity === run.capitalMills)).toBe(true);
  });

  test('trades a signal once and exits after its maximum holding time', () => {
    const run = runPair(() => 1, {}, {}, { barsHeldMax: 2 });
    expect(
      summarizeTrades(run).map(([, , , entered, left, , , cause]) => [entered, left, cause]),
    ).toEqual([
      [1, 3, 'time'],
      [1, 3, 'time'],
    ]);
  });

  test('closes both legs at the end of the tape, even if one ends earlier', () => {
    expect(
      summarizeTrades(runPair((day) => (day >= 2 ? 1 : 0))).map(([, , , , left, , , cause]) => [
        left,
        cause,
      ]),
    ).toEqual([
      [9, 'end'],
      [9, 'end'],
    ]);
    const short = runPair((day) => (day >= 2 && day < 8 ? 1 : 0), {}, { without: [6, 7, 8, 9] });
    expect(
      summarizeTrades(short).map(([id, , , entered, left, , , cause]) => [
        id,
        entered,
        left,
        cause,
      ]),
    ).toEqual([
      ['CL', 3, 9, 'end'],
      ['CM', 3, 5, 'end'],
    ]);
  });

  test('requires tapes of both chains', () => {
    expect(() =>
      runBacktest(
        createTableEvaluator(() => 1, { legs: PAIR }),
        [buildHistory(flatBars(6000, 10), createInstrument('CL'))],
        OPTIONS,
      ),
    ).toThrow(/TEST trades CM as one of its legs; add the tape/);
  });
});

describe('spread over rolling chains', () => {
  const listPairs = ({ trades }: BacktestRun): readonly (readonly BacktestTrade[])[] => {
    const byEntry = new Map<string, BacktestTrade[]>();
    for (const trade of trades)
      byEntry.set(`${trade.group}:${trade.entryMs}`, [
        ...(byEntry.get(`${trade.group}:${trade.entryMs}`) ?? []),
        trade,
      ]);
    return [...byEntry.values()];
  };
  const expectPairs = (run: BacktestRun): void => {
    for (const legs of listPairs(run)) {
      expect(legs).toHaveLength(2);
      expect(new Set(legs.map(({ exitMs }) => exitMs)).size).toBe(1);
      expect(new Set(legs.map(({ direction }) => direction)).size).toBe(2);
    }
  };

  test('closes a calendar spread when the near month ends', () => {
    const legs: SpreadLegs = {
      first: { chain: 'CL', month: 1 },
      second: { chain: 'CL', month: 2 },
      ratio: 1,
    };
    const run = runBacktest(
      createTableEvaluator((_bar, endsMs) => (Math.floor(getDay(endsMs) / 20) % 2 === 0 ? 1 : -1), {
        legs,
      }),
      [createChainTape({ seed: 'calendar', bars: 400, warmDays: 70 })],
      OPTIONS,
    );
    expectPairs(run);
    expect(run.trades.filter(({ cause }) => cause === 'roll').length).toBeGreaterThan(8);
    const groups = new Map<number, Set<string>>();
    for (const { group, instrumentId } of run.trades)
      groups.set(group, (groups.get(group) ?? new Set()).add(instrumentId));
    expect([...groups.values()].every(({ size }) => size === 2)).toBe(true);
  });

  test('with random gaps and locks, opens both legs and ends at the sum of trades', () => {
    for (const seed of ['p', 'q', 'r']) {
      const chains: ChainTape[] = ['CL', 'CM'].map((chain) =>
        createChainTape({
          seed,
          chain,
          bars: 500,
          monthDays: 25,
          expiryDays: 12,
          gapFraction: 0.15,
          limitFraction: 0.15,
        }),
      );
      const run = runBacktest(createRandomEvaluator(seed, 0.9, { legs: PAIR }), chains, OPTIONS);
      expect(run.trades.length).toBeGreaterThan(30);
      for (const group of new Set(run.trades.map((trade) => trade.group))) {
        const legs = run.trades.filter((trade) => trade.group === group);
        const begins = Math.min(...legs.map(({ entryMs }) => entryMs));
        expect(
          new Set(
            legs.filter(({ entryMs }) => entryMs === begins).map(({ direction }) => direction),
          ).size,
        ).toBe(2);
      }
      expect(
        run.trades.reduce<number>((sum, { profitMills }) => sum + profitMills, run.capitalMills),
      ).toBe(run.equityMills[run.equityMills.length - 1]);
    }
  });

  test('rolls the legs of two chains separately, as one position', () => {
    const chains = ['CL', 'CM'].map((chain, place) =>
      createChainTape({ seed: 'legs', chain, bars: 200, monthDays: 30 + 10 * place }),
    );
    const { trades } = runBacktest(
      createTableEvaluator(() => 1, { legs: PAIR }),
      chains,
      OPTIONS,
    );
    expect(new Set(trades.map(({ group }) => group)).size).toBe(1);
    const listMonths = (chain: string): readonly unknown[] =>
      trades
        .filter(({ instrumentId }) => instrumentId.startsWith(chain))
        .map(({ instrumentId, direction, exitMs, cause }) => [
          instrumentId,
          direction,
          getDay(exitMs),
          cause,
        ]);
    expect(listMonths('CL').slice(0, 3)).toEqual([
      ['CL.01', 'LONG', 31, 'roll'],
      ['CL.02', 'LONG', 61, 'roll'],
      ['CL.03', 'LONG', 91, 'roll'],
    ]);
    expect(listMonths('CM').slice(0, 2)).toEqual([
      ['CM.01', 'SHORT', 41, 'roll'],
      ['CM.02', 'SHORT', 81, 'roll'],
    ]);
  });

  test('counts the holding time across rolls', () => {
    const chains = ['CL', 'CM'].map((chain) =>
      createChainTape({ seed: 'time', chain, bars: 200, monthDays: 15 }),
    );
    const { trades } = runBacktest(
      createTableEvaluator(() => 1, { legs: PAIR, barsHeldMax: 40 }),
      chains,
      OPTIONS,
    );
    expect(
      trades
        .filter(({ cause }) => cause === 'time')
        .map(({ exitMs }) => getDay(exitMs) - getDay(trades[0]?.entryMs ?? 0))
        .slice(0, 2),
    ).toEqual([40, 40]);
  });

  test('closes named months at their roll and waits for the next signal', () => {
    const legs: SpreadLegs = {
      first: { chain: 'CL', month: 'Mar' },
      second: { chain: 'CL', month: 'May' },
      ratio: 1,
    };
    const chain = createChainTape({ seed: 'named', bars: 365, warmDays: 90 });
    const run = runBacktest(
      createTableEvaluator(() => 1, { legs }),
      [chain],
      OPTIONS,
    );
    const months = new Map(
      chain.months.map(({ instrument }) => [
        instrument.id,
        instrument.contract?.delivery.slice(5, 7),
      ]),
    );
    expect(run.trades.map(({ instrumentId, cause }) => [months.get(instrumentId), cause])).toEqual([
      ['03', 'roll'],
      ['05', 'roll'],
    ]);
  });
});

test('uses bars of one leg only if that leg has them', () => {
  const tapes = [
    buildHistory(createWalk({ seed: 'x', bars: 300, gapFraction: 0.3 }), createInstrument('CL')),
    buildHistory(createWalk({ seed: 'y', bars: 300, gapFraction: 0.3 }), createInstrument('CM')),
  ];
  const run = runBacktest(createRandomEvaluator('x', 0.8, { legs: PAIR }), tapes, OPTIONS);
  const opens = tapes.map(({ months }) => new Set(months[0]?.bars.startsMs));
  for (const { entryMs, exitMs, cause } of run.trades)
    for (const atMs of cause === 'end' ? [entryMs] : [entryMs, exitMs])
      expect(opens.every((each) => each.has(atMs))).toBe(true);
});
