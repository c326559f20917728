// Value at risk against figures worked out by hand, and against markets whose true risk is known.
import { describe, expect, it } from 'vitest';
import { bookRisk } from '../../../app/trading/risk/book-risk';
import { componentVar, roundedParts } from '../../../app/trading/risk/component-var';
import {
  type DailyMoves,
  type Holding,
  commonDays,
  computeProfits,
  getRiskGroup,
  unknownChains,
} from '../../../app/trading/risk/daily-moves';
import { blockSums, movingSigmas, scalesTo } from '../../../app/trading/risk/filtered-simulation';
import { expectedShortfall, sortedScenarios, valueAtRisk } from '../../../app/trading/risk/tail';
import { binomialBand, binomialUpTo, trafficLight } from '../../../app/trading/risk/traffic-light';
import { backtestVar, findExceedances, limitsBefore } from '../../../app/trading/risk/var-backtest';
import { normals } from '../../support/network-data';

const buildMoves = (
  chain: string,
  values: Float64Array,
  kind: DailyMoves['kind'] = 'ratio',
): DailyMoves => ({ chain, kind, values });
const holding = (
  chain: string,
  exposure: number,
  group: Holding['group'] = 'agricultural',
): Holding => ({ id: chain, chain, group, exposure });
const drawn = (
  name: string,
  days: number,
  sigma: (day: number) => number = () => 1,
): Float64Array => {
  const draw = normals(name);
  return Float64Array.from({ length: days }, (_, day) => sigma(day) * draw(day));
};

describe('the tail', () => {
  const scenarios = sortedScenarios(Float64Array.from({ length: 101 }, (_, nth) => nth - 50));

  it('lies where the ranks say', () => {
    expect(valueAtRisk(scenarios, 0.95)).toBeCloseTo(45, 9);
    expect(valueAtRisk(scenarios, 0.99)).toBeCloseTo(49, 9);
    expect(valueAtRisk(scenarios, 0.985)).toBeCloseTo(48.5, 12);
  });

  it('costs the mean of what lies in it, a part of a scenario in part', () => {
    // 2.525 scenarios: -50, -49 and .525 of -48
    expect(expectedShortfall(scenarios, 0.975)).toBeCloseTo((50 + 49 + 0.525 * 48) / 2.525, 9);
  });

  it('is no loss below zero, and nothing without scenarios', () => {
    expect(valueAtRisk(Float64Array.of(1, 2, 3), 0.95)).toBe(0);
    expect(expectedShortfall(Float64Array.of(1, 2, 3), 0.95)).toBe(0);
    expect(valueAtRisk(new Float64Array(0), 0.95)).toBeNaN();
  });
});

describe('filtering', () => {
  it('begins with the mean square of twenty days and then forgets six hundredths a day', () => {
    const sigmas = movingSigmas(new Float64Array(22).fill(2).fill(4, 20, 21).fill(0, 21));
    expect(sigmas[19]).toBeNaN();
    expect(sigmas[20]).toBeCloseTo(2, 12);
    expect(sigmas[21]).toBeCloseTo(Math.sqrt(0.94 * 4 + 0.06 * 16), 12);
    expect(sigmas[22]).toBeCloseTo(Math.sqrt(0.94 * (0.94 * 4 + 0.06 * 16)), 12);
    expect(sigmas).toHaveLength(23);
  });

  it('scales days of another unrest to that of now, and a day before which nothing moved to nothing', () => {
    expect([...scalesTo(Float64Array.of(1, 2, 0, 4), 3, 3)]).toEqual([4, 2, 0]);
  });

  it('sums neighbouring days', () =>
    expect([...blockSums(Float64Array.of(1, 2, 4, 8), 3)]).toEqual([7, 14]));

  it('tells half the risk when markets have become half as wild', () => {
    const values = drawn('calmer', 1000, (day) => (day < 800 ? 0.02 : 0.01));
    const own = bookRisk([holding('NG', 1000)], new Map([['NG', buildMoves('NG', values)]]));
    const before = bookRisk(
      [holding('NG', 1000)],
      new Map([['NG', buildMoves('NG', values.slice(0, 800))]]),
    );
    expect((own?.total.var99 ?? NaN) / (before?.total.var99 ?? NaN)).toBeGreaterThan(0.35);
    expect((own?.total.var99 ?? NaN) / (before?.total.var99 ?? NaN)).toBeLessThan(0.7);
    expect(own?.total.var95 ?? NaN).toBeGreaterThan(1000 * 0.01 * 1.2);
    expect(own?.total.var95 ?? NaN).toBeLessThan(1000 * 0.01 * 2.2);
  });
});

describe('the parts of a value at risk', () => {
  it('are by whom the tail is made, and hedges take from it', () => {
    const market = drawn('market', 500);
    const rows = [
      market.map((move) => 3 * move),
      market.map((move) => -move),
      new Float64Array(500),
    ];
    const totals = market.map((move) => 2 * move);
    const whole = valueAtRisk(sortedScenarios(totals), 0.99);
    const parts = componentVar(rows, totals, sortedScenarios(totals), 0.99);
    expect(parts[0]).toBeCloseTo(1.5 * whole, 9);
    expect(parts[1]).toBeCloseTo(-0.5 * whole, 9);
    expect(Math.abs(parts[2] ?? NaN)).toBe(0);
  });

  it('are rounded so that nothing is lost', () => {
    expect(roundedParts([1.4, 2.4, 3.4], 7)).toEqual([2, 2, 3]);
    expect(roundedParts([-0.6, 10.6], 10)).toEqual([-1, 11]);
    expect(roundedParts([], 0)).toEqual([]);
    expect(() => roundedParts([1, 2], 30)).toThrow(RangeError);
  });
});

describe('what is known of a book', () => {
  const moves = new Map([
    ['NG', buildMoves('NG', drawn('a', 900))],
    ['ET-PJM', buildMoves('ET-PJM', drawn('b', 700), 'amount')],
  ]);

  it('reaches as far back as the shortest chain that is held', () => {
    expect(commonDays([holding('NG', 1)], moves)).toBe(900);
    expect(commonDays([holding('NG', 1), holding('ET-PJM', 1)], moves)).toBe(700);
    expect(bookRisk([holding('NG', 1), holding('ET-PJM', 1)], moves)?.days).toBe(700);
  });

  it('lines days up at the latest', () => {
    const [gas, power] = computeProfits([holding('NG', 2), holding('ET-PJM', -1)], moves, 700);
    expect(gas?.[699]).toBe(2 * (moves.get('NG')?.values[899] ?? NaN));
    expect(power?.[0]).toBe(-(moves.get('ET-PJM')?.values[0] ?? NaN));
  });

  it('is nothing of a chain without moves', () => {
    expect(unknownChains([holding('NG', 1), holding('CT', 1), holding('CT', 2)], moves)).toEqual([
      'CT',
    ]);
    expect(() => bookRisk([holding('CT', 1)], moves)).toThrow(RangeError);
    expect(
      bookRisk([holding('NG', 1)], new Map([['NG', buildMoves('NG', drawn('short', 260))]])),
    ).toBeNull();
  });

  it('is no risk where nothing is held', () => {
    expect(bookRisk([], moves)?.total).toEqual({
      var95: 0,
      var99: 0,
      es975: 0,
      fiveDayVar95: 0,
      fiveDayVar99: 0,
      fiveDayEs975: 0,
    });
    expect(bookRisk([], moves)?.sigma).toBe(0);
  });

  it('is counted in four groups', () => {
    expect(
      ['electricity', 'natural-gas', 'oil', 'crude-oil', 'orange-juice', 'corn'].map((key) =>
        getRiskGroup(key as 'corn'),
      ),
    ).toEqual(['electricity', 'naturalGas', 'oil', 'oil', 'agricultural', 'agricultural']);
    const own = bookRisk(
      [holding('NG', 1, 'naturalGas'), holding('ET-PJM', 1, 'electricity')],
      moves,
    );
    const gas = bookRisk(
      [holding('NG', 1, 'naturalGas')],
      new Map([
        ['NG', buildMoves('NG', (moves.get('NG')?.values ?? new Float64Array(0)).slice(200))],
      ]),
    );
    expect(own?.groups.naturalGas.var99).toBeCloseTo(gas?.total.var99 ?? NaN, 12);
    expect(own?.groups.oil.var99).toBe(0);
  });
});

describe('a value at risk held against what followed', () => {
  it('is exceeded as often as it says in a market of changing unrest', () => {
    const [at95, at99] =
      backtestVar(
        drawn('judged', 4000, (day) => 0.01 * (1.5 + Math.sin(day / 80))),
        [0.95, 0.99],
      ) ?? [];
    expect(at95?.exceptions).toBeGreaterThanOrEqual(at95?.band.low ?? NaN);
    expect(at95?.exceptions).toBeLessThanOrEqual(at95?.band.high ?? NaN);
    expect(at99?.exceptions).toBeGreaterThanOrEqual(at99?.band.low ?? NaN);
    expect(at99?.exceptions).toBeLessThanOrEqual(at99?.band.high ?? NaN);
    expect(at95?.days).toBe(3480);
  });

  it('knows nothing of the day itself', () => {
    const profits = drawn('before', 700);
    const changed = profits.map((profit, day) => (day >= 600 ? 50 : profit));
    const [now] = limitsBefore(profits, [0.99]);
    const [then] = limitsBefore(changed, [0.99]);
    expect(then?.slice(0, 81)).toEqual(now?.slice(0, 81));
    expect(then?.[81]).not.toBe(now?.[81]);
  });

  it('counts a loss beyond the limit alone', () =>
    expect([...findExceedances(Float64Array.of(9, -1, -2, -3), Float64Array.of(2, 2, 2))]).toEqual([
      0, 0, 1,
    ]));

  it('says nothing of few days, nor of a book that holds nothing', () => {
    expect(backtestVar(drawn('few', 619), [0.95])).toBeNull();
    expect(backtestVar(new Float64Array(900), [0.95])).toBeNull();
  });
});

describe('the traffic light', () => {
  it('turns where the committee says', () => {
    expect([0, 4, 5, 9, 10].map((hits) => trafficLight(hits, 250, 0.01))).toEqual([
      'green',
      'green',
      'yellow',
      'yellow',
      'red',
    ]);
  });

  it('sums the binomial distribution', () => {
    // SciPy: binom.cdf(4, 250, .01)
    expect(binomialUpTo(4, 250, 0.01)).toBeCloseTo(0.89219, 5);
    expect(binomialUpTo(250, 250, 0.01)).toBeCloseTo(1, 9);
    expect(binomialBand(250, 0.01)).toEqual({ low: 0, high: 7 });
  });
});
