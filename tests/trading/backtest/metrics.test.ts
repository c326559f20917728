import { describe, expect, it } from 'vitest';
import { toFigure } from '../../../app/trading/backtest/figure';
import { computeMetrics } from '../../../app/trading/backtest/metrics';
import { toMills } from '../../../app/trading/domain/units';
import { computeDeflatedSharpe } from '../../../app/trading/portfolio/statistics/deflated-sharpe';
import {
  getDayEndMs,
  getDayStartMs,
  createRun,
  createTrade,
} from '../../support/backtest-builders';
import { createNormalReturns } from '../../support/return-series';
import { DAY_MS } from '../../../app/trading/domain/time';

const computeEquityPath = (returns: Float64Array): number[] =>
  returns.reduce<number[]>(
    (path, ratio) => [
      ...path,
      Math.round((path[path.length - 1] ?? NaN) * (1 + ratio) * 1000) / 1000,
    ],
    [25_000],
  );
const expectNull = (reason: RegExp) => ({ value: null, reason: expect.stringMatching(reason) });

describe('figures of a run', () => {
  const equities = computeEquityPath(createNormalReturns('run', 500, 0.001, 0.01));
  const trades = [
    createTrade({ group: 1, profit: 90, fees: 10, slippage: 5, risk: 50, worst: -20, best: 130 }),
    createTrade({ group: 2, profit: -60, fees: 10, slippage: 5, risk: 50, worst: -80, best: 30 }),
  ];
  const run = createRun(equities, trades, {
    held: Uint8Array.from(equities, (_, day) => (day % 4 === 0 ? 1 : 0)),
    turnoverMills: toMills(50_000_000),
  });
  const all = computeMetrics(run, {
    marketLine: equities.map((equity) => equity / 10),
    trials: { count: 40, variance: 0.0004 },
  });

  it('are all available for a complete run', () => {
    const absent = [
      ...Object.entries(all.curve),
      ...Object.entries(all.trades),
      ...Object.entries(all),
    ]
      .filter(
        ([, value]) =>
          typeof value === 'object' && value !== null && 'value' in value && value.value === null,
      )
      .map(([name]) => name);
    expect(absent).toEqual([]);
  });

  it('are consistent', () => {
    expect(all.profit.netMills).toBe(Math.round(((equities[500] ?? NaN) - 25_000) * 1000));
    expect(all.profit).toMatchObject({
      feesMills: 20_000,
      frictionMills: 10_000,
      costsMills: 30_000,
      grossMills: all.profit.netMills + 30_000,
    });
    expect(all.costSharePercent.value).toBeCloseTo((30_000 / all.profit.grossMills) * 100, 10);
    expect(all.timeHeldPercent.value).toBeCloseTo((126 / 501) * 100, 10);
    expect(all.trades).toMatchObject({
      trades: 2,
      winRatePercent: { value: 50 },
      profitFactor: { value: 1.5 },
      payoffRatio: { value: 1.5 },
      expectancyMills: { value: 15_000 },
    });
    expect(all.trades.rMultiples.value).toEqual({
      multiples: [1.8, -1.2],
      mean: expect.closeTo(0.3, 12),
      median: expect.closeTo(0.3, 12),
    });
    expect(all.curve.evidence.value?.count).toBe(500);
    expect(all.curve.sharpeRatio.value).toBeCloseTo(
      (all.curve.evidence.value?.sharpe ?? NaN) * Math.sqrt(365.25),
      9,
    );
    expect(all.curve.months.map(({ year }) => year)).toEqual([2022, 2023]);
  });

  it('deflate by the number of trials', () => {
    const evidence = all.curve.evidence.value;
    expect(evidence && all.deflatedSharpe.value).toBe(
      evidence && computeDeflatedSharpe(evidence, { count: 40, variance: 0.0004 }),
    );
    expect(all.deflatedSharpe.value).toBeLessThan(all.curve.probabilisticSharpe.value ?? NaN);
    expect(computeMetrics(run).deflatedSharpe).toEqual(expectNull(/how many trials/));
    expect(computeMetrics(run, { trials: { count: 2, variance: null } }).deflatedSharpe).toEqual(
      expectNull(/fewer than two/),
    );
  });

  it('include buy-and-hold with the same capital', () => {
    expect(all.buyAndHold.value?.totalReturnPercent.value).toBeCloseTo(
      all.curve.totalReturnPercent.value ?? NaN,
      6,
    );
    expect(computeMetrics(run).buyAndHold).toEqual(expectNull(/not given/));
    expect(
      computeMetrics(run, { marketLine: equities.map((_, day) => day - 5) }).buyAndHold,
    ).toEqual(expectNull(/not above zero/));
    expect(() => computeMetrics(run, { marketLine: [1] })).toThrow(/1 prices for 501 stamps/);
  });

  it('count a roll and a pair of legs as one trade', () => {
    const rolled = [
      createTrade({
        group: 7,
        instrumentId: 'a',
        profit: 30,
        fees: 1,
        risk: 20,
        worst: -10,
        best: 35,
        entryMs: getDayStartMs(1),
        exitMs: getDayStartMs(5),
        cause: 'roll',
      }),
      createTrade({
        group: 7,
        instrumentId: 'b',
        profit: -51,
        fees: 1,
        risk: 99,
        worst: -60,
        best: 4,
        entryMs: getDayStartMs(4),
        exitMs: getDayStartMs(9),
      }), // filled a day before the old month was left
    ];
    const pair = [
      createTrade({ group: 8, instrumentId: 'a', profit: 30, risk: 20, worst: -10, best: 35 }),
      createTrade({ group: 8, instrumentId: 'b', profit: -10, risk: 30, worst: -20, best: 1 }),
    ];
    const { trades: figures } = computeMetrics(createRun(equities, [...pair, ...rolled]));
    expect(figures).toMatchObject({
      trades: 2,
      winRatePercent: { value: 50 },
      average: { winMills: 20_000, lossMills: -21_000 },
    });
    expect(figures.rMultiples.value?.multiples).toEqual([20 / 50, -21 / 20]);
    // 31 were realized before fees when the second month fell by 60; the spread has no excursion.
    expect(figures.excursions.value).toMatchObject({
      trades: 1,
      adverseMills: -29_000,
      favourableMills: 35_000,
    });
  });
});

describe('missing figures', () => {
  it('have a reason without bars', () => {
    const empty = computeMetrics(createRun([]));
    for (const [name, value] of Object.entries(empty.curve))
      if (name !== 'months')
        expect(value, name).toMatchObject({ value: null, reason: expect.stringMatching(/./) });
    expect(empty.curve.months).toEqual([]);
    expect(empty.timeHeldPercent).toEqual(expectNull(/no bar/));
    expect(empty.profit.netMills).toBe(0);
  });

  it('are zero or missing for a run without trades', () => {
    const flat = computeMetrics(createRun(Array.from({ length: 400 }, () => 25_000)), {
      trials: { count: 3, variance: 0.01 },
    });
    expect(flat.curve.totalReturnPercent).toEqual({ value: 0 });
    expect(flat.curve.drawdown.value).toEqual({ percent: 0, mills: 0, durationMs: 0 });
    expect(flat.curve.sharpeRatio).toEqual(expectNull(/that differ/));
    expect(flat.deflatedSharpe).toEqual(expectNull(/that differ/));
    expect(flat.costSharePercent).toEqual(expectNull(/nothing was gained/));
    expect(flat.trades.winRatePercent).toEqual(expectNull(/nothing was traded/));
    expect(flat.trades.rMultiples).toEqual(expectNull(/nothing was traded/));
    expect(flat.turnoverPerYear).toEqual({ value: 0 });
  });

  it('have reasons for a single trade', () => {
    const one = computeMetrics(createRun([25_000, 25_010], [createTrade({ profit: 10 })]));
    expect(one.trades.winRatePercent).toEqual({ value: 100 });
    expect(one.trades.profitFactor).toEqual(expectNull(/no trade lost/));
    expect(one.trades.payoffRatio).toEqual(expectNull(/a win and a loss/));
    expect(one.trades.rMultiples).toEqual(expectNull(/no trade had a stop/));
    expect(one.curve.annualGrowthPercent).toEqual(expectNull(/a year/));
    expect(one.curve.calmarRatio).toEqual(expectNull(/a year/));
  });

  it('are missing without equity, except money and time', () => {
    const broke = computeMetrics(createRun([100, 50, -20, 10]));
    expect(broke.curve.totalReturnPercent.value).toBeCloseTo(-90, 10);
    expect(broke.curve.drawdown.value).toEqual({
      percent: 120,
      mills: 120_000,
      durationMs: 3 * DAY_MS,
    });
    expect(broke.curve.sharpeRatio).toEqual(expectNull(/above zero/));
    expect(broke.curve.months[0]?.months[0]).toBeCloseTo(-90, 10);
  });

  it('are rejected for unequal lengths and non-finite values', () => {
    expect(() => computeMetrics(createRun([1, 2], [], { held: new Uint8Array(1) }))).toThrow(
      /each of its 2 stamps, got 2 and 1/,
    );
    expect(() =>
      computeMetrics(createRun([1, 2], [], { stampsMs: Float64Array.of(getDayEndMs(0)) })),
    ).toThrow(/1 stamps/);
    expect(() => toFigure(NaN, 'x')).toThrow(/finite number or null/);
  });
});
