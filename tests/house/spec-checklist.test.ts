// Every line of the checklist names its proof: tests that are there, or decisions that are written.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checklistLines, getFile, isMeant, getPart, unproven } from '../support/checklist.js';
import { ROOT } from '../support/source-files';
import { testTitles } from '../support/test-titles';

const lines = checklistLines(readFileSync(join(ROOT, 'docs', 'spec-checklist.md'), 'utf8'));
const titles = new Map<string, readonly string[]>();

function listTitles(file: string): readonly string[] {
  const known = titles.get(file);
  if (known) return known;
  const path = join(ROOT, getFile(file));
  const found = existsSync(path) ? testTitles(readFileSync(path, 'utf8')) : [];
  titles.set(file, found);
  return found;
}

describe('the checklist', () => {
  it('has many lines, each with a number of its own', () => {
    const numbers = lines.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(250);
    expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  });

  it('leaves no line without a proof, and nothing in a proof that is none', () => {
    const rest = (proof: string): string =>
      proof.replace(/`[^`]+`|\[[^\]]+\]\([^)]+\)|<br>/g, '').trim();
    expect(
      lines
        .filter(
          ({ tests, decisions, text }) => tests.length + decisions.length === 0 || text === '',
        )
        .map(({ number }) => number),
    ).toEqual([]);
    expect(
      lines
        .filter(({ proof }) => rest(proof) !== '')
        .map(({ number, proof }) => `${number}: ${rest(proof)}`),
    ).toEqual([]);
    const codes = (proof: string): number => proof.match(/`[^`]+`/g)?.length ?? 0;
    expect(
      lines.filter(({ proof, tests }) => codes(proof) !== tests.length).map(({ number }) => number),
    ).toEqual([]);
  });

  it('names tests that are there', () => {
    const missing = lines.flatMap(({ number, tests }) =>
      tests
        .filter(({ file, title }) => !listTitles(file).includes(title))
        .map(({ file, title }) => `${number}: ${file} \u203a ${title}`),
    );
    expect(missing).toEqual([]);
  });

  it('names decisions that are written', () => {
    const missing = lines.flatMap(({ number, decisions }) =>
      decisions
        .filter((file) => !existsSync(join(ROOT, 'docs', 'decisions', file)))
        .map((file) => `${number}: ${file}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('titles', () => {
  it('are read as they stand, with an ellipsis for what a table fills', () => {
    const source =
      "it('one', f); test.each([1])('two %s of 100%%', f); it.each(rows)('$name: three', f); it(`four ${x} times`, f); property('five', a, f); it('s\\'x \\u2212', f); test.describe('no', f); describe('no', f); test.step('no', f); exit('no', f);";
    expect(testTitles(source)).toEqual([
      'one',
      'two \u2026 of 100%',
      '\u2026: three',
      'four \u2026 times',
      'five',
      "s'x \u2212",
    ]);
  });
});

describe('a run', () => {
  const [line] = checklistLines(
    '| 1.1 | Words | `routes/shell \u203a one \u2026`<br>`e2e/shell \u203a two` [0040](decisions/0040-x.md) |',
  );
  const result = (
    title: string,
    status: 'passed' | 'failed' | 'skipped',
    file = 'routes/shell',
  ) => ({ file, title, isPassed: status === 'passed', isFailed: status === 'failed' });
  const faults = (...results: ReturnType<typeof result>[]) =>
    unproven(line ? [line] : [], new Map([['routes', results]]));

  it('proves what it has passed, in all its cases, and nothing of a part that did not run', () => {
    expect(line).toMatchObject({
      number: '1.1',
      text: 'Words',
      tests: [
        { file: 'routes/shell', title: 'one \u2026' },
        { file: 'e2e/shell', title: 'two' },
      ],
      decisions: ['0040-x.md'],
    });
    expect([
      getPart('routes/shell'),
      getPart('scenarios/fsync'),
      getPart('trading/format'),
      getPart('ticker'),
    ]).toEqual(['routes', 'kills', 'unit', 'unit']);
    expect(
      faults(result('one a', 'passed'), result('one b', 'passed'), result('other', 'failed')),
    ).toEqual([]);
    expect(faults(result('one a', 'passed'), result('one b', 'failed'))).toEqual([
      '1.1: routes/shell \u203a one \u2026 did not pass',
    ]);
    expect(faults(result('one a', 'skipped'))).toEqual([
      '1.1: routes/shell \u203a one \u2026 did not pass',
    ]);
    expect(faults(result('one a', 'passed', 'routes/else'))).toEqual([
      '1.1: routes/shell \u203a one \u2026 did not run',
    ]);
  });

  it('means by an id nothing but its title', () => {
    expect([
      isMeant('a.c (%)', 'a.c (%)'),
      isMeant('a.c', 'abc'),
      isMeant('a \u2026', 'a '),
      isMeant('\u2026: b', 'x: b'),
      isMeant('a', 'a b'),
    ]).toEqual([true, false, false, true, false]);
  });
});
