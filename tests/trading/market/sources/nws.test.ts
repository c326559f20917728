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
const FORECAST = 'hourly forecast over the end of daylight saving time';
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
        'forecastHourly NYC': 'https://api.weather.gov/gridpoints/OKX/33,37/forecast/hourly',
        'stations NYC': 'https://api.weather.gov/gridpoints/OKX/33,37/stations',
        'zones NYC': 'NYZ072,NYC061',
      },
    });
  });

  it('gives no zones where one is missing', () => {
    const { links } = parseChanged(nwsSource, find('point of a cell'), (text) =>
      text.replace('"https://api.weather.gov/zones/county/NYC061"', 'null'),
    );
    expect(Object.keys(links ?? {})).toEqual(['forecastHourly NYC', 'stations NYC']);
  });

  it.each([
    ['another host', 'api.weather.gov/gridpoints', 'evil.example/gridpoints'],
    ['a user before the host', 'api.weather.gov/grid', 'api.weather.gov@evil.example/grid'],
    ['plain HTTP', 'https://api.weather.gov/gridpoints', 'http://api.weather.gov/gridpoints'],
    ['another path', '33,37/forecast/hourly', '33,37/../../x'],
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

describe('an hourly forecast', () => {
  it('is summarized by UTC day across a clock change', () => {
    const { publishedMs, readings } = parseExchange(nwsSource, find(FORECAST));
    const { days, ...rest } = getForecast(readings);
    expect(rest).toEqual({
      kind: 'forecast',
      cell: 'NYC',
      model: 'NWS',
      issuedMs: Date.UTC(2026, 9, 31, 21, 12, 34),
    });
    expect(publishedMs).toBe(rest.issuedMs);
    expect(
      days.map(({ dayMs, hours }) => [new Date(dayMs).toISOString().slice(0, 10), hours]),
    ).toEqual([
      ['2026-10-31', 2],
      ['2026-11-01', 24],
      ['2026-11-02', 24],
      ['2026-11-03', 2],
    ]);
    expect(days[1]).toMatchObject({ highF: 56, lowF: 44, windMph: 10, sunShare: null });
    expect(days[1]?.meanF).toBeCloseTo(50, 6);
    expect(days.map(({ rainChance }) => rainChance)).toEqual([0.1, 0.1, 0.45, 0.1]);
    expect(days.every(({ rainInches }) => rainInches === null)).toBe(true);
  });

  it('reads temperature and wind as quantities with units', () => {
    const { readings } = parseChanged(nwsSource, find(FORECAST), (text) =>
      text
        .replaceAll('"temperature":50,', '"temperature":{"unitCode":"wmoUnit:degC","value":10},')
        .replaceAll(
          '"windSpeed":"8 mph"',
          '"windSpeed":{"unitCode":"wmoUnit:km_h-1","minValue":0,"maxValue":25.749504}',
        ),
    );
    expect(getForecast(readings).days[1]).toMatchObject({ highF: 56, lowF: 44 });
    expect(getForecast(readings).days[1]?.windMph).toBeCloseTo(10, 3);
  });

  it('takes a missing temperature as none', () => {
    const { readings } = parseChanged(nwsSource, find(FORECAST), (text) =>
      text.replaceAll('"temperature":44,', '"temperature":null,'),
    );
    const [, first] = getForecast(readings).days;
    expect(first?.hours).toBeLessThan(24);
    expect(first?.lowF).toBeGreaterThan(44);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    [
      'an impossible temperature',
      (t) => t.replace('"temperature":50', '"temperature":500'),
      /is 500, outside -100 to 140/,
    ],
    [
      'an infinite temperature',
      (t) => t.replace('"temperature":50', '"temperature":1e309'),
      /lacks properties\.periods\.0/,
    ],
    [
      'an unknown unit',
      (t) => t.replace('"temperatureUnit":"F"', '"temperatureUnit":"R"'),
      /unit of the temperature in deg F is "R"/,
    ],
    ['an unknown wind', (t) => t.replace('"8 mph"', '"brisk"'), /windSpeed is "brisk"/],
    ['a chance over 100%', (t) => t.replace('"value":45', '"value":145'), /percentage is 145/],
    [
      'an hour twice',
      (t) =>
        t
          .replaceAll('2026-10-31T19:00:00-04:00', '2026-10-31T18:00:00-04:00')
          .replace('"endTime":"2026-10-31T18:00:00-04:00"', '"endTime":"2026-10-31T19:00:00-04:00"')
          .replace(
            '"endTime":"2026-10-31T20:00:00-04:00"',
            '"endTime":"2026-10-31T19:00:00-04:00"',
          ),
      /is listed twice/,
    ],
    [
      'a period of two hours',
      (t) =>
        t.replace('"endTime":"2026-10-31T19:00:00-04:00"', '"endTime":"2026-10-31T20:00:00-04:00"'),
      /expected an hour later/,
    ],
    [
      'hours of another year',
      (t) => t.replace('"updateTime":"2026', '"updateTime":"2025'),
      /is not of the forecast issued/,
    ],
    [
      'a date that does not exist',
      (t) => t.replace('"updateTime":"2026-10-31', '"updateTime":"2026-09-31'),
      /updateTime is no time/,
    ],
    [
      'a missing column',
      (t) => t.replaceAll('"temperature":', '"warmth":'),
      /lacks properties\.periods\.0\.temperature/,
    ],
  ])('with %s is refused', (_what, change, message) => {
    expect(() => parseChanged(nwsSource, find(FORECAST), change)).toThrow(message);
  });

  it('without periods is refused', () => {
    expect(() => parseExchange(nwsSource, find('hourly forecast without periods'))).toThrow(
      'the forecast has 0 periods and no temperature',
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
        [`forecastHourly ${cell}`]: `${grid}/forecast/hourly`,
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
    expect(countSent('hourly forecast')).toBe(13 * 24);
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

  it.each(['https://evil.example/gridpoints/OKX/33,37/forecast/hourly', 'x', ''])(
    'asks for no stored link %s',
    (link) => {
      const history = new FakeHistory();
      history.addAnswer('point NYC', fromMs, {
        'forecastHourly NYC': link,
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
      'forecastHourly LAK': 'https://api.weather.gov/gridpoints/TAE/58,65/forecast/hourly',
      'zones LAK': 'FLZ015,FLC037',
    });
  });

  it('of a forecast of two hours are read', () => {
    const { readings } = parseFile('gridpoints_forecast_hourly_us.json', 'hourly forecast LAK');
    expect(getForecast(readings).days).toMatchObject([
      { dayMs: Date.UTC(2019, 9, 15), hours: 2, meanF: 77.5, rainChance: 0.2, windMph: 0 },
    ]);
  });

  it('of an empty forecast are refused', () => {
    expect(() =>
      parseFile('gridpoints_forecast_hourly_empty_us.json', 'hourly forecast LAK'),
    ).toThrow('the forecast has 1 periods and no temperature');
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
