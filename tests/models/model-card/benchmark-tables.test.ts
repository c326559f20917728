// Model card tables of the committed benchmarks.
import { describe, expect, it } from 'vitest';
import {
  describeComparison,
  listBenchmarkTables,
} from '../../../app/models/model-card/benchmark-tables';

const tables = listBenchmarkTables();
const getTable = (id: string) => {
  const table = tables.find((one) => one.id === id);
  if (!table) throw new Error(`no table ${id}`);
  return table;
};

describe('benchmark tables of the model card', () => {
  it('have as many cells as columns, and their own ids', () => {
    for (const { columns, rows } of tables) {
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toHaveLength(columns.length);
    }
    expect(new Set(tables.map(({ id }) => id)).size).toBe(tables.length);
  });

  it('show the selection and the test error of power, with the number of configurations', () => {
    const { columns, rows, note } = getTable('benchmark-comed');
    expect(columns.map(({ name }) => name)).toEqual([
      'Method',
      'Kind',
      'Selection error',
      'Test error',
      'Relative',
      'vs day before',
      'vs LEAR',
      'vs DNN',
    ]);
    expect(rows.find(([method]) => method === 'DNN')?.slice(0, 4)).toEqual([
      'DNN',
      'published',
      '2.43',
      '3.90',
    ]);
    expect(note).toMatch(/\d+ configurations compared on the selection days, 2017-01-01/);
  });

  it('call a difference better or worse only if it is significant', () => {
    expect(describeComparison({ difference: -1, pValue: 0.05 })).toBe('better, p 0.050');
    expect(describeComparison({ difference: 1, pValue: 0.01 })).toBe('worse, p 0.010');
    expect(describeComparison({ difference: -1, pValue: 0.051 })).toBe('no difference, p 0.051');
    expect(describeComparison({ difference: 0, pValue: null })).toMatch(/^no difference, /);
    const mean = getTable('benchmark-comed').rows.find(
      ([method]) => method === 'mean of the three',
    );
    expect(mean?.at(-1)).toBe('no difference, p 0.980');
  });

  it('show the storage surprise with its consensus', () => {
    const { rows, note } = getTable('storage-surprise');
    expect(note).toMatch(/Consensus: the degree-day regression .* test \d+%$/);
    expect(rows.map(([period]) => period)).toEqual([
      'selection',
      'selection',
      'selection',
      'test',
      'test',
      'test',
    ]);
  });

  it('show the duration test beside that of Kupiec', () => {
    const { columns, rows } = getTable('value-at-risk');
    expect(columns.slice(-4).map(({ name }) => name)).toEqual([
      'Kupiec p',
      'Day after p',
      'Shape',
      'Durations p',
    ]);
    expect(rows.filter(([, method]) => method === 'filtered history')).toHaveLength(8);
  });
});
