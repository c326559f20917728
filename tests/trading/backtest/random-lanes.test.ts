import { describe, expect, it } from 'vitest';
import { computeChainLine } from '../../../app/trading/backtest/chain-line';
import { testRandomEntries } from '../../../app/trading/backtest/random-entry';
import { buildRandomLanes } from '../../../app/trading/backtest/random-lanes';
import { createSeededRandom } from '../../../app/trading/random';
import {
  getDayEndMs,
  getDayStartMs,
  createChain,
  createRun,
  createTrade,
} from '../../support/backtest-builders';

const createStamps = (count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, day) => getDayEndMs(day));

describe('continuous chain price', () => {
  const rolled = createChain(
    'CL',
    { id: 'CL.F', closes: [10, 11, 13, 14, 99], rollDay: 3 },
    { id: 'CL.G', closes: [20, 21, 22, 25, 26, 24], firstDay: 0 },
  );

  it('sums changes of the active month without roll gaps', () => {
    // The first month is held to the close of day 3, at which the second stands at 25: +1 +2 +1,
    // then +1 -2.
    expect([...computeChainLine(rolled, createStamps(6))]).toEqual([10, 11, 13, 14, 15, 13]);
  });

  it('rolls when the next month has a close', () => {
    const late = createChain(
      'CL',
      { id: 'CL.F', closes: [10, 11, 13, 14, 12], rollDay: 1 },
      { id: 'CL.G', closes: [50, 53], firstDay: 3 },
    );
    expect([...computeChainLine(late, createStamps(5))]).toEqual([10, 11, 13, 14, 17]);
  });

  it('starts with the month active at the first stamp', () => {
    expect([...computeChainLine(rolled, createStamps(6).subarray(4))]).toEqual([26, 24]);
  });

  it('equals the first close before it, and is NaN without bars', () => {
    const later = createChain('CL', { id: 'CL', closes: [7, 8], firstDay: 2 });
    expect([...computeChainLine(later, createStamps(5))]).toEqual([7, 7, 7, 8, 8]);
    expect([
      ...computeChainLine(createChain('CL', { id: 'CL', closes: [] }), createStamps(2)),
    ]).toEqual([NaN, NaN]);
  });
});

describe('lanes of a run', () => {
  const crude = createChain(
    'CL',
    { id: 'CL.F', closes: [10, 11, 13, 14, 99, 99, 99], rollDay: 3 },
    { id: 'CL.G', closes: [20, 21, 22, 25, 26, 24, 30] },
  );
  const heating = createChain('HO', { id: 'HO', closes: [5, 6, 7, 8, 9, 10, 11] });
  const flat = [1, 1, 1, 1, 1, 1, 1];
  const createLeg = (instrumentId: string, entry: number, exit: number, more = {}) =>
    createTrade({
      profit: 0,
      instrumentId,
      entryMs: getDayStartMs(entry),
      exitMs: getDayStartMs(exit),
      ...more,
    });

  it('continue a trade over its roll, in mills per tick', () => {
    const run = createRun(flat, [
      createLeg('CL.F', 1, 4, { lots: 3, direction: 'SHORT', cause: 'roll' }),
      createLeg('CL.G', 4, 6, { lots: 2, direction: 'SHORT' }),
    ]);
    const lanes = buildRandomLanes(run, [crude]);
    // Signal at the close of day 0, closed at that of day 5; one tick of one lot is 10 mills.
    expect(lanes?.map(({ holdings }) => holdings)).toEqual([
      [{ from: 0, until: 5, weights: [-30] }],
    ]);
    expect(testRandomEntries(lanes ?? [], createSeededRandom('x'), 10)?.observed).toBe(
      -30 * (13 - 10),
    );
  });

  it('have one lane for a pair, and one per single chain', () => {
    const pair = [
      createLeg('CL.F', 1, 3, { group: 1 }),
      createLeg('HO', 1, 3, { group: 1, direction: 'SHORT', lots: 4 }),
    ];
    const lanes = buildRandomLanes(
      createRun(flat, [...pair, createLeg('HO', 4, 6, { group: 2 })]),
      [heating, crude],
    );
    expect(lanes?.map(({ holdings }) => holdings)).toEqual([
      [{ from: 0, until: 2, weights: [10, -40] }],
      [{ from: 3, until: 5, weights: [10] }],
    ]);
    expect(lanes?.[0]?.lines.map((line) => line[1])).toEqual([11, 6]);
  });

  it('give a trade within one bar that bar', () => {
    const lanes = buildRandomLanes(createRun(flat, [createLeg('HO', 2, 2)]), [heating]);
    expect(lanes?.[0]?.holdings).toEqual([{ from: 1, until: 2, weights: [10] }]);
  });

  it('accept a roll whose entry filled before its exit', () => {
    const lanes = buildRandomLanes(
      createRun(flat, [createLeg('CL.F', 1, 4), createLeg('CL.G', 3, 6)]),
      [crude],
    );
    expect(lanes?.[0]?.holdings).toEqual([{ from: 0, until: 5, weights: [10] }]);
  });

  it('are null for a calendar spread within one chain', () => {
    expect(
      buildRandomLanes(
        createRun(flat, [createLeg('CL.F', 1, 3), createLeg('CL.G', 1, 3, { direction: 'SHORT' })]),
        [crude],
      ),
    ).toBeNull();
  });

  it('reject a trade in an instrument without a tape', () => {
    expect(() => buildRandomLanes(createRun(flat, [createLeg('NG', 1, 3)]), [crude])).toThrow(
      /NG, which is in none of the tapes/,
    );
  });
});
