// The benchmark of day-ahead power on a history of the test's own making: what is known when, who
// is fitted on what, and whether anything is learnt.
import { describe, expect, it } from 'vitest';
import { type ComedHistory, HOURS } from '../../../app/programs/evaluate/comed/history';
import {
  type Knowledge,
  LAG_DAYS_MAX,
  buildInputs,
} from '../../../app/programs/evaluate/comed/inputs';
import { kernelMember } from '../../../app/programs/evaluate/comed/kernel-member';
import type { Member } from '../../../app/programs/evaluate/comed/member';
import { networkMember } from '../../../app/programs/evaluate/comed/network-member';
import { computeScale } from '../../../app/programs/evaluate/comed/scale';
import { walkForward } from '../../../app/programs/evaluate/comed/walk';
import { normals } from '../../support/network-data';
import { DAY_MS } from '../../../app/trading/domain/time';

const DAYS = 60;
const START = Date.UTC(2017, 0, 1);
const draw = normals('made market');

/** A market whose level wanders and whose noons are dear. */
function madeHistory(): ComedHistory {
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
const history = madeHistory();
const scale = computeScale(history.price);
const z = history.price.map(scale.to);

/** The same history with everything changed from a moment on. */
function changedFrom(dayMs: number, loadHour: number, weatherFrom: number): ComedHistory {
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

const PLACE = 40;
const dayMs = START + PLACE * DAY_MS;
const rowsAt = (of: ComedHistory, knowledge: Knowledge): readonly number[] => {
  const inputs = buildInputs(of, scale, knowledge, 'errors');
  return [...inputs.day(PLACE), ...inputs.hours(PLACE).flatMap((row) => [...row])];
};

describe('inputs of a day', () => {
  it('know nothing after 8 in the morning of the day before, nor weather and gas of the last two days', () => {
    expect(rowsAt(changedFrom(dayMs, 7, dayMs - 2 * DAY_MS), 'published')).toEqual(
      rowsAt(history, 'published'),
    );
  });

  it('would show it if they did', () => {
    expect(rowsAt(changedFrom(dayMs - DAY_MS, 7, dayMs), 'published')).not.toEqual(
      rowsAt(history, 'published'),
    );
    expect(rowsAt(changedFrom(dayMs, 6, dayMs), 'published')).not.toEqual(
      rowsAt(history, 'published'),
    );
    expect(rowsAt(changedFrom(dayMs, 7, dayMs - 3 * DAY_MS), 'published')).not.toEqual(
      rowsAt(history, 'published'),
    );
  });

  it('know the day itself only where they say so', () => {
    const later = changedFrom(dayMs, 7, dayMs - 2 * DAY_MS);
    expect(rowsAt(later, 'metered')).not.toEqual(rowsAt(history, 'metered'));
    expect(rowsAt(later, 'foretold')).not.toEqual(rowsAt(history, 'foretold'));
    expect(rowsAt(history, 'foretold')).toEqual(rowsAt(history, 'foretold'));
  });

  it('are numbers all', () => {
    for (const knowledge of ['published', 'foretold', 'metered'] as const)
      expect(rowsAt(history, knowledge).every(Number.isFinite)).toBe(true);
  });
});

describe('prices made tame', () => {
  it('come back as they went, below zero too', () => {
    for (const price of [-30, 0, 25, 900])
      expect(scale.from(scale.to(price))).toBeCloseTo(price, 9);
    expect(scale.to(900)).toBeLessThan(10);
  });
});

describe('walking forward', () => {
  const inputs = buildInputs(history, scale, 'published', 'errors');

  it('fits on all days before and none after, as often as a member asks', () => {
    const asked: (readonly number[])[] = [];
    const spy: Member = {
      name: 'spy',
      refitDays: 3,
      fit: ({ places }) => {
        asked.push(places);
        return (place) => new Float64Array(HOURS).fill(place);
      },
    };
    const found = walkForward(spy, { inputs, z, from: 20, until: 25 });
    expect(asked.map((places) => [places[0], places.at(-1)])).toEqual([
      [LAG_DAYS_MAX, 19],
      [LAG_DAYS_MAX, 22],
    ]);
    expect([0, HOURS, 4 * HOURS].map((at) => found[at])).toEqual([20, 21, 24]);
  });

  const errorOf = (member: Member): number => {
    const found = walkForward(member, { inputs, z, from: 40, until: DAYS });
    return (
      found.reduce(
        (sum, value, at) =>
          sum + Math.abs(scale.from(value) - (history.price[40 * HOURS + at] ?? NaN)),
        0,
      ) / found.length
    );
  };
  const dayBefore: Member = {
    name: 'day before',
    refitDays: 1,
    fit: () => (place) => z.slice((place - 1) * HOURS, place * HOURS),
  };
  const line = kernelMember('line', { line: 1, bent: 0, reach: 1, ridge: 0.4, halfLifeDays: 150 });
  const likeness = kernelMember('likeness', {
    line: 0.5,
    bent: 0.5,
    reach: 20,
    ridge: 0.1,
    halfLifeDays: 150,
  });
  const network = networkMember('network', { hidden: [4, 2], epochs: 8, l2: 1e-3, seeds: ['1'] });

  it.each([line, likeness, network])(
    'the $name does better than the day before, and the same again',
    (member) => {
      expect(errorOf(member)).toBeLessThan(0.95 * errorOf(dayBefore));
      expect(errorOf(member)).toBe(errorOf(member));
    },
  );

  it('never reads a price of the day or after it', () => {
    const blinded = z.map((value, at) => (at >= 45 * HOURS ? NaN : value));
    const blind = buildInputs(
      { ...history, price: history.price.map((price, at) => (at >= 45 * HOURS ? NaN : price)) },
      scale,
      'published',
      'errors',
    );
    for (const member of [line, likeness, network]) {
      expect(walkForward(member, { inputs: blind, z: blinded, from: 45, until: 46 })).toEqual(
        walkForward(member, { inputs, z, from: 45, until: 46 }),
      );
    }
  });
});
