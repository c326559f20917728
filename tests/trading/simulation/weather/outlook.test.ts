// What an outlook owes its readers: one truth whatever was asked, nothing early, the next
// midnight's knowledge at the day's end.
import { computeMean } from '../../../../app/trading/statistics/sample';
import { describe, expect, it } from 'vitest';
import { dayStartMs } from '../../../../app/trading/simulation/calendar';
import type { Outlook, WeatherPart } from '../../../../app/trading/simulation/parts';
import { CELLS, LEADS, getCell, computeT, buildWeather } from './panel';
import { DAY_MS } from '../../../../app/trading/domain/time';

const weather = buildWeather('outlook');
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
/** Winter, spring, summer, autumn, and the first days of the world. */
const DAYS = [0, 1, 13, 380, 385, 391, 480, 560, 575, 620, 1115, 1126];

const figures = (outlook: Outlook, lead: number): number[] =>
  range(CELLS).flatMap((cell) => [
    outlook.meanF(cell, lead),
    outlook.expectedAboveF(cell, lead, 65),
    outlook.expectedBelowF(cell, lead, 47),
    outlook.rainInches(cell, lead),
    outlook.windMph(cell, lead),
    outlook.ridge(cell, lead),
  ]);
const allFigures = (of: WeatherPart, day: number, cycles: number): number[] =>
  range(LEADS).flatMap((lead) => figures(of.outlookAt({ day, cycles }), lead));
const furthest = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? NaN))));

describe('an outlook', () => {
  it('knows at the end of a day what the next midnight knows, one lead farther', () => {
    for (const day of DAYS) {
      const [end, next] = [
        weather.outlookAt({ day, cycles: 4 }),
        weather.outlookAt({ day: day + 1, cycles: 0 }),
      ];
      for (const lead of range(LEADS - 1))
        expect(
          furthest(figures(end, lead + 1), figures(next, lead)),
          `day ${day} lead ${lead + 1}`,
        ).toBeLessThan(1e-9);
      expect(end.nino).toBe(next.nino);
    }
  });

  it('knows the day itself when it is over, and the truth has no spread', () => {
    for (const day of DAYS) {
      const [end, past] = [weather.outlookAt({ day, cycles: 4 }), weather.pastDay(day)];
      for (const cell of range(CELLS)) {
        expect(end.meanF(cell, 0)).toBe(past.meanF[cell]);
        expect(end.rainInches(cell, 0)).toBe(past.rainInches[cell]);
        expect(end.windMph(cell, 0)).toBe(past.windMph[cell]);
        expect(end.expectedAboveF(cell, 0, 60) - end.expectedBelowF(cell, 0, 60)).toBeCloseTo(
          (past.meanF[cell] ?? NaN) - 60,
          9,
        );
      }
    }
  });

  it('balances expected degrees above and below any base with its mean', () => {
    for (const day of DAYS.flatMap((one) => [one, one + 0.5])) {
      const outlook = weather.outlookAt({ day: Math.floor(day), cycles: day % 1 === 0 ? 0 : 2 });
      // Events of less than a thousandth are in the mean alone: at most 1e-3 of some 20 F.
      for (const lead of range(LEADS))
        for (const cell of range(CELLS))
          expect(
            outlook.expectedAboveF(cell, lead, 62) - outlook.expectedBelowF(cell, lead, 62),
            `${day} ${lead} ${cell}`,
          ).toBeCloseTo(outlook.meanF(cell, lead) - 62, 1);
    }
  });

  it('learns a day in quarters: without bias, and half of its news by noon', () => {
    const changes: number[] = [];
    let [half, whole] = [0, 0];
    for (let day = 0; day < 1200; day += 1) {
      const [begun, noon, over] = [0, 2, 4].map((cycles) => weather.outlookAt({ day, cycles }));
      const lead = 3 + (day % 4);
      const [early, late] = [0, 1].map((part) =>
        range(CELLS).map(
          (cell) =>
            ((part === 0 ? noon : over)?.meanF(cell, lead) ?? NaN) -
            (begun?.meanF(cell, lead) ?? NaN),
        ),
      );
      half += (early ?? []).reduce((sum, change) => sum + change * change, 0);
      whole += (late ?? []).reduce((sum, change) => sum + change * change, 0);
      changes.push((early ?? []).reduce((sum, change) => sum + change, 0));
    }
    expect(Math.abs(computeT(changes))).toBeLessThan(3.5);
    expect(half / whole).toBeGreaterThan(0.4);
    expect(half / whole).toBeLessThan(0.6);
  });

  it('refuses knowledge that is none', () => {
    expect(() => weather.outlookAt({ day: 3, cycles: 5 })).toThrow('0 to 4 of its cycles');
    expect(() => weather.outlookAt({ day: -1, cycles: 0 })).toThrow('world day');
    expect(() => weather.outlookAt({ day: 2.5, cycles: 0 })).toThrow('world day');
  });
});

describe('a world of weather', () => {
  it('is the same for a seed whatever was asked before and whatever was forgotten, and another for another', () => {
    const again = buildWeather('outlook');
    for (const day of [...DAYS].reverse()) {
      expect(allFigures(again, day, 3)).toEqual(allFigures(weather, day, 3));
      again.forget();
      expect(allFigures(again, day, 4)).toEqual(allFigures(weather, day, 4));
      expect([...again.pastDay(day).highF]).toEqual([...weather.pastDay(day).highF]);
    }
    expect(again.observations(dayStartMs(700) + 5 * 3_600_000)).toEqual(
      weather.observations(dayStartMs(700) + 5 * 3_600_000),
    );
    expect(again.forecastRun('CHI', dayStartMs(700))).toEqual(
      weather.forecastRun('CHI', dayStartMs(700)),
    );
    expect(
      furthest(allFigures(buildWeather('another'), 400, 0), allFigures(weather, 400, 0)),
    ).toBeGreaterThan(1);
  });

  it('has hours that make up the day and tell no quarter more than its own forecast', () => {
    for (const day of DAYS) {
      for (const cell of range(CELLS)) {
        const { temperatureF, windMph } = weather.hourly(cell, day);
        const past = weather.pastDay(day);
        expect(computeMean(temperatureF)).toBeCloseTo(past.meanF[cell] ?? NaN, 9);
        expect(computeMean(windMph)).toBeCloseTo(past.windMph[cell] ?? NaN, 9);
        expect(Math.max(...temperatureF)).toBe(past.highF[cell]);
        expect(Math.min(...temperatureF)).toBe(past.lowF[cell]);
        // The same hours of any two days differ by what their first cycle expected.
        const later = weather.hourly(cell, day + 1).temperatureF;
        const expected =
          weather.outlookAt({ day: day + 1, cycles: 1 }).meanF(cell, 0) -
          weather.outlookAt({ day, cycles: 1 }).meanF(cell, 0);
        for (const hour of [0, 3, 5])
          expect((later[hour] ?? NaN) - (temperatureF[hour] ?? NaN)).toBeCloseTo(expected, 9);
      }
    }
  });
});

describe('planted weather', () => {
  const plain = buildWeather('planted');
  const compare = (other: WeatherPart, day: number, cycles = 0) => {
    const [mine, theirs] = [plain.outlookAt({ day, cycles }), other.outlookAt({ day, cycles })];
    return (figure: (outlook: Outlook) => number): number => figure(theirs) - figure(mine);
  };

  it('of temperature is seen on its day, felt on its days, by distance, and touches nothing else', () => {
    const spell = buildWeather('planted', {
      planted: [
        { kind: 'temperature', center: 'CHI', departureF: -30, firstDay: 760, days: 8, lead: 4 },
      ],
    });
    const [chicago, atlanta, brazil] = [getCell('CHI'), getCell('ATL'), getCell('MGB')];
    expect(allFigures(spell, 756, 0)).toEqual(allFigures(plain, 756, 0));
    const seen = compare(spell, 756, 1);
    expect(seen((outlook) => outlook.meanF(chicago, 4))).toBeCloseTo(-30, 9);
    expect(seen((outlook) => outlook.meanF(chicago, 11))).toBeCloseTo(-30, 9);
    expect([3, 12].map((lead) => seen((outlook) => outlook.meanF(chicago, lead)))).toEqual([0, 0]);
    expect(seen((outlook) => outlook.meanF(atlanta, 5))).toBeLessThan(-15);
    expect(seen((outlook) => outlook.meanF(atlanta, 5))).toBeGreaterThan(-30);
    expect(Math.abs(seen((outlook) => outlook.meanF(brazil, 5)))).toBeLessThan(1e-6);
    expect(seen((outlook) => outlook.rainInches(chicago, 5))).toBe(0);
    expect(
      (spell.pastDay(763).meanF[chicago] ?? NaN) - (plain.pastDay(763).meanF[chicago] ?? NaN),
    ).toBeCloseTo(-30, 9);
    expect([...spell.pastDay(768).meanF]).toEqual([...plain.pastDay(768).meanF]);
    expect([...spell.pastDay(763).rainInches]).toEqual([...plain.pastDay(763).rainInches]);
    expect(compare(spell, 800)((outlook) => outlook.soil(chicago))).toBeGreaterThan(0);
    expect(
      spell
        .warnings(dayStartMs(756), dayStartMs(769))
        .map(({ id, phase }) => `${id} ${phase}`)
        .filter((text) => text.includes('CHI')),
    ).toEqual(['cold-outbreak/2012-01-31/CHI confirmed', 'cold-outbreak/2012-01-31/CHI ended']);
  });

  it('of a hurricane is certain from its day on and leaves all else alone', () => {
    const storm = buildWeather('planted', {
      planted: [{ kind: 'hurricane', basin: 'gulf', category: 4, landfallDay: 500, lead: 2 }],
    });
    const planted = (day: number, cycles: number): unknown =>
      storm.outlookAt({ day, cycles }).storms.filter(({ id }) => id < 0);
    expect(planted(498, 0)).toEqual([]);
    expect(planted(498, 1)).toEqual([
      { id: -1, basin: 'gulf', category: 4, probability: 1, landfallDay: 500 },
    ]);
    expect(planted(500, 4)).toHaveLength(1);
    expect(planted(501, 0)).toEqual([]);
    expect(storm.pastDay(500).landfall).toEqual({
      gulf: 4,
      florida: plain.pastDay(500).landfall.florida,
    });
    expect(storm.pastDay(501).landfall).toEqual(plain.pastDay(501).landfall);
    expect(allFigures(storm, 500, 2)).toEqual(allFigures(plain, 500, 2));
  });

  it('of a ridge stands over its cells, dries them, and is known while it stands', () => {
    const ridge = buildWeather('planted', {
      planted: [{ kind: 'ridge', cells: ['DSM', 'ICT'], deviations: 2.2, firstDay: 560, days: 60 }],
    });
    const [iowa, ohio] = [getCell('DSM'), getCell('PJM')];
    expect(allFigures(ridge, 559, 0)).toEqual(allFigures(plain, 559, 0));
    expect(ridge.outlookAt({ day: 560, cycles: 0 }).ridge(iowa, 14)).toBe(2.2);
    expect(ridge.outlookAt({ day: 606, cycles: 0 }).ridge(iowa, 13)).toBe(2.2);
    expect(ridge.outlookAt({ day: 606, cycles: 0 }).ridge(iowa, 14)).toBeLessThan(2.2);
    expect(compare(ridge, 600)((outlook) => outlook.meanF(iowa, 5))).not.toBe(0);
    expect(compare(ridge, 600)((outlook) => outlook.meanF(ohio, 5))).toBe(0);
    expect(compare(ridge, 620)((outlook) => outlook.soil(iowa))).toBeLessThan(-0.5);
    expect([...ridge.pastDay(625).meanF]).toEqual([...plain.pastDay(625).meanF]);
    expect(() =>
      buildWeather('planted', {
        planted: [{ kind: 'ridge', cells: ['AK'], deviations: 2, firstDay: 1, days: 2 }],
      }),
    ).toThrow('over cells that move a market, got AK');
  });

  const lateSpring = { firstDay: 520, days: 14, lead: 1 } as const;

  it('of a warmer fortnight is known from its day on, everywhere by the same, and is no spell that anybody warns of', () => {
    const warmer = buildWeather('planted', {
      planted: [{ kind: 'shift', of: 'temperature', amount: 1, ...lateSpring }],
    });
    expect(allFigures(warmer, 519, 0)).toEqual(allFigures(plain, 519, 0));
    const seen = compare(warmer, 519, 1);
    for (const cell of range(CELLS)) {
      expect(
        [0, 1, 14].map(
          (lead) => Math.round(1e9 * seen((outlook) => outlook.meanF(cell, lead))) / 1e9,
        ),
      ).toEqual([0, 1, 1]);
      expect(seen((outlook) => outlook.rainInches(cell, 5))).toBe(0);
      expect(seen((outlook) => outlook.windMph(cell, 5))).toBe(0);
      expect(
        (warmer.pastDay(520).meanF[cell] ?? NaN) - (plain.pastDay(520).meanF[cell] ?? NaN),
      ).toBeCloseTo(1, 9);
      expect(
        (warmer.hourly(cell, 525).temperatureF[14] ?? NaN) -
          (plain.hourly(cell, 525).temperatureF[14] ?? NaN),
      ).toBeCloseTo(1, 9);
    }
    expect(compare(warmer, 530)((outlook) => outlook.meanF(0, 3))).toBeCloseTo(1, 9);
    expect(compare(warmer, 530)((outlook) => outlook.meanF(0, 4))).toBe(0);
    expect([...warmer.pastDay(534).meanF]).toEqual([...plain.pastDay(534).meanF]);
    expect(warmer.warnings(dayStartMs(519), dayStartMs(540))).toEqual(
      plain.warnings(dayStartMs(519), dayStartMs(540)),
    );
  });

  it('of rain and of wind are added to each day and its forecast, fill the soil, and leave all else alone', () => {
    const wetter = buildWeather('planted', {
      planted: [{ kind: 'shift', of: 'rain', amount: 0.1, ...lateSpring }],
    });
    const windier = buildWeather('planted', {
      planted: [{ kind: 'shift', of: 'wind', amount: 0.1, ...lateSpring }],
    });
    const [iowa] = [getCell('DSM')];
    expect(compare(wetter, 519, 2)((outlook) => outlook.rainInches(iowa, 7))).toBeCloseTo(0.1, 9);
    expect(compare(wetter, 519, 2)((outlook) => outlook.rainInches(iowa, 0))).toBe(0);
    expect(
      (wetter.pastDay(523).rainInches[iowa] ?? NaN) - (plain.pastDay(523).rainInches[iowa] ?? NaN),
    ).toBeCloseTo(0.1, 9);
    expect(compare(wetter, 534)((outlook) => outlook.soil(iowa))).toBeGreaterThan(0.05);
    expect([...wetter.pastDay(523).meanF]).toEqual([...plain.pastDay(523).meanF]);
    expect(
      (windier.pastDay(523).windMph[iowa] ?? NaN) / (plain.pastDay(523).windMph[iowa] ?? NaN),
    ).toBeCloseTo(1.1, 9);
    expect(
      windier.outlookAt({ day: 519, cycles: 1 }).windMph(iowa, 9) /
        plain.outlookAt({ day: 519, cycles: 1 }).windMph(iowa, 9),
    ).toBeCloseTo(1.1, 9);
    expect([...windier.pastDay(540).windMph]).toEqual([...plain.pastDay(540).windMph]);
    expect([...windier.pastDay(523).rainInches]).toEqual([...plain.pastDay(523).rainInches]);
  });

  it('has no say before the epoch', () => {
    expect(() => weather.observations(dayStartMs(0) - DAY_MS)).toThrow('2010');
  });
});
