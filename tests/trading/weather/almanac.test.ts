// Normals, records, degree days to date, crops, storage and skill over days with known answers.
import { describe, expect, it } from 'vitest';
import { listStockWeeks } from '../../../app/trading/market/stock-weeks';
import { countFreezeHours, buildAlmanac } from '../../../app/trading/weather/almanac';
import { CROPS, getCropState, computeGrowingDegreeDays } from '../../../app/trading/weather/crops';
import { buildDegreeDayOutlook } from '../../../app/trading/weather/degree-day-outlook';
import { COOLING_CELLS, HEATING_CELLS } from '../../../app/trading/weather/gas-run';
import { computeForecastSkill } from '../../../app/trading/weather/forecast-skill';
import { createWeatherHistory } from '../../../app/trading/weather/history';
import { computeNormals, getDayIndex } from '../../../app/trading/weather/normals';
import { buildCurrentCells, buildCurrentPlace } from '../../../app/trading/weather/current-weather';
import { getPlace } from '../../../app/trading/weather/places';
import type { DayReading } from '../../../app/trading/weather/archive-reader';
import {
  buildArchive,
  createDay,
  buildHour,
  buildRun,
  buildVintages,
} from '../../support/weather-archive';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';

const TODAY = Date.UTC(2026, 1, 15);
const KNOWN = TODAY + 6 * HOUR_MS;

/** Days from the start of a year up to yesterday. */
const daysSince = (
  year: number,
  meanOf: (dayMs: number) => number,
  more: (dayMs: number) => Partial<DayReading> = () => ({}),
): DayReading[] => {
  const firstMs = Date.UTC(year, 0, 1);
  return Array.from({ length: (TODAY - firstMs) / DAY_MS }, (_, index) =>
    createDay(
      firstMs + index * DAY_MS,
      meanOf(firstMs + index * DAY_MS),
      more(firstMs + index * DAY_MS),
    ),
  );
};
const getYear = (dayMs: number): number => new Date(dayMs).getUTCFullYear();
/** 40 F in even years, 50 F in odd ones. */
const getAlternatingMean = (dayMs: number): number => (getYear(dayMs) % 2 === 0 ? 40 : 50);

describe('normals', () => {
  it('are means and standard deviations over 15 days of all years', () => {
    const normal = computeNormals(
      daysSince(2022, getAlternatingMean).filter(({ dayMs }) => getYear(dayMs) < 2026),
    ).getNormal(Date.UTC(2026, 5, 15));
    expect(normal).toEqual({
      meanF: 45,
      sdF: 5,
      highF: 55,
      lowF: 35,
      rainInches: expect.closeTo(0.1, 12) as number,
      windMph: 8,
      heating: 20,
      cooling: 0,
      days: 60,
    });
  });

  it('are null with less than two years', () => {
    expect(
      computeNormals(daysSince(2025, getAlternatingMean)).getNormal(Date.UTC(2026, 5, 15)),
    ).toBeNull();
  });

  it('match dates by month and day, including leap years', () => {
    expect([
      getDayIndex(Date.UTC(2025, 2, 1)),
      getDayIndex(Date.UTC(2024, 2, 1)),
      getDayIndex(Date.UTC(2024, 1, 29)),
    ]).toEqual([60, 60, 59]);
  });
});

describe('the almanac of a place', () => {
  const days = daysSince(2022, getAlternatingMean, (dayMs) => ({
    ...(dayMs === Date.UTC(2023, 1, 15) ? { highF: 77, rainInches: 2.5 } : {}),
    ...(dayMs === Date.UTC(2024, 6, 4) ? { highF: 101 } : {}),
    ...(dayMs >= Date.UTC(2026, 1, 1) ? { lowF: 32 } : {}),
  }));
  const almanac = buildAlmanac({ days, normals: computeNormals(days) }, TODAY);

  it('has records of the date and of all dates', () => {
    expect(almanac.dateRecords).toMatchObject({
      highF: { value: 77, dayMs: Date.UTC(2023, 1, 15) },
      lowF: { value: 30, dayMs: Date.UTC(2022, 1, 15) },
      rainInches: { value: 2.5 },
    });
    expect(almanac.allRecords.highF).toEqual({ value: 101, dayMs: Date.UTC(2024, 6, 4) });
    expect(almanac.firstDayMs).toBe(Date.UTC(2022, 0, 1));
  });

  it('sums degree days up to yesterday and the normals of the same days', () => {
    // February 1 to 14 at 40 F: 14 x 25. Normal: four or five years alternate between 25 and 15.
    expect(almanac.monthToDate).toMatchObject({
      heating: 350,
      cooling: 0,
      coolingNormal: 0,
      days: 14,
      daysOfSpan: 14,
      fromMs: Date.UTC(2026, 1, 1),
    });
    expect(almanac.monthToDate.heatingNormal).toBeGreaterThan(14 * 20);
    expect(almanac.monthToDate.heatingNormal).toBeLessThan(14 * 22);
    // 1 July to 31 December 2025 at 50 F, then 45 days at 40 F.
    expect(almanac.heatingSeason).toMatchObject({
      heating: 184 * 15 + 45 * 25,
      fromMs: Date.UTC(2025, 6, 1),
    });
    expect(almanac.freezingDays).toBe(45);
    expect(almanac.yesterday).toMatchObject({ dayMs: TODAY - DAY_MS, meanF: 40 });
  });

  it('is null where data is missing', () => {
    const empty = buildAlmanac({ days: [], normals: computeNormals([]) }, TODAY);
    expect(empty).toMatchObject({
      normal: null,
      dateRecords: { highF: null },
      firstDayMs: null,
      yesterday: null,
      monthToDate: { days: 0, daysOfSpan: 14 },
    });
  });

  it('counts freezing hours over seven days', () => {
    const observations = [
      buildHour('LAK', KNOWN - 3 * HOUR_MS, { temperatureF: 27.9 }),
      buildHour('LAK', KNOWN - 4 * HOUR_MS, { temperatureF: 32 }),
      buildHour('LAK', KNOWN - 5 * HOUR_MS, { temperatureF: 32.1 }),
      buildHour('LAK', KNOWN - 8 * DAY_MS, { temperatureF: 20 }),
      buildHour('LAK', KNOWN, { temperatureF: 20 }),
    ];
    expect(countFreezeHours(buildArchive({ observations }), 'LAK', KNOWN)).toEqual({
      freezing: 2,
      hardFreeze: 1,
      hours: 3,
    });
  });
});

describe('crops', () => {
  const corn = CROPS.find(({ commodity }) => commodity === 'corn');
  const coffee = CROPS.find(({ commodity }) => commodity === 'coffee');

  it.each([
    [86, 50, 18],
    [100, 60, 23],
    [40, 30, 0],
    [70, 40, 10],
    [50, 50, 0],
  ])('high %d F, low %d F: %d growing degree days', (high, low, grown) =>
    expect(computeGrowingDegreeDays(high, low)).toBe(grown),
  );

  it.each([
    [Date.UTC(2025, 3, 30), null, 'between seasons', 'planted'],
    [Date.UTC(2025, 4, 1), 0, 'planted', 'two leaves'],
    [Date.UTC(2025, 6, 9), 1380, 'fourteen leaves', 'silking and pollination'],
    [Date.UTC(2025, 6, 10), 1400, 'silking and pollination', 'blister'],
    [Date.UTC(2025, 9, 1), 3060, 'mature', null],
  ])('finds the corn stage by growing degree days (20 per day)', (dayMs, growing, stage, next) => {
    const days = daysSince(2022, () => 70);
    expect(corn && getCropState(corn, days, dayMs)).toMatchObject({
      growing,
      stage,
      next,
      growingNormal: growing,
    });
  });

  it.each([
    [Date.UTC(2025, 6, 1), 'harvest, open to frost', 'dormant, end of harvest'],
    [Date.UTC(2025, 9, 1), 'flowering', 'fruit set'],
    [Date.UTC(2025, 11, 31), 'fruit set', 'ripening'],
  ])('finds the coffee stage by the calendar', (dayMs, stage, next) =>
    expect(coffee && getCropState(coffee, [], dayMs)).toEqual({
      stage,
      next,
      plantedMs: null,
      growing: null,
      growingNormal: null,
    }),
  );
});

describe('the gas-weighted outlook', () => {
  const cells = [...new Set([...HEATING_CELLS, ...COOLING_CELLS].map(({ cell }) => cell))];
  const issued = TODAY;
  /** 30 F in gas heating cells, 70 F in Texas, the given value in Illinois and Indiana. */
  const run = (issuedMs: number, chicagoF: number) =>
    cells.map((cell) =>
      buildRun(cell, issuedMs, () => (cell === 'CHI' ? chicagoF : cell === 'DFW' ? 70 : 30)),
    );

  it('weights cells of the newest run', () => {
    for (const weights of [HEATING_CELLS, COOLING_CELLS])
      expect(weights.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
    const days = Object.fromEntries(cells.map((cell) => [cell, daysSince(2022, () => 35)]));
    const reader = buildArchive({
      days,
      runs: [...run(issued - 6 * HOUR_MS, 34), ...run(issued, 26)],
    });
    const outlook = buildDegreeDayOutlook(reader, createWeatherHistory(reader, KNOWN), KNOWN);
    expect(outlook?.days).toHaveLength(14);
    // 35 heating degree days a day, 39 in Illinois, none in Texas, which has 5 cooling ones.
    const getWeight = (cell: string, weights = HEATING_CELLS): number =>
      weights.find((each) => each.cell === cell)?.weight ?? 0;
    const heating = 35 + 4 * getWeight('CHI') - 35 * getWeight('DFW');
    expect(getWeight('CHI')).toBeGreaterThan(0.1);
    expect(outlook?.days[0]).toMatchObject({
      lead: 1,
      heating: expect.closeTo(heating, 10) as number,
      cooling: expect.closeTo(5 * getWeight('DFW', COOLING_CELLS), 10) as number,
      heatingNormal: expect.closeTo(30, 10) as number,
      coolingNormal: 0,
    });
    expect(outlook?.heating).toBeCloseTo(14 * heating, 9);
    expect(outlook?.heatingNormal).toBeCloseTo(14 * 30, 9);
  });

  it('is null before the first run, and has no normal without a history', () => {
    const reader = buildArchive({});
    expect(buildDegreeDayOutlook(reader, createWeatherHistory(reader, KNOWN), KNOWN)).toBeNull();
    const first = buildArchive({ runs: run(issued, 30) });
    expect(buildDegreeDayOutlook(first, createWeatherHistory(first, KNOWN), KNOWN)).toMatchObject({
      heatingNormal: null,
    });
  });
});

describe('gas in storage', () => {
  const WEEK = 7 * DAY_MS;
  const FRIDAY = Date.UTC(2026, 1, 6);
  const buildLevel = (weeksBack: number, value: number, more = {}) => ({
    series: 'storage/gas/level',
    validMs: FRIDAY - weeksBack * WEEK,
    publishedMs: FRIDAY - weeksBack * WEEK + 6 * DAY_MS,
    value,
    ...more,
  });
  const values = [
    buildLevel(0, 2000),
    buildLevel(1, 2150),
    ...[1, 2, 3, 4, 5].flatMap((year) => [
      buildLevel(52 * year, 2100 + 10 * year),
      buildLevel(52 * year + 1, 2200 + 10 * year),
    ]),
  ];

  it('is compared with the same week of five years', () => {
    const weeks = listStockWeeks(buildVintages(values), 'gas', KNOWN);
    expect(weeks[weeks.length - 1]).toMatchObject({
      weekEndingMs: FRIDAY,
      level: 2000,
      change: -150,
      norm: { mean: 2130, low: 2110, high: 2150, years: 5 },
      normChange: -100,
      departure: -130,
      departurePercent: expect.closeTo(-6.1033, 3) as number,
    });
  });

  it('uses a revision only after its publication', () => {
    const revised = [...values, buildLevel(0, 2010, { publishedMs: KNOWN + DAY_MS })];
    expect(listStockWeeks(buildVintages(revised), 'gas', KNOWN).at(-1)?.level).toBe(2000);
    expect(listStockWeeks(buildVintages(revised), 'gas', KNOWN + DAY_MS).at(-1)?.level).toBe(2010);
  });

  it('has no norm with two years, and no weeks before the first report', () => {
    const few = values.filter(({ validMs }) => validMs > FRIDAY - 2.5 * 364 * DAY_MS);
    expect(listStockWeeks(buildVintages(few), 'gas', KNOWN).at(-1)).toMatchObject({
      norm: null,
      departure: null,
      departurePercent: null,
    });
    expect(listStockWeeks(buildVintages([]), 'gas', KNOWN)).toEqual([]);
    expect(listStockWeeks(buildVintages(few), 'crude', KNOWN)).toEqual([]);
  });
});

describe('forecast skill', () => {
  it('reports error, bias and anomaly correlation by lead', () => {
    // Days are 45 F +- 10 F; forecasts are 2 F too warm, and equal the normal at lead 10.
    const days = daysSince(2022, (dayMs) => (Math.round(dayMs / DAY_MS) % 2 === 0 ? 55 : 35));
    const truth = new Map(days.map(({ dayMs, meanF }) => [dayMs, meanF]));
    const runs = Array.from({ length: 40 }, (_, index) => TODAY - (index + 1) * DAY_MS).flatMap(
      (issuedMs) => [
        buildRun('NYC', issuedMs, (lead, dayMs) =>
          lead === 10 ? 45 : (truth.get(dayMs) ?? 0) + 2,
        ),
        buildRun('NYC', issuedMs + 6 * HOUR_MS, () => -99), // a second run of the day does not count
      ],
    );
    const skill = computeForecastSkill(
      buildArchive({ runs }),
      'NYC',
      { days, normals: computeNormals(days) },
      KNOWN,
    );
    expect(skill).toHaveLength(15);
    expect(skill[3]).toMatchObject({
      lead: 3,
      n: 37,
      meanAbsoluteError: 2,
      bias: 2,
      climateError: expect.closeTo(10, 0) as number,
    });
    expect(skill[3]?.anomalyCorrelation).toBeGreaterThan(0.97);
    expect(skill[10]?.meanAbsoluteError).toBe(10);
    expect(
      computeForecastSkill(
        buildArchive({ runs: runs.slice(0, 10) }),
        'NYC',
        { days, normals: computeNormals(days) },
        KNOWN,
      )[1],
    ).toEqual({
      lead: 1,
      n: 4,
      meanAbsoluteError: null,
      bias: null,
      anomalyCorrelation: null,
      climateError: null,
    });
  });
});

describe('current weather', () => {
  const newest = TODAY + 4 * HOUR_MS;
  const buildHours = (cell: 'NYC' | 'PJM', temperatureF: number, rainInches: number) =>
    Array.from({ length: 24 }, (_, back) =>
      buildHour(cell, newest - back * HOUR_MS, {
        temperatureF,
        rainInches: back < 6 ? rainInches : 5,
      }),
    );
  const days = {
    NYC: daysSince(2022, getAlternatingMean),
    PJM: daysSince(2022, getAlternatingMean),
  };

  it('is a weighted mean with anomaly and intensity, with the time of the oldest reading', () => {
    const reader = buildArchive({
      observations: [...buildHours('NYC', 30, 0.1).slice(1), ...buildHours('PJM', 20, 0)],
      days,
    });
    const history = createWeatherHistory(reader, KNOWN);
    const now = buildCurrentCells(reader, KNOWN, (cell) => history.getCell(cell).normals);
    const northeast = buildCurrentPlace(getPlace('Northeast').cells, now);
    expect(northeast).toMatchObject({
      temperatureF: 26,
      validMs: newest - HOUR_MS,
      publishedMs: newest + 1.25 * HOUR_MS,
      rainSixHoursInches: expect.closeTo(0.6 * 5.5, 9) as number,
    });
    const normal = history.getCell('NYC').normals.getNormal(TODAY);
    expect(northeast?.departureF).toBeCloseTo(26 - (normal?.meanF ?? 0), 9);
    expect(northeast).toMatchObject({
      cause: 'rain',
      intensity: 100,
      severity: 'Severe',
      type: 'Snow',
    });
    expect(buildCurrentPlace(getPlace('West').cells, now)).toBeNull();
  });

  it('has no anomaly on a day with gaps', () => {
    const reader = buildArchive({ observations: buildHours('NYC', 30, 0).slice(0, 10), days });
    const history = createWeatherHistory(reader, KNOWN);
    expect(
      buildCurrentCells(reader, KNOWN, (cell) => history.getCell(cell).normals).get('NYC'),
    ).toMatchObject({ temperatureF: 30, departureF: null, deviations: null });
  });
});
