// Weather calls: schemas and figures over a handmade archive, empty lists with a reason, nothing
// signed out.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loader } from '../../app/routes/api.$/route';
import { HEATING_CELLS } from '../../app/trading/weather/gas-run';
import { type ApiResponse, type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';
import { NOW, createWeatherDesk } from '../support/weather-desk';

type Row = Readonly<Record<string, unknown>>;
const LISTS = [
  'weather-data',
  'weather-intelligence',
  'correlation-analysis',
  'real-weather-map',
  'forecast-skill',
] as const;
const OBJECTS = ['weather-correlations', 'almanac', 'degree-days', 'storage'] as const;
const READING = [
  'timestamp',
  'temperature',
  'humidity',
  'windSpeed',
  'pressure',
  'type',
  'severity',
  'condition',
  'intensity',
  'rain',
  'rainSixHours',
  'departure',
  'deviations',
  'soil',
  'isStale',
  'asOf',
  'source',
];
const READ_AT = '2026-11-21T14:00:00.000Z';

const weather = createWeatherDesk();
let desk: ApiDesk;
let user: ApiUser;

beforeAll(async () => {
  desk = await openApiDesk(weather);
  user = await desk.user('reader');
});
afterAll(() => desk?.close());

const get = (path: string): Promise<ApiResponse> => user.get(path);
const listKeys = (row: unknown): string[] => Object.keys(row as Row).sort();

describe('with weather', () => {
  it('returns observations of 14 places and 51 states', async () => {
    const rows = (await get('weather-data')).body as Row[];
    expect(rows.map(({ region }) => region)).toEqual([
      'Northeast',
      'Southeast',
      'Midwest',
      'Southwest',
      'West',
      'NYISO',
      'PJM',
      'ERCOT',
      'CAISO',
      'MISO',
      'SERC',
      'WECC',
      'Gulf of Mexico',
      'Minas Gerais',
    ]);
    expect(rows[0]).toMatchObject({
      kind: 'weather',
      timestamp: READ_AT,
      humidity: 60,
      windSpeed: 8,
      pressure: 1015,
      severity: 'Clear',
      type: 'Clear',
      isStale: false,
      source: 'an archive made by hand',
    });
    expect(rows[2]).toMatchObject({ region: 'Midwest', soil: null });
    for (const row of rows) expect(listKeys(row)).toEqual(['region', 'kind', ...READING].sort());

    const states = (await get('real-weather-map')).body as Row[];
    expect(states).toHaveLength(51);
    expect(new Set(states.map(({ fips }) => fips)).size).toBe(51);
    expect(states.find(({ fips }) => fips === '19')).toMatchObject({
      region: 'Midwest',
      state: 'Iowa',
      timestamp: READ_AT,
      asOf: '2026-11-21T15:15:00.000Z',
      soil: -1.25,
    });
    for (const row of states) {
      expect(listKeys(row)).toEqual(['region', 'state', 'fips', ...READING].sort());
      expect(row).toMatchObject({
        intensity: expect.any(Number) as number,
        severity: expect.any(String) as string,
        temperature: expect.any(Number) as number,
      });
    }
  });

  it('returns the feed and patterns of every region, highest impact first', async () => {
    const feed = (await get('weather-intelligence')).body as Row[];
    expect(feed.map(({ region, impact }) => `${String(region)} ${String(impact)}`)).toEqual([
      'Northeast HIGH',
      'Midwest HIGH',
      'Southeast LOW',
      'Southwest LOW',
      'West LOW',
      'Gulf of Mexico LOW',
      'Minas Gerais LOW',
    ]);
    expect(feed[0]).toMatchObject({
      time: '2026-11-21T15:15:00.000Z',
      commodities: ['natural-gas', 'oil', 'electricity'],
      message: expect.stringContaining("+54 vs yesterday's run") as string,
    });
    expect(feed[1]).toMatchObject({
      warnings: ['cold/7'],
      message: expect.stringContaining('Arctic air reaches Illinois on Nov 24.') as string,
    });
    for (const row of feed)
      expect(listKeys(row)).toEqual(
        [
          'region',
          'time',
          'temperature',
          'impact',
          'message',
          'commodities',
          'effects',
          'warnings',
          'asOf',
          'source',
        ].sort(),
      );

    const patterns = (await get('weather-correlations')).body as {
      correlations: Row[];
      reason: unknown;
    };
    expect(patterns.reason).toBeNull();
    expect(patterns.correlations[0]).toMatchObject({
      region: 'Midwest',
      impactLevel: 'CRITICAL',
      affectedCommodities: ['natural-gas', 'electricity'],
      phase: 'confirmed',
      kind: 'cold outbreak',
      strength: -22,
    });
    expect(patterns.correlations.slice(1).map(({ impactLevel }) => impactLevel)).toEqual(
      Array(6).fill('LOW'),
    );
  });

  it('returns correlations as texts with three decimals, null if unknown', async () => {
    const rows = (await get('correlation-analysis')).body as Row[];
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) {
      expect(listKeys(row)).toEqual(
        [
          'weatherFactor',
          'region',
          'commodity',
          'chain',
          'prices',
          'correlationStrength',
          'lagDays',
          'n',
          'pValue',
          'falseDiscoveryRate',
          'isSignificant',
          'timestamp',
          'asOf',
          'source',
        ].sort(),
      );
      if (row['chain'] !== 'NG')
        expect([row['correlationStrength'], row['n'], row['isSignificant']]).toEqual([
          null,
          0,
          false,
        ]);
    }
    const known = rows.filter(({ correlationStrength }) => correlationStrength !== null);
    expect(known.length).toBeGreaterThan(5);
    expect(
      known.every(
        ({ correlationStrength, n }) =>
          /^-?[01]\.\d{3}$/.test(String(correlationStrength)) && Number(n) >= 30,
      ),
    ).toBe(true);
  });

  it('returns almanac, degree days, storage, skill and reports', async () => {
    const almanac = (await get('almanac')).body as {
      date: string;
      cells: Row[];
      regions: Row[];
      crops: Row[];
    };
    expect([
      almanac.date,
      almanac.cells.length,
      almanac.regions.length,
      almanac.crops.length,
    ]).toEqual(['2026-11-21', 15, 5, 6]);
    expect(almanac.cells[0]).toMatchObject({
      cell: 'NYC',
      place: 'New York',
      since: '2022-11-22',
      freezeHours: { hours: 48 },
      monthToDate: { days: 20, daysOfSpan: 20 },
    });
    expect(almanac.crops.map(({ stage }) => stage)).toEqual([
      'between seasons',
      'fallow',
      'tillering',
      'harvest',
      'flowering',
      'harvest',
    ]);

    const degrees = (await get('degree-days')).body as {
      total: number;
      departure: number;
      sinceDayAgo: Row;
      sinceLastRun: Row;
      recentRuns: { runs: { change: number | null }[] };
      days: Row[];
      regions: Row[];
      reason: unknown;
    };
    expect([degrees.days.length, degrees.regions.length, degrees.reason]).toEqual([14, 5, null]);
    // Nine degrees colder from lead 4, with the weight of New York: on seven of the ten days that
    // the displayed runs share, and on ten of the thirteen that the two compared runs share.
    const weight = HEATING_CELLS.find(({ cell }) => cell === 'NYC')?.weight ?? 0;
    expect(degrees.recentRuns).toMatchObject({ days: 10, runs: { length: 5 } });
    const shared = degrees.recentRuns.runs.at(-1)?.change ?? 0;
    expect(Math.abs(shared - 7 * 9 * weight)).toBeLessThan(0.11);
    // Both comparisons are with the run of the day before.
    for (const found of [degrees.sinceDayAgo, degrees.sinceLastRun]) {
      expect(found).toMatchObject({ days: 13, cooling: 0, since: '2026-11-20T00:00:00.000Z' });
      expect(found['total']).toBe(found['heating']);
      expect(Math.abs(Number(found['total']) - 10 * 9 * weight)).toBeLessThan(0.11);
    }

    expect((await get('storage')).body).toMatchObject({
      reason: null,
      unit: 'Bcf',
      nextReport: '2026-11-27T15:30:00.000Z',
      asOf: '2026-11-19T00:00:00.000Z',
      current: {
        weekEnding: '2026-11-13',
        level: 3800,
        change: -1,
        fiveYearMean: 3904,
        fiveYearLow: 3852,
        fiveYearHigh: 3956,
        years: 3,
        departure: -104,
        departurePercent: -2.7,
      },
    });

    const skill = (await get('forecast-skill')).body as Row[];
    expect(skill).toHaveLength(15 * 15);
    expect(skill.find(({ cell, lead }) => cell === 'PJM' && lead === 5)).toMatchObject({
      place: 'Pennsylvania and Ohio',
      n: 54,
      meanAbsoluteError: 0,
      bias: 0,
      anomalyCorrelation: 1,
    });

    const reports = (await get('report-calendar')).body as Row[];
    expect(reports[0]).toMatchObject({
      id: 'EIA gas storage/2026-11-19',
      status: 'published',
      figures: [{ consensus: -12, actual: -20, surprise: -0.8 }],
    });
    expect(
      reports
        .slice(1)
        .every(
          ({ status, at, figures }) =>
            status === 'scheduled' && Date.parse(String(at)) > NOW && (figures as []).length === 0,
        ),
    ).toBe(true);
    expect(reports.length).toBeGreaterThan(10);
  });

  it('computes shared data once for all users', async () => {
    for (const path of [...LISTS, ...OBJECTS]) await get(path);
    expect(weather.reads).toBe(15);
    const other = await desk.user('another');
    for (const path of [...LISTS, ...OBJECTS])
      expect(JSON.stringify((await other.get(path)).body)).toBe(
        JSON.stringify((await get(path)).body),
      );
    expect(weather.reads).toBe(15);
  });
});

describe('without weather', () => {
  it('returns empty lists with a reason', async () => {
    weather.market = 'another';
    for (const path of LISTS) {
      const { status, body, headers } = await get(path);
      expect([path, status, body, headers.get('X-Empty-Reason')]).toEqual([
        path,
        200,
        [],
        "Market 'simulated' has no weather feed.",
      ]);
    }
    for (const path of OBJECTS)
      expect((await get(path)).body).toMatchObject({
        reason: expect.stringContaining('no weather feed') as string,
        source: 'none',
        asOf: null,
      });
    expect((await get('real-weather-map')).body).toEqual([]);
    const reports = (await get('report-calendar')).body as Row[];
    expect(reports.length).toBeGreaterThan(5);
    expect(
      reports.every(
        ({ status, source }) => status === 'scheduled' && source === 'agency calendars',
      ),
    ).toBe(true);
  });
});

describe('signed out', () => {
  it('returns nothing', async () => {
    weather.market = 'simulated';
    for (const path of [...LISTS, ...OBJECTS, 'report-calendar']) {
      const args = {
        request: new Request(`http://127.0.0.1:3000/api/${path}`),
        params: { '*': path },
        context: {},
        response: undefined,
      };
      const answer = await loader(args as unknown as Parameters<typeof loader>[0]).catch(
        (thrown: unknown) => thrown as Response,
      );
      expect([path, answer.status, Object.keys((await answer.json()) as object)]).toEqual([
        path,
        401,
        ['error', 'requestId'],
      ]);
    }
  });
});
