import { afterEach, describe, expect, it } from 'vitest';
import { getContract } from '../../../app/trading/domain/contract';
import { getMoment, utcMoments, wallTime } from '../../../app/trading/market/local-time';
import { sessionAt } from '../../../app/trading/market/sessions';
import { HOUR_MS, MINUTE_MS } from '../../../app/trading/domain/time';

const at = (iso: string): number => Date.parse(iso);

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
    expect(sessionAt(getContract(key), at(moment)).isOpen).toBe(isOpen),
  );

  it('names the reason and the next opening', () => {
    const gas = getContract('natural-gas');
    expect(sessionAt(gas, at('2024-01-10T22:30:00Z'))).toMatchObject({
      reason: 'NYMEX is closed between sessions',
      opensMs: at('2024-01-10T23:00:00Z'),
    });
    expect(sessionAt(gas, at('2024-01-06T12:00:00Z'))).toMatchObject({
      reason: 'NYMEX is closed for the weekend',
    });
    expect(sessionAt(gas, at('2024-03-29T15:00:00Z'))).toMatchObject({
      reason: 'NYMEX is closed for a weekend with a holiday',
      opensMs: at('2024-03-31T22:00:00Z'),
    });
    expect(sessionAt(getContract('wheat'), at('2024-07-04T15:00:00Z'))).toMatchObject({
      reason: 'CBOT is closed for a holiday',
      opensMs: at('2024-07-05T00:00:00Z'),
    });
    expect(sessionAt(getContract('corn'), at('2024-01-10T14:00:00Z'))).toMatchObject({
      reason: 'CBOT is closed between sessions',
      opensMs: at('2024-01-10T14:30:00Z'),
    });
  });

  it('says while open when it closes', () => {
    expect(sessionAt(getContract('corn'), at('2024-01-10T15:00:00Z'))).toMatchObject({
      isOpen: true,
      closesMs: at('2024-01-10T19:20:00Z'),
    });
  });
});

const day = (iso: string): number => at(`${iso}T00:00:00Z`);

describe('other days', () => {
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
      const hour = (wall: number): number => getMoment(day(date), wall * 60, 'America/New_York');
      const gas = getContract('natural-gas');
      expect(sessionAt(gas, hour(14))).toMatchObject({ isOpen: true, closesMs: hour(14.5) });
      expect(sessionAt(gas, hour(15))).toMatchObject({
        isOpen: false,
        reason: 'NYMEX is closed early on a shortened day',
        opensMs: hour(18),
      });
      expect(sessionAt(gas, hour(18)).isOpen).toBe(true);
      for (const key of ['corn', 'coffee', 'cotton', 'orange-juice'] as const)
        expect(sessionAt(getContract(key), hour(11)).isOpen).toBe(false);
    },
  );

  it.each(['2024-01-01', '2024-03-29', '2024-12-25'])('all are closed on %s', (date) => {
    for (const key of ['natural-gas', 'corn', 'coffee', 'cotton'] as const)
      expect(
        sessionAt(getContract(key), getMoment(day(date), 11 * 60, 'America/New_York')).isOpen,
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
    expect(sessionAt(getContract(key), at(`${date}T16:00:00Z`))).toMatchObject({
      isOpen: true,
      closesMs: at(`${date}T${time}:00Z`),
    });
  });

  it('give trades to the date on which the session ends, or to the next business day', () => {
    const tradeDay = (key: 'natural-gas' | 'corn' | 'cotton', moment: string): string =>
      new Date(sessionAt(getContract(key), at(moment)).tradeDay).toISOString().slice(0, 10);
    expect(tradeDay('natural-gas', '2024-01-10T23:30:00Z')).toBe('2024-01-11');
    expect(tradeDay('natural-gas', '2024-01-10T21:30:00Z')).toBe('2024-01-10');
    expect(tradeDay('natural-gas', '2024-01-15T15:00:00Z')).toBe('2024-01-16'); // Martin Luther King
    expect(tradeDay('natural-gas', '2024-01-13T15:00:00Z')).toBe('2024-01-16'); // the weekend before: the next session is the holiday's
    expect(tradeDay('corn', '2024-01-09T03:00:00Z')).toBe('2024-01-09');
    expect(tradeDay('cotton', '2024-01-08T02:30:00Z')).toBe('2024-01-08');
  });
});

describe('wall time', () => {
  const zone = 'America/New_York';

  it('has no moment in the spring gap and two in the autumn hour', () => {
    expect(utcMoments(at('2024-03-10T02:30:00Z'), zone)).toEqual([]);
    expect(utcMoments(at('2024-11-03T01:30:00Z'), zone)).toEqual([
      at('2024-11-03T05:30:00Z'),
      at('2024-11-03T06:30:00Z'),
    ]);
    expect(utcMoments(at('2024-07-01T12:00:00Z'), zone)).toEqual([at('2024-07-01T16:00:00Z')]);
    expect(getMoment(at('2024-03-10T00:00:00Z'), 150, zone)).toBe(at('2024-03-10T07:30:00Z'));
  });
});

/**
 * The Sundays on which the United States change clocks: second of March, first of November, 2
 * o'clock.
 */
function changes(): readonly number[] {
  const sunday = (year: number, month: number, n: number): number => {
    const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
    return Date.UTC(year, month, 1 + ((7 - first) % 7) + (n - 1) * 7);
  };
  const years = [2024, 2025, 2026, 2027, 2028, 2029, 2030];
  return years.flatMap((year) => [
    sunday(year, 2, 2) + 7 * HOUR_MS,
    sunday(year, 10, 1) + 6 * HOUR_MS,
  ]);
}

/** New York's and Chicago's offsets by the law itself, without any library of zones. */
function lawfulWall(atMs: number, standardHours: number): number {
  const year = new Date(atMs).getUTCFullYear();
  const [spring = 0, autumn = 0] = changes().slice((year - 2024) * 2, (year - 2024) * 2 + 2);
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

/** Whether wall time and moment are told from each other as the law says. */
function isTold(ms: number, zone: string, standardHours: number): boolean {
  const wall = wallTime(ms, zone);
  const lawful = lawfulWall(ms, standardHours);
  return wall.dayMs + wall.minute * MINUTE_MS === lawful && utcMoments(lawful, zone).includes(ms);
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
])('in a process that lives in %s', (processZone) => {
  it('tells every minute around the fourteen changes of clocks rightly', () => {
    process.env['TZ'] = processZone;
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(processZone);
    const moments = changes().flatMap((change) =>
      minutesFrom(change - 3 * HOUR_MS, change + 3 * HOUR_MS),
    );
    const wrong = moments.flatMap((ms) =>
      ZONES.filter(([zone, standard]) => !isTold(ms, zone, standard)).map(
        ([zone]) => `${zone} ${new Date(ms).toISOString()}`,
      ),
    );
    expect(wrong).toEqual([]);
    expect(moments).toHaveLength(14 * 360);
  });

  it('opens and closes on the same wall minutes on the days around each change', () => {
    process.env['TZ'] = processZone;
    const wrong: string[] = [];
    for (const change of changes()) {
      // Friday noon to Tuesday noon: the close before and the opening after
      for (const ms of minutesFrom(change - 37 * HOUR_MS, change + 59 * HOUR_MS)) {
        const wall = new Date(lawfulWall(ms, -5));
        const minute = wall.getUTCHours() * 60 + wall.getUTCMinutes();
        const day = wall.getUTCDay();
        const isOpen = minute < 17 * 60 ? day >= 1 && day <= 5 : minute >= 18 * 60 && day <= 4;
        const isCoffee = day >= 1 && day <= 5 && minute >= 255 && minute < 810;
        if (sessionAt(getContract('crude-oil'), ms).isOpen !== isOpen)
          wrong.push(`crude ${new Date(ms).toISOString()}`);
        if (sessionAt(getContract('coffee'), ms).isOpen !== isCoffee)
          wrong.push(`coffee ${new Date(ms).toISOString()}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('gives the sessions before and after each change their whole length, from the same wall minute on', () => {
    process.env['TZ'] = processZone;
    const wrong: string[] = [];
    // opening and closing on the wall, and hours between them, of the session that is open at so
    // many wall hours of a day
    const plans = [
      ['natural-gas', 12, 18 * 60, 17 * 60, 23],
      ['corn', 3, 19 * 60, 7 * 60 + 45, 12.75],
      ['corn', 12, 510, 800, 290 / 60],
      ['coffee', 9, 255, 810, 9.25],
      ['cotton', 9, 21 * 60, 860, 17 + 20 / 60],
    ] as const;
    const dates = changes().flatMap((change) =>
      [-3, -2, 1, 2].map((days) => (Math.floor(change / (24 * HOUR_MS)) + days) * 24 * HOUR_MS),
    );
    for (const date of dates) {
      for (const [key, hour, opensMinute, closesMinute, hours] of plans) {
        const { zone } = getContract(key).session;
        const { isOpen, opensMs, closesMs } = sessionAt(
          getContract(key),
          getMoment(date, hour * 60, zone),
        );
        const walls = [wallTime(opensMs, zone).minute, wallTime(closesMs, zone).minute];
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
