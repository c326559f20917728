// Expected degrees and rain in closed form: against integrals, and against what comes on average.
import { describe, expect, it } from 'vitest';
import { expectedAbove } from '../../../../app/trading/simulation/random-streams';
import {
  BUST_STRENGTH,
  CONFIRM_CHANCE,
  EVENT_KINDS,
  TAIL_MAX,
  computeReach,
} from '../../../../app/trading/simulation/weather/event';
import { DEPARTURES } from '../../../../app/trading/simulation/weather/hazard';
import { positivePart, unitLoss } from '../../../../app/trading/simulation/weather/hinge';
import {
  excessMean,
  expectedRain,
  rainChance,
  computeRain,
} from '../../../../app/trading/simulation/weather/rain';
import { LEADS, getCell, computeT, buildWeather } from './panel';

describe('the unit normal loss', () => {
  it('agrees with its closed form everywhere', () => {
    for (let z = -7; z <= 7; z += 0.0137)
      expect(Math.abs(unitLoss(z) - expectedAbove(z, 1, 0)), `z ${z}`).toBeLessThan(2e-9);
    expect([positivePart(3, 0), positivePart(-3, 0)]).toEqual([3, 0]);
  });
});

describe('an event that is not yet in sight', () => {
  /** Mean loss over the whole law of an event: center, amplitude, and what comes of it. */
  function wholeLaw(
    kindIndex: number,
    cell: number,
    mean: number,
    sd: number,
    sign: number,
  ): number {
    const kind = EVENT_KINDS[kindIndex];
    if (!kind) return NaN;
    const steps = 2000;
    let sum = 0;
    for (const center of kind.centers) {
      for (const [strength, chance] of [
        [1, CONFIRM_CHANCE],
        [BUST_STRENGTH, 1 - CONFIRM_CHANCE],
      ] as const) {
        for (let step = 0; step < steps; step += 1) {
          const tail = Math.min(TAIL_MAX, -Math.log(1 - (step + 0.5) / steps));
          const departure =
            strength * (kind.leastF + kind.tailF * tail) * (computeReach(kind, center)[cell] ?? 0);
          sum +=
            (chance / steps / kind.centers.length) *
            expectedAbove(sign * (mean + departure), sd, 0);
        }
      }
    }
    return sum;
  }

  it.each([
    ['cold outbreak', 'LAK', 15.5, 7, -1],
    ['cold outbreak', 'CHI', -40, 10, -1],
    ['cold outbreak', 'DFW', 24, 9, -1],
    ['heat dome', 'DFW', 1, 4.5, 1],
    ['heat dome', 'DSM', -7, 5.5, 1],
    ['polar air', 'MGB', 14, 4, -1],
  ] as const)('of %s weighs at %s as its whole law does', (name, cell, mean, sd, sign) => {
    const kindIndex = EVENT_KINDS.findIndex((kind) => kind.name === name);
    const departures = DEPARTURES[kindIndex]?.[getCell(cell)];
    const whole = wholeLaw(kindIndex, getCell(cell), mean, sd, sign);
    const byPoints =
      departures?.points.reduce(
        (sum, { value, weight }) => sum + weight * positivePart(sign * (mean + value), sd),
        0,
      ) ?? NaN;
    expect(Math.abs(byPoints / whole - 1)).toBeLessThan(0.02);
    expect(
      departures?.points.reduce((sum, { value, weight }) => sum + weight * value, 0),
    ).toBeCloseTo(departures?.meanF ?? NaN, 9);
  });
});

describe('expected rain', () => {
  it('agrees with its integral', () => {
    for (const [mean, sd] of [
      [0, 1],
      [-1.2, 0.4],
      [0.9, 0.95],
      [0.45, 0.1],
      [2, 0.6],
      [-3, 0.7],
    ] as const) {
      let [rain, wet] = [0, 0];
      for (let z = -8; z < 8; z += 0.001) {
        const share = (0.001 * Math.exp(-0.5 * z * z)) / Math.sqrt(2 * Math.PI);
        rain += share * computeRain(3, mean + sd * z);
        wet += computeRain(3, mean + sd * z) > 0.1 ? share : 0;
      }
      expect(expectedRain(3, mean, sd)).toBeCloseTo(rain, 6);
      expect(rainChance(3, mean, sd, 0.1)).toBeCloseTo(wet, 3);
    }
    expect(excessMean(-7)).toBe(0);
    expect(excessMean(6) / excessMean(5.999999)).toBeCloseTo(1, 3);
    expect(expectedRain(3, 1, 0)).toBe(computeRain(3, 1));
  });
});

describe('over many years', () => {
  const WORLDS = 2;
  const YEARS = 40;
  const CASES = [
    ['LAK', 47, -1],
    ['DFW', 85, 1],
    ['CHI', 65, -1],
  ] as const;
  const LEADS_ASKED = [0, 3, 7, 14] as const;
  /** By case and lead: expected less real degrees of each year; by case: real degrees of all. */
  const gaps = CASES.map(() => LEADS_ASKED.map((): number[] => []));
  const real = CASES.map(() => 0);
  const rain = { expected: LEADS_ASKED.map((): number[] => []), real: 0 };
  for (let world = 0; world < WORLDS; world += 1) {
    const weather = buildWeather(`tower ${world}`);
    const days = Math.floor(YEARS * 365.25);
    for (let day = 0; day < days - LEADS; day += 1) {
      const outlook = weather.outlookAt({ day, cycles: 0 });
      LEADS_ASKED.forEach((lead, asked) => {
        const year = world * YEARS + Math.floor((day + lead) / 365.25);
        const truth = weather.pastDay(day + lead);
        CASES.forEach(([id, baseF, sign], index) => {
          const cell = getCell(id);
          const came = Math.max(0, sign * ((truth.meanF[cell] ?? NaN) - baseF));
          const expected =
            sign > 0
              ? outlook.expectedAboveF(cell, lead, baseF)
              : outlook.expectedBelowF(cell, lead, baseF);
          const years = gaps[index]?.[asked];
          if (years) years[year] = (years[year] ?? 0) + expected - came;
          if (lead === 0) real[index] = (real[index] ?? 0) + came;
        });
        const dry = rain.expected[asked];
        if (dry)
          dry[year] =
            (dry[year] ?? 0) +
            outlook.rainInches(getCell('DSM'), lead) -
            (truth.rainInches[getCell('DSM')] ?? NaN);
        if (lead === 0) rain.real += truth.rainInches[getCell('DSM')] ?? NaN;
      });
    }
  }
  const total = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0);

  it.each(
    CASES.map(
      ([id, baseF, sign], index) => [id, sign > 0 ? 'above' : 'below', baseF, index] as const,
    ),
  )('expected degrees of %s %s %i F are those that come', (_, __, ___, index) => {
    LEADS_ASKED.forEach((lead, asked) => {
      const years = gaps[index]?.[asked] ?? [];
      const isClose = Math.abs(total(years) / (real[index] ?? NaN)) < 0.02;
      // A rare frost has years of its own: where the sample cannot tell 2 %, three standard errors
      // are the bound.
      expect(
        isClose || Math.abs(computeT(years)) < 3,
        `lead ${lead}: ${total(years) / (real[index] ?? NaN)}, t ${computeT(years)}`,
      ).toBe(true);
    });
  });

  it('expected rain is that which falls', () => {
    LEADS_ASKED.forEach((lead, asked) => {
      const years = rain.expected[asked] ?? [];
      expect(Math.abs(total(years) / rain.real), `lead ${lead}`).toBeLessThan(0.03);
      expect(Math.abs(computeT(years)), `lead ${lead}`).toBeLessThan(3.5);
    });
  });
});
