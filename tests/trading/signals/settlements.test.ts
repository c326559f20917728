// Daily marks of a chain from the bars of its months.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../app/trading/domain/time';
import { buildDailyMarks, listSettledMonths } from '../../../app/trading/signals/settlements';
import { type Closes, createSettledStore, toNovemberDay } from '../../support/settled-store';

/** Moves by the day of November at whose end they are known, as ratios of prices. */
function listMoves(closes: Closes, nowMs: number): Readonly<Record<number, number>> {
  const store = createSettledStore(closes);
  const months = listSettledMonths(store, store.listContracts(), 'NG', nowMs);
  const moves = buildDailyMarks(months, nowMs).getView(nowMs).listMoves(100);
  return Object.fromEntries(
    moves.map(({ endMs, move }) => [
      (endMs - toNovemberDay(1)) / DAY_MS,
      Number(Math.exp(move).toFixed(6)),
    ]),
  );
}

describe('marks', () => {
  it('are zero while the venue is closed; the next session has the move', () => {
    // Friday, Monday, Tuesday.
    const closes = { 'NG.F27': { 13: 3000, 16: 3300, 17: 3300 } };
    expect(listMoves(closes, toNovemberDay(18))).toEqual({ 14: 1, 15: 1, 16: 1.1, 17: 1 });
  });

  it('are those of the month that was the front month at the start of the day', () => {
    // December rolls on November 23 at 14:00 UTC, two business days before its last trade date.
    const december = { 19: 3000, 20: 3300, 23: 3300, 24: 9000 };
    const january = { 19: 4000, 20: 4000, 23: 5000, 24: 10000 };
    const closes = { 'NG.Z26': december, 'NG.F27': january };
    expect(listMoves(closes, toNovemberDay(25))).toEqual({ 20: 1.1, 21: 1, 22: 1, 23: 1, 24: 2 });
  });

  it('use the next month while the front month has no prices', () => {
    const closes = { 'NG.Z26': { 10: 3000 }, 'NG.F27': { 16: 4000, 17: 4400 } };
    expect(listMoves(closes, toNovemberDay(18))[17]).toBe(1.1);
  });

  it('wait for the bar of a session that has ended', () => {
    const closes = { 'NG.F27': { 16: 4000, 17: 4400 } };
    expect(Object.keys(listMoves(closes, toNovemberDay(19)))).toEqual(['17']);
  });

  it('bridge a missing day and not a missing week', () => {
    const closes = { 'NG.F27': { 2: 4000, 4: 4400, 16: 4000, 17: 4000 } };
    const moves = listMoves(closes, toNovemberDay(18));
    expect(moves).toMatchObject({ 3: 1, 4: 1.1, 17: 1 });
    expect(moves[16]).toBeUndefined();
  });

  it('leave out bars of days without a session, and later ones', () => {
    // A Saturday; the 18th has not settled at noon.
    const closes = { 'NG.F27': { 13: 3000, 14: 9000, 16: 3000, 17: 3000, 18: 6000 } };
    expect(Object.values(listMoves(closes, toNovemberDay(18) + DAY_MS / 2))).toEqual([1, 1, 1, 1]);
  });
});
