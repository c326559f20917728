// SPRD, CARRY, FUND, HEDGE, VOLR and SCALP on hand-made bars.
import { describe, expect, it } from 'vitest';
import type { Family, InputBar } from '../../../../app/trading/strategies/playbook';
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

const evaluateOver = (family: Family, params: Record<string, unknown>, values: readonly number[]) =>
  listTargets(
    evaluatorFor(family, params, { inputs: ['spread/x'] }),
    givenFrom(
      '2024-01-01',
      values.map((value) => [value]),
    ),
  );

describe('SPRD', () => {
  // n = 3: 1, 1, 4 has mean 2 and deviation sqrt 2: z = 2 / 1.4142.
  it.each([
    {
      values: [1, 1, 4],
      sides: 'FFS',
      said: 'spread/x 4 is +1.41 sigma from its 3-bar mean 2, entered at 1.30: short of the first leg until within 0.30',
    },
    { values: [1, 1, -2], sides: 'FFL', said: 'long of the first leg' },
    { values: [1, 1, 4, 2], sides: 'FFSF', said: 'is -0.27 sigma' }, // 1, 4, 2: mean 7/3, deviation 1.2472
    { values: [1, 1, 4, 3.6], sides: 'FFSS', said: 'is +0.55 sigma' }, // 1, 4, 3.6: mean 2.8667, deviation 1.3299: above 0.3, held
    { values: [1, 1, 4, NaN, 3.6], sides: 'FFSFF', said: 'is +0.55 sigma' }, // a missing input ends the holding; the window continues
    { values: [1, 1, NaN], sides: 'FFF', said: 'input missing: spread/x' },
    { values: [2, 2, 2], sides: 'FFF', said: 'is +0.00 sigma' },
  ])('$values gives $sides', ({ values, sides, said }) => {
    const targets = evaluateOver('SPRD', { place: 0, n: 3, e: 1.3, x: 0.3 }, values);
    expect(getSides(targets)).toBe(sides);
    expect(targets.at(-1)?.reason).toContain(said);
  });
});

describe('CARRY', () => {
  it.each([
    { values: [0.05, 0, 0, 0, 0.04], sides: 'LLLFF' }, // checked on the first and fourth bar; 0.04 is not above
    { values: [0.04, -0.9, -0.9, -0.05], sides: 'FFFS' },
    { values: [0.05, NaN, -0.05, 0.05], sides: 'LFSS' }, // checked at once after a gap
  ])('$values gives $sides', ({ values, sides }) => {
    expect(getSides(evaluateOver('CARRY', { place: 0, e: 0.04, every: 3 }, values))).toBe(sides);
  });

  it('has strength by the excess over its threshold', () => {
    const [first] = evaluateOver('CARRY', { place: 0, e: 0.04, every: 3 }, [0.06]);
    expect(first?.strength).toBeCloseTo(0.5, 12);
    expect(first?.reason).toBe(
      'roll yield was +6.00% a year 0 of 3 bars ago, entered at 4.00%: long until the next review',
    );
  });
});

describe('FUND', () => {
  it.each([
    { kind: 'gap', values: [1, 1, 4], sides: 'FFL' },
    { kind: 'gap', values: [1, 1, 4, 2], sides: 'FFLF' },
    { kind: 'price', values: [101, 101, 104], sides: 'FFL' }, // the close is 100
    { kind: 'price', values: [101, 101, 98], sides: 'FFS' },
    { kind: 'price', values: [101, 101, 104, NaN], sides: 'FFLF' },
  ])('$kind of $values gives $sides', ({ kind, values, sides }) => {
    expect(getSides(evaluateOver('FUND', { kind, place: 0, n: 3, e: 1.3, x: 0.3 }, values))).toBe(
      sides,
    );
  });

  it('states the distance to fair value', () => {
    expect(
      evaluateOver('FUND', { kind: 'price', place: 0, n: 3, e: 1.3, x: 0.3 }, [101, 101, 104]).at(
        -1,
      )?.reason,
    ).toBe(
      'spread/x less the close is 4, +1.41 sigma from its 3-bar mean 2, entered at 1.30: long until within 0.30',
    );
  });
});

describe('HEDGE', () => {
  const run = (pairs: readonly (readonly [number, number])[]) =>
    listTargets(
      evaluatorFor('HEDGE', { place: 0, n: 3, e: 1 }, { inputs: ['hedge/USD'] }),
      pairs.map(([close, factor], day) =>
        inputBar(computeEnd('2024-01-01') + day * DAY_MS, close, [factor]),
      ),
    );

  it('is flat while the factor explains every step, and without the factor', () => {
    expect(
      getSides(
        run([
          [10, 1],
          [12, 2],
          [16, 4],
          [14, 3],
          [20, 6],
        ]),
      ),
    ).toBe('FFFFF');
    const targets = run([
      [10, 1],
      [12, 1],
      [13, 1],
      [14, 1],
      [15, NaN],
    ]);
    expect(getSides(targets)).toBe('FFFLF');
    expect(targets.at(-1)?.reason).toBe('input missing: dollar index');
  });

  it('follows the residual', () => {
    // Close steps 3, 1, 2, factor steps 2, 0, 1: both 1, -1, 0 about their means, so beta is 1 and
    // the residual 1, 1, 1: z = 3 / sqrt 3 = 1.73.
    const targets = run([
      [10, 5],
      [13, 7],
      [14, 7],
      [16, 8],
    ]);
    expect(getSides(targets)).toBe('FFFL');
    expect(targets.at(-1)?.reason).toBe(
      '3-bar move of 3 net of 1 x dollar index is +1.73 sigma, entered at 1.00: long until it crosses zero',
    );
    expect(targets[2]?.reason).toBe('warming up: 3 of 4 bars');
  });
});

describe('VOLR', () => {
  const buildBars = (closes: readonly number[]): InputBar[] => closesFrom('2024-01-01', closes);
  // 20 closes of wide steps, then narrow ones: short over long volatility falls.
  const wide = Array.from({ length: 21 }, (_, i) => (i % 2 === 0 ? 100 : 110));
  const calm = [...wide, ...new Array<number>(12).fill(105)];
  const params = { n: 20, lo: 0.2, hi: null, k: 0, e: 1.5, x: 0.3 };

  it('follows a breakout only after low volatility', () => {
    const quiet = listTargets(evaluatorFor('VOLR', params), buildBars([...calm, 112, 113, 99.5]));
    expect(getSides(quiet.slice(-4))).toBe('FLLF');
    expect(quiet.at(-3)?.reason).toContain('left its 20-bar channel at 111');
    expect(quiet.at(-4)?.reason).toBe(
      'short-term over long-term volatility is 0.00; entry if it is below 0.20 and a close above 111 or below 99',
    );
    const loud = listTargets(evaluatorFor('VOLR', params), buildBars([...wide, 112, 113]));
    expect(getSides(loud.slice(-2))).toBe('FF');
  });

  it('fades an excess only in high volatility', () => {
    const still = Array.from({ length: 21 }, (_, i) => 100 + (i % 2));
    const fade = { ...params, lo: null, hi: 1.2 };
    const targets = listTargets(evaluatorFor('VOLR', fade), buildBars([...still, 112, 101]));
    expect(getSides(targets.slice(-2))).toBe('SF');
    expect(targets.at(-2)?.reason).toContain('sigma from its 20-bar average');
    expect(
      getSides(
        listTargets(evaluatorFor('VOLR', { ...fade, hi: 9 }), buildBars([...still, 112])).slice(-1),
      ),
    ).toBe('F');
  });
});

describe('SCALP', () => {
  const QUARTER_MS = 900_000;
  const params = { n: 3, e: 1, from: 9, to: 16, zone: 'America/New_York' };
  /** 15-minute bars whose last one ends one millisecond before a time. */
  const evaluateUntil = (moment: string, closes: readonly number[]) =>
    closes.map((close, i) =>
      inputBar(Date.parse(moment) - (closes.length - 1 - i) * QUARTER_MS - 1, close),
    );

  it.each([
    ['2024-01-10T14:00:00Z', 'SHORT'], // 9:00 in New York
    ['2024-01-10T13:45:00Z', 'FLAT'],
    ['2024-01-10T20:45:00Z', 'SHORT'], // 15:45
    ['2024-01-10T21:00:00Z', 'FLAT'], // 16:00: an order would execute outside
    ['2024-07-10T13:00:00Z', 'SHORT'], // 9:00 in summer
    ['2024-03-10T13:00:00Z', 'SHORT'], // 9:00 on the day on which clocks went forward
    ['2024-11-03T13:45:00Z', 'FLAT'], // 8:45 on the day on which they went back
  ])('ending at %s it is %s', (moment, side) => {
    expect(
      listTargets(evaluatorFor('SCALP', params), evaluateUntil(moment, [10, 10, 13])).at(-1)?.side,
    ).toBe(side);
  });

  it('exits at the average and at the end of its hours', () => {
    expect(
      getSides(
        listTargets(
          evaluatorFor('SCALP', params),
          evaluateUntil('2024-01-10T18:00:00Z', [10, 10, 13, 12.6, 10]),
        ),
      ),
    ).toBe('FFSSF');
    const late = listTargets(
      evaluatorFor('SCALP', params),
      evaluateUntil('2024-01-10T21:00:00Z', [10, 10, 13, 12.9]),
    );
    expect(getSides(late)).toBe('FFSF');
    expect(late.at(-1)?.reason).toBe(
      'after 16:00 in America/New_York: outside 09:00 to 16:00; next entry from 09:00',
    );
  });
});
