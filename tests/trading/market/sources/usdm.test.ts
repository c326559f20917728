// US Drought Monitor.
import { describe, expect, it } from 'vitest';
import { usdmSource } from '../../../../app/trading/market/sources/usdm/source';
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
const DAY = 24 * HOUR;
const find = (title: string) => findExchange('usdm', title);
const STATES = 'two states';

describe('drought by state', () => {
  it('is an index of 0 to 500 and the share in severe drought', () => {
    const { publishedMs, readings, links } = parseExchange(usdmSource, find(STATES));
    const latestMs = Date.UTC(2026, 5, 23);
    expect(publishedMs).toBeNull();
    expect(links).toEqual({ 'last map': '20260623' });
    expect(
      readings.map((each) => each.kind === 'series' && [each.series, each.validMs, each.value]),
    ).toEqual([
      ['drought/IA/dsci', latestMs, 97.75],
      ['drought/IA/d2', latestMs, 10],
      ['drought/IA/dsci', latestMs - 7 * DAY, 84],
      ['drought/IA/d2', latestMs - 7 * DAY, 8],
      ['drought/TX/dsci', latestMs, 332.5],
      ['drought/TX/d2', latestMs, 80.5],
    ]);
  });

  it('has names in any case and dates with or without a time', () => {
    const lower = parseExchange(usdmSource, find('names in lower case and dates with time'));
    const mixed = parseExchange(usdmSource, find(STATES));
    expect(lower.readings).toEqual(mixed.readings.slice(0, 2));
  });

  it('may have no map yet', () => {
    expect(parseExchange(usdmSource, find('no map yet'))).toEqual({
      publishedMs: null,
      readings: [],
      links: {},
    });
  });

  it('in shares of each class alone is refused', () => {
    expect(() => parseExchange(usdmSource, find('shares of each class alone'))).toThrow(
      'the statistics are of type 2, expected 1',
    );
    expect(() =>
      parseChanged(usdmSource, find('shares of each class alone'), (text) =>
        text.replace('"StatisticFormatID":2', '"StatisticFormatID":null'),
      ),
    ).toThrow('expected classes that include the worse ones');
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['another state', (t) => t.replace('"TX"', '"ZZ"'), /the state is "ZZ"/],
    [
      'a share over 100',
      (t) => t.replace('"D0":60', '"D0":600'),
      /share of D0 is 600, outside 0 to 100/,
    ],
    ['an infinite share', (t) => t.replace('"D0":60', '"D0":1e309'), /lacks 0\.d0/],
    ['a missing class', (t) => t.replace('"D3":2.25', '"E3":2.25'), /lacks 0\.d3/],
    [
      'a class that exceeds the one before',
      (t) => t.replace('"D1":25.5', '"D1":5.5'),
      /the shares are 40, 60, 5\.5/,
    ],
    ['a map of a Monday', (t) => t.replace('20260623', '20260622'), /expected a Tuesday/],
    ['a date that does not exist', (t) => t.replace('20260623', '20260632'), /MapDate is no date/],
    ['a map twice', (t) => t.replace('20260616', '20260623'), /IA 20260623 is listed twice/],
    ['no list', (t) => `{"message":"error","rows":${t}}`, /lacks its document/],
  ])('with %s is refused', (_what, change, message) => {
    expect(() => parseChanged(usdmSource, find(STATES), change)).toThrow(message);
  });

  it('of another request is refused', () => {
    const { body, request } = find(STATES);
    expect(() => usdmSource.parseAnswer(body, { ...request, id: 'x' })).toThrow('is no request');
  });
});

describe('hostile bodies', () => {
  const filled = listExchanges('usdm').map((exchange) => [exchange.title, exchange] as const);
  it.each(filled)(
    'like %s are refused or lie in their bounds',
    (_title, exchange) => {
      expect(checkHostileBodies(usdmSource, exchange)).toBeGreaterThan(0.2);
    },
    60_000,
  );
});

describe('the planner', () => {
  it.each([
    ['in summer time', Date.UTC(2026, 5, 25, 12, 30), '6/9/2026', '6/23/2026'],
    ['in winter time', Date.UTC(2026, 10, 5, 13, 30), '10/20/2026', '11/3/2026'],
  ])(
    'asks for the map of Tuesday from Thursday 8:30 Eastern time on %s',
    (_what, atMs, from, to) => {
      const history = new FakeHistory();
      const [first, ...others] = usdmSource.planRequests(atMs, history);
      expect(others).toEqual([]);
      expect(first?.url).toContain(`&startdate=${from}&enddate=${to}&statisticsType=1`);
      const [before] = usdmSource.planRequests(atMs - 1, history);
      expect(before?.url).not.toContain(`enddate=${to}`);
    },
  );

  it('asks for the states that the cassette has', () => {
    const [first] = usdmSource.planRequests(Date.UTC(2026, 5, 25, 12, 40), new FakeHistory());
    expect(first?.url).toBe(find(STATES).request.url);
  });

  it('asks each hour until the map is there, then not for a week', () => {
    // Two weeks around the end of daylight saving time; the maps appear at 10:00 Eastern time.
    const fromMs = Date.UTC(2026, 9, 29, 15);
    const maps = [
      { atMs: 0, map: '20261027' },
      { atMs: Date.UTC(2026, 10, 5, 15), map: '20261103' },
      { atMs: Date.UTC(2026, 10, 12, 15), map: '20261110' },
    ];
    const sent = replayPlanner(usdmSource, {
      fromMs,
      untilMs: fromMs + 15 * DAY,
      answer: (_request, nowMs) => ({
        'last map': maps.filter(({ atMs }) => atMs <= nowMs).at(-1)?.map ?? '',
      }),
    });
    expect(findShortestGapMs(sent)).toBeGreaterThanOrEqual(HOUR);
    expect(sent.map(({ atMs }) => new Date(atMs).toISOString().slice(5, 16))).toEqual([
      '10-29T15:00',
      '11-05T13:30',
      '11-05T14:30',
      '11-05T15:30',
      '11-12T13:30',
      '11-12T14:30',
      '11-12T15:30',
    ]);
  });
});
