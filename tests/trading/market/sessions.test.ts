import { afterEach, describe, expect, it } from 'vitest';
import { getContract } from '../../../app/trading/domain/contract';
import { getMoment, listUtcMoments, getWallTime } from '../../../app/trading/market/local-time';
import { getDaySession, getSession, isInDaySession } from '../../../app/trading/market/sessions';
import { HOUR_MS, MINUTE_MS } from '../../../app/trading/domain/time';

const parseTime = (iso: string): number => Date.parse(iso);

describe('sessions', () => {
  it.each([
    ['natural-gas', '2024-01-10T21:59:00Z', true], // Wednesday 16:59 New York
    ['natural-gas', '2024-01-10T22:00:00Z', false], // the daily break
    ['natural-gas', '2024-01-10T23:00:00Z', true],
    ['natural-gas', '2024-01-12T22:00:00Z', false], // Friday 17:00
    ['natural-gas', '2024-01-07T22:59:00Z', false], // Sunday 17:59
    ['natural-gas', '2024-01-07T23:00:00Z', true],
    ['corn', '2024-01-10T13:44:00Z', true], // 07:44 Chicago
    ['corn', '2024-01-10T13:45:00Z', false],
    ['corn', '2024-01-10T14:30:00Z', true],
    ['corn', '2024-01-10T19:20:00Z', false],
    ['coffee', '2024-01-10T09:15:00Z', true],
    ['coffee', '2024-01-10T18:30:00Z', false],
    ['orange-juice', '2024-01-10T12:59:00Z', false],
    ['orange-juice', '2024-01-10T13:00:00Z', true],
    ['cotton', '2024-01-15T02:30:00Z', false], // Sunday evening before Martin Luther King's day
    ['cotton', '2024-01-08T02:30:00Z', true], // Sunday evening
    ['crude-oil', '2024-03-29T15:00:00Z', false], // Good Friday
  ] as const)('%s at %s: open %s', (key, moment, isOpen) =>
    expect(getSession(getContract(key), parseTime(moment)).isOpen).toBe(isOpen),
  );

  it.each([
    ['natural-gas', '2024-01-10T13:59:59Z', false], // Wednesday 8:59 New York
    ['natural-gas', '2024-01-10T14:00:00Z', true],
    ['natural-gas', '2024-01-10T19:30:00Z', false], // 14:30
    ['natural-gas', '2024-07-10T13:00:00Z', true], // 9:00 in summer
    ['natural-gas', '2024-01-13T16:00:00Z', false], // Saturday
    ['corn', '2024-01-10T14:29:59Z', false], // 8:29 Chicago
    ['corn', '2024-01-10T14:30:00Z', true],
    ['corn', '2024-01-15T16:00:00Z', false], // Martin Luther King's day
    ['corn', '2024-12-24T18:05:00Z', false], // Christmas Eve after 12:05
    ['coffee', '2024-01-10T09:15:00Z', true], // 4:15 New York
    ['cotton', '2024-01-10T04:00:00Z', false], // its evening session
    ['electricity', '2024-01-10T20:00:00Z', false],
  ] as const)('%s at %s: in the day session %s', (key, moment, isLiquid) =>
    expect(isInDaySession(getContract(key), parseTime(moment))).toBe(isLiquid),
  );

  it('finds the next day session in any order of questions', () => {
    const gas = getContract('natural-gas');
    const fridayEvening = parseTime('2024-01-12T22:00:00Z');
    const monday = { opensMs: parseTime('2024-01-15T14:00:00Z') };
    expect(getDaySession(gas, fridayEvening)).toMatchObject(monday);
    expect(getDaySession(gas, parseTime('2024-01-17T15:00:00Z'))).toMatchObject({
      opensMs: parseTime('2024-01-17T14:00:00Z'),
    });
    expect(getDaySession(gas, fridayEvening)).toMatchObject(monday);
  });

  it('reports the reason and the next open', () => {
    const gas = getContract('natural-gas');
    expect(getSession(gas, parseTime('2024-01-10T22:30:00Z'))).toMatchObject({
      reason: 'NYMEX is closed between sessions',
      opensMs: parseTime('2024-01-10T23:00:00Z'),
    });
    expect(getSession(gas, parseTime('2024-01-06T12:00:00Z'))).toMatchObject({
      reason: 'NYMEX is closed for the weekend',
    });
    expect(getSession(gas, parseTime('2024-03-29T15:00:00Z'))).toMatchObject({
      reason: 'NYMEX is closed for a weekend with a holiday',
      opensMs: parseTime('2024-03-31T22:00:00Z'),
    });
    expect(getSession(getContract('wheat'), parseTime('2024-07-04T15:00:00Z'))).toMatchObject({
      reason: 'CBOT is closed for a holiday',
      opensMs: parseTime('2024-07-05T00:00:00Z'),
    });
    expect(getSession(getContract('corn'), parseTime('2024-01-10T14:00:00Z'))).toMatchObject({
      reason: 'CBOT is closed between sessions',
      opensMs: parseTime('2024-01-10T14:30:00Z'),
    });
  });

  it('reports the close while open', () => {
    expect(getSession(getContract('corn'), parseTime('2024-01-10T15:00:00Z'))).toMatchObject({
      isOpen: true,
      closesMs: parseTime('2024-01-10T19:20:00Z'),
    });
  });
});

const parseDay = (iso: string): number => parseTime(`${iso}T00:00:00Z`);

describe('holidays and early closes', () => {
  it.each([
    ['Martin Luther King', '2024-01-15'],
    ['Presidents', '2024-02-19'],
    ['Memorial', '2024-05-27'],
    ['Juneteenth', '2024-06-19'],
    ['Independence', '2024-07-04'],
    ['Labor', '2024-09-02'],
    ['Thanksgiving', '2024-11-28'],
  ])(
    'on the holiday of %s energy halts at 14:30 New York and goes on at 18:00, grains and softs are closed',
    (_name, date) => {
      const toHourMs = (wall: number): number =>
        getMoment(parseDay(date), wall * 60, 'America/New_York');
      const gas = getContract('natural-gas');
      expect(getSession(gas, toHourMs(14))).toMatchObject({
        isOpen: true,
        closesMs: toHourMs(14.5),
      });
      expect(getSession(gas, toHourMs(15))).toMatchObject({
        isOpen: false,
        reason: 'NYMEX is closed early on a shortened day',
        opensMs: toHourMs(18),
      });
      expect(getSession(gas, toHourMs(18)).isOpen).toBe(true);
      for (const key of ['corn', 'coffee', 'cotton', 'orange-juice'] as const)
        expect(getSession(getContract(key), toHourMs(11)).isOpen).toBe(false);
    },
  );

  it.each(['2024-01-01', '2024-03-29', '2024-12-25'])('close all venues on %s', (date) => {
    for (const key of ['natural-gas', 'corn', 'coffee', 'cotton'] as const)
      expect(
        getSession(getContract(key), getMoment(parseDay(date), 11 * 60, 'America/New_York')).isOpen,
      ).toBe(false);
  });

  it.each([
    ['natural-gas', '2024-11-29', '18:45'],
    ['corn', '2024-11-29', '18:05'],
    ['coffee', '2024-11-29', '17:30'],
    ['crude-oil', '2024-12-24', '18:45'],
    ['wheat', '2024-12-24', '18:05'],
    ['soybeans', '2024-07-03', '17:05'],
    ['natural-gas', '2024-07-03', '21:00'],
    ['corn', '2020-07-02', '18:20'],
  ] as const)('%s closes on %s at %s UTC', (key, date, time) => {
    expect(getSession(getContract(key), parseTime(`${date}T16:00:00Z`))).toMatchObject({
      isOpen: true,
      closesMs: parseTime(`${date}T${time}:00Z`),
    });
  });

  it('assign trades to the date of the session end, or to the next business day', () => {
    const tradeDay = (key: 'natural-gas' | 'corn' | 'cotton', moment: string): string =>
      new Date(getSession(getContract(key), parseTime(moment)).tradeDay).toISOString().slice(0, 10);
    expect(tradeDay('natural-gas', '2024-01-10T23:30:00Z')).toBe('2024-01-11');
    expect(tradeDay('natural-gas', '2024-01-10T21:30:00Z')).toBe('2024-01-10');
    expect(tradeDay('natural-gas', '2024-01-15T15:00:00Z')).toBe('2024-01-16'); // Martin Luther King
    expect(tradeDay('natural-gas', '2024-01-13T15:00:00Z')).toBe('2024-01-16'); // the weekend before: the next session is the holiday's
    expect(tradeDay('corn', '2024-01-09T03:00:00Z')).toBe('2024-01-09');
    expect(tradeDay('cotton', '2024-01-08T02:30:00Z')).toBe('2024-01-08');
  });
});

describe('local time', () => {
  const zone = 'America/New_York';

  it('has no UTC time in the spring gap and two in the autumn hour', () => {
    expect(listUtcMoments(parseTime('2024-03-10T02:30:00Z'), zone)).toEqual([]);
    expect(listUtcMoments(parseTime('2024-11-03T01:30:00Z'), zone)).toEqual([
      parseTime('2024-11-03T05:30:00Z'),
      parseTime('2024-11-03T06:30:00Z'),
    ]);
    expect(listUtcMoments(parseTime('2024-07-01T12:00:00Z'), zone)).toEqual([
      parseTime('2024-07-01T16:00:00Z'),
    ]);
    expect(getMoment(parseTime('2024-03-10T00:00:00Z'), 150, zone)).toBe(
      parseTime('2024-03-10T07:30:00Z'),
    );
  });

  it.each([
    ['America/New_York', '2024-11-03'],
    ['America/St_Johns', '2010-11-07'], // changed at a minute past midnight
    ['Australia/Lord_Howe', '2024-04-06'], // by half an hour
    ['Pacific/Apia', '2011-12-30'], // skipped a day
    ['Asia/Kolkata', '2024-04-06'],
  ])('of %s agrees with Intl at every minute around %s, in any order', (name, date) => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const day = parseDay(date);
    const minutes = minutesFrom(day - 24 * HOUR_MS, day + 48 * HOUR_MS);
    const wrong = [...minutes.reverse(), ...minutes].filter((ms) => {
      const { dayMs, minute, weekday } = getWallTime(ms, name);
      const wallMs = dayMs + minute * MINUTE_MS;
      const expected = parseTime(`${format.format(ms).replace(' ', 'T')}Z`);
      return (
        wallMs !== expected ||
        weekday !== (new Date(expected).getUTCDay() || 7) ||
        !listUtcMoments(expected, name).includes(ms)
      );
    });
    expect(wrong.map((ms) => new Date(ms).toISOString())).toEqual([]);
  });

  it('is not a number for an unsupported zone or an impossible time', () => {
    const none = { dayMs: NaN, minute: NaN, weekday: NaN };
    expect(getWallTime(0, 'Mars/Olympus')).toEqual(none);
    expect(getWallTime(NaN, zone)).toEqual(none);
    expect(getWallTime(9e15, zone)).toEqual(none);
    expect(listUtcMoments(NaN, zone)).toEqual([]);
  });
});

/** US clock changes: second Sunday of March, first Sunday of November, 2:00. */
function listClockChanges(): readonly number[] {
  const getSunday = (year: number, month: number, n: number): number => {
    const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
    return Date.UTC(year, month, 1 + ((7 - first) % 7) + (n - 1) * 7);
  };
  const years = [2024, 2025, 2026, 2027, 2028, 2029, 2030];
  return years.flatMap((year) => [
    getSunday(year, 2, 2) + 7 * HOUR_MS,
    getSunday(year, 10, 1) + 6 * HOUR_MS,
  ]);
}

const CLOCK_CHANGES = listClockChanges();

/** Offsets of New York and Chicago by law, without a time zone library. */
function lawfulWall(atMs: number, standardHours: number): number {
  const year = new Date(atMs).getUTCFullYear();
  const [spring = 0, autumn = 0] = CLOCK_CHANGES.slice((year - 2024) * 2, (year - 2024) * 2 + 2);
  const west = (5 + standardHours) * HOUR_MS; // New York changes first, Chicago an hour later
  const isSummer = atMs >= spring - west && atMs < autumn - west;
  return atMs + (standardHours + (isSummer ? 1 : 0)) * HOUR_MS;
}

const ZONES = [
  ['America/New_York', -5],
  ['America/Chicago', -6],
] as const;

const minutesFrom = (from: number, to: number): number[] =>
  Array.from({ length: (to - from) / MINUTE_MS }, (_, index) => from + index * MINUTE_MS);

/** True when conversions in both directions match the law. */
function matchesLaw(ms: number, zone: string, standardHours: number): boolean {
  const wall = getWallTime(ms, zone);
  const lawful = lawfulWall(ms, standardHours);
  return (
    wall.dayMs + wall.minute * MINUTE_MS === lawful && listUtcMoments(lawful, zone).includes(ms)
  );
}

const before = process.env['TZ'];
afterEach(() => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
});

describe.each([
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
])('in a process in zone %s', (processZone) => {
  it('converts every minute around the fourteen clock changes', () => {
    process.env['TZ'] = processZone;
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(processZone);
    const moments = CLOCK_CHANGES.flatMap((change) =>
      minutesFrom(change - 3 * HOUR_MS, change + 3 * HOUR_MS),
    );
    const wrong = moments.flatMap((ms) =>
      ZONES.filter(([zone, standard]) => !matchesLaw(ms, zone, standard)).map(
        ([zone]) => `${zone} ${new Date(ms).toISOString()}`,
      ),
    );
    expect(wrong).toEqual([]);
    expect(moments).toHaveLength(14 * 360);
  });

  it('opens and closes at the same local minutes around each clock change', () => {
    process.env['TZ'] = processZone;
    const wrong: string[] = [];
    for (const change of CLOCK_CHANGES) {
      // Friday noon to Tuesday noon: the close before and the open after
      for (const ms of minutesFrom(change - 37 * HOUR_MS, change + 59 * HOUR_MS)) {
        const wall = new Date(lawfulWall(ms, -5));
        const minute = wall.getUTCHours() * 60 + wall.getUTCMinutes();
        const parseDay = wall.getUTCDay();
        const isOpen =
          minute < 17 * 60 ? parseDay >= 1 && parseDay <= 5 : minute >= 18 * 60 && parseDay <= 4;
        const isCoffee = parseDay >= 1 && parseDay <= 5 && minute >= 255 && minute < 810;
        if (getSession(getContract('crude-oil'), ms).isOpen !== isOpen)
          wrong.push(`crude ${new Date(ms).toISOString()}`);
        if (getSession(getContract('coffee'), ms).isOpen !== isCoffee)
          wrong.push(`coffee ${new Date(ms).toISOString()}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('keeps session lengths and local opens before and after each clock change', () => {
    process.env['TZ'] = processZone;
    const wrong: string[] = [];
    // local open, close and length of the session that is open at a local hour
    const plans = [
      ['natural-gas', 12, 18 * 60, 17 * 60, 23],
      ['corn', 3, 19 * 60, 7 * 60 + 45, 12.75],
      ['corn', 12, 510, 800, 290 / 60],
      ['coffee', 9, 255, 810, 9.25],
      ['cotton', 9, 21 * 60, 860, 17 + 20 / 60],
    ] as const;
    const dates = CLOCK_CHANGES.flatMap((change) =>
      [-3, -2, 1, 2].map((days) => (Math.floor(change / (24 * HOUR_MS)) + days) * 24 * HOUR_MS),
    );
    for (const date of dates) {
      for (const [key, hour, opensMinute, closesMinute, hours] of plans) {
        const { zone } = getContract(key).session;
        const { isOpen, opensMs, closesMs } = getSession(
          getContract(key),
          getMoment(date, hour * 60, zone),
        );
        const walls = [getWallTime(opensMs, zone).minute, getWallTime(closesMs, zone).minute];
        if (
          !isOpen ||
          walls[0] !== opensMinute ||
          walls[1] !== closesMinute ||
          Math.abs(closesMs - opensMs - hours * HOUR_MS) > 1
        )
          wrong.push(`${key} ${new Date(opensMs).toISOString()}`);
      }
    }
    expect(dates).toHaveLength(14 * 4);
    expect(wrong).toEqual([]);
  });
});
