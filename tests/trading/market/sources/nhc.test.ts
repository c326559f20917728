// Active storms of the National Hurricane Center.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nhcSource } from '../../../../app/trading/market/sources/nhc/source';
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
const find = (title: string) => findExchange('nhc', title);
const STORMS = 'two storms';

describe('storms', () => {
  it('are read in mph, with the latest update as time of issue', () => {
    expect(parseExchange(nhcSource, find(STORMS))).toEqual({
      publishedMs: Date.UTC(2026, 8, 10, 15),
      readings: [
        {
          kind: 'storm',
          id: 'al052026',
          name: 'Example',
          classification: 'HU',
          atMs: Date.UTC(2026, 8, 10, 15),
          latitude: 26.1,
          longitude: -90.3,
          windMph: expect.closeTo(115.08, 2),
          pressureMb: 958,
          movingDegrees: 340,
          movingMph: 12,
        },
        {
          kind: 'storm',
          id: 'ep092026',
          name: 'Nine',
          classification: 'TD',
          atMs: Date.UTC(2026, 8, 10, 14, 30),
          latitude: 15.5,
          longitude: -110,
          windMph: expect.closeTo(34.52, 2),
          pressureMb: null,
          movingDegrees: null,
          movingMph: null,
        },
      ],
    });
  });

  it('may be none', () => {
    expect(parseExchange(nhcSource, find('no storm'))).toEqual({ publishedMs: null, readings: [] });
  });

  it('without a wind are refused', () => {
    expect(() => parseExchange(nhcSource, find('storm without a wind'))).toThrow(
      'the storm al052026 has no intensity, expected knots',
    );
  });

  it.each<[string, (text: string) => string, RegExp]>([
    [
      'impossible wind',
      (t) => t.replace('"intensity":"100"', '"intensity":"1000"'),
      /intensity in knots is 1000/,
    ],
    ['impossible pressure', (t) => t.replace('"958"', '"95.8"'), /pressure in mb is 95\.8/],
    [
      'an infinite latitude',
      (t) => t.replace('26.1,', '1e309,'),
      /lacks activeStorms\.0\.latitudeNumeric/,
    ],
    ['a place beyond the pole', (t) => t.replace('26.1,', '96.1,'), /the latitude is 96\.1/],
    ['a missing list', (t) => t.replace('activeStorms', 'storms'), /lacks activeStorms/],
    ['a storm twice', (t) => t.replace('ep092026', 'AL052026'), /al052026 is listed twice/],
    [
      'a direction over 360',
      (t) => t.replace('"movementDir":340', '"movementDir":400'),
      /movementDir is 400/,
    ],
    ['no time', (t) => t.replace('2026-09-10T15:00:00.000Z', 'today'), /lastUpdate is no time/],
  ])('with %s are refused', (_what, change, message) => {
    expect(() => parseChanged(nhcSource, find(STORMS), change)).toThrow(message);
  });
});

describe('hostile bodies', () => {
  it.each(listExchanges('nhc').map((exchange) => [exchange.title, exchange] as const))(
    'like %s are refused or lie in their bounds',
    (_title, exchange) => {
      expect(checkHostileBodies(nhcSource, exchange)).toBeGreaterThan(0.2);
    },
    60_000,
  );
});

describe('the planner', () => {
  it('asks once an hour', () => {
    const fromMs = Date.UTC(2026, 2, 8);
    const sent = replayPlanner(nhcSource, {
      fromMs,
      untilMs: fromMs + 24 * HOUR,
      answer: () => ({}),
    });
    expect(sent).toHaveLength(24);
    expect(findShortestGapMs(sent)).toBeGreaterThanOrEqual(HOUR);
  });

  it('does not make up for missed hours', () => {
    const history = new FakeHistory();
    history.addAnswer('current storms', 0);
    expect(nhcSource.planRequests(50 * HOUR, history)).toHaveLength(1);
  });

  it('reads no answer of another request', () => {
    const { body, request } = find(STORMS);
    expect(() => nhcSource.parseAnswer(body, { ...request, id: 'x' })).toThrow('is no request');
  });
});

const FILE = join(
  process.cwd(),
  '..',
  'shared',
  'feeds',
  'nhc',
  'CurrentStorms_2020-05-17_sample.json',
);
const isThere = existsSync(FILE);
if (!isThere)
  process.stdout.write(
    'SKIPPED: there is no ../shared/feeds, so no real list of storms was read\n',
  );

describe.skipIf(!isThere)('a real list', () => {
  it('is read', () => {
    const { readings } = nhcSource.parseAnswer(readFileSync(FILE), find(STORMS).request);
    expect(readings).toMatchObject([
      { name: 'Arthur', classification: 'TS', pressureMb: 1006, latitude: 29.6, movingMph: 13 },
    ]);
  });
});
