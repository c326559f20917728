// The parts of a training: labels, rows of several worlds, options.
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../app/programs/train/options';
import { joinedRows, RowSink } from '../../../app/programs/train/row-sink';
import { hardened } from '../../../app/programs/train/calibrate';

describe('labels', () => {
  it('that are soft count as what they came to be', () => {
    expect([0.2, 0.5, 0.9, NaN].map(hardened)).toEqual([0, NaN, 1, NaN]);
  });
});

describe('rows', () => {
  it('are joined in order, without those that never got a label', () => {
    const sink = new RowSink(2, 1, 1);
    sink.add([1, 2], [NaN], [7]);
    const late = sink.add([3, 4], [NaN], [8]);
    sink.setTarget(late, 0, 0.5);
    const other = new RowSink(2, 1, 1);
    other.add([5, 6], [1], [9]);
    const joined = joinedRows([sink.toRows(), other.toRows()]);
    expect(joined).toMatchObject({
      rows: 2,
      x: Float64Array.of(3, 4, 5, 6),
      y: Float64Array.of(0.5, 1),
      note: Float64Array.of(8, 9),
    });
    expect(() => other.add([1], [1], [1])).toThrow(RangeError);
    expect(() => joinedRows([])).toThrow(RangeError);
  });
});

describe('the options', () => {
  const call = (options: Record<string, string>, files: readonly string[] = []) =>
    readOptions({ files, option: (name) => options[name], flag: () => false });

  it('name networks and threads', () => {
    expect(call({}).nets).toHaveLength(8);
    expect(call({ net: 'GasNet, AgNet', threads: '3', years: '5' })).toMatchObject({
      nets: ['GasNet', 'AgNet'],
      threads: 3,
      years: 5,
    });
  });

  it('are refused in words', () => {
    expect(() => call({ net: 'NoNet' })).toThrow(/--net/);
    expect(() => call({ threads: '0' })).toThrow(/--threads/);
    expect(() => call({ years: '99' })).toThrow(/--years/);
    expect(() => call({}, ['x.csv'])).toThrow(/no files/);
  });
});
