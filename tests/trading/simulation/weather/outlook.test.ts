// Outlook: reproducible, nothing early, equal to the next midnight at the end of the day.
import { computeMean } from '../../../../app/trading/statistics/sample';
import { describe, expect, it } from 'vitest';
import { getDayStartMs } from '../../../../app/trading/simulation/calendar';
import type { Outlook, WeatherModel } from '../../../../app/trading/simulation/market-models';
import { CELLS, LEADS, getCell, computeT, buildWeather } from './panel';
import { DAY_MS } from '../../../../app/trading/domain/time';

const weather = buildWeather('outlook');
const listIndexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
/** Days of all seasons, and the first days of the simulation. */
const DAYS = [0, 1, 13, 380, 385, 391, 480, 560, 575, 620, 1115, 1126];

const listFigures = (outlook: Outlook, lead: number): number[] =>
  listIndexes(CELLS).flatMap((cell) => [
    outlook.meanF(cell, lead),
    outlook.expectedAboveF(cell, lead, 65),
    outlook.expectedBelowF(cell, lead, 47),
    outlook.rainInches(cell, lead),
    outlook.windMph(cell, lead),
    outlook.getRidge(cell, lead),
  ]);
const listAllFigures = (of: WeatherModel, day: number, cycles: number): number[] =>
  listIndexes(LEADS).flatMap((lead) => listFigures(of.getOutlook({ day, cycles }), lead));
const computeMaxDifference = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? NaN))));

describe('an outlook', () => {
  it("equals the next midnight's outlook at the end of a day, one lead shifted", () => {
    for (const day of DAYS) {
      const [end, next] = [
        weather.getOutlook({ day, cycles: 4 }),
        weather.getOutlook({ day: day + 1, cycles: 0 }),
      ];
      for (const lead of listIndexes(LEADS - 1))
        expect(
          computeMaxDifference(listFigures(end, lead + 1), listFigures(next, lead)),
          `day ${day} lead ${lead + 1}`,
        ).toBeLessThan(1e-9);
      expect(end.nino).toBe(next.nino);
    }
  });

  it('has the realized day without uncertainty at its end', () => {
    for (const day of DAYS) {
      const [end, past] = [weather.getOutlook({ day, cycles: 4 }), weather.getPastDay(day)];
      for (const cell of listIndexes(CELLS)) {
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

  it('has expected degrees above minus below a base equal to mean minus base', () => {
    for (const day of DAYS.flatMap((one) => [one, one + 0.5])) {
      const outlook = weather.getOutlook({ day: Math.floor(day), cycles: day % 1 === 0 ? 0 : 2 });
      // Events below 1e-3 are in the mean only: at most 1e-3 of about 20 F.
      for (const lead of listIndexes(LEADS))
        for (const cell of listIndexes(CELLS))
          expect(
            outlook.expectedAboveF(cell, lead, 62) - outlook.expectedBelowF(cell, lead, 62),
            `${day} ${lead} ${cell}`,
          ).toBeCloseTo(outlook.meanF(cell, lead) - 62, 1);
    }
  });

  it("reveals a day's news in quarters without bias, half by noon", () => {
    const changes: number[] = [];
    let [half, whole] = [0, 0];
    for (let day = 0; day < 1200; day += 1) {
      const [startOfDay, noon, over] = [0, 2, 4].map((cycles) =>
        weather.getOutlook({ day, cycles }),
      );
      const lead = 3 + (day % 4);
      const [early, late] = [0, 1].map((part) =>
        listIndexes(CELLS).map(
          (cell) =>
            ((part === 0 ? noon : over)?.meanF(cell, lead) ?? NaN) -
            (startOfDay?.meanF(cell, lead) ?? NaN),
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

  it('rejects invalid information states', () => {
    expect(() => weather.getOutlook({ day: 3, cycles: 5 })).toThrow('0 to 4 of its cycles');
    expect(() => weather.getOutlook({ day: -1, cycles: 0 })).toThrow('simulated day');
    expect(() => weather.getOutlook({ day: 2.5, cycles: 0 })).toThrow('simulated day');
  });
});

describe('the weather model', () => {
  it('depends on the seed only, not on earlier calls or cleared caches', () => {
    const again = buildWeather('outlook');
    for (const day of [...DAYS].reverse()) {
      expect(listAllFigures(again, day, 3)).toEqual(listAllFigures(weather, day, 3));
      again.forget();
      expect(listAllFigures(again, day, 4)).toEqual(listAllFigures(weather, day, 4));
      expect([...again.getPastDay(day).highF]).toEqual([...weather.getPastDay(day).highF]);
    }
    expect(again.listObservations(getDayStartMs(700) + 5 * 3_600_000)).toEqual(
      weather.listObservations(getDayStartMs(700) + 5 * 3_600_000),
    );
    expect(again.getForecastRun('CHI', getDayStartMs(700))).toEqual(
      weather.getForecastRun('CHI', getDayStartMs(700)),
    );
    expect(
      computeMaxDifference(
        listAllFigures(buildWeather('another'), 400, 0),
        listAllFigures(weather, 400, 0),
      ),
    ).toBeGreaterThan(1);
  });

  it('has hours that add up to the day and reveal no more than their cycle', () => {
    for (const day of DAYS) {
      for (const cell of listIndexes(CELLS)) {
        const { temperatureF, windMph } = weather.getHours(cell, day);
        const past = weather.getPastDay(day);
        expect(computeMean(temperatureF)).toBeCloseTo(past.meanF[cell] ?? NaN, 9);
        expect(computeMean(windMph)).toBeCloseTo(past.windMph[cell] ?? NaN, 9);
        expect(Math.max(...temperatureF)).toBe(past.highF[cell]);
        expect(Math.min(...temperatureF)).toBe(past.lowF[cell]);
        // The same hours of two days differ by what their first cycles expected.
        const later = weather.getHours(cell, day + 1).temperatureF;
        const expected =
          weather.getOutlook({ day: day + 1, cycles: 1 }).meanF(cell, 0) -
          weather.getOutlook({ day, cycles: 1 }).meanF(cell, 0);
        for (const hour of [0, 3, 5])
          expect((later[hour] ?? NaN) - (temperatureF[hour] ?? NaN)).toBeCloseTo(expected, 9);
      }
    }
  });
});

describe('prescribed weather', () => {
  const plain = buildWeather('planted');
  const compareOutlooks = (other: WeatherModel, day: number, cycles = 0) => {
    const [mine, theirs] = [plain.getOutlook({ day, cycles }), other.getOutlook({ day, cycles })];
    return (figure: (outlook: Outlook) => number): number => figure(theirs) - figure(mine);
  };

  it('of temperature is forecast and realized on its days, by distance, without side effects', () => {
    const withSpell = buildWeather('planted', {
      planted: [
        { kind: 'temperature', center: 'CHI', departureF: -30, firstDay: 760, days: 8, lead: 4 },
      ],
    });
    const [chicago, atlanta, brazil] = [getCell('CHI'), getCell('ATL'), getCell('MGB')];
    expect(listAllFigures(withSpell, 756, 0)).toEqual(listAllFigures(plain, 756, 0));
    const seen = compareOutlooks(withSpell, 756, 1);
    expect(seen((outlook) => outlook.meanF(chicago, 4))).toBeCloseTo(-30, 9);
    expect(seen((outlook) => outlook.meanF(chicago, 11))).toBeCloseTo(-30, 9);
    expect([3, 12].map((lead) => seen((outlook) => outlook.meanF(chicago, lead)))).toEqual([0, 0]);
    expect(seen((outlook) => outlook.meanF(atlanta, 5))).toBeLessThan(-15);
    expect(seen((outlook) => outlook.meanF(atlanta, 5))).toBeGreaterThan(-30);
    expect(Math.abs(seen((outlook) => outlook.meanF(brazil, 5)))).toBeLessThan(1e-6);
    expect(seen((outlook) => outlook.rainInches(chicago, 5))).toBe(0);
    expect(
      (withSpell.getPastDay(763).meanF[chicago] ?? NaN) -
        (plain.getPastDay(763).meanF[chicago] ?? NaN),
    ).toBeCloseTo(-30, 9);
    expect([...withSpell.getPastDay(768).meanF]).toEqual([...plain.getPastDay(768).meanF]);
    expect([...withSpell.getPastDay(763).rainInches]).toEqual([
      ...plain.getPastDay(763).rainInches,
    ]);
    expect(compareOutlooks(withSpell, 800)((outlook) => outlook.getSoil(chicago))).toBeGreaterThan(
      0,
    );
    expect(
      withSpell
        .listWarnings(getDayStartMs(756), getDayStartMs(769))
        .map(({ id, phase }) => `${id} ${phase}`)
        .filter((text) => text.includes('CHI')),
    ).toEqual(['cold-outbreak/2012-01-31/CHI confirmed', 'cold-outbreak/2012-01-31/CHI ended']);
  });

  it('of a hurricane is certain from its first forecast, without side effects', () => {
    const storm = buildWeather('planted', {
      planted: [{ kind: 'hurricane', basin: 'gulf', category: 4, landfallDay: 500, lead: 2 }],
    });
    const listPlantedStorms = (day: number, cycles: number): unknown =>
      storm.getOutlook({ day, cycles }).storms.filter(({ id }) => id < 0);
    expect(listPlantedStorms(498, 0)).toEqual([]);
    expect(listPlantedStorms(498, 1)).toEqual([
      { id: -1, basin: 'gulf', category: 4, probability: 1, landfallDay: 500 },
    ]);
    expect(listPlantedStorms(500, 4)).toHaveLength(1);
    expect(listPlantedStorms(501, 0)).toEqual([]);
    expect(storm.getPastDay(500).landfall).toEqual({
      gulf: 4,
      florida: plain.getPastDay(500).landfall.florida,
    });
    expect(storm.getPastDay(501).landfall).toEqual(plain.getPastDay(501).landfall);
    expect(listAllFigures(storm, 500, 2)).toEqual(listAllFigures(plain, 500, 2));
  });

  it('of a ridge affects its cells, dries their soil, and is known while active', () => {
    const ridge = buildWeather('planted', {
      planted: [{ kind: 'ridge', cells: ['DSM', 'ICT'], deviations: 2.2, firstDay: 560, days: 60 }],
    });
    const [iowa, ohio] = [getCell('DSM'), getCell('PJM')];
    expect(listAllFigures(ridge, 559, 0)).toEqual(listAllFigures(plain, 559, 0));
    expect(ridge.getOutlook({ day: 560, cycles: 0 }).getRidge(iowa, 14)).toBe(2.2);
    expect(ridge.getOutlook({ day: 606, cycles: 0 }).getRidge(iowa, 13)).toBe(2.2);
    expect(ridge.getOutlook({ day: 606, cycles: 0 }).getRidge(iowa, 14)).toBeLessThan(2.2);
    expect(compareOutlooks(ridge, 600)((outlook) => outlook.meanF(iowa, 5))).not.toBe(0);
    expect(compareOutlooks(ridge, 600)((outlook) => outlook.meanF(ohio, 5))).toBe(0);
    expect(compareOutlooks(ridge, 620)((outlook) => outlook.getSoil(iowa))).toBeLessThan(-0.5);
    expect([...ridge.getPastDay(625).meanF]).toEqual([...plain.getPastDay(625).meanF]);
    expect(() =>
      buildWeather('planted', {
        planted: [{ kind: 'ridge', cells: ['AK'], deviations: 2, firstDay: 1, days: 2 }],
      }),
    ).toThrow('over market cells, got AK');
  });

  const lateSpring = { firstDay: 520, days: 14, lead: 1 } as const;

  it('of a uniform warming is known from its lead day, equal in all cells, without warnings', () => {
    const warmer = buildWeather('planted', {
      planted: [{ kind: 'shift', of: 'temperature', amount: 1, ...lateSpring }],
    });
    expect(listAllFigures(warmer, 519, 0)).toEqual(listAllFigures(plain, 519, 0));
    const seen = compareOutlooks(warmer, 519, 1);
    for (const cell of listIndexes(CELLS)) {
      expect(
        [0, 1, 14].map(
          (lead) => Math.round(1e9 * seen((outlook) => outlook.meanF(cell, lead))) / 1e9,
        ),
      ).toEqual([0, 1, 1]);
      expect(seen((outlook) => outlook.rainInches(cell, 5))).toBe(0);
      expect(seen((outlook) => outlook.windMph(cell, 5))).toBe(0);
      expect(
        (warmer.getPastDay(520).meanF[cell] ?? NaN) - (plain.getPastDay(520).meanF[cell] ?? NaN),
      ).toBeCloseTo(1, 9);
      expect(
        (warmer.getHours(cell, 525).temperatureF[14] ?? NaN) -
          (plain.getHours(cell, 525).temperatureF[14] ?? NaN),
      ).toBeCloseTo(1, 9);
    }
    expect(compareOutlooks(warmer, 530)((outlook) => outlook.meanF(0, 3))).toBeCloseTo(1, 9);
    expect(compareOutlooks(warmer, 530)((outlook) => outlook.meanF(0, 4))).toBe(0);
    expect([...warmer.getPastDay(534).meanF]).toEqual([...plain.getPastDay(534).meanF]);
    expect(warmer.listWarnings(getDayStartMs(519), getDayStartMs(540))).toEqual(
      plain.listWarnings(getDayStartMs(519), getDayStartMs(540)),
    );
  });

  it('of rain and wind changes days, forecasts and soil, without side effects', () => {
    const wetter = buildWeather('planted', {
      planted: [{ kind: 'shift', of: 'rain', amount: 0.1, ...lateSpring }],
    });
    const windier = buildWeather('planted', {
      planted: [{ kind: 'shift', of: 'wind', amount: 0.1, ...lateSpring }],
    });
    const [iowa] = [getCell('DSM')];
    expect(compareOutlooks(wetter, 519, 2)((outlook) => outlook.rainInches(iowa, 7))).toBeCloseTo(
      0.1,
      9,
    );
    expect(compareOutlooks(wetter, 519, 2)((outlook) => outlook.rainInches(iowa, 0))).toBe(0);
    expect(
      (wetter.getPastDay(523).rainInches[iowa] ?? NaN) -
        (plain.getPastDay(523).rainInches[iowa] ?? NaN),
    ).toBeCloseTo(0.1, 9);
    expect(compareOutlooks(wetter, 534)((outlook) => outlook.getSoil(iowa))).toBeGreaterThan(0.05);
    expect([...wetter.getPastDay(523).meanF]).toEqual([...plain.getPastDay(523).meanF]);
    expect(
      (windier.getPastDay(523).windMph[iowa] ?? NaN) / (plain.getPastDay(523).windMph[iowa] ?? NaN),
    ).toBeCloseTo(1.1, 9);
    expect(
      windier.getOutlook({ day: 519, cycles: 1 }).windMph(iowa, 9) /
        plain.getOutlook({ day: 519, cycles: 1 }).windMph(iowa, 9),
    ).toBeCloseTo(1.1, 9);
    expect([...windier.getPastDay(540).windMph]).toEqual([...plain.getPastDay(540).windMph]);
    expect([...windier.getPastDay(523).rainInches]).toEqual([...plain.getPastDay(523).rainInches]);
  });

  it('is rejected before the epoch', () => {
    expect(() => weather.listObservations(getDayStartMs(0) - DAY_MS)).toThrow('2010');
  });
});
