// What the five power sources share: complete days at clock changes, hostile answers, bounds.
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../app/trading/domain/time';
import { RefusedAnswer } from '../../../../app/trading/market/sources/answer';
import { caisoSource } from '../../../../app/trading/market/sources/caiso/source';
import { ercotSource } from '../../../../app/trading/market/sources/ercot/source';
import { misoSource } from '../../../../app/trading/market/sources/miso/source';
import { nyisoSource } from '../../../../app/trading/market/sources/nyiso/source';
import { pjmSource } from '../../../../app/trading/market/sources/pjm/source';
import {
  buildDayAheadReadings,
  buildHour,
  buildReadings,
  readPrice,
  readUsTime,
  resolveByFlag,
  resolveByOrder,
} from '../../../../app/trading/market/sources/power-prices';
import type { PowerPriceReading, Reading } from '../../../../app/trading/market/sources/reading';
import type { PublicSource } from '../../../../app/trading/market/sources/source';
import { listExchanges } from '../../../support/cassettes';
import {
  CLOCK_CHANGES,
  type ClockChange,
  listLocalHours,
  makeCaisoTable,
  makeErcotDayAhead,
  makeErcotRealTime,
  makeMisoReport,
  makeNyisoDayAhead,
  makeNyisoRealTime,
  makePjmPage,
  makePrice,
  makeStreamedZip,
  makeZip,
} from '../../../support/power-answers';
import { chooseSize } from '../../../support/run-size';

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const formatIsoDay = (dayMs: number): string => new Date(dayMs).toISOString().slice(0, 10);
const listStarts = (dayMs: number, hours: 23 | 24 | 25, offset: number): number[] =>
  listLocalHours(dayMs, hours, offset).map(({ startsMs }) => startsMs);

interface MarketCase {
  readonly title: string;
  readonly source: PublicSource;
  readonly minutes: number;
  readonly winterOffset: number;
  /** 24 on every day for a market without summer time. */
  readonly hoursAlways?: 24;
  readonly makeId: (dayMs: number) => string;
  readonly makeBody: (dayMs: number, hours: 23 | 24 | 25) => Uint8Array;
}

const MARKETS: readonly MarketCase[] = [
  {
    title: 'NYISO day-ahead',
    source: nyisoSource,
    minutes: 60,
    winterOffset: -5,
    makeId: (dayMs) => `day-ahead ${formatIsoDay(dayMs)}`,
    makeBody: (dayMs, hours) => toBytes(makeNyisoDayAhead(dayMs, hours)),
  },
  {
    title: 'NYISO real-time',
    source: nyisoSource,
    minutes: 5,
    winterOffset: -5,
    makeId: (dayMs) => `real-time ${formatIsoDay(dayMs)}`,
    makeBody: (dayMs, hours) => toBytes(makeNyisoRealTime(dayMs, hours)),
  },
  {
    title: 'MISO day-ahead',
    source: misoSource,
    minutes: 60,
    winterOffset: -5,
    hoursAlways: 24,
    makeId: (dayMs) => `day-ahead ${formatIsoDay(dayMs)}`,
    makeBody: (dayMs) => toBytes(makeMisoReport(dayMs, 'Day Ahead Market ExPost LMPs')),
  },
  {
    title: 'MISO hourly real-time',
    source: misoSource,
    minutes: 60,
    winterOffset: -5,
    hoursAlways: 24,
    makeId: (dayMs) => `real-time hours ${formatIsoDay(dayMs)}`,
    makeBody: (dayMs) => toBytes(makeMisoReport(dayMs, 'Real-Time Market Preliminary LMPs')),
  },
  {
    title: 'CAISO day-ahead',
    source: caisoSource,
    minutes: 60,
    winterOffset: -8,
    makeId: (dayMs) => `day-ahead ${formatIsoDay(dayMs)}`,
    makeBody: (dayMs, hours) =>
      makeStreamedZip('a.csv', makeCaisoTable(listStarts(dayMs, hours, -8), 60)),
  },
  {
    title: 'CAISO real-time',
    source: caisoSource,
    minutes: 5,
    winterOffset: -8,
    makeId: () => 'real-time',
    makeBody: (dayMs, hours) => {
      const fives = listStarts(dayMs, hours, -8).flatMap((startsMs) =>
        Array.from({ length: 12 }, (_, index) => startsMs + index * 5 * MINUTE_MS),
      );
      return makeStreamedZip('a.csv', makeCaisoTable(fives, 5));
    },
  },
  {
    title: 'ERCOT day-ahead',
    source: ercotSource,
    minutes: 60,
    winterOffset: -6,
    makeId: () => 'day-ahead document 1',
    makeBody: (dayMs, hours) => makeZip('a.csv', makeErcotDayAhead(dayMs, hours)),
  },
  {
    title: 'ERCOT real-time',
    source: ercotSource,
    minutes: 15,
    winterOffset: -6,
    makeId: () => 'real-time document 1',
    makeBody: (dayMs, hours) => makeZip('a.csv', makeErcotRealTime(dayMs, hours)),
  },
  {
    title: 'PJM day-ahead',
    source: pjmSource,
    minutes: 60,
    winterOffset: -5,
    makeId: (dayMs) => `day-ahead ${formatIsoDay(dayMs)}`,
    makeBody: (dayMs, hours) => toBytes(makePjmPage(listStarts(dayMs, hours, -5), 'total_lmp_da')),
  },
  {
    title: 'PJM real-time',
    source: pjmSource,
    minutes: 60,
    winterOffset: -5,
    makeId: () => 'real-time',
    makeBody: (dayMs, hours) => toBytes(makePjmPage(listStarts(dayMs, hours, -5), 'total_lmp_rt')),
  },
];

const isPrice = (reading: Reading): reading is PowerPriceReading => reading.kind === 'power price';

function readDay(market: MarketCase, { dayMs }: ClockChange, hours: 23 | 24 | 25): Reading[] {
  const request = { id: market.makeId(dayMs), url: 'https://example.org/' };
  return [...market.source.parseAnswer(market.makeBody(dayMs, hours), request).readings];
}

/** Starts of the intervals that the day must have, in UTC and by law. */
function listExpectedStarts(market: MarketCase, change: ClockChange): number[] {
  const { minutes, winterOffset, hoursAlways } = market;
  const hours = hoursAlways ?? change.hours;
  const fromMs = hoursAlways
    ? change.dayMs - winterOffset * HOUR_MS
    : (listStarts(change.dayMs, change.hours, winterOffset)[0] ?? 0);
  return Array.from(
    { length: (hours * 60) / minutes },
    (_, index) => fromMs + index * minutes * MINUTE_MS,
  );
}

const systemZone = process.env['TZ'];
afterEach(() => {
  if (systemZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = systemZone;
});

describe.each(['UTC', 'America/New_York', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Apia'])(
  'in a process in zone %s',
  (processZone) => {
    it.each(MARKETS)('$title has every interval of fourteen clock changes once', (market) => {
      process.env['TZ'] = processZone;
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(processZone);
      expect(CLOCK_CHANGES).toHaveLength(14);
      for (const change of CLOCK_CHANGES) {
        const readings = readDay(market, change, change.hours).filter(isPrice);
        expect(readings.map(({ startsMs }) => startsMs)).toEqual(
          listExpectedStarts(market, change),
        );
        expect(
          readings.every(
            ({ startsMs, endsMs }) => endsMs - startsMs === market.minutes * MINUTE_MS,
          ),
        ).toBe(true);
        const priceAt = market.title === 'NYISO real-time' ? 'endsMs' : 'startsMs';
        expect(readings.map(({ dollarsPerMwh }) => dollarsPerMwh)).toEqual(
          readings.map((reading) => makePrice(reading[priceAt])),
        );
      }
    });
  },
);

describe('a day-ahead answer', () => {
  const withSummerTime = MARKETS.filter(
    ({ title, hoursAlways }) => title.endsWith('day-ahead') && !hoursAlways,
  );

  it.each(withSummerTime)('of $title with 24 hours is refused on clock changes', (market) => {
    for (const change of CLOCK_CHANGES)
      expect(() => readDay(market, change, 24)).toThrow(RefusedAnswer);
  });
});

const pickIndex = fc.nat(1_000_000);
/** Ways to break the bytes of an answer. */
const hostileEdit = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: pickIndex, bit: fc.nat(7) }),
  fc.record({ kind: fc.constant('cut' as const), at: pickIndex, bit: fc.constant(0) }),
  fc.record({ kind: fc.constant('double' as const), at: pickIndex, bit: fc.nat(7) }),
  fc.record({ kind: fc.constant('insert' as const), at: pickIndex, bit: fc.nat(13) }),
);
const INSERTS = [
  '1e309',
  '-1e309',
  'NaN',
  'null',
  '<html>',
  ',',
  '\n',
  '"',
  '99999999',
  '\u0000',
  '{',
  '[]',
  '-',
  '.',
];

function applyEdit(
  body: Uint8Array,
  { kind, at, bit }: { readonly kind: string; readonly at: number; readonly bit: number },
): Uint8Array {
  const index = at % body.length;
  if (kind === 'cut') return body.slice(0, index);
  if (kind === 'flip') {
    const flipped = body.slice();
    flipped[index] = (body[index] ?? 0) ^ (1 << bit);
    return flipped;
  }
  const middle =
    kind === 'double'
      ? body.slice(index, index + 60)
      : toBytes((INSERTS[bit] ?? '').repeat(1 + (at % 2)));
  const edited = new Uint8Array(body.length + middle.length);
  edited.set(body.subarray(0, index));
  edited.set(middle, index);
  edited.set(body.subarray(index), index + middle.length);
  return edited;
}

/** Tables inside archives, so that edits reach the text as well as the archive. */
const INNER_BODIES: readonly MarketCase[] = MARKETS.filter(({ source }) =>
  ['caiso', 'ercot'].includes(source.id),
);
const makeInnerText = (title: string, dayMs: number): string => {
  if (title === 'CAISO day-ahead') return makeCaisoTable(listStarts(dayMs, 24, -8), 60);
  if (title === 'CAISO real-time') return makeCaisoTable(listStarts(dayMs, 24, -8), 5);
  return title === 'ERCOT day-ahead' ? makeErcotDayAhead(dayMs, 24) : makeErcotRealTime(dayMs, 24);
};

/** Reads a hostile body: a refusal or prices within bounds and of sound intervals. */
function readHostile(market: MarketCase, id: string, body: Uint8Array): 'read' | 'refused' {
  let readings: readonly Reading[];
  try {
    readings = market.source.parseAnswer(body, { id, url: 'https://example.org/' }).readings;
  } catch (error) {
    expect(error).toBeInstanceOf(RefusedAnswer);
    return 'refused';
  }
  const unsound = readings.filter(isPrice).filter(({ dollarsPerMwh, startsMs, endsMs }) => {
    const isBounded = Math.abs(dollarsPerMwh - 9500) <= 10_500;
    return !isBounded || !(endsMs > startsMs && endsMs - startsMs <= HOUR_MS);
  });
  expect(unsound).toEqual([]);
  const starts = readings.filter(isPrice).map(({ startsMs }) => startsMs);
  expect(new Set(starts).size).toBe(starts.length);
  return 'read';
}

const HOSTILE_DAY_MS = Date.UTC(2026, 10, 28);

describe('hostile answers', () => {
  const numRuns = chooseSize(200, 2000, 10_000);

  it.each(MARKETS)('of $title are refused or give prices within bounds', (market) => {
    const body = market.makeBody(HOSTILE_DAY_MS, 24);
    const id = market.makeId(HOSTILE_DAY_MS);
    expect(readHostile(market, id, body)).toBe('read');
    fc.assert(
      fc.property(fc.array(hostileEdit, { minLength: 1, maxLength: 4 }), (edits) => {
        readHostile(market, id, edits.reduce(applyEdit, body));
      }),
      { numRuns },
    );
  });

  it.each(INNER_BODIES)('of $title inside a sound archive do too', (market) => {
    const text = toBytes(makeInnerText(market.title, HOSTILE_DAY_MS));
    const id = market.makeId(HOSTILE_DAY_MS);
    fc.assert(
      fc.property(fc.array(hostileEdit, { minLength: 1, maxLength: 4 }), (edits) => {
        const edited = new TextDecoder('latin1').decode(edits.reduce(applyEdit, text));
        readHostile(market, id, makeZip('a.csv', edited));
      }),
      { numRuns },
    );
  });

  it.each(MARKETS)('of other kinds do not pass for $title', (market) => {
    const id = market.makeId(HOSTILE_DAY_MS);
    const bodies = [
      '',
      '   ',
      'null',
      '[]',
      '{}',
      '{"error":true}',
      '<!DOCTYPE html><html></html>',
      '<?xml version="1.0"?><root>Error</root>',
      'a,b,c\n1,2,3\n',
    ].map(toBytes);
    const others = MARKETS.filter((other) => other.title !== market.title).map((other) =>
      other.makeBody(HOSTILE_DAY_MS, 24),
    );
    const archives = bodies.map((body) => makeZip('a.csv', new TextDecoder().decode(body)));
    for (const body of [...bodies, ...others, ...archives, new Uint8Array([0xff, 0xfe, 0])])
      expect(readHostile(market, id, body)).toBe('refused');
  });

  it.each([nyisoSource, misoSource, caisoSource, ercotSource, pjmSource])(
    'under another request id of $name are refused',
    (source) => {
      for (const exchange of listExchanges(source.id))
        for (const id of ['', 'day', 'week-ahead 2026-11-28', 'day-ahead 2026-13-40', 'x list'])
          expect(() => source.parseAnswer(exchange.body, { id, url: '' })).toThrow(RefusedAnswer);
    },
  );
});

describe('prices', () => {
  it.each([
    ['-1000', -1000],
    ['20000', 20_000],
    ['1,250.5', 1250.5],
    ['.92', 0.92],
    ['-.04', -0.04],
    ['', null],
    ['N/A', null],
  ])('%s is read as %s', (text, price) => {
    expect(readPrice(text)).toBe(price);
  });

  it.each(['-1000.01', '20000.01', '1e309', 'Infinity', '12 c/kWh', '0x10', '--5'])(
    '%s is refused',
    (text) => {
      expect(() => readPrice(text)).toThrow(RefusedAnswer);
    },
  );
});

describe('local times', () => {
  const ZONE = 'America/New_York';
  const toAutumnMs = (time: string): number => Date.parse(`2026-11-01T${time}:00Z`);

  it('of the autumn hour follow the flag', () => {
    expect(resolveByFlag(toAutumnMs('01:00'), false, ZONE)).toBe(toAutumnMs('05:00'));
    expect(resolveByFlag(toAutumnMs('01:00'), true, ZONE)).toBe(toAutumnMs('06:00'));
  });

  it('with a flag at another time, or in the spring gap, are refused', () => {
    expect(() => resolveByFlag(toAutumnMs('03:00'), true, ZONE)).toThrow(/no hour repeats then/);
    const gap = Date.parse('2026-03-08T02:30:00Z');
    expect(() => resolveByFlag(gap, false, ZONE)).toThrow(/does not exist/);
    expect(() => resolveByOrder([gap], ZONE)).toThrow(/2026-03-08 02:30 does not exist/);
  });

  it('in order resolve the autumn hour, also where rows are missing', () => {
    const walls = ['00:30', '01:30', '01:00', '01:45', '02:00'].map(toAutumnMs);
    expect(resolveByOrder(walls, ZONE)).toEqual(
      ['04:30', '05:30', '06:00', '06:45', '07:00'].map(toAutumnMs),
    );
  });

  it.each([
    ['repeat', ['03:00', '03:00']],
    ['go back', ['05:00', '04:00']],
    ['repeat a third time', ['01:00', '01:00', '01:00']],
  ])('that %s are refused', (_what, times) => {
    expect(() => resolveByOrder(times.map(toAutumnMs), ZONE)).toThrow(
      /is not after the row before/,
    );
  });

  it.each([
    ['11/28/2026', '2026-11-28T00:00:00Z'],
    ['1/2/2026 03:04', '2026-01-02T03:04:00Z'],
    ['11/28/2026 23:59:30', '2026-11-28T23:59:30Z'],
  ])('%s is read', (text, expected) => {
    expect(readUsTime(text)).toBe(Date.parse(expected));
  });

  it.each(['', '28/11/2026', '02/30/2026', '2026-11-28', '11/28/2026 24:00', '11/28/26 10:00'])(
    '%j is refused',
    (text) => {
      expect(() => readUsTime(text)).toThrow(RefusedAnswer);
    },
  );
});

describe('readings', () => {
  const dayMs = Date.UTC(2026, 10, 28);
  const hours = listStarts(dayMs, 24, -5).map((startsMs) => buildHour(startsMs, 30));
  const build = (intervals: typeof hours): readonly PowerPriceReading[] =>
    buildDayAheadReadings({ hub: 'PJM', zone: 'America/New_York', dayMs, intervals });

  it('leave out a missing price', () => {
    const [first, ...rest] = hours;
    expect(build([...rest, { ...(first ?? buildHour(0, 0)), dollarsPerMwh: null }])).toHaveLength(
      23,
    );
  });

  it.each([
    ['an hour is missing', hours.slice(1), /have 23 hours instead of 24/],
    ['an hour is doubled', [...hours.slice(1), ...hours.slice(3, 4)], /out of its place/],
    ['the day is another', hours.map((h) => buildHour(h.startsMs + HOUR_MS, 1)), /out of its/],
  ])('are refused where %s', (_what, intervals, message) => {
    expect(() => build(intervals)).toThrow(message);
  });

  it('are refused where two prices overlap', () => {
    const intervals = [buildHour(0, 1), buildHour(30 * MINUTE_MS, 2)];
    expect(() => buildReadings({ hub: 'PJM', market: 'real-time', intervals })).toThrow(
      /two real-time prices are for 1970-01-01T00:30/,
    );
  });
});
