// MOM, REV, BRK and SEAS on hand-made bars.
import { describe, expect, it } from 'vitest';
import {
  closesFrom,
  computeEnd,
  evaluatorFor,
  givenFrom,
  inputBar,
  getSides,
  listTargets,
} from '../input-bars';
import { DAY_MS } from '../../../../app/trading/domain/time';

describe('MOM', () => {
  // n = 2: z = (P_t - P_t-2) / (s x sqrt 2) with s the root mean square of the last two
  // differences.
  it.each([
    { closes: [100, 101, 102], sides: 'FFL', last: '+1.41' }, // 2 / (1 x 1.4142)
    { closes: [100, 101, 102, 101], sides: 'FFLF', last: '+0.00' },
    { closes: [100, 101, 102, 101, 100], sides: 'FFLFS', last: '-1.41' },
    { closes: [100, 101, 102, 101, 100, 100], sides: 'FFLFSS', last: '-1.00' }, // below 1.2 but not across zero: held
    { closes: [1, 0, -1], sides: 'FFS', last: '-1.41' }, // prices through zero
    { closes: [5, 5, 5, 5], sides: 'FFFF', last: '+0.00' },
    { closes: [0.1, 1e9, 0.1, 0.11, 0.12], sides: 'FFFFL', last: '+1.41' }, // a spike that leaves the window costs no precision
  ])('$closes gives $sides', ({ closes, sides, last }) => {
    const targets = listTargets(
      evaluatorFor('MOM', { n: 2, e: 1.2 }),
      closesFrom('2024-01-01', closes),
    );
    expect(getSides(targets)).toBe(sides);
    expect(targets.at(-1)?.reason).toContain(`is ${last} sigma`);
  });

  it('enters exactly at its threshold regardless of history', () => {
    // The last four differences are 1, 1, 1, -1: a move of 2 over the root of 4 is exactly 1.
    const row = evaluatorFor('MOM', { n: 4, e: 1 });
    const steps = [0.1, 0.1, 0.1, -0.1].map((step) => step * 10);
    const closes = [
      1e6 + 0.3,
      7,
      7,
      7,
      7,
      ...steps.map((_, i) => 7 + steps.slice(0, i + 1).reduce((sum, step) => sum + step, 0)),
    ];
    expect(getSides(listTargets(row, closesFrom('2024-01-01', closes))).at(-1)).toBe('L');
  });

  it('has strength by the excess over its threshold, and counts warm-up bars', () => {
    const targets = listTargets(
      evaluatorFor('MOM', { n: 2, e: 1 }),
      closesFrom('2024-01-01', [100, 101, 102]),
    );
    expect(targets[2]?.strength).toBeCloseTo(0.41421, 5);
    expect(targets[2]?.reason).toBe(
      '2-bar move of 2 is +1.41 sigma, entered at 1.00: long until it crosses zero',
    );
    expect(targets[0]).toEqual({
      side: 'FLAT',
      strength: 0,
      range: null,
      reason: 'warming up: 1 of 3 bars',
    });
  });
});

describe('REV', () => {
  // n = 3: the average has weight 1/2. 10, 10, 13: average 11.5, deviation sqrt 2, z = 1.5 / 1.4142
  // = 1.06.
  it.each([
    { closes: [10, 10, 13], sides: 'FFS', last: '+1.06' },
    { closes: [10, 10, 13, 12], sides: 'FFSF', last: '+0.20' }, // average 11.75, deviation 1.2472
    { closes: [10, 10, 13, 12.6], sides: 'FFSS', last: '+0.41' }, // average 12.05, deviation 1.3292: above 0.3, held
    { closes: [-10, -10, -13], sides: 'FFL', last: '-1.06' },
    { closes: [7, 7, 7], sides: 'FFF', last: '+0.00' },
    { closes: [0.3, 9, 0.1, 0.1, 0.1], sides: 'FFFFF', last: '+0.00' }, // three equal closes have no deviation
  ])('$closes gives $sides', ({ closes, sides, last }) => {
    const targets = listTargets(
      evaluatorFor('REV', { n: 3, e: 1, x: 0.3 }),
      closesFrom('2024-01-01', closes),
    );
    expect(getSides(targets)).toBe(sides);
    expect(targets.at(-1)?.reason).toContain(`is ${last} sigma from its 3-bar average`);
  });
});

describe('BRK', () => {
  const quiet = closesFrom('2024-01-01', new Array<number>(20).fill(100)); // true range 2 on every bar
  const evaluateAfter = (index: number, close: number, high: number, low: number) =>
    inputBar(computeEnd('2024-01-21') + index * DAY_MS, close, [], { high, low });

  it('enters k ATR beyond the previous channel, exits through the inner channel', () => {
    // ATR 2 + (3 - 2) / 20 = 2.05, so the level is 101 + 0.5 x 2.05 = 102.025; excess 0.475 or
    // 0.2317 ATR.
    const bars = [
      ...quiet,
      evaluateAfter(0, 102.5, 103, 100),
      evaluateAfter(1, 101.5, 103, 101),
      evaluateAfter(2, 100.5, 101.5, 100),
    ];
    const targets = listTargets(evaluatorFor('BRK', { n: 2, k: 0.5 }), bars);
    expect(getSides(targets.slice(19))).toBe('FLLF');
    expect(targets[20]?.strength).toBeCloseTo(0.475 / 2.05 / 0.5, 9);
    expect(targets[20]?.range).toBeCloseTo(2.05, 12);
    expect(targets[20]?.reason).toBe(
      'close 102.5 left its 2-bar channel at 102.03: long until a close below 99',
    );
    expect(targets[21]?.reason).toContain('has stayed outside its 2-bar channel');
    expect(targets[22]?.reason).toMatch(
      /^close 100.5 is inside its 2-bar channel; entry at a close above /,
    );
  });

  it.each([
    { close: 102.02, high: 103, low: 100, side: 'FLAT' }, // just inside the level of 102.025
    { close: 97.5, high: 100, low: 97, side: 'SHORT' },
  ])('a close of $close is $side', ({ close, high, low, side }) => {
    expect(
      listTargets(evaluatorFor('BRK', { n: 2, k: 0.5 }), [
        ...quiet,
        evaluateAfter(0, close, high, low),
      ]).at(-1)?.side,
    ).toBe(side);
  });

  it('is flat until the ATR is available', () => {
    expect(
      listTargets(evaluatorFor('BRK', { n: 2, k: 0.5 }), quiet.slice(0, 7)).at(-1)?.reason,
    ).toBe('warming up: 7 of 20 bars');
  });
});

describe('SEAS', () => {
  const winter = { window: { from: '10-15', to: '01-31' }, dir: 'LONG' };
  const always = { from: '01-01', to: '12-31' };

  it.each([
    ['2023-10-14', 'FLAT'],
    ['2023-10-15', 'LONG'],
    ['2023-12-31', 'LONG'],
    ['2024-01-01', 'LONG'],
    ['2024-01-31', 'LONG'],
    ['2024-02-01', 'FLAT'],
    ['2024-02-29', 'FLAT'],
  ])('on %s it is %s', (date, side) => {
    expect(listTargets(evaluatorFor('SEAS', winter), closesFrom(date, [3])).at(-1)?.side).toBe(
      side,
    );
  });

  it('states the start of its season', () => {
    expect(
      listTargets(evaluatorFor('SEAS', winter), closesFrom('2023-08-01', [3]))[0]?.reason,
    ).toBe('2023-08-01 is outside Oct 15 to Jan 31; next entry from Oct 15');
  });

  it.each([
    { closes: [10, 10, 13], side: 'FLAT', said: 'z over 3 bars is +1.41; needs at most +0.50' },
    { closes: [10, 10, 7], side: 'SHORT', said: 'short until its end' },
    { closes: [10, 10], side: 'FLAT', said: 'warming up: 2 of 3 bars' },
  ])('its filter over $closes makes it $side', ({ closes, side, said }) => {
    const params = {
      window: { from: '06-25', to: '09-20' },
      dir: 'SHORT',
      filter: { n: 3, zMin: null, zMax: 0.5 },
    };
    const target = listTargets(evaluatorFor('SEAS', params), closesFrom('2023-07-01', closes)).at(
      -1,
    );
    expect(target?.side).toBe(side);
    expect(target?.reason).toContain(said);
  });

  it('takes its side from an input', () => {
    const seas = evaluatorFor(
      'SEAS',
      { window: always, dir: 'INPUT', place: 0, sign: -1, least: 0.5 },
      { inputs: ['wxa/x'] },
    );
    const targets = listTargets(seas, givenFrom('2024-01-01', [[0.5], [0.4], [-2], [NaN], [0]]));
    expect(getSides(targets)).toBe('SFLFF');
    expect(targets[1]?.reason).toBe(
      '2024-01-02 is inside Jan 1 to Dec 31, but wxa/x 0.4 is below the threshold of ±0.5',
    );
    expect(targets[2]?.reason).toBe(
      '2024-01-03 is inside Jan 1 to Dec 31 with wxa/x -2: long until its end or a turn',
    );
    expect(targets[3]?.reason).toBe('input missing: wxa/x');
  });
});
