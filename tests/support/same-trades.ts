// Compares a backtest kernel run with an engine run, to the tick and mill.
import { expect } from 'vitest';
import type { BacktestRun } from '../../app/trading/backtest/backtest-run';
import type { EngineFill, EngineRun } from './engine-backtest';

/** Trades from engine fills, in exit order. */
function buildTrades(fills: readonly EngineFill[]) {
  const entries = new Map(
    fills.filter(({ purpose }) => purpose === 'ENTRY').map((fill) => [fill.positionId, fill]),
  );
  return fills.flatMap((exit) => {
    const entry = entries.get(exit.positionId);
    if (exit.purpose === 'ENTRY' || !entry) return [];
    return [
      {
        instrumentId: exit.instrumentId,
        direction: entry.side === 'BUY' ? 'LONG' : 'SHORT',
        lots: entry.lots,
        entryMs: entry.atMs,
        exitMs: exit.atMs,
        entryTicks: entry.priceTicks,
        exitTicks: exit.priceTicks,
        feesMills: entry.feeMills + exit.feeMills,
      },
    ];
  });
}

/** Entries skipped by the engine before pre-trade checks. */
const SKIPPED_CODES: readonly string[] = ['BELOW_COSTS', 'TOO_SMALL', 'UNPROTECTED'];

/** Kernel trades, without positions closed at the end of the history. */
const listComparableTrades = ({ trades }: BacktestRun) =>
  trades
    .filter(({ cause }) => cause !== 'end')
    .map(
      ({ instrumentId, direction, lots, entryMs, exitMs, entryTicks, exitTicks, feesMills }) => ({
        instrumentId,
        direction,
        lots,
        entryMs,
        exitMs,
        entryTicks,
        exitTicks,
        feesMills,
      }),
    );

/** Sorted by exit; legs with equal exit times by name. */
const sortByExit = <
  T extends { readonly exitMs: number; readonly instrumentId: string; readonly entryMs: number },
>(
  trades: readonly T[],
): readonly T[] =>
  [...trades].sort(
    (a, b) =>
      a.exitMs - b.exitMs ||
      (a.instrumentId < b.instrumentId ? -1 : Number(a.instrumentId > b.instrumentId)) ||
      a.entryMs - b.entryMs,
  );

export function expectSameTrades(run: BacktestRun, engine: EngineRun): void {
  const open = run.trades.filter(({ cause }) => cause === 'end');
  expect(sortByExit(listComparableTrades(run))).toEqual(sortByExit(buildTrades(engine.fills)));
  const countFills = (purpose: string): number =>
    engine.fills.filter((fill) => fill.purpose === purpose).length;
  for (const [cause, purpose] of [
    ['stop', 'STOP'],
    ['target', 'TARGET'],
  ] as const)
    expect(run.trades.filter((trade) => trade.cause === cause).length, cause).toBe(
      countFills(purpose),
    );
  expect(open).toHaveLength(engine.openPositions);
  // The engine values once per minute, at its first close; with one instrument, at every bar.
  const last = run.stampsMs.length - 1;
  const differenceIndex = run.stampsMs.findIndex(
    (stamp, index) =>
      index < last &&
      engine.equity.has(stamp) &&
      run.trades.length > 0 &&
      hasOneInstrument(run) &&
      engine.equity.get(stamp) !== run.equityMills[index],
  );
  expect(differenceIndex).toBe(-1);
  const countRefusals = (refusals: ReadonlyMap<string, number>): number =>
    [...refusals].reduce(
      (sum, [code, count]) => sum + (['LOCKED', ...SKIPPED_CODES].includes(code) ? 0 : count),
      0,
    );
  expect(countRefusals(run.refusals)).toBe(countRefusals(engine.refusals) + engine.notRolled);
  expect(SKIPPED_CODES.reduce((sum, code) => sum + (run.refusals.get(code) ?? 0), 0)).toBe(
    engine.stayedOut,
  );
}

const hasOneInstrument = ({ trades }: BacktestRun): boolean =>
  new Set(trades.map(({ instrumentId }) => instrumentId)).size === 1;
