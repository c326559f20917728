// Training: labels, joined rows and options.
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../app/programs/train/options';
import { RowSink } from '../../../app/programs/train/row-sink';
import { joinRows } from '../../../app/programs/train/rows';
import { roundLabel } from '../../../app/programs/train/calibrate';

describe('labels', () => {
  it('round soft labels to the outcome', () => {
    expect([0.2, 0.5, 0.9, NaN].map(roundLabel)).toEqual([0, NaN, 1, NaN]);
  });
});

describe('rows', () => {
  it('are joined in order, without unlabeled rows', () => {
    const sink = new RowSink(2, 1, 1);
    sink.add([1, 2], [NaN], [7]);
    const lateRow = sink.add([3, 4], [NaN], [8]);
    sink.setTarget(lateRow, 0, 0.5);
    const other = new RowSink(2, 1, 1);
    other.add([5, 6], [1], [9]);
    const joined = joinRows([sink.toRows(), other.toRows()]);
    expect(joined).toMatchObject({
      rows: 2,
      x: Float64Array.of(3, 4, 5, 6),
      y: Float64Array.of(0.5, 1),
      note: Float64Array.of(8, 9),
    });
    expect(() => other.add([1], [1], [1])).toThrow(RangeError);
    expect(() => joinRows([])).toThrow(RangeError);
  });
});

describe('training options', () => {
  const createCall = (options: Record<string, string>, files: readonly string[] = []) =>
    readOptions({ files, option: (name) => options[name], flag: () => false });

  it('select networks and threads', () => {
    expect(createCall({}).nets).toHaveLength(8);
    expect(createCall({ net: 'GasNet, AgNet', threads: '3', years: '5' })).toMatchObject({
      nets: ['GasNet', 'AgNet'],
      threads: 3,
      years: 5,
    });
  });

  it('are rejected with an explanation', () => {
    expect(() => createCall({ net: 'NoNet' })).toThrow(/--net/);
    expect(() => createCall({ threads: '0' })).toThrow(/--threads/);
    expect(() => createCall({ years: '99' })).toThrow(/--years/);
    expect(() => createCall({}, ['x.csv'])).toThrow(/no files/);
  });
});
