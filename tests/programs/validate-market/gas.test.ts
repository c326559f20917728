// Facts of natural gas on small made-up histories.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../app/trading/domain/time';
import {
  computeContangoShare,
  computeContinuation,
  computeReportReaction,
  computeStorageCorrelation,
  countLeaps,
} from '../../../app/programs/validate-market/facts/gas';
import { createGasReader } from '../../../app/programs/validate-market/gas-study';
import { checkRow, createRangeTarget } from '../../../app/programs/validate-market/row';
import { CURVE_MONTHS } from '../../../app/programs/validate-market/chains';
import { getStockSeries } from '../../../app/trading/market/series-catalog';
import { getDayStartMs } from '../../../app/trading/simulation/calendar';

const WEEK_MS = 7 * DAY_MS;

describe('facts of natural gas', () => {
  it('follow a large move by its own direction', () => {
    const returns = Float64Array.of(0.1, 0.02, -0.12, 0.03, 0.05, 0.2, NaN);
    expect(computeContinuation({ returns })).toBeCloseTo(100 * ((0.02 - 0.03) / 2), 9);
  });

  it('count days of contango with both months', () => {
    const prices = new Float64Array(3 * CURVE_MONTHS).fill(NaN);
    prices.set([3, 3.1], 0);
    prices.set([3, 2.9], CURVE_MONTHS);
    prices.set([3], 2 * CURVE_MONTHS);
    expect(computeContangoShare({ prices })).toBe(0.5);
  });

  it('pair storage with the close at its publication, relative to five years before', () => {
    // Five constant years, then departures for less than a year.
    const [calmWeeks, weeks] = [265, 310];
    const getDeparture = (week: number): number => (week < calmWeeks ? 0 : 0.1 * Math.sin(week));
    const storage = Array.from({ length: weeks }, (_, week) => ({
      weekMs: week * WEEK_MS,
      dayMs: week * WEEK_MS + 6 * DAY_MS,
      value: 2000 * (1 + getDeparture(week)),
    }));
    const days = Array.from({ length: 7 * weeks }, (_, day) => day * DAY_MS);
    const getCorrelation = (lagDays: number): number =>
      computeStorageCorrelation(
        { storage },
        days,
        Float64Array.from(days, (_, day) =>
          Math.exp(-getDeparture(Math.floor((day - lagDays) / 7))),
        ),
      );
    expect(getCorrelation(6)).toBeCloseTo(-1, 9);
    // Prices that move a day after publication belong to the week before.
    expect(getCorrelation(7)).toBeGreaterThan(-0.9);
  });

  it('pair a surprise with the return of its day', () => {
    const days = [0, 1, 2, 3].map((day) => day * DAY_MS);
    const surprises = [
      { dayMs: DAY_MS, value: 10 },
      { dayMs: 2 * DAY_MS, value: -5 },
      { dayMs: 3 * DAY_MS, value: 0 },
    ];
    expect(
      computeReportReaction({ surprises }, days, Float64Array.of(0.5, -0.02, 0.01, 0)),
    ).toBeCloseTo(-1, 9);
  });

  it('count leaps of the cash price a year', () => {
    const cash = Array.from({ length: 366 }, (_, day) => ({
      dayMs: day * DAY_MS,
      value: day >= 100 && day < 103 ? 12 : 3,
    }));
    expect(countLeaps(cash)).toBeCloseTo((2 * 365.25) / 365, 9);
  });
});

describe('the reader of simulated gas', () => {
  it('keeps the first print of a week and the surprise of its report', () => {
    const level = getStockSeries('gas', 'level');
    const reader = createGasReader({
      listPublished: (fromMs) =>
        [5, 12].includes((fromMs - getDayStartMs(0)) / DAY_MS)
          ? [
              { series: level, validMs: fromMs - 12 * DAY_MS, publishedMs: fromMs, value: 1990 },
              { series: level, validMs: fromMs - 5 * DAY_MS, publishedMs: fromMs, value: 2000 },
            ]
          : [],
      listReports: (fromMs) =>
        fromMs === getDayStartMs(5)
          ? [
              {
                id: 'report',
                kind: 'EIA gas storage',
                commodities: ['natural-gas'],
                atMs: fromMs + 1000,
                figures: [
                  {
                    commodity: 'natural-gas',
                    name: 'working gas, weekly change',
                    unit: 'Bcf',
                    consensus: -50,
                    actual: -62,
                    surprise: -1.2,
                    priceSign: -1,
                  },
                ],
              },
            ]
          : [],
    });
    for (let day = 0; day < 14; day += 1) reader.readDay(day);
    expect(reader.study.storage.map(({ value }) => value)).toEqual([1990, 2000, 2000]);
    expect(reader.study.surprises).toEqual([{ dayMs: getDayStartMs(5), value: -12 }]);
  });
});

describe('a row with a share of cases', () => {
  const row = {
    fact: 'shock, %',
    market: 'NG',
    simulated: [24],
    target: createRangeTarget(22, 26),
    real: null,
    decimals: 1,
    note: '',
  };
  it('needs half of the cases inside as well as the median', () => {
    expect(checkRow({ ...row, shareInside: 0.5 })).toBe('ok');
    expect(checkRow({ ...row, shareInside: 0.49 })).toBe('MISS');
    expect(checkRow({ ...row, shareInside: 1, simulated: [27] })).toBe('MISS');
  });
});
