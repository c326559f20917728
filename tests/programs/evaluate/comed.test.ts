// Day-ahead power benchmark on synthetic data: point-in-time inputs, walk-forward fits, and
// accuracy.
import { describe, expect, it } from 'vitest';
import { type ComedHistory, HOURS } from '../../../app/programs/evaluate/comed/history';
import {
  type Knowledge,
  LAG_DAYS_MAX,
  buildInputs,
} from '../../../app/programs/evaluate/comed/inputs';
import { createKernelMember } from '../../../app/programs/evaluate/comed/kernel-member';
import type { Member } from '../../../app/programs/evaluate/comed/member';
import { createNetworkMember } from '../../../app/programs/evaluate/comed/network-member';
import { computeScale } from '../../../app/programs/evaluate/comed/scale';
import { walkForward } from '../../../app/programs/evaluate/comed/walk-forward';
import { createNormals } from '../../support/network-data';
import { DAY_MS } from '../../../app/trading/domain/time';

const DAYS = 60;
const START = Date.UTC(2017, 0, 1);
const draw = createNormals('made market');

/** A market with a mean-reverting level and a midday peak. */
function createHistory(): ComedHistory {
  const days = Array.from({ length: DAYS }, (_, day) => START + day * DAY_MS);
  let level = 30;
  const price = Float64Array.from({ length: DAYS * HOURS }, (_, at) => {
    if (at % HOURS === 0) level += 0.8 * (30 - level) + 6 * draw(at);
    return level + 8 * Math.sin((Math.PI * (at % HOURS)) / HOURS) + 0.5 * draw(10_000 + at);
  });
  return {
    days,
    price,
    lear: price,
    dnn: price,
    loadAt: (dayMs, hour) => 11_000 + dayMs / DAY_MS + 100 * hour,
    temperatureAt: (dayMs) => 40 + ((dayMs / DAY_MS) % 30),
    gasAt: (dayMs) => 3 + ((dayMs / DAY_MS) % 7) / 10,
  };
}
const history = createHistory();
const scale = computeScale(history.price);
const z = history.price.map(scale.to);

/** The history with all later values changed. */
function changeAfter(dayMs: number, loadHour: number, weatherFrom: number): ComedHistory {
  return {
    ...history,
    price: history.price.map((price, at) =>
      (history.days[Math.floor(at / HOURS)] ?? 0) >= dayMs ? price + 50 : price,
    ),
    loadAt: (day, hour) =>
      history.loadAt(day, hour) +
      (day > dayMs - DAY_MS || (day === dayMs - DAY_MS && hour >= loadHour) ? 5000 : 0),
    temperatureAt: (day) => history.temperatureAt(day) + (day > weatherFrom ? 40 : 0),
    gasAt: (day) => history.gasAt(day) + (day > weatherFrom ? 4 : 0),
  };
}

const DAY_INDEX = 40;
const dayMs = START + DAY_INDEX * DAY_MS;
const listInputs = (of: ComedHistory, knowledge: Knowledge): readonly number[] => {
  const inputs = buildInputs(of, scale, knowledge, 'errors');
  return [...inputs.day(DAY_INDEX), ...inputs.hours(DAY_INDEX).flatMap((row) => [...row])];
};

describe('inputs of a day', () => {
  it('use no load after 8 a.m. of the day before and no weather or gas of the last two days', () => {
    expect(listInputs(changeAfter(dayMs, 7, dayMs - 2 * DAY_MS), 'published')).toEqual(
      listInputs(history, 'published'),
    );
  });

  it('change when earlier values change', () => {
    expect(listInputs(changeAfter(dayMs - DAY_MS, 7, dayMs), 'published')).not.toEqual(
      listInputs(history, 'published'),
    );
    expect(listInputs(changeAfter(dayMs, 6, dayMs), 'published')).not.toEqual(
      listInputs(history, 'published'),
    );
    expect(listInputs(changeAfter(dayMs, 7, dayMs - 3 * DAY_MS), 'published')).not.toEqual(
      listInputs(history, 'published'),
    );
  });

  it('use values of the day itself only for upper bounds', () => {
    const later = changeAfter(dayMs, 7, dayMs - 2 * DAY_MS);
    expect(listInputs(later, 'metered')).not.toEqual(listInputs(history, 'metered'));
    expect(listInputs(later, 'forecast')).not.toEqual(listInputs(history, 'forecast'));
    expect(listInputs(history, 'forecast')).toEqual(listInputs(history, 'forecast'));
  });

  it('are finite', () => {
    for (const knowledge of ['published', 'forecast', 'metered'] as const)
      expect(listInputs(history, knowledge).every(Number.isFinite)).toBe(true);
  });
});

describe('price transformation', () => {
  it('is invertible, also for negative prices', () => {
    for (const price of [-30, 0, 25, 900])
      expect(scale.from(scale.to(price))).toBeCloseTo(price, 9);
    expect(scale.to(900)).toBeLessThan(10);
  });
});

describe('walk-forward', () => {
  const inputs = buildInputs(history, scale, 'published', 'errors');

  it("fits on all earlier days at the member's interval", () => {
    const requestedFits: (readonly number[])[] = [];
    const spy: Member = {
      name: 'spy',
      refitDays: 3,
      fit: ({ places }) => {
        requestedFits.push(places);
        return (place) => new Float64Array(HOURS).fill(place);
      },
    };
    const forecasts = walkForward(spy, { inputs, z, from: 20, until: 25 });
    expect(requestedFits.map((places) => [places[0], places.at(-1)])).toEqual([
      [LAG_DAYS_MAX, 19],
      [LAG_DAYS_MAX, 22],
    ]);
    expect([0, HOURS, 4 * HOURS].map((at) => forecasts[at])).toEqual([20, 21, 24]);
  });

  const computeError = (member: Member): number => {
    const forecasts = walkForward(member, { inputs, z, from: 40, until: DAYS });
    return (
      forecasts.reduce(
        (sum, value, at) =>
          sum + Math.abs(scale.from(value) - (history.price[40 * HOURS + at] ?? NaN)),
        0,
      ) / forecasts.length
    );
  };
  const dayBefore: Member = {
    name: 'day before',
    refitDays: 1,
    fit: () => (place) => z.slice((place - 1) * HOURS, place * HOURS),
  };
  const linearKernel = createKernelMember('line', {
    line: 1,
    bent: 0,
    reach: 1,
    ridge: 0.4,
    halfLifeDays: 150,
  });
  const maternKernel = createKernelMember('likeness', {
    line: 0.5,
    bent: 0.5,
    reach: 20,
    ridge: 0.1,
    halfLifeDays: 150,
  });
  const network = createNetworkMember('network', {
    hidden: [4, 2],
    epochs: 8,
    l2: 1e-3,
    seeds: ['1'],
  });

  it.each([linearKernel, maternKernel, network])(
    '$name beats the day before and is deterministic',
    (member) => {
      expect(computeError(member)).toBeLessThan(0.95 * computeError(dayBefore));
      expect(computeError(member)).toBe(computeError(member));
    },
  );

  it('never reads a price of the day or later', () => {
    const maskedPrices = z.map((value, at) => (at >= 45 * HOURS ? NaN : value));
    const maskedInputs = buildInputs(
      { ...history, price: history.price.map((price, at) => (at >= 45 * HOURS ? NaN : price)) },
      scale,
      'published',
      'errors',
    );
    for (const member of [linearKernel, maternKernel, network]) {
      expect(
        walkForward(member, { inputs: maskedInputs, z: maskedPrices, from: 45, until: 46 }),
      ).toEqual(walkForward(member, { inputs, z, from: 45, until: 46 }));
    }
  });
});
