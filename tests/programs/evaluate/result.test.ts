// Benchmark results: comparison, text output, and committed files.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../app/programs/evaluate/options';
import { formatResult } from '../../../app/programs/evaluate/print';
import type {
  BenchmarkHead,
  BenchmarkResult,
  MethodLosses,
} from '../../../app/programs/evaluate/benchmark-result';
import { computeHash, buildResult } from '../../../app/programs/evaluate/result';
import { listTrials } from '../../../app/programs/evaluate/trials';
import { PROJECT_ROOT } from '../../../app/server/platform/project.server';
import { createNormals } from '../../support/network-data';

const draw = createNormals('losses');
const createLosses = (mean: number, from: number): Float64Array =>
  Float64Array.from({ length: 100 }, (_, place) => mean + 0.2 * draw(from + place));
const span = { from: '2018-01-01', until: '2018-04-10', count: 100 };
const head: BenchmarkHead = {
  benchmark: 'comed',
  title: 'Made',
  unit: '$/MWh',
  chosenOn: span,
  judgedOn: span,
  rivals: ['plain', 'copy'],
  seeds: ['1'],
  data: { 'a.csv': 'x' },
  configurations: 3,
};
const plain: MethodLosses = {
  method: 'plain',
  kind: 'baseline',
  knows: 'little',
  chosen: createLosses(2, 0),
  judged: createLosses(3, 0),
};
const methods: readonly MethodLosses[] = [
  plain,
  { ...plain, method: 'copy' },
  {
    method: 'own',
    kind: 'ours',
    knows: 'more',
    chosen: createLosses(1, 500),
    judged: createLosses(2, 500),
  },
];
const result = buildResult(head, methods);

describe('benchmark result', () => {
  it('compares each method with its benchmarks', () => {
    const [first, copy, own] = result.rows;
    expect(first?.relative).toBe(1);
    expect(first?.versus.map(({ rival }) => rival)).toEqual(['copy']);
    expect(copy?.versus[0]).toEqual({ rival: 'plain', difference: 0, pValue: null });
    expect(own?.judged).toBeCloseTo(2, 1);
    expect(own?.versus[0]?.difference).toBeCloseTo(-1, 1);
    expect(own?.versus[0]?.pValue).toBeLessThan(1e-6);
  });

  it('has a hash of its content', () => {
    const { hash, ...content } = result;
    expect(computeHash(content)).toBe(hash);
    expect(computeHash({ ...content, configurations: 4 })).not.toBe(hash);
    expect(() => buildResult({ ...head, rivals: ['unknown'] }, methods)).toThrow(
      /unknown method unknown/,
    );
  });

  it('is formatted as text', () => {
    const text = formatResult(result);
    expect(text).toContain('3 configurations compared');
    expect(text).toMatch(/own\s+ours\s+1\.\d\d\s+2\.\d\d\s+0\.\d+\s+better, p < 0\.001/);
    expect(text).toMatch(/copy .*equal/);
  });

  it('creates a trial per method', () => {
    const trials = listTrials(result, 7);
    expect(trials.map(({ playbook }) => playbook)).toEqual([
      'comed: plain',
      'comed: copy',
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

describe('benchmark options', () => {
  const createCall = (
    benchmark: string | undefined,
    files: readonly string[] = [],
  ): Parameters<typeof readOptions>[0] => ({
    files,
    option: (name) => (name === 'benchmark' ? benchmark : undefined),
    flag: () => false,
  });
  it('require a known benchmark', () => {
    expect(readOptions(createCall('storage'))).toMatchObject({
      benchmark: 'storage',
      historyDir: undefined,
      mayWrite: false,
    });
    expect(() => readOptions(createCall('other'))).toThrow(
      /one of comed, storage, var, stress, not 'other'/,
    );
    expect(() => readOptions(createCall('comed', ['x.csv']))).toThrow(/takes no files/);
  });
});

describe('network options', () => {
  const createCall = (
    options: Readonly<Record<string, string>>,
    flags: readonly string[] = [],
  ): Parameters<typeof readOptions>[0] => ({
    files: [],
    option: (name) => options[name],
    flag: (name) => flags.includes(name),
  });
  it('default to all eight networks and accept --csv for --history', () => {
    expect(readOptions(createCall({}))).toMatchObject({
      benchmark: null,
      historyDir: undefined,
      mayWrite: false,
    });
    expect(readOptions(createCall({})).nets).toHaveLength(8);
    expect(readOptions(createCall({ net: 'GasNet', csv: 'here' }))).toMatchObject({
      nets: ['GasNet'],
      historyDir: 'here',
    });
  });

  it('allow --write only for all networks', () => {
    expect(readOptions(createCall({}, ['write'])).mayWrite).toBe(true);
    expect(() => readOptions(createCall({ net: 'GasNet' }, ['write']))).toThrow(/all eight/);
    expect(() => readOptions(createCall({ years: '4' }, ['write']))).toThrow(/all eight/);
    expect(() => readOptions(createCall({ net: 'NoNet' }))).toThrow(/--net/);
  });
});

describe.each(['comed', 'storage'])('committed result of %s', (benchmark) => {
  const file = join(PROJECT_ROOT, 'docs', 'benchmarks', `${benchmark}.json`);
  it('has a valid hash and beats its first benchmark', () => {
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
