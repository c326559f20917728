// The table says what was found, its hash notices any change, and a drawing holds what it was
// given.
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../app/programs/validate-market/options';
import {
  asMarkdown,
  asPage,
  asText,
  countWords,
  hasMissed,
  computeHash,
  keepTable,
} from '../../../app/programs/validate-market/report';
import {
  type FactRow,
  about,
  atLeast,
  atMost,
  withinFactor,
  checkRow,
  buildWithinTarget,
} from '../../../app/programs/validate-market/row';
import { drawSvg } from '../../../app/models/reports/drawing';

const row = (over: Partial<FactRow> = {}): FactRow => ({
  fact: 'kurtosis',
  market: 'NG',
  simulated: [5, 7],
  target: buildWithinTarget(4.5, 12),
  real: 5.5,
  decimals: 1,
  note: '',
  ...over,
});
const table = (...rows: FactRow[]) =>
  keepTable({ seeds: ['1', '2'], years: 40, hasReal: true, rows });

describe('a verdict', () => {
  it.each([
    ['inside', row(), 'ok'],
    ['on the edge', row({ simulated: [4, 5] }), 'ok'],
    ['below', row({ simulated: [4, 4.9] }), 'MISS'],
    ['above', row({ simulated: [30, 4.5] }), 'MISS'],
    ['without a target', row({ target: null }), 'info'],
    ['of what is no number', row({ simulated: [NaN, 5] }), 'MISS'],
    ['of no seed', row({ simulated: [] }), 'MISS'],
    ['about', row({ target: about(6, 0.5) }), 'ok'],
    ['at least', row({ target: atLeast(6.1) }), 'MISS'],
    ['at most', row({ target: atMost(6) }), 'ok'],
    ['by a factor', row({ target: withinFactor(9, 1.5) }), 'ok'],
  ])('%s', (_, given, verdict) => {
    expect(checkRow(given)).toBe(verdict);
  });
});

describe('the table', () => {
  const full = table(
    row(),
    row({ market: 'CL', simulated: [40, 50], real: null }),
    row({ fact: 'levels', target: null, simulated: [-1.26], note: 'one' }),
    row({ fact: 'slope', target: atMost(0), simulated: [-0.5] }),
  );

  it('counts what was missed', () => {
    expect(countWords(full)).toBe('2 of 3 targets met, 1 missed');
    expect(hasMissed(full)).toBe(true);
    expect(countWords(table(row()))).toBe('all 1 targets met');
    expect(hasMissed(table(row()))).toBe(false);
  });

  it('prints mean, range, target, real figure and verdict', () => {
    expect(asMarkdown(full).split('\n').slice(2)).toEqual([
      '| kurtosis | NG | 6.0 | 5.0, 7.0 | 4.5 to 12.0 | 5.5 | ok |  |',
      '| kurtosis | CL | 45.0 | 40.0, 50.0 | 4.5 to 12.0 |  | MISS |  |',
      '| levels | NG | −1.3 |  |  | 5.5 | info | one |',
      '| slope | NG | −0.5 |  | at most 0.0 | 5.5 | ok |  |',
    ]);
    const lines = asText(full).split('\n');
    expect(lines[0]).toMatch(/^fact +market +simulated/);
    expect(lines[1]).toMatch(/^kurtosis +NG +6\.0 +5\.0, 7\.0 +4\.5 to 12\.0 +5\.5 +ok$/);
  });

  it('hashes every figure', () => {
    expect(computeHash(full)).toBe(full.hash);
    expect(table(row({ simulated: [5, 7.0001] })).hash).not.toBe(table(row()).hash);
    expect(table(row({ note: 'x' })).hash).not.toBe(table(row()).hash);
    expect(table(row({ simulated: [5, 7 + 1e-12] })).hash).toBe(table(row()).hash);
    // What JSON cannot hold is kept as nothing, and is the same after a round.
    const odd = table(row({ simulated: [NaN], target: atLeast(1) }));
    expect(computeHash(JSON.parse(JSON.stringify(odd)))).toBe(odd.hash);
  });

  it('stands on a page with its pictures', () => {
    const page = asPage(full, [{ file: 'a.svg', title: 'A day', text: 'What is seen.' }]);
    expect(page).toContain(full.hash);
    expect(page).toContain('![What is seen.](market-realism/a.svg)');
    expect(page).toContain(asMarkdown(full));
  });
});

describe('a drawing', () => {
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
  const svg = drawSvg(drawing);

  it('names itself and its axes, without script', () => {
    expect(svg).toContain('<title id="t">Price &amp; &lt;limit&gt;</title>');
    expect(svg).toContain('NG, $/MMBtu');
    expect(svg).toContain('>day</text>');
    expect(svg).not.toMatch(/<script|on\w+=|href|NaN|undefined/);
    expect(svg).toContain('prefers-color-scheme:dark');
  });

  it('interrupts a curve where there is no value and fills a band', () => {
    const paths = [...svg.matchAll(/class="([^"]*)" d="([^"]*)"/g)].map(
      ([, kind = '', path = '']) => ({ kind, path }),
    );
    expect(paths.find(({ kind }) => kind === 'c s0')?.path.match(/M/g)).toHaveLength(2);
    expect(paths.find(({ kind }) => kind === 'b f1')?.path).toMatch(/Z$/);
  });

  it('stands up to having nothing to show', () => {
    expect(
      drawSvg({
        ...drawing,
        panels: [{ title: 'none', yLabel: '', curves: [{ label: 'none', xs: [], ys: [] }] }],
      }),
    ).not.toMatch(/NaN/);
  });
});

describe('options', () => {
  const read = (options: Record<string, string>, files: string[] = []) =>
    readOptions({ files, option: (name) => options[name], flag: (name) => name in options });
  it('have defaults', () => {
    expect(read({})).toEqual({
      seeds: ['1', '2', '3'],
      years: 40,
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
    [{ years: '1' }, /--years must be a whole number from 2 to 80, not '1'/],
    [{ years: 'x' }, /--years/],
    [{ seeds: '1,1' }, /--seeds must be different names/],
    [{ seeds: 'a,,b' }, /--seeds/],
  ])('are refused with what to do: %j', (options, words) => {
    expect(() => read(options)).toThrow(words);
  });

  it('take no files', () => {
    expect(() => read({}, ['x.csv'])).toThrow(/--history/);
  });
});
