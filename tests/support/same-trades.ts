// One run of the kernel against one of the desk's engine: every trade, to the tick and to the mill.
import { expect } from 'vitest';
import type { BacktestRun } from '../../app/trading/backtest/tape';
import type { EngineFill, EngineRun } from './engine-backtest';

/** Trades of the engine's fills: entry and exit by position, in the order of the exits. */
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

/** What the engine decides to stay out of, before the gate is asked. */
const STAYED_OUT: readonly string[] = ['TOO_SMALL', 'UNPROTECTED'];

/**
 * Trades of the kernel as far as the engine knows them: it holds on to what is open when a history
 * ends.
 */
const tradesIn = ({ trades }: BacktestRun) =>
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

/**
 * By exit; legs that leave at one instant by their names, because nothing says which of them fills
 * first.
 */
const inOrder = <
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

export function expectSame(run: BacktestRun, engine: EngineRun): void {
  const open = run.trades.filter(({ cause }) => cause === 'end');
  expect(inOrder(tradesIn(run))).toEqual(inOrder(buildTrades(engine.fills)));
  const rested = (purpose: string): number =>
    engine.fills.filter((fill) => fill.purpose === purpose).length;
  for (const [cause, purpose] of [
    ['stop', 'STOP'],
    ['target', 'TARGET'],
  ] as const)
    expect(run.trades.filter((trade) => trade.cause === cause).length, cause).toBe(rested(purpose));
  expect(open).toHaveLength(engine.openPositions);
  // The engine values once a minute, at the first close of it: with one instrument that is every
  // bar.
  const last = run.stampsMs.length - 1;
  const differs = run.stampsMs.findIndex(
    (stamp, place) =>
      place < last &&
      engine.equity.has(stamp) &&
      run.trades.length > 0 &&
      isLone(run) &&
      engine.equity.get(stamp) !== run.equityMills[place],
  );
  expect(differs).toBe(-1);
  const refused = (refusals: ReadonlyMap<string, number>): number =>
    [...refusals].reduce(
      (sum, [code, count]) => sum + (['LOCKED', ...STAYED_OUT].includes(code) ? 0 : count),
      0,
    );
  expect(refused(run.refusals)).toBe(refused(engine.refusals) + engine.notRolled);
  expect(STAYED_OUT.reduce((sum, code) => sum + (run.refusals.get(code) ?? 0), 0)).toBe(
    engine.stayedOut,
  );
}

const isLone = ({ trades }: BacktestRun): boolean =>
  new Set(trades.map(({ instrumentId }) => instrumentId)).size === 1;
