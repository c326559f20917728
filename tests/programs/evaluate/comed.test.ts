// Day-ahead power benchmark on synthetic data: point-in-time inputs, walk-forward fits, and
// accuracy.
import { describe, expect, it } from 'vitest';
import type { ComedHistory } from '../../../app/programs/evaluate/comed/history';
import { HOURS } from '../../../app/programs/evaluate/comed/hours';
import { LAG_DAYS_MAX, buildInputs } from '../../../app/programs/evaluate/comed/inputs';
import { createKernelMember } from '../../../app/programs/evaluate/comed/kernel-member';
import { solveLasso } from '../../../app/programs/evaluate/comed/lasso';
import { createLassoMember } from '../../../app/programs/evaluate/comed/lasso-member';
import {
  type LoadVintage,
  createLoadForecasts,
  getBidsCloseMs,
  getPublicationMs,
} from '../../../app/programs/evaluate/comed/load-forecast';
import type { Member } from '../../../app/programs/evaluate/comed/member';
import { createNetworkMember } from '../../../app/programs/evaluate/comed/network-member';
import { computeScale } from '../../../app/programs/evaluate/comed/scale';
import { walkForward } from '../../../app/programs/evaluate/comed/walk-forward';
import { createNormals } from '../../support/network-data';
import { DAY_MS } from '../../../app/trading/domain/time';

const DAYS = 60;
const START = Date.UTC(2017, 0, 1);
const draw = createNormals('made market');

const createVintage = (dayMs: number, by: number): LoadVintage => ({
  dayMs,
  publishedMs: getPublicationMs(dayMs),
  system: Float64Array.from({ length: HOURS }, (_, hour) => 90_000 + 4000 * by + 100 * hour),
  zone: Float64Array.from({ length: HOURS }, (_, hour) => 11_000 + 500 * by + 10 * hour),
});

/** A market whose level follows the load forecast of the day, with a midday peak. */
function createHistory(): ComedHistory {
  const days = Array.from({ length: DAYS }, (_, day) => START + day * DAY_MS);
  const loads = days.map((_, day) => draw(50_000 + day));
  const price = Float64Array.from({ length: DAYS * HOURS }, (_, at) => {
    const level = 30 + 5 * (loads[Math.floor(at / HOURS)] ?? 0);
    return level + 8 * Math.sin((Math.PI * (at % HOURS)) / HOURS) + 0.5 * draw(10_000 + at);
  });
  return {
    days,
    price,
    lear: price,
    dnn: price,
    getLoadForecast: createLoadForecasts(
      days.map((dayMs, day) => createVintage(dayMs, loads[day] ?? 0)),
    ),
    gasAt: (dayMs) => 3 + ((dayMs / DAY_MS) % 7) / 10,
  };
}
const history = createHistory();
const scale = computeScale(history.price);
const z = history.price.map(scale.to);

const DAY_INDEX = 40;
const dayMs = START + DAY_INDEX * DAY_MS;
const listInputs = (of: ComedHistory): readonly number[] => [
  ...buildInputs(of, of.price.map(scale.to)).day(DAY_INDEX),
];

describe('load forecasts', () => {
  const early = createVintage(dayMs, 0);
  const late: LoadVintage = { ...createVintage(dayMs, 1), publishedMs: early.publishedMs + 1000 };
  const getForecast = createLoadForecasts([late, early]);

  it('are the newest vintage published by a time', () => {
    expect(getForecast(dayMs, early.publishedMs - 1)).toBeNull();
    expect(getForecast(dayMs, early.publishedMs)).toBe(early);
    expect(getForecast(dayMs, late.publishedMs)).toBe(late);
    expect(getForecast(dayMs + DAY_MS, late.publishedMs)).toBeNull();
  });

  it('of a day are published before its bids close, those of the next day later', () => {
    expect(getPublicationMs(dayMs)).toBeLessThan(getBidsCloseMs(dayMs));
    expect(getPublicationMs(dayMs + DAY_MS)).toBeGreaterThan(getBidsCloseMs(dayMs));
  });
});

describe('inputs of a day', () => {
  it('use no price of the day or later, and no gas of the last two days', () => {
    const later: ComedHistory = {
      ...history,
      price: history.price.map((price, at) => (at >= DAY_INDEX * HOURS ? price + 50 : price)),
      gasAt: (day) => history.gasAt(day) + (day > dayMs - 2 * DAY_MS ? 4 : 0),
    };
    expect(listInputs(later)).toEqual(listInputs(history));
  });

  it('use no load forecast that is published after bids close', () => {
    const later: ComedHistory = {
      ...history,
      getLoadForecast: createLoadForecasts([
        ...history.days.map(
          (day) => history.getLoadForecast(day, Infinity) ?? createVintage(day, 0),
        ),
        { ...createVintage(dayMs, 9), publishedMs: getBidsCloseMs(dayMs) + 1 },
      ]),
    };
    expect(listInputs(later)).toEqual(listInputs(history));
  });

  it('change when values change that are known', () => {
    const known: readonly Partial<ComedHistory>[] = [
      { price: history.price.map((price, at) => price + Number(at === DAY_INDEX * HOURS - 1)) },
      { gasAt: (day) => history.gasAt(day) + (day === dayMs - 2 * DAY_MS ? 4 : 0) },
      {
        getLoadForecast: (day, knownMs) =>
          day === dayMs ? createVintage(day, 9) : history.getLoadForecast(day, knownMs),
      },
    ];
    for (const change of known)
      expect(listInputs({ ...history, ...change })).not.toEqual(listInputs(history));
  });

  it('are finite, and each has a group', () => {
    expect(listInputs(history).every(Number.isFinite)).toBe(true);
    expect(buildInputs(history, z).groups).toHaveLength(listInputs(history).length);
  });
});

describe('price transformation', () => {
  it('is invertible, also for negative prices', () => {
    for (const price of [-30, 0, 25, 900])
      expect(scale.from(scale.to(price))).toBeCloseTo(price, 9);
    expect(scale.to(900)).toBeLessThan(10);
  });
});

describe('lasso', () => {
  it('thresholds independent inputs', () => {
    const weights = new Float64Array(3);
    solveLasso(Float64Array.of(1, 0, 0, 0, 2, 0, 0, 0, 1), Float64Array.of(3, -4, 0.5), 1, weights);
    expect([...weights]).toEqual([2, -1.5, 0]);
  });

  it('satisfies the optimality conditions for correlated inputs from any start', () => {
    const gram = Float64Array.of(1, 0.6, 0.2, 0.6, 1, 0.5, 0.2, 0.5, 1);
    const products = Float64Array.of(0.9, 0.8, -0.1);
    for (const start of [0, 5]) {
      const weights = new Float64Array(3).fill(start);
      solveLasso(gram, products, 0.2, weights);
      for (const column of [0, 1, 2]) {
        const slope =
          (products[column] ?? 0) -
          weights.reduce((sum, weight, k) => sum + weight * (gram[column * 3 + k] ?? 0), 0);
        const weight = weights[column] ?? 0;
        if (weight === 0) expect(Math.abs(slope)).toBeLessThanOrEqual(0.2 + 0.002);
        else expect(slope).toBeCloseTo(0.2 * Math.sign(weight), 2);
      }
    }
  });
});

describe('walk-forward', () => {
  const inputs = buildInputs(history, z);

  it("fits on the member's window at its interval", () => {
    const requestedFits: (readonly number[])[] = [];
    const spy: Member = {
      name: 'spy',
      refitDays: 3,
      windowDays: 14,
      fit: ({ places }) => {
        requestedFits.push(places);
        return (place) => new Float64Array(HOURS).fill(place);
      },
    };
    const forecasts = walkForward(spy, { inputs, z, from: 20, until: 25 });
    expect(requestedFits.map((places) => [places[0], places.at(-1)])).toEqual([
      [LAG_DAYS_MAX, 19],
      [9, 22],
    ]);
    expect([0, HOURS, 4 * HOURS].map((at) => forecasts[at])).toEqual([20, 21, 24]);
  });

  const computeError = (member: Member): number => {
    const forecasts = walkForward(member, { inputs, z, from: 50, until: DAYS });
    return (
      forecasts.reduce(
        (sum, value, at) =>
          sum + Math.abs(scale.from(value) - (history.price[50 * HOURS + at] ?? NaN)),
        0,
      ) / forecasts.length
    );
  };
  const dayBefore: Member = {
    name: 'day before',
    refitDays: 1,
    windowDays: 1,
    fit: () => (place) => z.slice((place - 1) * HOURS, place * HOURS),
  };
  const members = [
    createKernelMember('kernel', {
      linear: 0.5,
      matern: 0.5,
      lengthScale: 10,
      ridge: 0.03,
      halfLifeDays: 400,
      groupFactors: { 'load 0': 2 },
      windowDays: 50,
      refitDays: 5,
    }),
    createLassoMember('lasso', { windowDays: 50, halfLifeDays: 300, penalty: 0.05, refitDays: 5 }),
    createNetworkMember('network', {
      hidden: [4, 2],
      epochs: 40,
      batch: 8,
      rate: 0.005,
      l2: 1e-3,
      seeds: ['1', '2'],
      windowDays: 50,
      refitDays: 10,
    }),
  ];

  it.each(members)('$name learns from the load forecast and is deterministic', (member) => {
    expect(computeError(member)).toBeLessThan(0.6 * computeError(dayBefore));
    expect(computeError(member)).toBe(computeError(member));
  });

  it('never reads a price of the day or later', () => {
    const price = history.price.map((value, at) => (at >= 45 * HOURS ? NaN : value));
    const maskedPrices = price.map(scale.to);
    const maskedInputs = buildInputs({ ...history, price }, maskedPrices);
    for (const member of members) {
      expect(
        walkForward(member, { inputs: maskedInputs, z: maskedPrices, from: 45, until: 46 }),
      ).toEqual(walkForward(member, { inputs, z, from: 45, until: 46 }));
    }
  });
});
