// Books under shocks: profits along paths worked out by hand, with stops and gaps; and shocks
// through the simulated market itself.
import { describe, expect, it } from 'vitest';
import {
  type ShockPaths,
  medianMove,
  stressFigures,
  stressProfits,
} from '../../../app/trading/risk/stress';
import { worstBlock } from '../../../app/trading/risk/worst-block';
import { SHOCK_ROWS, ShockPair, shockDay } from '../../../app/trading/simulation/weather-shocks';
import { createWorld } from '../../../app/trading/simulation/world';
import { TradingDays, tradingDaysBefore } from '../../../app/trading/simulation/trading-day-moves';
import { getDay, dayStartMs } from '../../../app/trading/simulation/calendar';

const log = (...ratios: number[]): ShockPaths => ({
  kind: 'log',
  values: Float64Array.from(ratios, Math.log),
});
const amount = (...moves: number[]): ShockPaths => ({
  kind: 'amount',
  values: Float64Array.from(moves),
});

describe('a book under a shock', () => {
  it('gains by what its prices move, futures by ratio and power by amount, short the other way', () => {
    const paths = new Map([
      ['NG', log(1, 1.1, 1.2)],
      ['ET-PJM', amount(0, -5, 20)],
    ]);
    const profits = stressProfits(
      [
        { chain: 'NG', size: -100, price: 4, stop: null },
        { chain: 'ET-PJM', size: 10, price: -3, stop: null },
      ],
      paths,
      3,
    );
    expect([...profits].map((profit) => Math.round(1e6 * profit) / 1e6)).toEqual([0, -90, 120]);
  });

  it('leaves at a stop where the market is, not at the stop, and stays out', () => {
    const paths = new Map([['NG', log(1, 0.8, 1.5, 0.5)]]);
    expect(
      [...stressProfits([{ chain: 'NG', size: 100, price: 4, stop: 3.6 }], paths, 4)].map(
        Math.round,
      ),
    ).toEqual([0, -80, -80, -80]);
    const short = stressProfits([{ chain: 'NG', size: -100, price: 4, stop: 5 }], paths, 4);
    expect([...short].map(Math.round)).toEqual([0, 80, -200, -200]);
  });

  it('is told by the median of the pairs on the day on which it is farthest from nothing', () => {
    const profits = Float64Array.of(1, -10, 2, 0, -30, 5, 3, -20, 1);
    expect(stressFigures(profits, 3, 3)).toMatchObject({ profit: -20, day: 2, pairs: 3 });
    expect(stressFigures(profits, 3, 3)?.badly ?? NaN).toBeCloseTo(-29, 9);
    expect(medianMove(log(1, 1.1, 1, 1.3, 1, 1.2), 2)).toBeCloseTo(0.2, 9);
    expect(stressFigures(new Float64Array(0), 3, 0)).toBeNull();
    expect(stressFigures(stressProfits([], new Map(), 3), 3, 4)).toMatchObject({
      profit: 0,
      badly: 0,
      pairs: 4,
    });
  });

  it('is not told of a chain without paths', () =>
    expect(() =>
      stressProfits([{ chain: 'CT', size: 1, price: 70, stop: null }], new Map(), 3),
    ).toThrow(RangeError));

  it('knows its worst days of the past', () => {
    expect(worstBlock(Float64Array.of(1, -5, -6, 3, -10, 2), 2)).toEqual({
      profit: -11,
      daysAgo: 3,
    });
    expect(worstBlock(Float64Array.of(1), 2)).toBeNull();
  });
});

describe('a cold spell through the simulated market', () => {
  const { polarVortex } = SHOCK_ROWS;
  const day = shockDay(polarVortex.worst.month, polarVortex.worst.date);
  const pair = new ShockPair(createWorld, 'a pair of the tests');
  const gasAfter = (size: number): Float64Array =>
    pair.pathsOf({ ...polarVortex, days: 7 }, day, size, ['NG']).get('NG') ?? new Float64Array(0);
  const largest = (path: Float64Array): number =>
    path.reduce((most, move) => Math.max(most, move), -Infinity);

  it('of no size does nothing at all', () => {
    const paths = pair.pathsOf({ ...polarVortex, days: 4 }, day, 0, ['NG', 'HO', 'OJ', 'WHEAT']);
    for (const [chain, path] of paths) expect([chain, ...path]).toEqual([chain, 0, 0, 0, 0]);
  });

  it('moves gas the more the colder it is, and a tenth at least when it is as designed', () => {
    const [half, whole, more] = [0.5, 1, 1.3].map((size) => largest(gasAfter(size)));
    expect(half).toBeGreaterThan(0.02);
    expect(whole).toBeGreaterThan(half ?? NaN);
    expect(more).toBeGreaterThan(whole ?? NaN);
    expect(whole).toBeGreaterThan(0.1);
  });
});

describe('trading days of a world', () => {
  it('are business days that are over, and weekends belong to the day after', () => {
    const monday = getDay(Date.UTC(2010, 5, 14));
    const world = createWorld({ seed: 'days' });
    const days = new TradingDays(world);
    expect(
      tradingDaysBefore(monday, 2).map((day) =>
        new Date(dayStartMs(day)).toISOString().slice(0, 10),
      ),
    ).toEqual(['2010-06-10', '2010-06-11']);
    const { values, kind } = days.movesOf('NG', monday + 1, 2);
    const [month] = world.futures
      .listed('NG', monday)
      .filter(({ contract }) => (contract?.rollMs ?? 0) > dayStartMs(monday + 1));
    const price = (at: number): number => (month ? world.futures.settlement(month, at) : NaN);
    expect([kind, values.length]).toEqual(['ratio', 2]);
    expect(values[1]).toBeCloseTo(price(monday + 1) / price(monday - 2) - 1, 12);
    expect([...days.movesOf('NG', monday + 1, 2).values]).toEqual([
      ...new TradingDays(createWorld({ seed: 'days' })).movesOf('NG', monday + 1, 2).values,
    ]);
  });
});
