// Scoring: finds planted skill, not chance; rows of one day count once; no information from test
// rows.
import { describe, expect, it } from 'vitest';
import { scoreSheet, assessSkill } from '../../../app/programs/evaluate/networks/score-sheet';
import { joinSheets } from '../../../app/programs/evaluate/networks/join-sheets';
import type { Sheet } from '../../../app/programs/evaluate/networks/loss-sheet';
import {
  buildSeasonBenchmark,
  buildBaseRateBenchmark,
} from '../../../app/programs/evaluate/networks/benchmarks';
import { selectDays } from '../../../app/programs/evaluate/networks/walk-forward-sheets';
import { computeAreaUnderCurve } from '../../../app/trading/statistics/area-under-curve';
import { adjustPValues } from '../../../app/trading/statistics/adjust-p-values';
import { createNormals } from '../../support/network-data';

const DAYS = 900;

/**
 * A directional target with a predictable part of `skill` standard deviations per day, for two
 * subjects with correlation `common`.
 */
function buildSheet(seed: string, skill: number, common: number): Sheet {
  const draw = createNormals(seed);
  const rows = 2 * DAYS;
  const getDay = (row: number): number => Math.floor(row / 2);
  const signal = Float64Array.from(
    { length: rows },
    (_, row) => common * draw(getDay(row)) + Math.sqrt(1 - common ** 2) * draw(10_000 + row),
  );
  const outcome = signal.map(
    (value, row) =>
      skill * value +
      common * draw(20_000 + getDay(row)) +
      Math.sqrt(1 - common ** 2) * draw(30_000 + row),
  );
  const outcomes = outcome.map((value) => Number(value > 0));
  const probabilities = signal.map(
    (value) => 1 / (1 + Math.exp(-1.6 * Math.max(skill, 0.1) * value)),
  );
  const computeSquaredErrors = (predict: (row: number) => number): Float64Array =>
    outcomes.map((value, row) => (predict(row) - value) ** 2);
  return {
    net: 'GasNet',
    target: 'rises in a day',
    lossName: 'Brier score',
    isMain: true,
    isDirection: true,
    bySubject: true,
    lag: 5,
    subject: Float64Array.from({ length: rows }, (_, row) => row % 2),
    block: Float64Array.from({ length: rows }, (_, row) => getDay(row)),
    own: computeSquaredErrors((row) => probabilities[row] ?? 0),
    line: computeSquaredErrors((row) => probabilities[row] ?? 0),
    rivals: [
      { name: 'even chance', losses: computeSquaredErrors(() => 0.5) },
      { name: 'always up', losses: computeSquaredErrors(() => 0.55) },
    ],
    forecast: probabilities.map((value) => value - 0.5),
    outcome,
    chance: probabilities,
    came: outcomes,
    attainable: signal,
    gain: outcome,
  };
}

const assessRows = (sheet: Sheet) => assessSkill(scoreSheet(sheet, ['A', 'B']));

describe('scoring', () => {
  it('finds planted skill and its ratio to the attainable IC', () => {
    const [all, first] = assessRows(buildSheet('planted', 0.3, 0));
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

  it('keeps the false positive rate', () => {
    const results = Array.from({ length: 60 }, (_, seed) =>
      assessRows(buildSheet(`nothing ${seed}`, 0, 0.9)),
    ).filter((rows) => rows.some(({ hasSkill }) => hasSkill));
    expect(results.length).toBeLessThanOrEqual(4);
  });

  it('counts rows of one day once: duplicated rows add no significance', () => {
    const sheet = buildSheet('twice', 0.12, 0);
    const once = scoreSheet({ ...sheet, bySubject: false }, ['A', 'B'])[0];
    const order = Array.from({ length: 4 * DAYS }, (_, at) => Math.floor(at / 2));
    const duplicateRows = (column: Float64Array): Float64Array =>
      Float64Array.from(order, (row) => column[row] ?? NaN);
    const twice = scoreSheet(
      {
        ...sheet,
        bySubject: false,
        subject: duplicateRows(sheet.subject),
        block: duplicateRows(sheet.block),
        own: duplicateRows(sheet.own),
        line: duplicateRows(sheet.line),
        rivals: sheet.rivals.map(({ name, losses }) => ({ name, losses: duplicateRows(losses) })),
        forecast: duplicateRows(sheet.forecast),
        outcome: duplicateRows(sheet.outcome),
        chance: duplicateRows(sheet.chance ?? sheet.own),
        came: duplicateRows(sheet.came ?? sheet.own),
        attainable: null,
        gain: null,
      },
      ['A', 'B'],
    )[0];
    expect(twice?.pValue).toBeCloseTo(once?.pValue ?? NaN, 6);
    expect(twice?.icT).toBeCloseTo(once?.icT ?? NaN, 6);
  });

  it('skips rows without an outcome and concatenates paths', () => {
    const sheet = buildSheet('gaps', 0.3, 0);
    const own = sheet.own.map((loss, row) => (row % 4 === 1 ? NaN : loss));
    const rivals = sheet.rivals;
    expect(
      scoreSheet({ ...sheet, own }, ['A', 'B']).map(({ subject, count }) => [subject, count]),
    ).toEqual([
      ['all', 1.5 * DAYS],
      ['A', DAYS],
      ['B', DAYS / 2],
    ]);
    expect(
      scoreSheet(
        joinSheets([sheet, { ...sheet, block: sheet.block.map((day) => 1e6 + day), rivals }]),
        ['A', 'B'],
      )[0]?.count,
    ).toBe(4 * DAYS);
    expect(() => joinSheets([])).toThrow(RangeError);
  });
});

describe('benchmarks', () => {
  const createRows = (moves: readonly number[], days: readonly number[]) => ({
    rows: moves.length,
    inputs: 1,
    targets: 1,
    notes: 2,
    x: Float64Array.from(moves),
    y: Float64Array.from(moves),
    note: Float64Array.from(days.flatMap((day, row) => [row % 2, day])),
  });

  it('learn base rates per subject from training rows only', () => {
    const trainTable = createRows([1, -1, 1, -1, 1, 1], [0, 0, 1, 1, 2, 2]);
    const testTable = createRows([-1, -1], [700, 700]);
    expect(Array.from(buildBaseRateBenchmark(trainTable, trainTable.y)(testTable))).toEqual([
      1,
      expect.closeTo(1 / 3, 12),
    ]);
    const season = buildSeasonBenchmark(trainTable, trainTable.y)(testTable);
    expect(season[0]).toBeGreaterThan(season[1] ?? 1);
  });

  it('select rows by day, end exclusive', () => {
    const table = createRows([1, 2, 3, 4], [5, 6, 7, 8]);
    expect(selectDays(table, 6, 8)).toMatchObject({
      rows: 2,
      x: Float64Array.of(2, 3),
      note: Float64Array.of(1, 6, 0, 7),
    });
  });
});

describe('test statistics', () => {
  it('corrects for the number of tests under dependence', () => {
    const harmonic = 1 + 1 / 2 + 1 / 3 + 1 / 4;
    const results = adjustPValues([0.01, 0.04, 0.03, 0.005], 'any');
    for (const [index, value] of [0.02, 0.04, 0.04, 0.02].entries())
      expect(results[index]).toBeCloseTo(value * harmonic, 12);
    expect(adjustPValues([0.9, 0.8], 'any')).toEqual([1, 1]);
    expect(adjustPValues([0.03], 'any')).toEqual([0.03]);
    expect(adjustPValues([], 'any')).toEqual([]);
  });

  it('corrects for the number of positively dependent tests', () => {
    const results = adjustPValues([0.01, 0.04, 0.03, 0.005], 'positive');
    for (const [index, value] of [0.02, 0.04, 0.04, 0.02].entries())
      expect(results[index]).toBeCloseTo(value, 12);
    expect(adjustPValues([0.9, 0.8], 'positive')).toEqual([0.9, 0.9]);
  });

  it('computes the area under the ROC curve', () => {
    expect(computeAreaUnderCurve([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1])).toBe(0.75);
    expect(computeAreaUnderCurve([0.5, 0.5, 0.5], [0, 1, 0])).toBe(0.5);
    expect(computeAreaUnderCurve([0.5], [1])).toBeNaN();
  });
});
