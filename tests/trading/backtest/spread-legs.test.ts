// Two months traded as one: both legs or neither, whatever the market does to one of them.
import { describe, expect, test } from 'vitest';
import { runBacktest } from '../../../app/trading/backtest/kernel';
import type { BacktestOptions } from '../../../app/trading/backtest/options';
import type {
  BacktestRun,
  BacktestTrade,
  BarColumns,
  ChainTape,
} from '../../../app/trading/backtest/tape';
import { toLots } from '../../../app/trading/domain/units';
import type { PlaybookRow, SideSign, SpreadLegs } from '../../../app/trading/strategies/playbook';
import { randomSides, sidesBy } from '../../support/backtest-evaluators';
import {
  START_MS,
  chainOfMonths,
  buildHistory,
  plainInstrument,
  walk,
} from '../../support/backtest-tapes';
import { DAY_MS } from '../../../app/trading/domain/time';

const PAIR: SpreadLegs = {
  first: { chain: 'CL', month: 1 },
  second: { chain: 'CM', month: 1 },
  ratio: 2,
};
const FRICTION = { feeBasisPoints: 1, halfSpreadTicks: 1, slippageTicks: 1 };
const OPTIONS: Partial<BacktestOptions> = { fixedLots: toLots(3), frictionOf: () => FRICTION };

interface Change {
  readonly without?: readonly number[];
  readonly locked?: Readonly<Record<number, 1 | -1>>;
}

/** Bars of one price a day, flat but for the closes that are given. */
function flatBars(
  price: number,
  days: number,
  { without = [], locked = {} }: Change = {},
): BarColumns {
  const shown = Array.from({ length: days }, (_, day) => day).filter(
    (day) => !without.includes(day),
  );
  const column = (of: (day: number) => number): Float64Array => Float64Array.from(shown, of);
  return {
    startsMs: column((day) => START_MS + day * DAY_MS),
    endsMs: column((day) => START_MS + (day + 1) * DAY_MS - 1),
    open: column(() => price),
    high: column(() => price),
    low: column(() => price),
    close: column(() => price),
    locked: Int8Array.from(shown, (day) => locked[day] ?? 0),
  };
}

const getDay = (atMs: number): number => Math.floor((atMs - START_MS) / DAY_MS);

/** Long of the spread at the ends of the days that are named, over ten days at 60.00 and 30.00. */
function runPair(
  sideAt: (day: number) => SideSign,
  first: Change = {},
  second: Change = {},
  row: Partial<PlaybookRow> = {},
): BacktestRun {
  const tapes = [
    buildHistory(flatBars(6000, 10, first), plainInstrument('CL')),
    buildHistory(flatBars(3000, 10, second), plainInstrument('CM')),
  ];
  return runBacktest(
    sidesBy((_bar, endsMs) => sideAt(getDay(endsMs)), { legs: PAIR, ...row }),
    tapes,
    OPTIONS,
  );
}

const told = ({ trades }: BacktestRun) =>
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

describe('a pair', () => {
  test('opens and closes at the opens after its signals, the second leg by the ratio on the other side', () => {
    const run = runPair((day) => (day >= 2 && day < 5 ? 1 : 0));
    expect(told(run)).toEqual([
      ['CL', 'LONG', 3, 3, 6, 6002, 5998, 'rule'],
      ['CM', 'SHORT', 6, 3, 6, 2998, 3002, 'rule'],
    ]);
    expect(new Set(run.trades.map(({ group }) => group)).size).toBe(1);
  });

  test('the other way round where the rule says short', () => {
    expect(
      told(runPair((day) => (day >= 2 && day < 5 ? -1 : 0))).map(([id, direction]) => [
        id,
        direction,
      ]),
    ).toEqual([
      ['CL', 'SHORT'],
      ['CM', 'LONG'],
    ]);
  });

  test('waits for an open that both legs share, and does not hold one of them meanwhile', () => {
    const run = runPair((day) => (day >= 2 && day < 6 ? 1 : 0), { without: [7] }, { without: [3] });
    expect(told(run).map(([, , , entered, left]) => [entered, left])).toEqual([
      [4, 8],
      [4, 8],
    ]);
  });

  test('a lock on one leg keeps both out, and both in', () => {
    const out = runPair(
      (day) => (day >= 2 && day < 6 ? 1 : 0),
      {},
      { locked: { 3: -1, 4: -1, 7: 1 } },
    );
    expect(told(out).map(([, , , entered, left]) => [entered, left])).toEqual([
      [5, 8],
      [5, 8],
    ]);
    expect(out.refusals.get('LOCKED')).toBe(3);
  });

  test('stands in no book when the gate refuses the second leg', () => {
    const tapes = [
      buildHistory(flatBars(6000, 10), plainInstrument('CL')),
      buildHistory(flatBars(30_000, 10), plainInstrument('CM', '10')),
    ];
    const run = runBacktest(
      sidesBy(() => 1, { legs: PAIR }),
      tapes,
      { ...OPTIONS, fixedLots: toLots(20) },
    );
    expect(run.trades).toEqual([]);
    expect([...run.refusals.keys()]).toEqual(['NOTIONAL']);
    expect(run.equityMills.every((equity) => equity === run.capitalMills)).toBe(true);
  });

  test('takes a standing signal once, and leaves after its longest holding', () => {
    const run = runPair(() => 1, {}, {}, { barsHeldMax: 2 });
    expect(told(run).map(([, , , entered, left, , , cause]) => [entered, left, cause])).toEqual([
      [1, 3, 'time'],
      [1, 3, 'time'],
    ]);
  });

  test('leaves both legs at the end of the tape, also when that of one leg ends before', () => {
    expect(
      told(runPair((day) => (day >= 2 ? 1 : 0))).map(([, , , , left, , , cause]) => [left, cause]),
    ).toEqual([
      [9, 'end'],
      [9, 'end'],
    ]);
    const short = runPair((day) => (day >= 2 && day < 8 ? 1 : 0), {}, { without: [6, 7, 8, 9] });
    expect(
      told(short).map(([id, , , entered, left, , , cause]) => [id, entered, left, cause]),
    ).toEqual([
      ['CL', 3, 9, 'end'],
      ['CM', 3, 5, 'end'],
    ]);
  });

  test('needs the tape of both chains', () => {
    expect(() =>
      runBacktest(
        sidesBy(() => 1, { legs: PAIR }),
        [buildHistory(flatBars(6000, 10), plainInstrument('CL'))],
        OPTIONS,
      ),
    ).toThrow(/TEST trades CM as one of its legs; add the tape/);
  });
});

describe('over chains that are rolled', () => {
  const pairs = ({ trades }: BacktestRun): readonly (readonly BacktestTrade[])[] => {
    const byEntry = new Map<string, BacktestTrade[]>();
    for (const trade of trades)
      byEntry.set(`${trade.group}:${trade.entryMs}`, [
        ...(byEntry.get(`${trade.group}:${trade.entryMs}`) ?? []),
        trade,
      ]);
    return [...byEntry.values()];
  };
  const expectPairs = (run: BacktestRun): void => {
    for (const legs of pairs(run)) {
      expect(legs).toHaveLength(2);
      expect(new Set(legs.map(({ exitMs }) => exitMs)).size).toBe(1);
      expect(new Set(legs.map(({ direction }) => direction)).size).toBe(2);
    }
  };

  test('two months of one chain leave when the nearer one ends, and wait for the next signal', () => {
    const legs: SpreadLegs = {
      first: { chain: 'CL', month: 1 },
      second: { chain: 'CL', month: 2 },
      ratio: 1,
    };
    const run = runBacktest(
      sidesBy((_bar, endsMs) => (Math.floor(getDay(endsMs) / 20) % 2 === 0 ? 1 : -1), { legs }),
      [chainOfMonths({ seed: 'calendar', bars: 400, warmDays: 70 })],
      OPTIONS,
    );
    expectPairs(run);
    expect(run.trades.filter(({ cause }) => cause === 'roll').length).toBeGreaterThan(8);
    const groups = new Map<number, Set<string>>();
    for (const { group, instrumentId } of run.trades)
      groups.set(group, (groups.get(group) ?? new Set()).add(instrumentId));
    expect([...groups.values()].every(({ size }) => size === 2)).toBe(true);
  });

  test('two chains by chance, with gaps and locks, begin with both legs, and their curve ends with the sum of all trades', () => {
    for (const seed of ['p', 'q', 'r']) {
      const chains: ChainTape[] = ['CL', 'CM'].map((chain) =>
        chainOfMonths({
          seed,
          chain,
          bars: 500,
          monthDays: 25,
          expiryDays: 12,
          gaps: 0.15,
          locks: 0.15,
        }),
      );
      const run = runBacktest(randomSides(seed, 0.9, { legs: PAIR }), chains, OPTIONS);
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

  test('months of two chains are rolled one by one, each when it ends, as one holding', () => {
    const chains = ['CL', 'CM'].map((chain, place) =>
      chainOfMonths({ seed: 'legs', chain, bars: 200, monthDays: 30 + 10 * place }),
    );
    const { trades } = runBacktest(
      sidesBy(() => 1, { legs: PAIR }),
      chains,
      OPTIONS,
    );
    expect(new Set(trades.map(({ group }) => group)).size).toBe(1);
    const months = (chain: string): readonly unknown[] =>
      trades
        .filter(({ instrumentId }) => instrumentId.startsWith(chain))
        .map(({ instrumentId, direction, exitMs, cause }) => [
          instrumentId,
          direction,
          getDay(exitMs),
          cause,
        ]);
    expect(months('CL').slice(0, 3)).toEqual([
      ['CL.01', 'LONG', 31, 'roll'],
      ['CL.02', 'LONG', 61, 'roll'],
      ['CL.03', 'LONG', 91, 'roll'],
    ]);
    expect(months('CM').slice(0, 2)).toEqual([
      ['CM.01', 'SHORT', 41, 'roll'],
      ['CM.02', 'SHORT', 81, 'roll'],
    ]);
  });

  test('a holding goes on over its rolls: so does its longest time', () => {
    const chains = ['CL', 'CM'].map((chain) =>
      chainOfMonths({ seed: 'time', chain, bars: 200, monthDays: 15 }),
    );
    const { trades } = runBacktest(
      sidesBy(() => 1, { legs: PAIR, barsHeldMax: 40 }),
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

  test('named months leave at their roll and wait for the next signal', () => {
    const legs: SpreadLegs = {
      first: { chain: 'CL', month: 'Mar' },
      second: { chain: 'CL', month: 'May' },
      ratio: 1,
    };
    const chain = chainOfMonths({ seed: 'named', bars: 365, warmDays: 90 });
    const run = runBacktest(
      sidesBy(() => 1, { legs }),
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

test('bars of a walk are of one leg only where that leg has them', () => {
  const tapes = [
    buildHistory(walk({ seed: 'x', bars: 300, gaps: 0.3 }), plainInstrument('CL')),
    buildHistory(walk({ seed: 'y', bars: 300, gaps: 0.3 }), plainInstrument('CM')),
  ];
  const run = runBacktest(randomSides('x', 0.8, { legs: PAIR }), tapes, OPTIONS);
  const opens = tapes.map(({ months }) => new Set(months[0]?.bars.startsMs));
  for (const { entryMs, exitMs, cause } of run.trades)
    for (const atMs of cause === 'end' ? [entryMs] : [entryMs, exitMs])
      expect(opens.every((each) => each.has(atMs))).toBe(true);
});
