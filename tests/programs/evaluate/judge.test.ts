// Judging: planted skill is found, chance is not, a day's rows are one piece of evidence, and
// nothing is learnt from what is judged.
import { describe, expect, it } from 'vitest';
import { judgedSheet, withVerdicts } from '../../../app/programs/evaluate/networks/judge';
import { type Sheet, joinedSheets } from '../../../app/programs/evaluate/networks/sheet';
import { seasonOfRises, shareOfRises } from '../../../app/programs/evaluate/networks/rivals';
import { rowsBetween } from '../../../app/programs/evaluate/networks/walk';
import { areaUnderCurve } from '../../../app/trading/statistics/area-under-curve';
import { discoveryAdjusted } from '../../../app/trading/statistics/false-discoveries';
import { normals } from '../../support/network-data';

const DAYS = 900;

/**
 * A direction of which `skill` deviations a day are foreseen, for two subjects on each day that
 * move together by `common`.
 */
function buildSheet(seed: string, skill: number, common: number): Sheet {
  const draw = normals(seed);
  const rows = 2 * DAYS;
  const day = (row: number): number => Math.floor(row / 2);
  const signal = Float64Array.from(
    { length: rows },
    (_, row) => common * draw(day(row)) + Math.sqrt(1 - common ** 2) * draw(10_000 + row),
  );
  const outcome = signal.map(
    (value, row) =>
      skill * value +
      common * draw(20_000 + day(row)) +
      Math.sqrt(1 - common ** 2) * draw(30_000 + row),
  );
  const came = outcome.map((value) => Number(value > 0));
  const chance = signal.map((value) => 1 / (1 + Math.exp(-1.6 * Math.max(skill, 0.1) * value)));
  const squares = (told: (row: number) => number): Float64Array =>
    came.map((value, row) => (told(row) - value) ** 2);
  return {
    net: 'GasNet',
    target: 'rises in a day',
    lossName: 'Brier score',
    isMain: true,
    isDirection: true,
    bySubject: true,
    lag: 5,
    subject: Float64Array.from({ length: rows }, (_, row) => row % 2),
    block: Float64Array.from({ length: rows }, (_, row) => day(row)),
    own: squares((row) => chance[row] ?? 0),
    line: squares((row) => chance[row] ?? 0),
    rivals: [
      { name: 'even chance', losses: squares(() => 0.5) },
      { name: 'always up', losses: squares(() => 0.55) },
    ],
    forecast: chance.map((value) => value - 0.5),
    outcome,
    chance,
    came,
    attainable: signal,
    gain: outcome,
  };
}

const listVerdicts = (sheet: Sheet) => withVerdicts(judgedSheet(sheet, ['A', 'B']));

describe('the judge', () => {
  it('finds what was planted, with the share of what could be attained', () => {
    const [all, first] = listVerdicts(buildSheet('planted', 0.3, 0));
    expect(all).toMatchObject({
      subject: 'all',
      count: 2 * DAYS,
      best: 'even chance',
      hasSkill: true,
    });
    expect(first).toMatchObject({ subject: 'A', count: DAYS });
    expect(all?.share).toBeCloseTo(1, 1);
    expect(all?.linePValue).toBeNull();
    expect(all?.hit).toBeGreaterThan(0.55);
  });

  it('does not take chance for skill more often than it says', () => {
    const found = Array.from({ length: 60 }, (_, seed) =>
      listVerdicts(buildSheet(`nothing ${seed}`, 0, 0.9)),
    ).filter((rows) => rows.some(({ hasSkill }) => hasSkill));
    expect(found.length).toBeLessThanOrEqual(4);
  });

  it('takes rows of one day for one: with the same rows twice nothing is surer', () => {
    const sheet = buildSheet('twice', 0.12, 0);
    const once = judgedSheet({ ...sheet, bySubject: false }, ['A', 'B'])[0];
    const order = Array.from({ length: 4 * DAYS }, (_, at) => Math.floor(at / 2));
    const twin = (column: Float64Array): Float64Array =>
      Float64Array.from(order, (row) => column[row] ?? NaN);
    const twice = judgedSheet(
      {
        ...sheet,
        bySubject: false,
        subject: twin(sheet.subject),
        block: twin(sheet.block),
        own: twin(sheet.own),
        line: twin(sheet.line),
        rivals: sheet.rivals.map(({ name, losses }) => ({ name, losses: twin(losses) })),
        forecast: twin(sheet.forecast),
        outcome: twin(sheet.outcome),
        chance: twin(sheet.chance ?? sheet.own),
        came: twin(sheet.came ?? sheet.own),
        attainable: null,
        gain: null,
      },
      ['A', 'B'],
    )[0];
    expect(twice?.pValue).toBeCloseTo(once?.pValue ?? NaN, 6);
    expect(twice?.icT).toBeCloseTo(once?.icT ?? NaN, 6);
  });

  it('leaves out rows without an outcome and joins worlds behind one another', () => {
    const sheet = buildSheet('gaps', 0.3, 0);
    const own = sheet.own.map((loss, row) => (row % 4 === 1 ? NaN : loss));
    const rivals = sheet.rivals;
    expect(
      judgedSheet({ ...sheet, own }, ['A', 'B']).map(({ subject, count }) => [subject, count]),
    ).toEqual([
      ['all', 1.5 * DAYS],
      ['A', DAYS],
      ['B', DAYS / 2],
    ]);
    expect(
      judgedSheet(
        joinedSheets([sheet, { ...sheet, block: sheet.block.map((day) => 1e6 + day), rivals }]),
        ['A', 'B'],
      )[0]?.count,
    ).toBe(4 * DAYS);
    expect(() => joinedSheets([])).toThrow(RangeError);
  });
});

describe('rivals', () => {
  const rows = (moves: readonly number[], days: readonly number[]) => ({
    rows: moves.length,
    inputs: 1,
    targets: 1,
    notes: 2,
    x: Float64Array.from(moves),
    y: Float64Array.from(moves),
    note: Float64Array.from(days.flatMap((day, row) => [row % 2, day])),
  });

  it('learn shares of each subject from the rows of training alone', () => {
    const learnt = rows([1, -1, 1, -1, 1, 1], [0, 0, 1, 1, 2, 2]);
    const judged = rows([-1, -1], [700, 700]);
    expect(Array.from(shareOfRises(learnt, learnt.y)(judged))).toEqual([
      1,
      expect.closeTo(1 / 3, 12),
    ]);
    const season = seasonOfRises(learnt, learnt.y)(judged);
    expect(season[0]).toBeGreaterThan(season[1] ?? 1);
  });

  it('are given rows by day, from the first to before the last', () => {
    const table = rows([1, 2, 3, 4], [5, 6, 7, 8]);
    expect(rowsBetween(table, 6, 8)).toMatchObject({
      rows: 2,
      x: Float64Array.of(2, 3),
      note: Float64Array.of(1, 6, 0, 7),
    });
  });
});

describe('statistics of tests and chances', () => {
  it('corrects for the number of tests, whatever they have to do with each other', () => {
    const harmonic = 1 + 1 / 2 + 1 / 3 + 1 / 4;
    const found = discoveryAdjusted([0.01, 0.04, 0.03, 0.005]);
    for (const [place, value] of [0.02, 0.04, 0.04, 0.02].entries())
      expect(found[place]).toBeCloseTo(value * harmonic, 12);
    expect(discoveryAdjusted([0.9, 0.8])).toEqual([1, 1]);
    expect(discoveryAdjusted([0.03])).toEqual([0.03]);
    expect(discoveryAdjusted([])).toEqual([]);
  });

  it('tells how often a case was told higher than another', () => {
    expect(areaUnderCurve([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1])).toBe(0.75);
    expect(areaUnderCurve([0.5, 0.5, 0.5], [0, 1, 0])).toBe(0.5);
    expect(areaUnderCurve([0.5], [1])).toBeNaN();
  });
});
