// What is published: readings, public runs and warnings, each in its bounds and at its hour.
import { describe, expect, it } from 'vitest';
import { dayOfYear, dayStartMs } from '../../../../app/trading/simulation/calendar';
import { CYCLE_MS, PUBLISH_AFTER_MS } from '../../../../app/trading/simulation/parts';
import type { WeatherWarning } from '../../../../app/trading/weather/bulletin';
import { MARKET_CELLS, WEATHER_CELLS } from '../../../../app/trading/weather/cell';
import { getCell, computeT, buildWeather } from './panel';
import { DAY_MS, HOUR_MS } from '../../../../app/trading/domain/time';

const weather = buildWeather('published');

describe('readings', () => {
  it('are of all fifteen cells, a quarter of an hour after each hour, within bounds', () => {
    for (let hour = 0; hour < 24 * 40; hour += 7) {
      const atMs = dayStartMs(380) + hour * HOUR_MS;
      const readings = weather.observations(atMs);
      expect(readings.map(({ cell }) => cell)).toEqual([...WEATHER_CELLS]);
      for (const {
        cell,
        validMs,
        publishedMs,
        temperatureF,
        humidityPercent,
        windMph,
        pressureMb,
        rainInches,
        soil,
      } of readings) {
        expect([validMs, publishedMs]).toEqual([atMs, atMs + 1.25 * HOUR_MS]);
        expect(temperatureF).toBeGreaterThan(-60);
        expect(temperatureF).toBeLessThan(130);
        expect(
          humidityPercent >= 10 &&
            humidityPercent <= 100 &&
            windMph >= 0 &&
            pressureMb >= 940 &&
            pressureMb <= 1060 &&
            rainInches >= 0,
        ).toBe(true);
        expect(soil === null).toBe(cell === 'AK' || cell === 'HI');
      }
    }
  });

  it('add up to the day', () => {
    const days = [400, 401, 402, 403];
    for (const day of days) {
      const hours = Array.from({ length: 24 }, (_, hour) =>
        weather.observations(dayStartMs(day) + hour * HOUR_MS),
      );
      MARKET_CELLS.forEach((_, cell) => {
        expect(
          hours.reduce((sum, readings) => sum + (readings[cell]?.rainInches ?? NaN), 0),
        ).toBeCloseTo(weather.pastDay(day).rainInches[cell] ?? NaN, 9);
        expect(
          hours.reduce((sum, readings) => sum + (readings[cell]?.temperatureF ?? NaN), 0) / 24,
        ).toBeCloseTo(weather.pastDay(day).meanF[cell] ?? NaN, 9);
      });
    }
  });

  it('are of whole hours only', () => {
    expect(() => weather.observations(dayStartMs(3) + 1)).toThrow('whole hours');
  });
});

describe('a public run', () => {
  it('is out four hours after its cycle, for fifteen days, for every cell', () => {
    for (const cell of WEATHER_CELLS) {
      for (const cycle of [0, 1, 2, 3]) {
        const issuedMs = dayStartMs(390) + cycle * CYCLE_MS;
        const run = weather.forecastRun(cell, issuedMs);
        expect([run.cell, run.issuedMs, run.publishedMs]).toEqual([
          cell,
          issuedMs,
          issuedMs + PUBLISH_AFTER_MS,
        ]);
        expect(run.days.map(({ lead }) => lead)).toEqual(
          Array.from({ length: 15 }, (_, lead) => lead),
        );
        expect(run.days.map(({ dayMs }) => dayMs)).toEqual(
          run.days.map(({ lead }) => dayStartMs(390 + lead)),
        );
        for (const {
          lowF,
          meanF,
          highF,
          spreadF,
          windMph,
          sunShare,
          rainChance,
          rainInches,
        } of run.days) {
          expect(
            lowF < meanF &&
              meanF < highF &&
              spreadF > 0 &&
              windMph > 0 &&
              sunShare >= 0 &&
              sunShare <= 1 &&
              rainChance >= 0 &&
              rainChance <= 1 &&
              rainInches >= 0,
          ).toBe(true);
        }
      }
    }
  });

  it('is worse than the market, by about a quarter of its deviation and a bias that has a season', () => {
    const place = getCell('CHI');
    let [service, market] = [0, 0];
    const gaps: number[] = [];
    for (let day = 0; day < 1461; day += 1) {
      const forecast = weather.forecastRun('CHI', dayStartMs(day)).days[5]?.meanF ?? NaN;
      const known = weather.outlookAt({ day, cycles: 1 }).meanF(place, 5);
      const truth = weather.pastDay(day + 5).meanF[place] ?? NaN;
      service += (forecast - truth) ** 2;
      market += (known - truth) ** 2;
      if (dayOfYear(day) < 40) gaps.push(forecast - known);
    }
    expect(service / market).toBeGreaterThan(1.02);
    expect(service / market).toBeLessThan(1.4);
    expect(Math.abs(computeT(gaps))).toBeGreaterThan(3);
  });

  it('moves little from run to run', () => {
    const errors = Array.from({ length: 200 }, (_, run) => {
      const day = 700 + Math.floor(run / 4);
      const issuedMs = dayStartMs(day) + (run % 4) * CYCLE_MS;
      const lead = 7 - Math.floor((run % 16) / 4);
      return (
        (weather.forecastRun('DSM', issuedMs).days[lead]?.meanF ?? NaN) -
        weather.outlookAt({ day, cycles: (run % 4) + 1 }).meanF(getCell('DSM'), lead)
      );
    });
    const within = errors
      .slice(1)
      .filter((_, index) => (index + 1) % 16 !== 0)
      .map((error, index) => Math.abs(error - (errors[index + Math.floor(index / 15)] ?? NaN)));
    expect(within.filter((change) => change < 1).length / within.length).toBeGreaterThan(0.8);
  });

  it('is issued at the four cycles only', () => {
    expect(() => weather.forecastRun('NYC', dayStartMs(3) + HOUR_MS)).toThrow(
      "0, 6, 12 or 18 o'clock",
    );
  });
});

describe('warnings', () => {
  const year = (from: number, until: number): readonly WeatherWarning[] =>
    weather.warnings(dayStartMs(from), dayStartMs(until));
  const all = year(0, 2200);

  it('come in the order of their publication, each once, whatever the window', () => {
    const pieces: WeatherWarning[] = [];
    for (let from = dayStartMs(300); from < dayStartMs(460); from += 5 * HOUR_MS)
      pieces.push(...weather.warnings(from, Math.min(dayStartMs(460), from + 5 * HOUR_MS)));
    expect(pieces).toEqual(
      all.filter(
        ({ publishedMs }) => publishedMs >= dayStartMs(300) && publishedMs < dayStartMs(460),
      ),
    );
    expect(all.map(({ publishedMs }) => publishedMs)).toEqual(
      all.map(({ publishedMs }) => publishedMs).sort((a, b) => a - b),
    );
    expect(weather.warnings(dayStartMs(9), dayStartMs(9))).toEqual([]);
  });

  it('speak of every kind in plain sentences with places, times and chances', () => {
    expect(new Set(all.map(({ kind }) => kind))).toEqual(
      new Set(['cold outbreak', 'heat dome', 'polar air', 'hurricane', 'freeze', 'drought']),
    );
    for (const { text, cells, probability, fromMs, untilMs, publishedMs } of all) {
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text).not.toMatch(/undefined|NaN/);
      expect(cells.length).toBeGreaterThan(0);
      expect(
        probability >= 0 && probability <= 1 && untilMs > fromMs && publishedMs % HOUR_MS === 0,
      ).toBe(true);
    }
  });

  it('of spells are in sight before they come, then confirmed or called off', () => {
    const spells = new Map<string, WeatherWarning[]>();
    for (const warning of all)
      if (['cold outbreak', 'heat dome', 'polar air'].includes(warning.kind))
        spells.set(warning.id, [...(spells.get(warning.id) ?? []), warning]);
    const complete = [...spells.values()].filter(
      ([first]) =>
        (first?.fromMs ?? 0) > dayStartMs(20) && (first?.untilMs ?? Infinity) < dayStartMs(2190),
    );
    expect(complete.length).toBeGreaterThan(5);
    for (const states of complete) {
      const phases = states.map(({ phase }) => phase).join(' ');
      expect(['watch confirmed ended', 'watch cancelled']).toContain(phases);
      const [watch, settled] = states;
      expect((watch?.fromMs ?? NaN) - (watch?.publishedMs ?? NaN)).toBeGreaterThan(DAY_MS);
      expect((settled?.publishedMs ?? NaN) - (watch?.publishedMs ?? NaN)).toBeGreaterThanOrEqual(
        DAY_MS,
      );
    }
  });

  it('of freezes are called off when none came, and end when one did', () => {
    for (const { id, phase, publishedMs } of all.filter(
      ({ kind, phase }) => kind === 'freeze' && (phase === 'cancelled' || phase === 'ended'),
    )) {
      const began = Date.parse(id.slice(-10));
      let hasFrozen = false;
      for (let atMs = began; atMs < publishedMs - DAY_MS / 2; atMs += DAY_MS)
        hasFrozen ||=
          (weather.pastDay((atMs - dayStartMs(0)) / DAY_MS).meanF[getCell('LAK')] ?? NaN) < 47;
      expect(hasFrozen, `${id} ${phase}`).toBe(phase === 'ended');
    }
  });
});
