// The kernel against the desk's own engine in history mode, over the same tapes: every trade, to the tick and to the mill.
import { expect, test } from 'vitest';
import { runBacktest } from '../../../app/trading/backtest/kernel';
import type { BacktestOptions } from '../../../app/trading/backtest/options';
import type { BacktestRun, ChainTape } from '../../../app/trading/backtest/tape';
import type { Evaluator, PlaybookRow } from '../../../app/trading/strategies/playbook';
import { averagesDouble, momentumDouble, randomSides, sidesBy } from '../../support/backtest-evaluators';
import { DAY_MS, chainOfMonths, historyOf, walk } from '../../support/backtest-tapes';
import { type EngineFill, type EngineRun, runEngine } from '../../support/engine-backtest';

const TWO_YEARS = 730;

/** Trades of the engine's fills: entry and exit by position, in the order of the exits. */
function tradesOf(fills: readonly EngineFill[]) {
  const entries = new Map(fills.filter(({ purpose }) => purpose === 'ENTRY').map((fill) => [fill.positionId, fill]));
  return fills.flatMap((exit) => {
    const entry = entries.get(exit.positionId);
    if (exit.purpose === 'ENTRY' || !entry) return [];
    return [{
      instrumentId: exit.instrumentId, direction: entry.side === 'BUY' ? 'LONG' : 'SHORT', lots: entry.lots, entryMs: entry.atMs, exitMs: exit.atMs,
      entryTicks: entry.priceTicks, exitTicks: exit.priceTicks, feesMills: entry.feeMills + exit.feeMills,
    }];
  });
}

/** Trades of the kernel as far as the engine knows them: it holds on to what is open when a history ends. */
const tradesIn = ({ trades }: BacktestRun) =>
  trades.filter(({ cause }) => cause !== 'end' && cause !== 'expiry').map(({ instrumentId, direction, lots, entryMs, exitMs, entryTicks, exitTicks, feesMills }) => ({
    instrumentId, direction, lots, entryMs, exitMs, entryTicks, exitTicks, feesMills,
  }));

function expectSame(run: BacktestRun, engine: EngineRun): void {
  const open = run.trades.filter(({ cause }) => cause === 'end' || cause === 'expiry');
  expect(tradesIn(run)).toEqual(tradesOf(engine.fills));
  const rested = (purpose: string): number => engine.fills.filter((fill) => fill.purpose === purpose).length;
  for (const [cause, purpose] of [['stop', 'STOP'], ['target', 'TARGET']] as const) expect(run.trades.filter((trade) => trade.cause === cause).length, cause).toBe(rested(purpose));
  expect(open).toHaveLength(engine.openPositions);
  // The engine values once a minute, at the first close of it: with one instrument that is every bar.
  const last = run.stampsMs.length - 1;
  const differs = run.stampsMs.findIndex((stamp, place) => place < last && engine.equity.has(stamp) && run.trades.length > 0 && isLone(run) && engine.equity.get(stamp) !== run.equityMills[place]);
  expect(differs).toBe(-1);
  const refused = (refusals: ReadonlyMap<string, number>): number => [...refusals].reduce((sum, [code, count]) => sum + (code === 'LOCKED' || code === 'TOO_SMALL' ? 0 : count), 0);
  expect(refused(run.refusals)).toBe(refused(engine.refusals) + engine.notRolled);
  expect(run.refusals.get('TOO_SMALL') ?? 0).toBe(engine.stayedOut);
}

const isLone = ({ trades }: BacktestRun): boolean => new Set(trades.map(({ instrumentId }) => instrumentId)).size === 1;

const STOPS: Partial<PlaybookRow> = { stopRanges: 1.5, targetRatio: 1.5 };

type Case = readonly [name: string, evaluator: Evaluator, chains: readonly ChainTape[], options?: Partial<BacktestOptions>];
const CASES: readonly Case[] = [
  ['momentum on one history', momentumDouble(10), [historyOf(walk({ seed: 'a', bars: TWO_YEARS }))]],
  ['averages with stops and targets', averagesDouble(5, 20, STOPS), [historyOf(walk({ seed: 'b', bars: TWO_YEARS }))]],
  ['chance with a longest holding', randomSides('c', 0.9, { ...STOPS, barsHeldMax: 3 }), [historyOf(walk({ seed: 'c', bars: TWO_YEARS, gaps: 0.1 }))]],
  ['locked bars', randomSides('d', 0.7, STOPS), [historyOf(walk({ seed: 'd', bars: TWO_YEARS, locks: 0.3 }))]],
  ['a chain that is rolled', momentumDouble(15), [chainOfMonths({ seed: 'e', bars: TWO_YEARS })]],
  ['a chain that is rolled within a bar', averagesDouble(5, 20, STOPS), [chainOfMonths({ seed: 'o', bars: TWO_YEARS, monthDays: 15, rollAfterMs: DAY_MS / 2 })]],
  ['a chain with stops', averagesDouble(5, 20, STOPS), [chainOfMonths({ seed: 'f', bars: TWO_YEARS, monthDays: 20 })]],
  ['a chain with chance, gaps and locks', randomSides('g', 0.9, { ...STOPS, barsHeldMax: 5 }), [chainOfMonths({ seed: 'g', bars: TWO_YEARS, monthDays: 12, expiryDays: 15, gaps: 0.1, locks: 0.2 })]],
  ['a chain with long gaps', randomSides('h', 0.9, STOPS), [chainOfMonths({ seed: 'h', bars: TWO_YEARS, monthDays: 12, expiryDays: 30, gaps: 0.5 })]],
  ['sides that all months share', sidesBy((_bar, endsMs) => (Math.floor(endsMs / DAY_MS / 40) % 2 === 0 ? 1 : -1), STOPS), [chainOfMonths({ seed: 'i', bars: TWO_YEARS, monthDays: 15, pull: 0.1 })]],
  ['hours', momentumDouble(24, { ...STOPS, bar: '1h' }), [chainOfMonths({ seed: 'j', bars: 24 * 120, lengthMs: 3_600_000, warmDays: 10, monthDays: 10 })]],
  ['two chains on one clock', randomSides('k', 0.95, STOPS), ['CL', 'CM'].map((chain) => chainOfMonths({ seed: 'k', chain, bars: TWO_YEARS, monthDays: 20, gaps: 0.05 }))],
  ['five hubs', randomSides('l', 0.9, { ...STOPS, commodity: 'electricity' }), ['ET-PJM', 'ET-MISO', 'ET-ERCOT', 'ET-CAISO', 'ET-NYISO'].map((chain) => chainOfMonths({ seed: 'l', chain, commodity: 'electricity', bars: 365, monthDays: 7, warmDays: 15 }))],
  ['a careful trader', momentumDouble(10, STOPS), [chainOfMonths({ seed: 'm', bars: TWO_YEARS })], { riskLevel: 'conservative', positionSize: 'large' }],
  ['a bold trader', momentumDouble(10, STOPS), [chainOfMonths({ seed: 'n', bars: TWO_YEARS })], { riskLevel: 'aggressive', positionSize: 'large' }],
];

test.each(CASES.map(([name, ...rest]) => ({ name, rest })))('$name: as the engine trades it', async ({ rest: [evaluator, chains, options] }) => {
  const engine = await runEngine(evaluator, chains, options);
  const run = runBacktest(evaluator, chains, options);
  expect(engine.fills.length).toBeGreaterThan(40);
  expectSame(run, engine);
});

test('the cases between them roll, stop, take profit, run out of time and turn', () => {
  const causes = new Map<string, number>();
  for (const [, evaluator, chains, options] of CASES) for (const { cause } of runBacktest(evaluator, chains, options).trades) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  for (const cause of ['rule', 'stop', 'target', 'time', 'roll']) expect(causes.get(cause) ?? 0, cause).toBeGreaterThan(20);
});
