// Daily moves of settlements: front months, closed days, gaps, and a common last day.
import { describe, expect, it } from 'vitest';
import type { DailyPriceStore } from '../../../app/trading/market/merged-days';
import { computeSettledMoves } from '../../../app/trading/risk/settled-moves';
import { createSettledRisk } from '../../../app/server/risk/settled-risk.server';
import { type Closes, createSettledStore, toNovemberDay } from '../../support/settled-store';

const computeMoves = (closes: Closes, knownDate: number) =>
  computeSettledMoves(createSettledStore(closes), toNovemberDay(knownDate));
/** Moves of a chain in percent. */
function listPercents(closes: Closes, knownDate: number, chain = 'NG') {
  const values = computeMoves(closes, knownDate).moves.get(chain)?.values ?? [];
  return [...values].map((value) => Math.round(value * 10_000) / 100);
}

const WEEK = { 2: 4000, 3: 4040, 4: 4000, 5: 4000, 6: 4200 };

describe('moves of a chain', () => {
  it('are those of its business days until now, as ratios', () => {
    expect(listPercents({ 'NG.F27': WEEK }, 7)).toEqual([1, -0.99, 0, 5]);
    const { untilMs, moves } = computeMoves({ 'NG.F27': WEEK }, 7);
    expect([untilMs, moves.get('NG')?.kind]).toEqual([toNovemberDay(7), 'ratio']);
  });

  it('do not include a day that has not ended', () => {
    expect(listPercents({ 'NG.F27': WEEK }, 6)).toEqual([1, -0.99, 0]);
  });

  it('span weekends and holidays, and are zero on a business day without a trade', () => {
    const closes = { 'NG.F27': { 20: 4000, 23: 4400, 25: 4400, 27: 4444 } };
    expect(listPercents(closes, 28)).toEqual([10, 0, 0, 1]);
  });

  it('are of the front month at the start of the day, never from one month to the next', () => {
    // December rolls on November 23 at 14:00 UTC, two business days before its last trade date.
    const closes = {
      'NG.Z26': { 19: 3000, 20: 3300, 23: 3300, 24: 9000 },
      'NG.F27': { 19: 4000, 20: 4000, 23: 5000, 24: 10_000 },
    };
    expect(listPercents(closes, 25)).toEqual([10, 0, 100]);
  });

  it('begin after the last gap', () => {
    const closes = { 'NG.F27': { 2: 1000, 3: 1100, 16: 4000, 17: 4040, 18: 4080 } };
    expect(listPercents(closes, 19)).toEqual([1, 0.99]);
  });

  it('are none of an old history, of a continuous series and of power', () => {
    expect(computeMoves({ 'NG.F27': WEEK }, 17).moves.size).toBe(0);
    expect(computeMoves({ NG: WEEK, 'ETNYISO-20261204': WEEK }, 7)).toEqual({
      moves: new Map(),
      untilMs: null,
    });
  });
});

it('the moves of all chains end with the last day that each of them has', () => {
  const closes = { 'NG.F27': WEEK, 'CL.F27': { 2: 8000, 3: 8080, 4: 8080 } };
  const { moves, untilMs } = computeMoves(closes, 7);
  expect(untilMs).toBe(toNovemberDay(5));
  expect(listPercents(closes, 7, 'CL')).toEqual([1, 0]);
  expect(listPercents(closes, 7)).toEqual([1, -0.99]);
  expect([...moves.keys()]).toEqual(['NG', 'CL']);
});

it('risk is computed again after five minutes, with prices that have arrived since', () => {
  let closes: Closes = {};
  let nowMs = toNovemberDay(7);
  const store: DailyPriceStore = {
    listContracts: () => createSettledStore(closes).listContracts(),
    listDays: (id) => createSettledStore(closes).listDays(id),
  };
  const reader = createSettledRisk('public', store, () => nowMs);
  expect(reader.getLatest()).toMatchObject({
    market: 'public',
    untilMs: null,
    reason: expect.stringContaining('at most 10 days old') as string,
  });
  closes = { 'NG.F27': WEEK };
  nowMs += 5 * 60_000 - 1;
  expect(reader.getLatest().moves.size).toBe(0);
  nowMs += 1;
  const risk = reader.getLatest();
  expect([...risk.moves.keys()]).toEqual(['NG']);
  expect(reader.getLatest()).toBe(risk);
});
