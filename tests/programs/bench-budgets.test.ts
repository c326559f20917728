// Budgets of the benchmark: a ratio beyond its limit is noticed, the better of two measurements counts.
import { describe, expect, it } from 'vitest';
import {
  type BudgetRow,
  buildBudgetTable,
  isWithinBudget,
  pickBetter,
  readBudgets,
} from '../../app/programs/bench/budgets';
import { benchProgram } from '../../app/programs/bench/program';
import { runCaptured } from '../support/run-captured';

const REFERENCE = { loopMs: 20 };
const createRow = (bound: BudgetRow['bound'], value: number | null): BudgetRow => ({
  part: 'commits',
  figure: 'a figure',
  bound,
  limit: 0.5,
  goal: null,
  value,
});
const createCommits = (ratio: number) => ({
  commits: 600,
  recordsPerCommit: 4,
  postingsPerCommit: 7,
  rowsPerCommit: 15,
  journalPerSecond: 1000 * ratio,
  barePerSecond: 1000,
  ratio,
});

describe('a budget', () => {
  it.each([
    { bound: 'at least', value: 0.5, isWithin: true },
    { bound: 'at least', value: 0.49, isWithin: false },
    { bound: 'at most', value: 0.5, isWithin: true },
    { bound: 'at most', value: 0.51, isWithin: false },
    { bound: 'at least', value: Number.NaN, isWithin: false },
    { bound: 'at most', value: Number.NaN, isWithin: false },
    { bound: 'at least', value: null, isWithin: true },
  ] as const)('of $bound 0.5 is met by $value: $isWithin', ({ bound, value, isWithin }) => {
    expect(isWithinBudget(createRow(bound, value))).toBe(isWithin);
  });

  it('is compared with the better of two measurements', () => {
    const [low, high] = [createRow('at least', 0.4), createRow('at least', 0.6)];
    expect([pickBetter(low, high), pickBetter(high, low), pickBetter(low, undefined)]).toEqual([
      high,
      high,
      low,
    ]);
    const [short, long] = [createRow('at most', 0.4), createRow('at most', 0.6)];
    expect([pickBetter(short, long), pickBetter(long, short)]).toEqual([short, short]);
  });

  it('notices commits that became ten times as slow', () => {
    const read = (ratio: number) => readBudgets('commits', createCommits(ratio), REFERENCE);
    expect(read(0.5).map(isWithinBudget)).toEqual([true]);
    expect(read(0.05).map(isWithinBudget)).toEqual([false]);
  });

  it('is not held where its program is missing, which the table says', () => {
    const rows = readBudgets('queue', null, REFERENCE);
    expect(rows.every(isWithinBudget)).toBe(true);
    expect(buildBudgetTable(rows).rows[0]).toContain('not measured');
  });

  it('beyond its limit stands out in the table', () => {
    const table = buildBudgetTable(readBudgets('commits', createCommits(0.05), REFERENCE));
    expect(table.rows.map((row) => row[row.length - 1])).toEqual(['BEYOND']);
  });
});

it('checks no budgets while it writes the page', async () => {
  const { code, printed } = await runCaptured(benchProgram, '--check', '--write');
  expect(code).toBe(1);
  expect(printed).toContain('--check and --write exclude each other');
});
