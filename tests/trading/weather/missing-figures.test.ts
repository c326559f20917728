// Stations may lack any figure but the temperature: it is missing everywhere, and never zero.
import { describe, expect, it } from 'vitest';
import { createWeatherArchive } from '../../../app/trading/weather/archive';
import type { Observation } from '../../../app/trading/weather/bulletin';
import { buildCurrentCells, buildCurrentPlace } from '../../../app/trading/weather/current-weather';
import { combineDays, computeFactors } from '../../../app/trading/weather/factors';
import { computeNormals } from '../../../app/trading/weather/normals';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';

const DAY = Date.UTC(2026, 10, 24);
const NOW_MS = DAY + DAY_MS + 6 * HOUR_MS;
const NYC = [{ cell: 'NYC', weight: 1 }] as const;

const buildHour = (hour: number, figures: Partial<Observation> = {}): Observation => ({
  cell: 'NYC',
  validMs: DAY + hour * HOUR_MS,
  publishedMs: DAY + (hour + 1) * HOUR_MS,
  temperatureF: 40,
  humidityPercent: null,
  windMph: null,
  pressureMb: null,
  rainInches: null,
  soil: null,
  ...figures,
});

function fillArchive(figuresOf: (hour: number) => Partial<Observation>) {
  const archive = createWeatherArchive();
  for (let hour = 0; hour < 24; hour += 1) archive.addObservation(buildHour(hour, figuresOf(hour)));
  return archive;
}

const readDay = (figuresOf: (hour: number) => Partial<Observation>) =>
  fillArchive(figuresOf).listDays('NYC', DAY, DAY + DAY_MS, NOW_MS)[0];

describe('a station without some figures', () => {
  it('keeps what it measured', () => {
    const archive = fillArchive(() => ({ humidityPercent: 55 }));
    expect(archive.findLatest('NYC', NOW_MS)).toEqual(buildHour(23, { humidityPercent: 55 }));
  });

  it.each([
    ['no hour with rain', () => ({}), null],
    ['rain in all hours', () => ({ rainInches: 0.01 }), 0.24],
    ['rain in 18 of 24 hours', (hour: number) => (hour < 18 ? { rainInches: 0.01 } : {}), 0.18],
    ['rain in 17 of 24 hours', (hour: number) => (hour < 17 ? { rainInches: 0.01 } : {}), null],
    ['dry hours', () => ({ rainInches: 0 }), 0],
  ])('a day with %s', (_, figuresOf, rainInches) => {
    const day = readDay(figuresOf);
    expect(day?.meanF).toBe(40);
    if (rainInches === null) expect(day?.rainInches).toBeNull();
    else expect(day?.rainInches).toBeCloseTo(rainInches, 10);
  });

  it('has the mean wind of the hours with wind', () => {
    expect(readDay((hour) => (hour < 2 ? { windMph: 10 + hour * 2 } : {}))?.windMph).toBe(11);
    expect(readDay(() => ({}))?.windMph).toBeNull();
  });

  it('has no sky, no rain and no wind where none is measured', () => {
    const cells = buildCurrentCells(
      fillArchive(() => ({})),
      NOW_MS,
      () => null,
    );
    expect(buildCurrentPlace(NYC, cells)).toMatchObject({
      temperatureF: 40,
      humidityPercent: null,
      windMph: null,
      pressureMb: null,
      rainInches: null,
      rainSixHoursInches: null,
      type: null,
      condition: null,
      intensity: 0,
    });
  });

  it('is not calm fog without wind, but clear or cloudy with humidity', () => {
    const findType = (humidityPercent: number) =>
      buildCurrentPlace(
        NYC,
        buildCurrentCells(
          fillArchive(() => ({ humidityPercent })),
          NOW_MS,
          () => null,
        ),
      )?.type;
    expect([findType(99), findType(50)]).toEqual(['Cloudy', 'Clear']);
  });

  it('adds nothing to factors, records and normals of what it lacks', () => {
    const days = Array.from({ length: 3 * 366 }, (_, index) => ({
      dayMs: DAY - index * DAY_MS,
      meanF: 40,
      highF: 50,
      lowF: 30,
      rainInches: index % 2 === 0 ? 0.2 : null,
      windMph: null,
      publishedMs: DAY,
    })).reverse();
    const factors = computeFactors(NYC, days, () => new Map());
    expect([factors.Rain.size, factors.Wind.size]).toEqual([days.length / 2, 0]);
    const normal = computeNormals(days).getNormal(DAY);
    expect(normal?.rainInches).toBeCloseTo(0.2, 10);
    expect(normal?.windMph).toBeNull();
    const cells = [
      { cell: 'NYC', weight: 0.5 },
      { cell: 'PJM', weight: 0.5 },
    ] as const;
    const [combined] = combineDays(cells, () => days.slice(-1));
    expect(combined).toMatchObject({ rainInches: 0.2, windMph: null });
  });
});
