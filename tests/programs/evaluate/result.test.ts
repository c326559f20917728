// Rows beside rivals, words for a terminal, and the results that are committed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../app/programs/evaluate/options';
import { resultText } from '../../../app/programs/evaluate/print';
import {
  type BenchmarkHead,
  type BenchmarkResult,
  type MethodLosses,
  computeHash,
  buildResult,
} from '../../../app/programs/evaluate/result';
import { listTrials } from '../../../app/programs/evaluate/trials';
import { PROJECT_ROOT } from '../../../app/server/platform/project.server';
import { normals } from '../../support/network-data';

const draw = normals('losses');
const losses = (mean: number, from: number): Float64Array =>
  Float64Array.from({ length: 100 }, (_, place) => mean + 0.2 * draw(from + place));
const span = { from: '2018-01-01', until: '2018-04-10', count: 100 };
const head: BenchmarkHead = {
  benchmark: 'comed',
  title: 'Made',
  unit: '$/MWh',
  chosenOn: span,
  judgedOn: span,
  rivals: ['plain', 'twin'],
  seeds: ['1'],
  data: { 'a.csv': 'x' },
  configurations: 3,
};
const plain: MethodLosses = {
  method: 'plain',
  kind: 'baseline',
  knows: 'little',
  chosen: losses(2, 0),
  judged: losses(3, 0),
};
const methods: readonly MethodLosses[] = [
  plain,
  { ...plain, method: 'twin' },
  { method: 'own', kind: 'ours', knows: 'more', chosen: losses(1, 500), judged: losses(2, 500) },
];
const result = buildResult(head, methods);

describe('a result', () => {
  it('holds each method against its rivals', () => {
    const [first, twin, own] = result.rows;
    expect(first?.relative).toBe(1);
    expect(first?.versus.map(({ rival }) => rival)).toEqual(['twin']);
    expect(twin?.versus[0]).toEqual({ rival: 'plain', difference: 0, pValue: null });
    expect(own?.judged).toBeCloseTo(2, 1);
    expect(own?.versus[0]?.difference).toBeCloseTo(-1, 1);
    expect(own?.versus[0]?.pValue).toBeLessThan(1e-6);
  });

  it('has a hash of all that it says', () => {
    const { hash, ...content } = result;
    expect(computeHash(content)).toBe(hash);
    expect(computeHash({ ...content, configurations: 4 })).not.toBe(hash);
    expect(() => buildResult({ ...head, rivals: ['nobody'] }, methods)).toThrow(
      /nobody is no method/,
    );
  });

  it('is told in words', () => {
    const text = resultText(result);
    expect(text).toContain('3 configurations were looked at');
    expect(text).toMatch(/own\s+ours\s+1\.\d\d\s+2\.\d\d\s+0\.\d+\s+better, p < 0\.001/);
    expect(text).toMatch(/twin .*the same/);
  });

  it('leaves a trial for each method', () => {
    const trials = listTrials(result, 7);
    expect(trials.map(({ playbook }) => playbook)).toEqual([
      'comed: plain',
      'comed: twin',
      'comed: own',
    ]);
    expect(new Set(trials.map(({ paramsHash }) => paramsHash)).size).toBe(3);
    expect(trials[0]).toMatchObject({
      atMs: 7,
      mode: 'electricity',
      days: 100,
      sharpePerDay: null,
    });
  });
});

describe('options', () => {
  const call = (
    benchmark: string | undefined,
    files: readonly string[] = [],
  ): Parameters<typeof readOptions>[0] => ({
    files,
    option: (name) => (name === 'benchmark' ? benchmark : undefined),
    flag: () => false,
  });
  it('name a benchmark that is there', () => {
    expect(readOptions(call('storage'))).toMatchObject({
      benchmark: 'storage',
      historyDir: undefined,
      mayWrite: false,
    });
    expect(() => readOptions(call('other'))).toThrow(
      /one of comed, storage, var, stress, not 'other'/,
    );
    expect(() => readOptions(call('comed', ['x.csv']))).toThrow(/takes no files/);
  });
});

describe('options of an evaluation of networks', () => {
  const call = (
    options: Readonly<Record<string, string>>,
    flags: readonly string[] = [],
  ): Parameters<typeof readOptions>[0] => ({
    files: [],
    option: (name) => options[name],
    flag: (name) => flags.includes(name),
  });
  it('mean all eight when none is named, and a folder of histories by either name', () => {
    expect(readOptions(call({}))).toMatchObject({
      benchmark: null,
      historyDir: undefined,
      mayWrite: false,
    });
    expect(readOptions(call({})).nets).toHaveLength(8);
    expect(readOptions(call({ net: 'GasNet', csv: 'here' }))).toMatchObject({
      nets: ['GasNet'],
      historyDir: 'here',
    });
  });

  it('keep verdicts of all networks together alone', () => {
    expect(readOptions(call({}, ['write'])).mayWrite).toBe(true);
    expect(() => readOptions(call({ net: 'GasNet' }, ['write']))).toThrow(/all eight/);
    expect(() => readOptions(call({ years: '4' }, ['write']))).toThrow(/all eight/);
    expect(() => readOptions(call({ net: 'NoNet' }))).toThrow(/--net/);
  });
});

describe.each(['comed', 'storage'])('the committed result of %s', (benchmark) => {
  const file = join(PROJECT_ROOT, 'docs', 'benchmarks', `${benchmark}.json`);
  it('is whole, and better than its first rival', () => {
    expect(existsSync(file)).toBe(true);
    const { hash, ...content } = JSON.parse(readFileSync(file, 'utf8')) as BenchmarkResult;
    expect(computeHash(content)).toBe(hash);
    const own = content.rows.filter(({ kind }) => kind === 'ours');
    expect(own.length).toBeGreaterThanOrEqual(3);
    for (const { versus, relative } of own) {
      expect(relative).toBeLessThan(1);
      expect(versus[0]?.pValue).toBeLessThan(0.05);
    }
  });
});
