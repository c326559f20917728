// Stress tests: profits along hand-computed paths with stops and gaps, and shocks in the simulated
// market.
import { describe, expect, it } from 'vitest';
import {
  type ShockPaths,
  computeMedianMove,
  computeStressFigures,
  computeStressProfits,
} from '../../../app/trading/risk/stress';
import { findWorstBlock } from '../../../app/trading/risk/worst-block';
import { PairedMarkets } from '../../../app/trading/simulation/paired-markets';
import { SHOCK_ROWS, findShockDay } from '../../../app/trading/simulation/weather-shocks';
import { createWorld } from '../../../app/trading/simulation/world';
import {
  TradingDayHistory,
  listTradingDaysBefore,
} from '../../../app/trading/simulation/trading-day-moves';
import { getDay, getDayStartMs } from '../../../app/trading/simulation/calendar';

const createLogPaths = (...ratios: number[]): ShockPaths => ({
  kind: 'log',
  values: Float64Array.from(ratios, Math.log),
});
const createAmountPaths = (...moves: number[]): ShockPaths => ({
  kind: 'amount',
  values: Float64Array.from(moves),
});

describe('stress of a book', () => {
  it('follows its prices: futures by ratio, power by amount, short inverted', () => {
    const paths = new Map([
      ['NG', createLogPaths(1, 1.1, 1.2)],
      ['ET-PJM', createAmountPaths(0, -5, 20)],
    ]);
    const profits = computeStressProfits(
      [
        { chain: 'NG', size: -100, price: 4, stop: null },
        { chain: 'ET-PJM', size: 10, price: -3, stop: null },
      ],
      paths,
      3,
    );
    expect([...profits].map((profit) => Math.round(1e6 * profit) / 1e6)).toEqual([0, -90, 120]);
  });

  it('exits at the market price beyond a stop and stays flat', () => {
    const paths = new Map([['NG', createLogPaths(1, 0.8, 1.5, 0.5)]]);
    expect(
      [...computeStressProfits([{ chain: 'NG', size: 100, price: 4, stop: 3.6 }], paths, 4)].map(
        Math.round,
      ),
    ).toEqual([0, -80, -80, -80]);
    const short = computeStressProfits([{ chain: 'NG', size: -100, price: 4, stop: 5 }], paths, 4);
    expect([...short].map(Math.round)).toEqual([0, 80, -200, -200]);
  });

  it('reports the median over pairs on the day farthest from zero', () => {
    const profits = Float64Array.of(1, -10, 2, 0, -30, 5, 3, -20, 1);
    expect(computeStressFigures(profits, 3, 3)).toMatchObject({ profit: -20, day: 2, pairs: 3 });
    expect(computeStressFigures(profits, 3, 3)?.badly ?? NaN).toBeCloseTo(-29, 9);
    expect(computeMedianMove(createLogPaths(1, 1.1, 1, 1.3, 1, 1.2), 2)).toBeCloseTo(0.2, 9);
    expect(computeStressFigures(new Float64Array(0), 3, 0)).toBeNull();
    expect(computeStressFigures(computeStressProfits([], new Map(), 3), 3, 4)).toMatchObject({
      profit: 0,
      badly: 0,
      pairs: 4,
    });
  });

  it('throws for a chain without paths', () =>
    expect(() =>
      computeStressProfits([{ chain: 'CT', size: 1, price: 70, stop: null }], new Map(), 3),
    ).toThrow(RangeError));

  it('finds the worst past days', () => {
    expect(findWorstBlock(Float64Array.of(1, -5, -6, 3, -10, 2), 2)).toEqual({
      profit: -11,
      daysAgo: 3,
    });
    expect(findWorstBlock(Float64Array.of(1), 2)).toBeNull();
  });
});

describe('cold spell in the simulated market', () => {
  const { polarVortex } = SHOCK_ROWS;
  const day = findShockDay(polarVortex.worst.month, polarVortex.worst.date);
  const pair = new PairedMarkets(createWorld, 'a pair of the tests');
  const gasAfter = (size: number): Float64Array =>
    pair.computeImpacts({ ...polarVortex, days: 7 }, day, size, ['NG']).get('NG') ??
    new Float64Array(0);
  const findLargest = (path: Float64Array): number =>
    path.reduce((most, move) => Math.max(most, move), -Infinity);

  it('has no effect at size zero', () => {
    const paths = pair.computeImpacts({ ...polarVortex, days: 4 }, day, 0, [
      'NG',
      'HO',
      'OJ',
      'WHEAT',
    ]);
    for (const [chain, path] of paths) expect([chain, ...path]).toEqual([chain, 0, 0, 0, 0]);
  });

  it('moves gas more the colder it is, at least 10% at full size', () => {
    const [half, whole, more] = [0.5, 1, 1.3].map((size) => findLargest(gasAfter(size)));
    expect(half).toBeGreaterThan(0.02);
    expect(whole).toBeGreaterThan(half ?? NaN);
    expect(more).toBeGreaterThan(whole ?? NaN);
    expect(whole).toBeGreaterThan(0.1);
  });
});

describe('trading days of a simulated path', () => {
  it('are past business days, with weekends in the next day', () => {
    const monday = getDay(Date.UTC(2010, 5, 14));
    const world = createWorld({ seed: 'days' });
    const days = new TradingDayHistory(world);
    expect(
      listTradingDaysBefore(monday, 2).map((day) =>
        new Date(getDayStartMs(day)).toISOString().slice(0, 10),
      ),
    ).toEqual(['2010-06-10', '2010-06-11']);
    const { values, kind } = days.getMoves('NG', monday + 1, 2);
    const [month] = world.futures
      .listInstruments('NG', monday)
      .filter(({ contract }) => (contract?.rollMs ?? 0) > getDayStartMs(monday + 1));
    const getPrice = (at: number): number => (month ? world.futures.getSettlement(month, at) : NaN);
    expect([kind, values.length]).toEqual(['ratio', 2]);
    expect(values[1]).toBeCloseTo(getPrice(monday + 1) / getPrice(monday - 2) - 1, 12);
    expect([...days.getMoves('NG', monday + 1, 2).values]).toEqual([
      ...new TradingDayHistory(createWorld({ seed: 'days' })).getMoves('NG', monday + 1, 2).values,
    ]);
  });
});
