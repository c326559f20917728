// VaR against hand-computed values, and on markets with known risk.
import { describe, expect, it } from 'vitest';
import { computeHoldingsRisk } from '../../../app/trading/risk/book-risk';
import { computeComponentVar } from '../../../app/trading/risk/component-var';
import {
  type DailyMoves,
  type Holding,
  countCommonDays,
  computeProfits,
  listChainsWithoutMoves,
} from '../../../app/trading/risk/daily-moves';
import { getRiskGroup } from '../../../app/trading/risk/risk-groups';
import {
  computeBlockSums,
  computeEwmaSigmas,
  computeScales,
} from '../../../app/trading/risk/filtered-simulation';
import {
  computeExpectedShortfall,
  sortScenarios,
  computeValueAtRisk,
} from '../../../app/trading/risk/tail';
import {
  computeBinomialBand,
  computeBinomialCdf,
  getTrafficLight,
} from '../../../app/trading/risk/traffic-light';
import {
  backtestVar,
  findExceedances,
  computeVarLimits,
} from '../../../app/trading/risk/var-backtest';
import { createNormals } from '../../support/network-data';

const buildMoves = (
  chain: string,
  values: Float64Array,
  kind: DailyMoves['kind'] = 'ratio',
): DailyMoves => ({ chain, kind, values });
const createHolding = (
  chain: string,
  exposure: number,
  group: Holding['group'] = 'agricultural',
): Holding => ({ id: chain, chain, group, exposure });
const drawReturns = (
  name: string,
  days: number,
  sigma: (day: number) => number = () => 1,
): Float64Array => {
  const draw = createNormals(name);
  return Float64Array.from({ length: days }, (_, day) => sigma(day) * draw(day));
};

describe('tail', () => {
  const scenarios = sortScenarios(Float64Array.from({ length: 101 }, (_, nth) => nth - 50));

  it('has VaR at the interpolated rank', () => {
    expect(computeValueAtRisk(scenarios, 0.95)).toBeCloseTo(45, 9);
    expect(computeValueAtRisk(scenarios, 0.99)).toBeCloseTo(49, 9);
    expect(computeValueAtRisk(scenarios, 0.985)).toBeCloseTo(48.5, 12);
  });

  it('has the tail mean as shortfall, with partial scenarios', () => {
    // 2.525 scenarios: -50, -49 and .525 of -48
    expect(computeExpectedShortfall(scenarios, 0.975)).toBeCloseTo(
      (50 + 49 + 0.525 * 48) / 2.525,
      9,
    );
  });

  it('is never negative, and NaN without scenarios', () => {
    expect(computeValueAtRisk(Float64Array.of(1, 2, 3), 0.95)).toBe(0);
    expect(computeExpectedShortfall(Float64Array.of(1, 2, 3), 0.95)).toBe(0);
    expect(computeValueAtRisk(new Float64Array(0), 0.95)).toBeNaN();
  });
});

describe('volatility filter', () => {
  it('starts with 20 days and then decays by 0.94', () => {
    const sigmas = computeEwmaSigmas(new Float64Array(22).fill(2).fill(4, 20, 21).fill(0, 21));
    expect(sigmas[19]).toBeNaN();
    expect(sigmas[20]).toBeCloseTo(2, 12);
    expect(sigmas[21]).toBeCloseTo(Math.sqrt(0.94 * 4 + 0.06 * 16), 12);
    expect(sigmas[22]).toBeCloseTo(Math.sqrt(0.94 * (0.94 * 4 + 0.06 * 16)), 12);
    expect(sigmas).toHaveLength(23);
  });

  it('scales days to current volatility, and to zero without earlier movement', () => {
    expect([...computeScales(Float64Array.of(1, 2, 0, 4), 3, 3)]).toEqual([4, 2, 0]);
  });

  it('sums consecutive days', () =>
    expect([...computeBlockSums(Float64Array.of(1, 2, 4, 8), 3)]).toEqual([7, 14]));

  it('halves the risk at half the volatility', () => {
    const values = drawReturns('calmer', 1000, (day) => (day < 800 ? 0.02 : 0.01));
    const own = computeHoldingsRisk(
      [createHolding('NG', 1000)],
      new Map([['NG', buildMoves('NG', values)]]),
    );
    const before = computeHoldingsRisk(
      [createHolding('NG', 1000)],
      new Map([['NG', buildMoves('NG', values.slice(0, 800))]]),
    );
    expect((own?.total.var99 ?? NaN) / (before?.total.var99 ?? NaN)).toBeGreaterThan(0.35);
    expect((own?.total.var99 ?? NaN) / (before?.total.var99 ?? NaN)).toBeLessThan(0.7);
    expect(own?.total.var95 ?? NaN).toBeGreaterThan(1000 * 0.01 * 1.2);
    expect(own?.total.var95 ?? NaN).toBeLessThan(1000 * 0.01 * 2.2);
  });
});

describe('component VaR', () => {
  it('allocates the tail, negative for hedges', () => {
    const market = drawReturns('market', 500);
    const rows = [
      market.map((move) => 3 * move),
      market.map((move) => -move),
      new Float64Array(500),
    ];
    const totals = market.map((move) => 2 * move);
    const whole = computeValueAtRisk(sortScenarios(totals), 0.99);
    const parts = computeComponentVar(rows, totals, sortScenarios(totals), 0.99);
    expect(parts[0]).toBeCloseTo(1.5 * whole, 9);
    expect(parts[1]).toBeCloseTo(-0.5 * whole, 9);
    expect(Math.abs(parts[2] ?? NaN)).toBe(0);
  });
});

describe('history of a book', () => {
  const moves = new Map([
    ['NG', buildMoves('NG', drawReturns('a', 900))],
    ['ET-PJM', buildMoves('ET-PJM', drawReturns('b', 700), 'amount')],
  ]);

  it('is as long as the shortest held chain', () => {
    expect(countCommonDays([createHolding('NG', 1)], moves)).toBe(900);
    expect(countCommonDays([createHolding('NG', 1), createHolding('ET-PJM', 1)], moves)).toBe(700);
    expect(
      computeHoldingsRisk([createHolding('NG', 1), createHolding('ET-PJM', 1)], moves)?.days,
    ).toBe(700);
  });

  it('aligns days at the latest', () => {
    const [gas, power] = computeProfits(
      [createHolding('NG', 2), createHolding('ET-PJM', -1)],
      moves,
      700,
    );
    expect(gas?.[699]).toBe(2 * (moves.get('NG')?.values[899] ?? NaN));
    expect(power?.[0]).toBe(-(moves.get('ET-PJM')?.values[0] ?? NaN));
  });

  it('throws for a chain without moves', () => {
    expect(
      listChainsWithoutMoves(
        [createHolding('NG', 1), createHolding('CT', 1), createHolding('CT', 2)],
        moves,
      ),
    ).toEqual(['CT']);
    expect(() => computeHoldingsRisk([createHolding('CT', 1)], moves)).toThrow(RangeError);
    expect(
      computeHoldingsRisk(
        [createHolding('NG', 1)],
        new Map([['NG', buildMoves('NG', drawReturns('short', 260))]]),
      ),
    ).toBeNull();
  });

  it('gives zero risk for no positions', () => {
    expect(computeHoldingsRisk([], moves)?.total).toEqual({
      var95: 0,
      var99: 0,
      es975: 0,
      fiveDayVar95: 0,
      fiveDayVar99: 0,
      fiveDayEs975: 0,
    });
    expect(computeHoldingsRisk([], moves)?.sigma).toBe(0);
  });

  it('has four risk groups', () => {
    expect(
      ['electricity', 'natural-gas', 'oil', 'crude-oil', 'orange-juice', 'corn'].map((key) =>
        getRiskGroup(key as 'corn'),
      ),
    ).toEqual(['electricity', 'naturalGas', 'oil', 'oil', 'agricultural', 'agricultural']);
    const own = computeHoldingsRisk(
      [createHolding('NG', 1, 'naturalGas'), createHolding('ET-PJM', 1, 'electricity')],
      moves,
    );
    const gas = computeHoldingsRisk(
      [createHolding('NG', 1, 'naturalGas')],
      new Map([
        ['NG', buildMoves('NG', (moves.get('NG')?.values ?? new Float64Array(0)).slice(200))],
      ]),
    );
    expect(own?.groups.naturalGas.var99).toBeCloseTo(gas?.total.var99 ?? NaN, 12);
    expect(own?.groups.oil.var99).toBe(0);
  });
});

describe('VaR backtest', () => {
  it('has the expected exceedances under changing volatility', () => {
    const [at95, at99] =
      backtestVar(
        drawReturns('judged', 4000, (day) => 0.01 * (1.5 + Math.sin(day / 80))),
        [0.95, 0.99],
      ) ?? [];
    expect(at95?.exceptions).toBeGreaterThanOrEqual(at95?.band.low ?? NaN);
    expect(at95?.exceptions).toBeLessThanOrEqual(at95?.band.high ?? NaN);
    expect(at99?.exceptions).toBeGreaterThanOrEqual(at99?.band.low ?? NaN);
    expect(at99?.exceptions).toBeLessThanOrEqual(at99?.band.high ?? NaN);
    expect(at95?.days).toBe(3480);
  });

  it('returns the limits that it counted the losses beyond', () => {
    const profits = drawReturns('limits', 900);
    const [at95] = backtestVar(profits, [0.95]) ?? [];
    expect(at95?.limits).toEqual(computeVarLimits(profits, [0.95])[0]);
    expect(at95?.isExceeded.reduce((sum, one) => sum + one, 0)).toBe(at95?.exceptions);
    expect(at95?.isExceeded.length).toBe(at95?.days);
  });

  it('uses earlier days only', () => {
    const profits = drawReturns('before', 700);
    const changed = profits.map((profit, day) => (day >= 600 ? 50 : profit));
    const [now] = computeVarLimits(profits, [0.99]);
    const [then] = computeVarLimits(changed, [0.99]);
    expect(then?.slice(0, 81)).toEqual(now?.slice(0, 81));
    expect(then?.[81]).not.toBe(now?.[81]);
  });

  it('counts losses beyond VaR only', () =>
    expect([...findExceedances(Float64Array.of(9, -1, -2, -3), Float64Array.of(2, 2, 2))]).toEqual([
      0, 0, 1,
    ]));

  it('is null for few days or no positions', () => {
    expect(backtestVar(drawReturns('few', 619), [0.95])).toBeNull();
    expect(backtestVar(new Float64Array(900), [0.95])).toBeNull();
  });
});

describe('traffic light', () => {
  it('changes at the Basel thresholds', () => {
    expect([0, 4, 5, 9, 10].map((hits) => getTrafficLight(hits, 250, 0.01))).toEqual([
      'green',
      'green',
      'yellow',
      'yellow',
      'red',
    ]);
  });

  it('matches the binomial distribution', () => {
    // SciPy: binom.cdf(4, 250, .01)
    expect(computeBinomialCdf(4, 250, 0.01)).toBeCloseTo(0.89219, 5);
    expect(computeBinomialCdf(250, 250, 0.01)).toBeCloseTo(1, 9);
    expect(computeBinomialBand(250, 0.01)).toEqual({ low: 0, high: 7 });
  });
});
