// Market realism table, its hash, and its figures.
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../app/programs/validate-market/options';
import {
  formatMarkdown,
  formatPage,
  formatTable,
  formatTargetCount,
  hasMissedTarget,
  computeHash,
  toStoredTable,
} from '../../../app/programs/validate-market/report';
import {
  type FactRow,
  createToleranceTarget,
  createMinTarget,
  createMaxTarget,
  createFactorTarget,
  checkRow,
  createRangeTarget,
} from '../../../app/programs/validate-market/row';
import { renderDrawing } from '../../../app/models/reports/drawing';

const createRow = (over: Partial<FactRow> = {}): FactRow => ({
  fact: 'kurtosis',
  market: 'NG',
  simulated: [5, 7],
  target: createRangeTarget(4.5, 12),
  real: 5.5,
  decimals: 1,
  note: '',
  ...over,
});
const createTable = (...rows: FactRow[]) =>
  toStoredTable({ seeds: ['1', '2'], years: 40, hasReal: true, rows });

describe('check result', () => {
  it.each([
    ['inside', createRow(), 'ok'],
    ['on the edge', createRow({ simulated: [4, 5] }), 'ok'],
    ['below', createRow({ simulated: [4, 4.9] }), 'MISS'],
    ['above', createRow({ simulated: [30, 4.5] }), 'MISS'],
    ['without a target', createRow({ target: null }), 'info'],
    ['NaN', createRow({ simulated: [NaN, 5] }), 'MISS'],
    ['no seed', createRow({ simulated: [] }), 'MISS'],
    ['about', createRow({ target: createToleranceTarget(6, 0.5) }), 'ok'],
    ['at least', createRow({ target: createMinTarget(6.1) }), 'MISS'],
    ['at most', createRow({ target: createMaxTarget(6) }), 'ok'],
    ['by a factor', createRow({ target: createFactorTarget(9, 1.5) }), 'ok'],
  ])('%s', (_, given, verdict) => {
    expect(checkRow(given)).toBe(verdict);
  });
});

describe('table', () => {
  const full = createTable(
    createRow(),
    createRow({ market: 'CL', simulated: [40, 50], real: null }),
    createRow({ fact: 'levels', target: null, simulated: [-1.26], note: 'one' }),
    createRow({ fact: 'slope', target: createMaxTarget(0), simulated: [-0.5] }),
  );

  it('counts missed targets', () => {
    expect(formatTargetCount(full)).toBe('2 of 3 targets met, 1 missed');
    expect(hasMissedTarget(full)).toBe(true);
    expect(formatTargetCount(createTable(createRow()))).toBe('all 1 targets met');
    expect(hasMissedTarget(createTable(createRow()))).toBe(false);
  });

  it('prints mean, range, target, real value and result', () => {
    expect(formatMarkdown(full).split('\n').slice(2)).toEqual([
      '| kurtosis | NG | 6.0 | 5.0, 7.0 | 4.5 to 12.0 | 5.5 | ok |  |',
      '| kurtosis | CL | 45.0 | 40.0, 50.0 | 4.5 to 12.0 |  | MISS |  |',
      '| levels | NG | −1.3 |  |  | 5.5 | info | one |',
      '| slope | NG | −0.5 |  | at most 0.0 | 5.5 | ok |  |',
    ]);
    const lines = formatTable(full).split('\n');
    expect(lines[0]).toMatch(/^fact +market +simulated/);
    expect(lines[1]).toMatch(/^kurtosis +NG +6\.0 +5\.0, 7\.0 +4\.5 to 12\.0 +5\.5 +ok$/);
  });

  it('hashes every figure', () => {
    expect(computeHash(full)).toBe(full.hash);
    expect(createTable(createRow({ simulated: [5, 7.0001] })).hash).not.toBe(
      createTable(createRow()).hash,
    );
    expect(createTable(createRow({ note: 'x' })).hash).not.toBe(createTable(createRow()).hash);
    expect(createTable(createRow({ simulated: [5, 7 + 1e-12] })).hash).toBe(
      createTable(createRow()).hash,
    );
    // NaN and Infinity become null in JSON and hash the same after a round trip.
    const odd = createTable(createRow({ simulated: [NaN], target: createMinTarget(1) }));
    expect(computeHash(JSON.parse(JSON.stringify(odd)))).toBe(odd.hash);
  });

  it('is part of the page with its figures', () => {
    const page = formatPage(full, [{ file: 'a.svg', title: 'A day', text: 'What is seen.' }]);
    expect(page).toContain(full.hash);
    expect(page).toContain('![What is seen.](market-realism/a.svg)');
    expect(page).toContain(formatMarkdown(full));
  });
});

describe('figure', () => {
  const drawing = {
    title: 'Price & <limit>',
    text: 'Rises.',
    xLabel: 'day',
    xKind: 'number' as const,
    panels: [
      {
        title: 'NG',
        yLabel: '$/MMBtu',
        levels: [3],
        curves: [
          { label: 'close', xs: [0, 1, 2, 3], ys: [1, 2, NaN, 4] },
          { label: 'band', xs: [0, 1], ys: [2, 3], lows: [1, 1] },
        ],
      },
    ],
  };
  const svg = renderDrawing(drawing);

  it('has a title and axis labels and no script', () => {
    expect(svg).toContain('<title id="t">Price &amp; &lt;limit&gt;</title>');
    expect(svg).toContain('NG, $/MMBtu');
    expect(svg).toContain('>day</text>');
    expect(svg).not.toMatch(/<script|on\w+=|href|NaN|undefined/);
    expect(svg).toContain('prefers-color-scheme:dark');
  });

  it('breaks a curve at missing values and fills a band', () => {
    const paths = [...svg.matchAll(/class="([^"]*)" d="([^"]*)"/g)].map(
      ([, kind = '', path = '']) => ({ kind, path }),
    );
    expect(paths.find(({ kind }) => kind === 'c s0')?.path.match(/M/g)).toHaveLength(2);
    expect(paths.find(({ kind }) => kind === 'b f1')?.path).toMatch(/Z$/);
  });

  it('handles empty data', () => {
    expect(
      renderDrawing({
        ...drawing,
        panels: [{ title: 'none', yLabel: '', curves: [{ label: 'none', xs: [], ys: [] }] }],
      }),
    ).not.toMatch(/NaN/);
  });
});

describe('validation options', () => {
  const read = (options: Record<string, string>, files: string[] = []) =>
    readOptions({ files, option: (name) => options[name], flag: (name) => name in options });
  it('have defaults', () => {
    expect(read({})).toEqual({
      seeds: ['1', '2', '3'],
      years: 40,
      jobs: Math.min(16, availableParallelism()),
      historyDir: undefined,
      isMarkdown: false,
      mayWrite: false,
    });
    expect(read({ seeds: 'a, b', years: '5', write: '' })).toMatchObject({
      seeds: ['a', 'b'],
      years: 5,
      mayWrite: true,
    });
  });

  it.each([
    [{ years: '1' }, /--years must be an integer from 2 to 80, not '1'/],
    [{ years: 'x' }, /--years/],
    [{ seeds: '1,1' }, /--seeds must be distinct/],
    [{ seeds: 'a,,b' }, /--seeds/],
  ])('are rejected with an explanation: %j', (options, words) => {
    expect(() => read(options)).toThrow(words);
  });

  it('reject files', () => {
    expect(() => read({}, ['x.csv'])).toThrow(/--history/);
  });
});
