import { describe, expect, it } from 'vitest';
import { chainLine } from '../../../app/trading/backtest/chain-line';
import { randomEntries } from '../../../app/trading/backtest/random-entry';
import { randomLanes } from '../../../app/trading/backtest/random-lanes';
import { seededRandom } from '../../../app/trading/random';
import { dayEnd, dayStart, madeChain, madeRun, madeTrade } from '../../support/made-run';

const stamps = (count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, day) => dayEnd(day));

describe('the line of a chain', () => {
  const rolled = madeChain(
    'CL',
    { id: 'CL.F', closes: [10, 11, 13, 14, 99], rollDay: 3 },
    { id: 'CL.G', closes: [20, 21, 22, 25, 26, 24], firstDay: 0 },
  );

  it('sums the changes of what was active, without the gap between months', () => {
    // The first month is held to the close of day 3, at which the second stands at 25: +1 +2 +1,
    // then +1 -2.
    expect([...chainLine(rolled, stamps(6))]).toEqual([10, 11, 13, 14, 15, 13]);
  });

  it('waits for a next month that has no close yet', () => {
    const late = madeChain(
      'CL',
      { id: 'CL.F', closes: [10, 11, 13, 14, 12], rollDay: 1 },
      { id: 'CL.G', closes: [50, 53], firstDay: 3 },
    );
    expect([...chainLine(late, stamps(5))]).toEqual([10, 11, 13, 14, 17]);
  });

  it('begins with the month that is active at the first stamp', () => {
    expect([...chainLine(rolled, stamps(6).subarray(4))]).toEqual([26, 24]);
  });

  it('stands at its first close before it, and is unknown without a bar', () => {
    const later = madeChain('CL', { id: 'CL', closes: [7, 8], firstDay: 2 });
    expect([...chainLine(later, stamps(5))]).toEqual([7, 7, 7, 8, 8]);
    expect([...chainLine(madeChain('CL', { id: 'CL', closes: [] }), stamps(2))]).toEqual([
      NaN,
      NaN,
    ]);
  });
});

describe('the lanes of a run', () => {
  const crude = madeChain(
    'CL',
    { id: 'CL.F', closes: [10, 11, 13, 14, 99, 99, 99], rollDay: 3 },
    { id: 'CL.G', closes: [20, 21, 22, 25, 26, 24, 30] },
  );
  const heating = madeChain('HO', { id: 'HO', closes: [5, 6, 7, 8, 9, 10, 11] });
  const flat = [1, 1, 1, 1, 1, 1, 1];
  const leg = (instrumentId: string, entry: number, exit: number, more = {}) =>
    madeTrade({
      profit: 0,
      instrumentId,
      entryMs: dayStart(entry),
      exitMs: dayStart(exit),
      ...more,
    });

  it('carry a holding over its roll, in mills a tick', () => {
    const run = madeRun(flat, [
      leg('CL.F', 1, 4, { lots: 3, direction: 'SHORT', cause: 'roll' }),
      leg('CL.G', 4, 6, { lots: 2, direction: 'SHORT' }),
    ]);
    const lanes = randomLanes(run, [crude]);
    // Decided at the close of day 0, closed at that of day 5; a tick of one lot is worth 10 mills.
    expect(lanes?.map(({ holdings }) => holdings)).toEqual([
      [{ from: 0, until: 5, weights: [-30] }],
    ]);
    expect(randomEntries(lanes ?? [], seededRandom('x'), 10)?.observed).toBe(-30 * (13 - 10));
  });

  it('hold two chains together, and each chain alone in its own lane', () => {
    const pair = [
      leg('CL.F', 1, 3, { group: 1 }),
      leg('HO', 1, 3, { group: 1, direction: 'SHORT', lots: 4 }),
    ];
    const lanes = randomLanes(madeRun(flat, [...pair, leg('HO', 4, 6, { group: 2 })]), [
      heating,
      crude,
    ]);
    expect(lanes?.map(({ holdings }) => holdings)).toEqual([
      [{ from: 0, until: 2, weights: [10, -40] }],
      [{ from: 3, until: 5, weights: [10] }],
    ]);
    expect(lanes?.[0]?.lines.map((line) => line[1])).toEqual([11, 6]);
  });

  it('give a trade inside one bar that bar', () => {
    const lanes = randomLanes(madeRun(flat, [leg('HO', 2, 2)]), [heating]);
    expect(lanes?.[0]?.holdings).toEqual([{ from: 1, until: 2, weights: [10] }]);
  });

  it('take a roll whose new month was filled before the old one was sold', () => {
    const lanes = randomLanes(madeRun(flat, [leg('CL.F', 1, 4), leg('CL.G', 3, 6)]), [crude]);
    expect(lanes?.[0]?.holdings).toEqual([{ from: 0, until: 5, weights: [10] }]);
  });

  it('are none for two months of one chain against each other', () => {
    expect(
      randomLanes(madeRun(flat, [leg('CL.F', 1, 3), leg('CL.G', 1, 3, { direction: 'SHORT' })]), [
        crude,
      ]),
    ).toBeNull();
  });

  it('refuse a trade of an instrument that is in no tape', () => {
    expect(() => randomLanes(madeRun(flat, [leg('NG', 1, 3)]), [crude])).toThrow(
      /NG, which is in none of the tapes/,
    );
  });
});
