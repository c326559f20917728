import { describe, expect, it } from 'vitest';
import { barAt, boundTo, dailyBars, endOfDay, targetsOver } from './bars';

const sidesOf = (targets: readonly { side: string }[]): string => targets.map((target) => target.side[0]).join('');
const DAY_MS = 86_400_000;

describe('momentum', () => {
  // n = 2: z = (P_t - P_t-2) / (s x sqrt 2) with s the root mean square of the last two differences.
  it.each([
    { closes: [100, 101, 102], sides: 'FFL', last: '+1.41' }, // 2 / (1 x 1.4142)
    { closes: [100, 101, 102, 101], sides: 'FFLF', last: '+0.00' }, // back where it was
    { closes: [100, 101, 102, 101, 100], sides: 'FFLFS', last: '-1.41' },
    { closes: [100, 101, 102, 101, 100, 100], sides: 'FFLFSS', last: '-1.00' }, // below 1.2 but not across zero: held
    { closes: [1, 0, -1], sides: 'FFS', last: '-1.41' }, // prices through zero
    { closes: [5, 5, 5, 5], sides: 'FFFF', last: '+0.00' }, // nothing moves
  ])('$closes gives $sides', ({ closes, sides, last }) => {
    const targets = targetsOver(boundTo('MOM', { n: 2, e: 1.2 }), dailyBars('2024-01-01', closes));
    expect(sidesOf(targets)).toBe(sides);
    expect(targets.at(-1)?.reason).toContain(`is ${last} sigma`);
  });

  it('is as strong as it stands beyond its threshold', () => {
    const target = targetsOver(boundTo('MOM', { n: 2, e: 1 }), dailyBars('2024-01-01', [100, 101, 102])).at(-1);
    expect(target?.strength).toBeCloseTo(0.41421, 5);
    expect(target?.reason).toBe('2-bar move of 2 is +1.41 sigma, entered at 1.00: long until it crosses zero');
  });

  it('counts the bars it waits for', () => {
    const [first] = targetsOver(boundTo('MOM', { n: 2, e: 1 }), dailyBars('2024-01-01', [100]));
    expect(first).toEqual({ side: 'FLAT', strength: 0, range: null, reason: 'waits for 3 bars, has 1' });
  });
});

describe('mean reversion', () => {
  // n = 3: the average has weight 1/2. 10, 10, 13: average 11.5, deviation sqrt 2, z = 1.5 / 1.4142 = 1.06.
  it.each([
    { closes: [10, 10, 13], sides: 'FFS', last: '+1.06' },
    { closes: [10, 10, 13, 12], sides: 'FFSF', last: '+0.20' }, // average 11.75, deviation 1.2472
    { closes: [10, 10, 13, 12.6], sides: 'FFSS', last: '+0.41' }, // average 12.05, deviation 1.3292: above 0.3, held
    { closes: [-10, -10, -13], sides: 'FFL', last: '-1.06' },
    { closes: [7, 7, 7], sides: 'FFF', last: '+0.00' },
  ])('$closes gives $sides', ({ closes, sides, last }) => {
    const targets = targetsOver(boundTo('REV', { n: 3, e: 1, x: 0.3 }), dailyBars('2024-01-01', closes));
    expect(sidesOf(targets)).toBe(sides);
    expect(targets.at(-1)?.reason).toContain(`is ${last} sigma from its 3-bar average`);
  });
});

describe('breakout', () => {
  const quiet = dailyBars('2024-01-01', new Array<number>(20).fill(100)); // range 2 on every bar
  const after = (index: number, close: number, high: number, low: number) => barAt(endOfDay('2024-01-21') + index * DAY_MS, close, { high, low });

  it('enters beyond the channel before the bar plus k ranges, leaves through the shorter channel', () => {
    // Range 2 + (3 - 2) / 20 = 2.05, so the level is 101 + 0.5 x 2.05 = 102.025; beyond it by 0.475, 0.2317 ranges.
    const bars = [...quiet, after(0, 102.5, 103, 100), after(1, 101.5, 103, 101), after(2, 100.5, 101.5, 100)];
    const targets = targetsOver(boundTo('BRK', { n: 2, k: 0.5 }), bars);
    expect(sidesOf(targets.slice(19))).toBe('FLLF');
    expect(targets[20]?.strength).toBeCloseTo(0.475 / 2.05 / 0.5, 9);
    expect(targets[20]?.range).toBeCloseTo(2.05, 12);
    expect(targets[20]?.reason).toBe('close 102.5 left its 2-bar channel at 102.03: long until a close below 99');
    expect(targets[22]?.reason).toMatch(/^close 100.5 is inside its 2-bar channel; waits for a close above /);
  });

  it.each([
    { close: 102.02, high: 103, low: 100, side: 'FLAT' }, // a hair inside the level of 102.025
    { close: 97.5, high: 100, low: 97, side: 'SHORT' },
  ])('a close of $close is $side', ({ close, high, low, side }) => {
    expect(targetsOver(boundTo('BRK', { n: 2, k: 0.5 }), [...quiet, after(0, close, high, low)]).at(-1)?.side).toBe(side);
  });

  it('stands flat until it has bars for the range', () => {
    expect(targetsOver(boundTo('BRK', { n: 2, k: 0.5 }), quiet.slice(0, 7)).at(-1)?.reason).toBe('waits for 20 bars, has 7');
  });
});

describe('seasonal', () => {
  const winter = { window: { from: '10-15', to: '01-31' }, dir: 'LONG' };

  it.each([
    ['2023-10-14', 'FLAT'], ['2023-10-15', 'LONG'], ['2023-12-31', 'LONG'], ['2024-01-01', 'LONG'],
    ['2024-01-31', 'LONG'], ['2024-02-01', 'FLAT'], ['2024-02-29', 'FLAT'],
  ])('on %s it is %s', (date, side) => {
    expect(targetsOver(boundTo('SEAS', winter), dailyBars(date, [3])).at(-1)?.side).toBe(side);
  });

  it.each([['2024-06-24', 'FLAT'], ['2024-06-25', 'SHORT'], ['2024-09-20', 'SHORT'], ['2024-09-21', 'FLAT']])('inside one year, on %s it is %s', (date, side) => {
    const summer = { window: { from: '06-25', to: '09-20' }, dir: 'SHORT' };
    expect(targetsOver(boundTo('SEAS', summer), dailyBars(date, [3])).at(-1)?.side).toBe(side);
  });

  it('names the day it waits for', () => {
    const [target] = targetsOver(boundTo('SEAS', winter), dailyBars('2023-08-01', [3]));
    expect(target?.reason).toBe('2023-08-01 is outside Oct 15 to Jan 31; waits for Oct 15');
  });

  it.each([
    { closes: [10, 10, 13], side: 'FLAT', said: 'z over 3 bars is +1.41; waits for at most +0.50' },
    { closes: [10, 10, 7], side: 'SHORT', said: 'short until its end' },
    { closes: [10, 10], side: 'FLAT', said: 'waits for 3 bars, has 2' },
  ])('its filter over $closes makes it $side', ({ closes, side, said }) => {
    const params = { window: { from: '06-25', to: '09-20' }, dir: 'SHORT', filter: { n: 3, zMin: null, zMax: 0.5 } };
    const target = targetsOver(boundTo('SEAS', params), dailyBars('2023-07-01', closes)).at(-1);
    expect(target?.side).toBe(side);
    expect(target?.reason).toContain(said);
  });
});

describe('weather anomaly', () => {
  const params = { series: ['hdd'], averageDays: 1, n: 3, e: 1, hold: 2, responseSign: 1 };
  const bar = (day: number, hdd: number) => barAt(endOfDay('2023-01-01') + day * DAY_MS, 50, { weather: { hdd } });
  // A year of 10, 12, 10, 12 ...: around any date the earlier days have mean 11 (nearly) and deviation 1 (nearly).
  const year = Array.from({ length: 365 }, (_, day) => bar(day, day % 2 === 0 ? 10 : 12));

  it('has no input without weather', () => {
    const target = targetsOver(boundTo('WXA', params), dailyBars('2023-01-01', [50])).at(-1);
    expect(target).toEqual({ side: 'FLAT', strength: 0, range: null, reason: 'no input: no reading of hdd yet' });
  });

  it('waits for an earlier year', () => {
    const targets = targetsOver(boundTo('WXA', params), year.slice(0, 300));
    expect(sidesOf(targets)).toBe('F'.repeat(300));
    expect(targets.at(-1)?.reason).toBe('waits for 7 earlier days within 3 of this date, has 3');
  });

  // Day 365 is 1 January: 29, 30, 31 December 2023 and 1 to 4 January 2023 are known: 10 12 10 10 12 10 12.
  const mean = 76 / 7;
  const deviation = Math.sqrt((4 * 100 + 3 * 144) / 7 - mean ** 2);

  it('scores a reading against the same days of earlier years only', () => {
    const target = targetsOver(boundTo('WXA', params), [...year, bar(365, 15)]).at(-1);
    const score = (15 - mean) / deviation;
    expect(target?.side).toBe('LONG');
    expect(target?.strength).toBe(1);
    expect(target?.reason).toBe(`hdd 15 is +${score.toFixed(2)} sigma from its normal 10.857 (7 earlier days): long, bar 1 of 2`);
  });

  it('answers with the other side where more of it lowers the price', () => {
    expect(targetsOver(boundTo('WXA', { ...params, responseSign: -1 }), [...year, bar(365, 15)]).at(-1)?.side).toBe('SHORT');
  });

  it('holds its bars once, then waits until the anomaly has been small', () => {
    const later = [15, 15, 15, 40, 11, 60].map((hdd, index) => bar(365 + index, hdd));
    const targets = targetsOver(boundTo('WXA', params), [...year, ...later]).slice(365);
    expect(sidesOf(targets)).toBe('LLFFFL');
    expect(targets[2]?.reason).toContain('having held its 2 bars');
  });

  it('turns on an opposite anomaly', () => {
    const targets = targetsOver(boundTo('WXA', params), [...year, bar(365, 15), bar(366, 2)]).slice(365);
    expect(sidesOf(targets)).toBe('LS');
  });

  it('stays out of season', () => {
    const target = targetsOver(boundTo('WXA', { ...params, window: { from: '06-01', to: '08-31' } }), [...year, bar(365, 15)]).at(-1);
    expect(target?.reason).toBe('2024-01-01 is outside Jun 1 to Aug 31; waits for Jun 1');
  });

  it('adds its series up and averages days', () => {
    const wet = (day: number, prcp: number) => barAt(endOfDay('2023-01-01') + day * DAY_MS, 50, { weather: { prcp, snow: 1 } });
    const bars = [...Array.from({ length: 366 }, (_, day) => wet(day, day % 3 === 0 ? 1 : 0)), wet(366, 5)];
    const target = targetsOver(boundTo('WXA', { ...params, series: ['prcp', 'snow'], averageDays: 2 }), bars).at(-1);
    expect(target?.reason).toContain('prcp + snow 3.5 is '); // 5 + 1 and the dry day before, 0 + 1
  });
});
