// Forecasts, observations and alerts of the National Weather Service.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AlertReading, Reading } from '../../../../app/trading/market/sources/reading';
import { NWS_CELLS } from '../../../../app/trading/market/sources/nws/cells';
import { nwsSource } from '../../../../app/trading/market/sources/nws/source';
import { findExchange, listExchanges } from '../../../support/cassettes';
import {
  FakeHistory,
  checkHostileBodies,
  findShortestGapMs,
  parseChanged,
  parseExchange,
  replayPlanner,
} from '../../../support/weather-sources';

const HOUR = 3_600_000;
const find = (title: string) => findExchange('nws', title);
const FORECAST = 'grid forecast of four days';
const CLOCK_CHANGE = 'grid forecast over the end of daylight saving time';
const OBSERVATIONS = 'observations out of order';
const ALERTS = 'alerts of two cells';

const getForecast = (readings: readonly Reading[]) => {
  const [first] = readings;
  if (first?.kind !== 'forecast') throw new Error('expected a forecast');
  return first;
};

describe('a point', () => {
  it('gives the links of later requests', () => {
    expect(parseExchange(nwsSource, find('point of a cell'))).toEqual({
      publishedMs: null,
      readings: [],
      links: {
        'forecastGridData NYC': 'https://api.weather.gov/gridpoints/OKX/33,37',
        'stations NYC': 'https://api.weather.gov/gridpoints/OKX/33,37/stations',
        'zones NYC': 'NYZ072,NYC061',
      },
    });
  });

  it('gives no zones where one is missing', () => {
    const { links } = parseChanged(nwsSource, find('point of a cell'), (text) =>
      text.replace('"https://api.weather.gov/zones/county/NYC061"', 'null'),
    );
    expect(Object.keys(links ?? {})).toEqual(['forecastGridData NYC', 'stations NYC']);
  });

  it.each([
    ['another host', 'api.weather.gov/gridpoints', 'evil.example/gridpoints'],
    ['a user before the host', 'api.weather.gov/grid', 'api.weather.gov@evil.example/grid'],
    ['plain HTTP', 'https://api.weather.gov/gridpoints', 'http://api.weather.gov/gridpoints'],
    ['another path', '33,37","observationStations', '33,37/../x","observationStations'],
    ['another forecast', '33,37","observationStations', '33,37/forecast","observationStations'],
    ['a zone of another host', 'https://api.weather.gov/zones', 'https://evil.example/zones'],
  ])('with a link of %s is refused', (_what, from, to) => {
    expect(() =>
      parseChanged(nwsSource, find('point of a cell'), (text) => text.replaceAll(from, to)),
    ).toThrow(/expected (one|an address) of api\.weather\.gov/);
  });

  it('is refused for a problem document', () => {
    expect(() => parseExchange(nwsSource, find('problem document'))).toThrow('lacks properties');
  });
});

describe('stations', () => {
  it('yield the nearest airport', () => {
    expect(parseExchange(nwsSource, find('stations near a cell')).links).toEqual({
      'station NYC': 'KNYC',
    });
  });

  it('yield the nearest of all without an airport', () => {
    const { links } = parseChanged(nwsSource, find('stations near a cell'), (text) =>
      text.replaceAll('"KLGA"', '"AB12"').replaceAll('"KNYC"', '"CD34"'),
    );
    expect(links).toEqual({ 'station NYC': 'E1234' });
  });
});

describe('a grid forecast', () => {
  const readDays = (exchange: string, change: (text: string) => string = (text) => `${text} `) =>
    getForecast(parseChanged(nwsSource, find(exchange), change).readings).days;
  const closeTo = (value: number): unknown => expect.closeTo(value, 4);

  it('is summarized by UTC day', () => {
    const { publishedMs, readings } = parseExchange(nwsSource, find(FORECAST));
    const issuedMs = Date.UTC(2026, 10, 27, 15, 40, 12);
    expect(publishedMs).toBe(issuedMs);
    expect(readings).toEqual([
      {
        kind: 'forecast',
        cell: 'NYC',
        model: 'NWS',
        issuedMs,
        days: [
          {
            dayMs: Date.UTC(2026, 10, 27),
            hours: 12,
            meanF: closeTo(46.25),
            highF: 50,
            lowF: 41,
            windMph: closeTo(10),
            // Cover of the 9 hours from 13 to 21 UTC: 40%, 70% and 100%, 3 hours each.
            sunShare: closeTo(0.3),
            // The second interval lies half in the next day.
            rainInches: closeTo(0.1 + 0.1),
            rainChance: 0.55,
          },
          {
            dayMs: Date.UTC(2026, 10, 28),
            hours: 21,
            meanF: closeTo(32 + (1.8 * 141) / 21),
            highF: closeTo(48.2),
            lowF: closeTo(37.4),
            windMph: closeTo(20),
            sunShare: closeTo(0.75),
            rainInches: closeTo(0.1 + 0.3),
            rainChance: 0.55,
          },
          {
            dayMs: Date.UTC(2026, 10, 29),
            hours: 24,
            meanF: closeTo(35.6),
            highF: closeTo(35.6),
            lowF: closeTo(35.6),
            windMph: closeTo(5),
            // Stated for the night only.
            sunShare: null,
            // Stated for 6 of the 24 hours.
            rainInches: null,
            rainChance: 0.05,
          },
          {
            dayMs: Date.UTC(2026, 10, 30),
            hours: 6,
            meanF: closeTo(35.6),
            highF: closeTo(35.6),
            lowF: closeTo(35.6),
            windMph: null,
            sunShare: null,
            rainInches: null,
            rainChance: null,
          },
        ],
      },
    ]);
  });

  it('has days of 24 hours across a clock change', () => {
    expect(
      readDays(CLOCK_CHANGE).map(({ dayMs, hours }) => [
        new Date(dayMs).toISOString().slice(0, 10),
        hours,
      ]),
    ).toEqual([
      ['2026-10-31', 2],
      ['2026-11-01', 24],
      ['2026-11-02', 24],
      ['2026-11-03', 2],
    ]);
    expect(readDays(CLOCK_CHANGE).map(({ rainChance }) => rainChance)).toEqual([
      0.1, 0.45, 0.1, 0.1,
    ]);
    expect(readDays(CLOCK_CHANGE).map(({ rainInches }) => rainInches)).toEqual([
      0,
      closeTo(0.2),
      0,
      0,
    ]);
    expect(readDays(CLOCK_CHANGE).map(({ sunShare }) => sunShare)).toEqual([null, 0.5, 0.5, null]);
  });

  it('reads local times with their offset', () => {
    const changed = readDays(CLOCK_CHANGE, (text) =>
      text
        .replace('2026-11-01T05:00:00+00:00/PT1H', '2026-11-01T01:00:00-04:00/PT1H')
        .replace('2026-11-01T06:00:00+00:00/PT1H', '2026-11-01T01:00:00-05:00/PT1H'),
    );
    expect(changed).toEqual(readDays(CLOCK_CHANGE));
  });

  it('reads the stated unit', () => {
    const changed = readDays(FORECAST, (text) =>
      text
        .replace('"wmoUnit:km_h-1"', '"unit:m_s-1"')
        .replace('16.09344', '4.4704')
        .replace('"wmoUnit:mm"', '"wmoUnit:m"')
        .replace('2.54', '0.00254')
        .replace('5.08', '0.00508')
        .replace('7.62', '0')
        .replace('1.27', '0'),
    );
    expect(changed[0]).toMatchObject({ windMph: closeTo(10), rainInches: closeTo(0.2) });
  });

  it('has no figure of an empty list, with or without a unit', () => {
    const changed = readDays(FORECAST, (text) => {
      const { properties, ...rest } = JSON.parse(text) as {
        readonly properties: Readonly<Record<string, object>>;
      };
      const none = { uom: 'wmoUnit:furlong', values: [] };
      const empty = {
        ...properties,
        windSpeed: none,
        skyCover: { values: [] },
        probabilityOfPrecipitation: none,
        quantitativePrecipitation: { values: [] },
      };
      return JSON.stringify({ ...rest, properties: empty });
    });
    const none = { windMph: null, sunShare: null, rainInches: null, rainChance: null };
    expect(changed).toHaveLength(4);
    for (const day of changed) expect(day).toMatchObject(none);
  });

  // Hours of 28 November with a cover of 25%: 13 to 21 UTC; of 100%: the others.
  it.each([
    ['NYC', 'from 13 to 21 UTC', 9],
    ['PDX', 'from 16 to 0 UTC', 6],
    ['HI', 'from 19 to 3 UTC', 3],
  ])('takes daylight of %s %s', (cell, _hours, clearHours) => {
    const { body, request } = find(FORECAST);
    const { readings } = nwsSource.parseAnswer(body, { ...request, id: `grid forecast ${cell}` });
    const [, second] = getForecast(readings).days;
    expect(second?.sunShare).toBeCloseTo((0.75 * clearHours) / 9, 6);
  });

  const FIRST = '2026-11-27T12:00:00+00:00/PT1H","value":5';
  const replaceFirst = (by: string) => (text: string) => text.replace(FIRST, by);
  it.each<[string, (text: string) => string, RegExp]>([
    [
      'an impossible temperature',
      replaceFirst('2026-11-27T12:00:00+00:00/PT1H","value":500'),
      /temperature in deg F is 932, outside -100 to 140/,
    ],
    [
      'an infinite temperature',
      replaceFirst('2026-11-27T12:00:00+00:00/PT1H","value":1e309'),
      /lacks properties\.temperature\.values\.0\.value/,
    ],
    [
      'an unknown unit of temperature',
      (t) =>
        t.replace('"temperature":{"uom":"wmoUnit:degC"', '"temperature":{"uom":"wmoUnit:degR"'),
      /unit of the temperature in deg F is "wmoUnit:degR"/,
    ],
    [
      'values without a unit',
      (t) => t.replace('"windSpeed":{"uom":"wmoUnit:km_h-1",', '"windSpeed":{'),
      /unit of the wind in mph is ""/,
    ],
    [
      'an unknown unit of precipitation',
      (t) => t.replace('"wmoUnit:mm"', '"wmoUnit:kg_m-2"'),
      /unit of the precipitation of an hour in inches is "wmoUnit:kg_m-2"/,
    ],
    [
      'an unknown unit of cloud cover',
      (t) => t.replace('"skyCover":{"uom":"wmoUnit:percent"', '"skyCover":{"uom":"wmoUnit:okta"'),
      /unit of the percentage is "wmoUnit:okta"/,
    ],
    ['a chance over 100%', (t) => t.replace('"value":55', '"value":155'), /percentage is 155/],
    ['a cover over 100%', (t) => t.replace('"value":70', '"value":170'), /percentage is 170/],
    [
      'a negative amount',
      (t) => t.replace('5.08', '-5.08'),
      /precipitation .* is -0\.01.*, outside/,
    ],
    ['a flood', (t) => t.replace('5.08', '5080'), /precipitation .* is 16\.6.*, outside 0 to 15/],
    [
      'intervals of temperature that overlap',
      replaceFirst('2026-11-27T12:00:00+00:00/PT2H","value":5'),
      /temperature has two values of 2026-11-27T13:00:00\.000Z/,
    ],
    [
      'intervals of precipitation that overlap',
      (t) =>
        t.replace(
          '2026-11-28T06:00:00+00:00/PT6H","value":0',
          '2026-11-28T05:00:00+00:00/PT7H","value":0',
        ),
      /quantitativePrecipitation has two values of 2026-11-28T05/,
    ],
    [
      'a missing value that overlaps',
      (t) => t.replace('2026-11-28T06:00:00+00:00/PT3H', '2026-11-28T05:00:00+00:00/PT4H'),
      /temperature has two values of 2026-11-28T05/,
    ],
    ...[
      '',
      '/',
      '/P',
      '/PT',
      '/PT0H',
      '/P1DT',
      '/PT30M',
      '/PT1.5H',
      '/PT-1H',
      '/1H',
      '/PT1H/PT1H',
    ].map((duration): [string, (text: string) => string, RegExp] => [
      `the duration '${duration}'`,
      replaceFirst(`2026-11-27T12:00:00+00:00${duration}","value":5`),
      /validTime of temperature is ("2026-11-27T12:00:00\+00:00.*expected a start|no time)/,
    ]),
    [
      'a start without a zone',
      replaceFirst('2026-11-27T12:00:00/PT1H","value":5'),
      /validTime of temperature is no time/,
    ],
    [
      'a start between hours',
      replaceFirst('2026-11-27T12:30:00+00:00/PT1H","value":5'),
      /expected a full hour/,
    ],
    [
      'an interval of 90 days',
      (t) => t.replace('/P1DT6H', '/P90D'),
      /temperature is .*, not of the forecast issued at 2026-11-27/,
    ],
    [
      'hours of another year',
      (t) => t.replace('"updateTime":"2026', '"updateTime":"2025'),
      /not of the forecast issued at 2025-11-27/,
    ],
    [
      'hours of the week before',
      (t) => t.replace('"updateTime":"2026-11-27', '"updateTime":"2026-12-04'),
      /not of the forecast issued at 2026-12-04/,
    ],
    [
      'a date that does not exist',
      (t) => t.replace('"updateTime":"2026-11-27', '"updateTime":"2026-11-31'),
      /updateTime is no time/,
    ],
    [
      'a missing list',
      (t) => t.replace('"skyCover":', '"cloudCover":'),
      /lacks properties\.skyCover/,
    ],
    [
      'more intervals than a forecast has',
      (t) =>
        t.replace(
          '"windSpeed":{"uom":"wmoUnit:km_h-1","values":[',
          (found) => found + '{"validTime":"","value":null},'.repeat(400),
        ),
      /lacks properties\.windSpeed\.values/,
    ],
    [
      'missing temperatures only',
      (t) =>
        t.replaceAll(
          /("2026-11-\d\dT\d\d:00:00\+00:00\/\w+","value":)(\d+)(?=.*"maxTemperature")/g,
          '$1null',
        ),
      /the forecast has 10 intervals and no temperature/,
    ],
  ])('with %s is refused', (_what, change, message) => {
    expect(() => parseChanged(nwsSource, find(FORECAST), change)).toThrow(message);
  });

  it('without temperatures is refused', () => {
    expect(() => parseExchange(nwsSource, find('grid forecast without temperatures'))).toThrow(
      'the forecast has 0 intervals and no temperature',
    );
  });
});

describe('observations', () => {
  it('are sorted, converted, and left out without a temperature', () => {
    const { publishedMs, readings } = parseExchange(nwsSource, find(OBSERVATIONS));
    expect(publishedMs).toBeNull();
    expect(readings).toEqual([
      {
        kind: 'observation',
        cell: 'NYC',
        station: 'KNYC',
        validMs: Date.UTC(2026, 10, 1, 2, 51),
        temperatureF: 50,
        humidityPercent: 100,
        windMph: null,
        pressureMb: null,
        rainInches: null,
      },
      {
        kind: 'observation',
        cell: 'NYC',
        station: 'KNYC',
        validMs: Date.UTC(2026, 10, 1, 4, 51),
        temperatureF: expect.closeTo(28.04, 6),
        humidityPercent: 62.5,
        windMph: expect.closeTo(10, 4),
        pressureMb: 1015,
        rainInches: expect.closeTo(0.1, 6),
      },
    ]);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['another station', (t) => t.replaceAll('stations/KNYC"', 'stations/KLGA"'), /expected KNYC/],
    [
      'pressure in an impossible amount',
      (t) => t.replace('101500', '77'),
      /pressure in mb is 0\.77/,
    ],
    [
      'an impossible temperature',
      (t) => t.replace('"value":-2.2', '"value":-100'),
      /is -148, outside/,
    ],
    [
      'two observations at one time',
      (t) => t.replaceAll('T02:51', 'T04:51'),
      /two observations are of/,
    ],
    [
      'a time without a zone',
      (t) =>
        t.replaceAll(
          '"timestamp":"2026-11-01T04:51:00+00:00"',
          '"timestamp":"2026-11-01T04:51:00"',
        ),
      /timestamp is no time/,
    ],
    [
      'observations of another month',
      (t) => t.replace('"timestamp":"2026-11-01T04', '"timestamp":"2026-12-01T04'),
      /expected at most 14/,
    ],
  ])('with %s are refused', (_what, change, message) => {
    expect(() => parseChanged(nwsSource, find(OBSERVATIONS), change)).toThrow(message);
  });

  it('read precipitation in the unit of older answers', () => {
    const { readings } = parseChanged(nwsSource, find(OBSERVATIONS), (text) =>
      text.replace('"unitCode":"wmoUnit:mm","value":2.54', '"unitCode":"unit:m","value":0.00254'),
    );
    expect(readings[1]).toMatchObject({ rainInches: expect.closeTo(0.1, 6) });
  });

  it('in an unknown unit are refused', () => {
    expect(() => parseExchange(nwsSource, find('observations in an unknown unit'))).toThrow(
      /unit of the temperature in deg F is "wmoUnit:degR", expected one of f, degf/,
    );
  });
});

describe('alerts', () => {
  const listAlerts = (change: (text: string) => string = (text) => `${text} `) =>
    parseChanged(nwsSource, find(ALERTS), change).readings as readonly AlertReading[];

  it('of the cells are read; of other zones and tests they are none', () => {
    expect(parseExchange(nwsSource, find(ALERTS)).publishedMs).toBe(Date.UTC(2026, 0, 20, 23, 58));
    expect(
      listAlerts().map(({ id, cells, warningKind, phase }) => [
        id,
        cells.join(),
        warningKind,
        phase,
      ]),
    ).toEqual([
      ['urn:oid:1', 'NYC', 'cold outbreak', 'confirmed'],
      ['urn:oid:10', 'DFW', 'cold outbreak', 'watch'],
      ['urn:oid:20', 'DFW', 'freeze', 'cancelled'],
      ['urn:oid:30', 'NYC', null, 'confirmed'],
    ]);
    expect(listAlerts()[0]).toMatchObject({
      event: 'Extreme Cold Warning',
      severity: 'Severe',
      fromMs: Date.UTC(2026, 0, 21, 12),
      untilMs: Date.UTC(2026, 0, 22, 18),
      headline: 'Extreme Cold Warning issued January 20',
    });
    expect(listAlerts()[3]).toMatchObject({
      fromMs: Date.UTC(2026, 0, 20, 23),
      untilMs: Date.UTC(2026, 0, 22, 11),
      headline: 'Flood Advisory',
    });
  });

  it('may be none', () => {
    expect(parseExchange(nwsSource, find('no alert')).readings).toEqual([]);
  });

  it('with one first message become one reading without the cancelled part', () => {
    const merged = listAlerts((text) =>
      text
        .replace('"id":"urn:oid:20"', '"id":"urn:oid:10"')
        .replace('"id":"urn:oid:1"', '"id":"urn:oid:10"'),
    );
    expect(merged.map(({ id, cells, phase }) => [id, cells.join(), phase])).toEqual([
      ['urn:oid:10', 'NYC,DFW', 'confirmed'],
      ['urn:oid:30', 'NYC', 'confirmed'],
    ]);
  });

  it.each([
    ['Extreme Cold Watch', 'cold outbreak', 'watch'],
    ['Wind Chill Warning', 'cold outbreak', 'confirmed'],
    ['Winter Storm Warning', 'cold outbreak', 'confirmed'],
    ['Hard Freeze Watch', 'freeze', 'watch'],
    ['Frost Advisory', 'freeze', 'confirmed'],
    ['Excessive Heat Warning', 'heat dome', 'confirmed'],
    ['Extreme Heat Watch', 'heat dome', 'watch'],
    ['Hurricane Watch', 'hurricane', 'watch'],
    ['Tropical Storm Warning', 'hurricane', 'confirmed'],
    ['Hurricane Force Wind Warning', null, 'confirmed'],
    ['Hurricane Local Statement', null, 'confirmed'],
    ['Freezing Rain Advisory', null, 'confirmed'],
    ['Heat Advisory', null, 'confirmed'],
    ['Tornado Warning', null, 'confirmed'],
  ])('%s is of kind %s and phase %s', (event, warningKind, phase) => {
    const [first] = listAlerts((text) => text.replaceAll('"Extreme Cold Warning"', `"${event}"`));
    expect(first).toMatchObject({ event, warningKind, phase });
  });

  it('whose message expires before the onset last to the onset', () => {
    const [first] = listAlerts((text) =>
      text.replace('"ends":"2026-01-22T13:00:00-05:00"', '"ends":null'),
    );
    expect(first?.untilMs).toBe(first?.fromMs);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    [
      'an end before the onset',
      (t) => t.replace('"ends":"2026-01-22', '"ends":"2026-01-20'),
      /before its onset/,
    ],
    [
      'another message type',
      (t) => t.replace('"messageType":"Alert"', '"messageType":"Gossip"'),
      /message type is "Gossip"/,
    ],
    ['no list of features', (t) => t.replace('"features"', '"items"'), /lacks features/],
  ])('with %s are refused', (_what, change, message) => {
    expect(() => listAlerts(change)).toThrow(message);
  });

  it('are refused when zones and cells of the request differ', () => {
    const { body, request } = find(ALERTS);
    expect(() => nwsSource.parseAnswer(body, { ...request, id: 'alerts NYC' })).toThrow(
      'the request has 4 zones, expected 2 for each of 1 cells',
    );
  });
});

describe('hostile bodies', () => {
  it.each(listExchanges('nws').map((exchange) => [exchange.title, exchange] as const))(
    'like %s are refused or lie in their bounds',
    (_title, exchange) => {
      expect(checkHostileBodies(nwsSource, exchange)).toBeGreaterThan(0.2);
    },
    60_000,
  );

  it('of an unknown request are refused', () => {
    expect(() =>
      nwsSource.parseAnswer(new Uint8Array(), { id: 'x', url: 'https://api.weather.gov/' }),
    ).toThrow("'x' is no request");
  });
});

describe('the planner', () => {
  const answerLinks = ({ id }: { readonly id: string }) => {
    const [, kind, cell = ''] = /^(point|stations) (\w+)$/.exec(id) ?? [];
    const grid = 'https://api.weather.gov/gridpoints/OKX/33,37';
    const index = NWS_CELLS.findIndex((each) => each === cell);
    const number = String(100 + index);
    if (kind === 'point')
      return {
        [`forecastGridData ${cell}`]: grid,
        [`stations ${cell}`]: `${grid}/stations`,
        [`zones ${cell}`]: `NYZ${number},NYC${number}`,
      };
    return kind === 'stations' ? { [`station ${cell}`]: 'KNYC' } : {};
  };
  const fromMs = Date.UTC(2026, 9, 31, 12);

  it('asks for points first, and for 13 cells', () => {
    const due = nwsSource.planRequests(fromMs, new FakeHistory());
    expect(due.map(({ id }) => id)).toEqual(NWS_CELLS.map((cell) => `point ${cell}`));
    expect(due).toHaveLength(13);
    expect(due[0]?.url).toBe('https://api.weather.gov/points/40.8,-74');
  });

  it('keeps the pace over a day with a clock change', () => {
    const sent = replayPlanner(nwsSource, {
      fromMs,
      untilMs: fromMs + 24 * HOUR,
      idleMs: 10_000,
      answer: answerLinks,
    });
    const countSent = (prefix: string) => sent.filter(({ id }) => id.startsWith(prefix)).length;
    expect(countSent('point')).toBe(13);
    expect(countSent('stations')).toBe(13);
    expect(countSent('grid forecast')).toBe(13 * 24);
    expect(countSent('observations')).toBe(13 * 24);
    expect(countSent('alerts')).toBeLessThanOrEqual(720 + 13);
    expect(countSent('alerts')).toBeGreaterThan(710);
    expect(findShortestGapMs(sent)).toBeGreaterThanOrEqual(2 * 60_000);
  }, 60_000);

  it('asks for nothing twice, and for alerts of all cells at once', () => {
    const history = new FakeHistory();
    for (const cell of NWS_CELLS) {
      for (const id of [`point ${cell}`, `stations ${cell}`])
        history.addAnswer(id, fromMs, answerLinks({ id }));
    }
    const due = nwsSource.planRequests(fromMs, history);
    expect(due).toHaveLength(27);
    expect(due[0]?.id).toBe(`alerts ${NWS_CELLS.join(' ')}`);
    expect(due[0]?.url).toMatch(
      /\?status=actual&message_type=alert,update,cancel&zone=NYZ100,NYC100,NYZ101,/,
    );
    for (const { id } of due) history.addAnswer(id, fromMs);
    expect(nwsSource.planRequests(fromMs + 60_000, history)).toEqual([]);
    expect(nwsSource.planRequests(fromMs + 10 * HOUR, history)).toHaveLength(27);
    const none = nwsSource.parseAnswer(
      new TextEncoder().encode('{"features":[]}'),
      due[0] ?? { id: '', url: '' },
    );
    expect(none.readings).toEqual([]);
  });

  it('asks hourly for a point whose link to the grid is missing', () => {
    const history = new FakeHistory();
    for (const cell of NWS_CELLS) {
      const { [`forecastGridData ${cell}`]: grid = '', ...links } = answerLinks({
        id: `point ${cell}`,
      }) as Readonly<Record<string, string>>;
      history.addAnswer(
        `point ${cell}`,
        fromMs,
        cell === 'NYC' ? links : { ...links, [`forecastGridData ${cell}`]: grid },
      );
    }
    const listPoints = (nowMs: number) =>
      nwsSource
        .planRequests(nowMs, history)
        .map(({ id }) => id)
        .filter((id) => id.startsWith('point'));
    expect(listPoints(fromMs + HOUR - 1)).toEqual([]);
    expect(listPoints(fromMs + HOUR)).toEqual(['point NYC']);
  });

  it.each(['https://evil.example/gridpoints/OKX/33,37', 'x', ''])(
    'asks for no stored link %s',
    (link) => {
      const history = new FakeHistory();
      history.addAnswer('point NYC', fromMs, {
        'forecastGridData NYC': link,
        'stations NYC': link,
        'zones NYC': link,
        'station NYC': `../${link}`,
      });
      const due = nwsSource.planRequests(fromMs, history);
      expect(due.map(({ id }) => id)).toEqual(NWS_CELLS.slice(1).map((cell) => `point ${cell}`));
    },
  );
});

const FOLDER = join(process.cwd(), '..', 'shared', 'feeds', 'nws');
const isThere = existsSync(FOLDER);
if (!isThere)
  process.stdout.write('SKIPPED: there is no ../shared/feeds, so no real NWS answer was read\n');

describe.skipIf(!isThere)('real answers', () => {
  const parseFile = (file: string, id: string, url = 'https://api.weather.gov/') =>
    nwsSource.parseAnswer(readFileSync(join(FOLDER, file)), { id, url });

  it('of a point give links', () => {
    expect(parseFile('points.json', 'point LAK').links).toMatchObject({
      'forecastGridData LAK': 'https://api.weather.gov/gridpoints/TAE/58,65',
      'zones LAK': 'FLZ015,FLC037',
    });
  });

  it('of a grid forecast are read', () => {
    const { readings } = parseFile('detailed_forecast.json', 'grid forecast LAK');
    const { issuedMs, days } = getForecast(readings);
    expect(issuedMs).toBe(Date.UTC(2022, 1, 4, 3, 15, 41));
    expect(days.map(({ hours }) => hours)).toEqual([3, 24, 24, 24, 24, 24, 24, 24, 11]);
    expect(days[0]?.highF).toBeCloseTo(73, 5);
    // The last hours are of the night.
    expect(days.findIndex(({ sunShare }) => sunShare === null)).toBe(8);
    // Precipitation is stated up to noon of 10 February.
    expect(days.map(({ rainInches }) => rainInches !== null)).toEqual([
      ...Array.from({ length: 7 }, () => true),
      false,
      false,
    ]);
  });

  it('of other forecasts are refused', () => {
    for (const file of ['gridpoints_forecast_us.json', 'gridpoints_forecast_hourly_us.json'])
      expect(() => parseFile(file, 'grid forecast LAK')).toThrow('lacks properties.temperature');
  });

  it('of observations with invented extremes are refused', () => {
    const url = 'https://api.weather.gov/stations/KFLL/observations?limit=24';
    expect(() =>
      parseFile('stations_observations_multiple_unsorted.json', 'observations LAK', url),
    ).toThrow('the temperature in deg F is -148, outside -100 to 140');
    expect(() =>
      parseFile('stations_observations_missing_value.json', 'observations LAK', url),
    ).toThrow('lacks features.0.properties.station');
  });

  it('of alerts are read', () => {
    const url = 'https://api.weather.gov/alerts/active?zone=ORZ006,ORC051';
    for (const file of ['alerts_active_zone.json', 'alerts_active_zone_second.json']) {
      const { readings } = parseFile(file, 'alerts PDX', url);
      expect(readings[0]).toMatchObject({ cells: ['PDX'], event: 'Flood Watch', phase: 'watch' });
    }
  });
});
