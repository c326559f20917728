// Published data: observations, public runs and warnings, within bounds and on time.
import { describe, expect, it } from 'vitest';
import { getDayOfYear, getDayStartMs } from '../../../../app/trading/simulation/calendar';
import { CYCLE_MS, PUBLISH_AFTER_MS } from '../../../../app/trading/simulation/market-models';
import type { WeatherWarning } from '../../../../app/trading/weather/bulletin';
import { MARKET_CELLS, WEATHER_CELLS } from '../../../../app/trading/weather/cell';
import { getCell, computeT, buildWeather } from './panel';
import { DAY_MS, HOUR_MS } from '../../../../app/trading/domain/time';

const weather = buildWeather('published');

describe('observations', () => {
  it('cover all 15 cells, 15 minutes after each hour, within bounds', () => {
    for (let hour = 0; hour < 24 * 40; hour += 7) {
      const atMs = getDayStartMs(380) + hour * HOUR_MS;
      const readings = weather.listObservations(atMs);
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
          [humidityPercent, windMph, pressureMb, rainInches].every((figure) => figure !== null),
        ).toBe(true);
        expect(humidityPercent).toBeGreaterThanOrEqual(10);
        expect(humidityPercent).toBeLessThanOrEqual(100);
        expect(windMph).toBeGreaterThanOrEqual(0);
        expect(pressureMb).toBeGreaterThanOrEqual(940);
        expect(pressureMb).toBeLessThanOrEqual(1060);
        expect(rainInches).toBeGreaterThanOrEqual(0);
        expect(soil === null).toBe(cell === 'AK' || cell === 'HI');
      }
    }
  });

  it('add up to the day', () => {
    const days = [400, 401, 402, 403];
    for (const day of days) {
      const hours = Array.from({ length: 24 }, (_, hour) =>
        weather.listObservations(getDayStartMs(day) + hour * HOUR_MS),
      );
      MARKET_CELLS.forEach((_, cell) => {
        expect(
          hours.reduce((sum, readings) => sum + (readings[cell]?.rainInches ?? NaN), 0),
        ).toBeCloseTo(weather.getPastDay(day).rainInches[cell] ?? NaN, 9);
        expect(
          hours.reduce((sum, readings) => sum + (readings[cell]?.temperatureF ?? NaN), 0) / 24,
        ).toBeCloseTo(weather.getPastDay(day).meanF[cell] ?? NaN, 9);
      });
    }
  });

  it('are for whole hours only', () => {
    expect(() => weather.listObservations(getDayStartMs(3) + 1)).toThrow('whole hours');
  });
});

describe('a public run', () => {
  it('is published four hours after its cycle, for 15 days and every cell', () => {
    for (const cell of WEATHER_CELLS) {
      for (const cycle of [0, 1, 2, 3]) {
        const issuedMs = getDayStartMs(390) + cycle * CYCLE_MS;
        const run = weather.getForecastRun(cell, issuedMs);
        expect([run.cell, run.issuedMs, run.publishedMs]).toEqual([
          cell,
          issuedMs,
          issuedMs + PUBLISH_AFTER_MS,
        ]);
        expect(run.days.map(({ lead }) => lead)).toEqual(
          Array.from({ length: 15 }, (_, lead) => lead),
        );
        expect(run.days.map(({ dayMs }) => dayMs)).toEqual(
          run.days.map(({ lead }) => getDayStartMs(390 + lead)),
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
          // The simulated service forecasts all figures.
          const figures = [windMph, sunShare, rainChance, rainInches].map((value) => value ?? NaN);
          const [wind = NaN, sun = NaN, chance = NaN, inches = NaN] = figures;
          expect(
            lowF < meanF &&
              meanF < highF &&
              spreadF > 0 &&
              wind > 0 &&
              sun >= 0 &&
              sun <= 1 &&
              chance >= 0 &&
              chance <= 1 &&
              inches >= 0,
          ).toBe(true);
        }
      }
    }
  });

  it('is less accurate than the market, with error and seasonal bias', () => {
    const place = getCell('CHI');
    let [service, market] = [0, 0];
    const gaps: number[] = [];
    for (let day = 0; day < 1461; day += 1) {
      const forecast = weather.getForecastRun('CHI', getDayStartMs(day)).days[5]?.meanF ?? NaN;
      const known = weather.getOutlook({ day, cycles: 1 }).meanF(place, 5);
      const truth = weather.getPastDay(day + 5).meanF[place] ?? NaN;
      service += (forecast - truth) ** 2;
      market += (known - truth) ** 2;
      if (getDayOfYear(day) < 40) gaps.push(forecast - known);
    }
    expect(service / market).toBeGreaterThan(1.02);
    expect(service / market).toBeLessThan(1.4);
    expect(Math.abs(computeT(gaps))).toBeGreaterThan(3);
  });

  it('changes little from run to run', () => {
    const errors = Array.from({ length: 200 }, (_, run) => {
      const day = 700 + Math.floor(run / 4);
      const issuedMs = getDayStartMs(day) + (run % 4) * CYCLE_MS;
      const lead = 7 - Math.floor((run % 16) / 4);
      return (
        (weather.getForecastRun('DSM', issuedMs).days[lead]?.meanF ?? NaN) -
        weather.getOutlook({ day, cycles: (run % 4) + 1 }).meanF(getCell('DSM'), lead)
      );
    });
    const within = errors
      .slice(1)
      .filter((_, index) => (index + 1) % 16 !== 0)
      .map((error, index) => Math.abs(error - (errors[index + Math.floor(index / 15)] ?? NaN)));
    expect(within.filter((change) => change < 1).length / within.length).toBeGreaterThan(0.8);
  });

  it('is issued at the four cycles only', () => {
    expect(() => weather.getForecastRun('NYC', getDayStartMs(3) + HOUR_MS)).toThrow(
      "0, 6, 12 or 18 o'clock",
    );
  });
});

describe('warnings', () => {
  const listWarnings = (from: number, until: number): readonly WeatherWarning[] =>
    weather.listWarnings(getDayStartMs(from), getDayStartMs(until));
  const allWarnings = listWarnings(0, 2200);

  it('are in order of publication, each once, for any window', () => {
    const pieces: WeatherWarning[] = [];
    for (let from = getDayStartMs(300); from < getDayStartMs(460); from += 5 * HOUR_MS)
      pieces.push(...weather.listWarnings(from, Math.min(getDayStartMs(460), from + 5 * HOUR_MS)));
    expect(pieces).toEqual(
      allWarnings.filter(
        ({ publishedMs }) => publishedMs >= getDayStartMs(300) && publishedMs < getDayStartMs(460),
      ),
    );
    expect(allWarnings.map(({ publishedMs }) => publishedMs)).toEqual(
      allWarnings.map(({ publishedMs }) => publishedMs).sort((a, b) => a - b),
    );
    expect(weather.listWarnings(getDayStartMs(9), getDayStartMs(9))).toEqual([]);
  });

  it('cover every kind in sentences with place, time and probability', () => {
    expect(new Set(allWarnings.map(({ kind }) => kind))).toEqual(
      new Set(['cold outbreak', 'heat dome', 'polar air', 'hurricane', 'freeze', 'drought']),
    );
    for (const { text, cells, probability, fromMs, untilMs, publishedMs } of allWarnings) {
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text).not.toMatch(/undefined|NaN/);
      expect(cells.length).toBeGreaterThan(0);
      expect(
        probability >= 0 && probability <= 1 && untilMs > fromMs && publishedMs % HOUR_MS === 0,
      ).toBe(true);
    }
  });

  it('of temperature events start as a watch, then are confirmed or canceled', () => {
    const spells = new Map<string, WeatherWarning[]>();
    for (const warning of allWarnings)
      if (['cold outbreak', 'heat dome', 'polar air'].includes(warning.kind))
        spells.set(warning.id, [...(spells.get(warning.id) ?? []), warning]);
    const complete = [...spells.values()].filter(
      ([first]) =>
        (first?.fromMs ?? 0) > getDayStartMs(20) &&
        (first?.untilMs ?? Infinity) < getDayStartMs(2190),
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

  it('of freezes are canceled without a freeze and ended after one', () => {
    for (const { id, phase, publishedMs } of allWarnings.filter(
      ({ kind, phase }) => kind === 'freeze' && (phase === 'cancelled' || phase === 'ended'),
    )) {
      const began = Date.parse(id.slice(-10));
      let hasFrozen = false;
      for (let atMs = began; atMs < publishedMs - DAY_MS / 2; atMs += DAY_MS)
        hasFrozen ||=
          (weather.getPastDay((atMs - getDayStartMs(0)) / DAY_MS).meanF[getCell('LAK')] ?? NaN) <
          47;
      expect(hasFrozen, `${id} ${phase}`).toBe(phase === 'ended');
    }
  });
});
