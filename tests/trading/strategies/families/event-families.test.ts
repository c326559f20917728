// WXA and EVT on hand-made bars.
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

const inputs = ['evt/a', 'evt/b'];
const evaluateOver = (
  family: 'WXA' | 'EVT',
  params: Record<string, unknown>,
  values: readonly (number | readonly number[])[],
) =>
  listTargets(
    evaluatorFor(family, params, { inputs }),
    givenFrom(
      '2024-01-01',
      values.map((value) => [value].flat()),
    ),
  );

describe('WXA of revisions', () => {
  const params = { kind: 'revision', place: 0, e: 1, hold: 2, sign: 1 };

  it.each([
    { values: [0.9, 1, 0, 0, 0], sides: 'FLLFF' },
    { values: [-1.2, 1.2, 0, 0], sides: 'SLLF' }, // an opposite one reverses and restarts the count
    { values: [2, 2, 2, 2, 0.5, 2], sides: 'LLFFFL' }, // one revision is one trade
    { values: [2, NaN, 2, 2, 2], sides: 'LFLLF' }, // a missing input ends the holding
  ])('$values gives $sides', ({ values, sides }) => {
    expect(getSides(evaluateOver('WXA', params, values))).toBe(sides);
    expect(getSides(evaluateOver('WXA', { ...params, sign: -1 }, values))).toBe(
      sides.replace(/[LS]/g, (side) => (side === 'L' ? 'S' : 'L')),
    );
    expect(getSides(evaluateOver('WXA', { place: 0, e: 1, hold: 2, sign: 1 }, values))).toBe(sides); // the default kind is revision
  });

  it('states the score that it holds on', () => {
    const targets = evaluateOver('WXA', params, [2, 2, 2, NaN]);
    expect(targets[0]).toMatchObject({
      strength: 1,
      reason: 'evt/a is +2.00 sigma: long, bar 1 of 2',
    });
    expect(targets[2]?.reason).toBe(
      'evt/a is +2.00 sigma; held its 2 bars; next entry after a value below 1.00',
    );
    expect(targets[3]?.reason).toBe('input missing: evt/a');
  });
});

describe('WXA of anomalies', () => {
  const params = { kind: 'anomaly', places: [0], averageDays: 1, n: 3, e: 1, hold: 2, sign: 1 };
  const run = (more: Record<string, unknown>, readings: readonly (readonly number[])[]) =>
    listTargets(
      evaluatorFor('WXA', { ...params, ...more }, { inputs: ['hdd', 'cdd'] }),
      readings.map((given, day) => inputBar(computeEnd('2023-01-01') + day * DAY_MS, 50, given)),
    );
  // A year of 10, 12, 10, 12 ... Day 365 is 1 January: 29, 30, 31 December and 1 to 4 January 2023
  // are known: 10 12 10 10 12 10 12.
  const year = Array.from({ length: 365 }, (_, day) => [day % 2 === 0 ? 10 : 12]);
  const score = (15 - 76 / 7) / Math.sqrt((4 * 100 + 3 * 144) / 7 - (76 / 7) ** 2);

  it('scores a reading against the same days of earlier years only', () => {
    const targets = run({}, [...year, [15]]);
    expect(getSides(targets)).toBe(`${'F'.repeat(365)}L`);
    expect(targets[299]?.reason).toBe('warming up: 3 of 7 earlier days within 3 days of this date');
    expect(targets[365]).toMatchObject({
      strength: 1,
      reason: `hdd 15 is +${score.toFixed(2)} sigma from its normal 10.857 (7 earlier days): long, bar 1 of 2`,
    });
  });

  it('holds its bars once, reverses on the opposite, is flat out of season', () => {
    expect(
      getSides(run({}, [...year, ...[15, 15, 15, 40, 11, 60].map((hdd) => [hdd])]).slice(365)),
    ).toBe('LLFFFL');
    expect(getSides(run({}, [...year, [15], [2]]).slice(365))).toBe('LS');
    expect(run({ window: { from: '06-01', to: '08-31' } }, [...year, [15]]).at(-1)?.reason).toBe(
      '2024-01-01 is outside Jun 1 to Aug 31; next entry from Jun 1',
    );
  });

  it('sums inputs, averages days, and needs all of them', () => {
    const buildWetDay = (day: number): readonly number[] => [day % 3 === 0 ? 1 : 0, 1];
    const targets = run({ places: [0, 1], averageDays: 2 }, [
      ...Array.from({ length: 366 }, (_, day) => buildWetDay(day)),
      [5, 1],
      [5, NaN],
    ]);
    expect(targets[366]?.reason).toContain('hdd + cdd 3.5 is '); // 5 + 1 and the dry day before, 0 + 1
    expect(targets[367]).toMatchObject({ side: 'FLAT', reason: 'input missing: cdd' });
  });
});

describe('EVT of a probability', () => {
  const params = { kind: 'chance', place: 0, above: 0.3, exit: 0.1, hold: 3, dir: 'LONG' };

  it.each([
    { values: [0.3, 0.31, 0.2, 0.05, 0.4], sides: 'FLLFL' },
    { values: [0.4, 0.4, 0.4, 0.4, 0.4, 0.2, 0.4], sides: 'LLLFFFL' }, // one rise is one trade
    { values: [0.4, NaN, 0.4], sides: 'LFL' },
  ])('$values gives $sides', ({ values, sides }) => {
    expect(getSides(evaluateOver('EVT', params, values))).toBe(sides);
    expect(getSides(evaluateOver('EVT', { ...params, dir: 'SHORT' }, values))).toBe(
      sides.replaceAll('L', 'S'),
    );
  });

  it('states its entry condition', () => {
    const targets = evaluateOver('EVT', params, [0.1, 0.4, 0.4, 0.4, 0.4]);
    expect(targets.map(({ reason }) => reason)).toEqual([
      'evt/a is 0.1; entry above 0.3',
      'evt/a is 0.4: long, bar 1 of 3, or until below 0.1',
      'evt/a is 0.4: long, bar 2 of 3, or until below 0.1',
      'evt/a is 0.4: long, bar 3 of 3, or until below 0.1',
      'evt/a is 0.4; next entry after a value at or below 0.3',
    ]);
  });
});

describe('EVT of a report', () => {
  const params = { kind: 'report', since: 0, surprise: 1, e: 1, hold: 2 };

  it.each([
    {
      values: [
        [6, 2],
        [0.5, 1],
        [1.5, 1],
        [2.5, 1],
      ],
      sides: 'FLLF',
    }, // a report before the first bar is not new
    {
      values: [
        [6, 2],
        [0.5, -1.5],
        [1.5, -1.5],
        [0.1, 1.5],
        [1.1, 1.5],
        [2.1, 1.5],
      ],
      sides: 'FSSLLF',
    },
    {
      values: [
        [6, 2],
        [0.5, 1],
        [0.1, 3],
        [1.1, 3],
        [2.1, 3],
      ],
      sides: 'FLLLF',
    }, // a second one of the same sign restarts the count
    {
      values: [
        [6, 2],
        [0.5, 0.9],
        [1.5, 0.9],
      ],
      sides: 'FFF',
    },
    {
      values: [
        [6, 2],
        [0.5, NaN],
        [1.5, 2],
        [2.5, 2],
        [3.5, 2],
      ],
      sides: 'FFLLF',
    }, // its figure is a day late
    {
      values: [
        [6, 2],
        [0.5, 2],
        [NaN, 2],
        [2.5, 2],
      ],
      sides: 'FLFF',
    },
  ])('$values gives $sides', ({ values, sides }) => {
    expect(getSides(evaluateOver('EVT', params, values))).toBe(sides);
  });

  it('states the report', () => {
    const targets = evaluateOver('EVT', params, [
      [6, 2],
      [0.5, 1.2],
    ]);
    expect(targets[0]?.reason).toBe(
      'evt/b is 2, 6.0 days after the report; entry at a surprise of ±1.00 in the next report',
    );
    expect(targets[1]?.reason).toBe('evt/b is 1.2, 0.5 days after the report: long, bar 1 of 2');
  });
});

describe('EVT of an estimate', () => {
  const params = { kind: 'estimate', until: 0, estimate: 1, e: 15, pre: 1.5, hold: 2, sign: -1 };

  it.each([
    {
      values: [
        [2, -20],
        [1, -20],
        [7, 3],
        [6, 3],
      ],
      sides: 'FLLF',
    }, // two days ahead is too early
    {
      values: [
        [1.4, 15],
        [0.4, 15],
        [6.4, 15],
        [1.4, 14],
      ],
      sides: 'SSFF',
    },
    {
      values: [
        [1.4, 20],
        [1.2, 20],
        [1, 20],
        [0.8, 20],
        [6.8, 20],
        [1.2, 20],
      ],
      sides: 'SSFFFS',
    }, // one report is one trade
    {
      values: [
        [1.4, NaN],
        [0.4, 20],
      ],
      sides: 'FS',
    },
  ])('$values gives $sides', ({ values, sides }) => {
    expect(getSides(evaluateOver('EVT', params, values))).toBe(sides);
  });

  it('states its entry condition', () => {
    const targets = evaluateOver('EVT', params, [
      [2, -20],
      [1, -22.5],
      [0.8, -20],
      [0.6, -20],
    ]);
    expect(targets[0]?.reason).toBe(
      'evt/b is -20, 2.0 days before the report; entry at ±15 within 1.5 days of the report',
    );
    expect(targets[1]).toMatchObject({
      strength: 0.5,
      reason: 'evt/b is -22.5, 1.0 days before the report: long, bar 1 of 2',
    });
    expect(targets[3]?.reason).toContain(
      'this report was traded; next entry at the report after it',
    );
  });

  it('has no input before the first bar', () => {
    const evaluator = evaluatorFor('EVT', params, { inputs });
    expect(evaluator.buildTarget(evaluator.createState()).reason).toBe('input missing: evt/b');
    expect(listTargets(evaluator, closesFrom('2024-01-01', [5])).at(-1)?.reason).toBe(
      'input missing: evt/a',
    );
  });
});
