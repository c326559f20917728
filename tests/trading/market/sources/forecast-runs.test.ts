import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../app/trading/domain/time';
import { buildForecastRun } from '../../../../app/trading/market/sources/forecast-runs';
import type {
  ForecastReading,
  SourceForecastDay,
} from '../../../../app/trading/market/sources/reading';
import { createWeatherArchive } from '../../../../app/trading/weather/archive';

const DAY = Date.UTC(2026, 10, 24);
const ISSUED_MS = DAY + 13 * HOUR_MS + 20 * 60_000;
const PUBLISHED_MS = ISSUED_MS + HOUR_MS;

const buildDay = (lead: number, more: Partial<SourceForecastDay> = {}): SourceForecastDay => ({
  dayMs: DAY + lead * DAY_MS,
  hours: 24,
  meanF: 40 + lead,
  highF: 50 + lead,
  lowF: 30 + lead,
  windMph: 8,
  sunShare: 0.5,
  rainInches: 0.1,
  rainChance: 0.3,
  ...more,
});

const buildReading = (days: readonly SourceForecastDay[], more = {}): ForecastReading => ({
  kind: 'forecast',
  cell: 'NYC',
  model: 'NWS',
  issuedMs: ISSUED_MS,
  days,
  ...more,
});

const EMPTY = createWeatherArchive();

describe('a run of a public forecast', () => {
  it('belongs to its six-hour cycle and fits the archive', () => {
    const run = buildForecastRun(
      buildReading([buildDay(-1, { hours: 3 }), buildDay(0), buildDay(1), buildDay(2)]),
      PUBLISHED_MS,
      EMPTY,
    );
    expect(run).toMatchObject({
      cell: 'NYC',
      issuedMs: DAY + 12 * HOUR_MS,
      publishedMs: PUBLISHED_MS,
    });
    expect(run?.days.map(({ lead, dayMs, meanF }) => [lead, dayMs, meanF])).toEqual([
      [0, DAY, 40],
      [1, DAY + DAY_MS, 41],
      [2, DAY + 2 * DAY_MS, 42],
    ]);
    const archive = createWeatherArchive();
    if (run) archive.addRun(run);
    expect(archive.findRun('NYC', PUBLISHED_MS)).toEqual(run);
  });

  it.each([
    ['a partial day', buildDay(2, { hours: 12 })],
    ['a missing day', buildDay(5)],
  ])('ends before %s', (_, last) => {
    const run = buildForecastRun(
      buildReading([buildDay(0), buildDay(1), last, buildDay(3)]),
      PUBLISHED_MS,
      EMPTY,
    );
    expect(run?.days).toHaveLength(2);
  });

  it.each(['windMph', 'sunShare', 'rainInches', 'rainChance'] as const)(
    'continues beyond the last day with %s, which is null on later days',
    (figure) => {
      const days = Array.from({ length: 7 }, (_, lead) =>
        buildDay(lead, lead < 3 ? {} : { [figure]: null }),
      );
      const run = buildForecastRun(buildReading(days), PUBLISHED_MS, EMPTY);
      expect(run?.days.map(({ meanF }) => meanF)).toEqual([40, 41, 42, 43, 44, 45, 46]);
      const value = buildDay(0)[figure];
      expect(run?.days.map((day) => day[figure])).toEqual([
        ...[value, value, value],
        ...[null, null, null, null],
      ]);
      const archive = createWeatherArchive();
      if (run) archive.addRun(run);
      expect(archive.findRun('NYC', PUBLISHED_MS)).toEqual(run);
    },
  );

  it('keeps a figure after a day without it', () => {
    const days = [buildDay(0), buildDay(1, { rainInches: null }), buildDay(2)];
    const run = buildForecastRun(buildReading(days), PUBLISHED_MS, EMPTY);
    expect(run?.days.map(({ rainInches }) => rainInches)).toEqual([0.1, null, 0.1]);
  });

  it('has the day of issue without its rain', () => {
    const today = buildDay(0, { rainInches: null, rainChance: null });
    const run = buildForecastRun(buildReading([today, buildDay(1)]), PUBLISHED_MS, EMPTY);
    expect(run?.days).toHaveLength(2);
    expect(run?.days[0]).toMatchObject({ meanF: 40, rainInches: null, rainChance: null });
  });

  it('has an error that grows with the lead to that of the season', () => {
    const days = Array.from({ length: 15 }, (_, lead) => buildDay(lead));
    const spreads =
      buildForecastRun(buildReading(days), PUBLISHED_MS, EMPTY)?.days.map(
        ({ spreadF }) => spreadF,
      ) ?? [];
    expect(spreads).toHaveLength(15);
    spreads.slice(1).forEach((spread, index) => {
      expect(spread).toBeGreaterThan((spreads[index] ?? 0) * 0.97);
    });
    expect(spreads[1]).toBeGreaterThan(1);
    expect(spreads[1]).toBeLessThan(3);
  });

  it('joins the observed hours of today with the hours to come', () => {
    const archive = createWeatherArchive();
    for (let hour = 0; hour < 12; hour += 1)
      archive.addObservation({
        cell: 'NYC',
        validMs: DAY + hour * HOUR_MS,
        publishedMs: DAY + hour * HOUR_MS + 60_000,
        temperatureF: 20,
        humidityPercent: null,
        windMph: null,
        pressureMb: null,
        rainInches: null,
        soil: null,
      });
    const today = buildDay(0, { hours: 12, meanF: 40, highF: 45, lowF: 35 });
    const [joined] =
      buildForecastRun(buildReading([today, buildDay(1)]), PUBLISHED_MS, archive)?.days ?? [];
    expect(joined).toMatchObject({ meanF: 30, highF: 45, lowF: 20 });
  });

  it.each([
    [1, HOUR_MS],
    [6, null],
  ])('is public when the hours before it are observed, %s h after it', (hours, expectedMs) => {
    const archive = createWeatherArchive();
    for (let hour = 0; hour < 12; hour += 1)
      archive.addObservation({
        cell: 'NYC',
        validMs: DAY + hour * HOUR_MS,
        publishedMs: PUBLISHED_MS + hours * HOUR_MS + (hour === 11 ? 1 : 0),
        temperatureF: 20,
        humidityPercent: null,
        windMph: null,
        pressureMb: null,
        rainInches: null,
        soil: null,
      });
    const reading = buildReading([buildDay(0, { hours: 12 }), buildDay(1)]);
    const late = buildForecastRun(reading, PUBLISHED_MS - (hours === 6 ? 1 : 0), archive);
    expect(late?.publishedMs ?? null).toBe(expectedMs && PUBLISHED_MS + expectedMs);
  });

  it.each([
    ['of a cell on the map only', { cell: 'AK' }],
    ['without the observed hours of today', { days: [buildDay(0, { hours: 12 }), buildDay(1)] }],
    ['without the day of issue', { days: [buildDay(1), buildDay(2)] }],
  ])('is none %s', (_, more) => {
    expect(
      buildForecastRun(buildReading([buildDay(0), buildDay(1)], more), PUBLISHED_MS, EMPTY),
    ).toBeNull();
  });
});
