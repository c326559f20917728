// Every line of the checklist names existing tests or decisions as proof.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checklistLines, getFile, isMeant, getPart, unproven } from '../support/checklist.js';
import { ROOT } from '../support/source-files';
import { listTestTitles } from '../support/test-titles';

const lines = checklistLines(readFileSync(join(ROOT, 'docs', 'spec-checklist.md'), 'utf8'));
const titles = new Map<string, readonly string[]>();

function listTitles(file: string): readonly string[] {
  const cached = titles.get(file);
  if (cached) return cached;
  const path = join(ROOT, getFile(file));
  const titlesInFile = existsSync(path) ? listTestTitles(readFileSync(path, 'utf8')) : [];
  titles.set(file, titlesInFile);
  return titlesInFile;
}

describe('checklist', () => {
  it('has more than 250 lines with unique numbers', () => {
    const numbers = lines.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(250);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  it('has a proof for every line, and only valid proofs', () => {
    const removeProofs = (proof: string): string =>
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
        .filter(({ proof }) => removeProofs(proof) !== '')
        .map(({ number, proof }) => `${number}: ${removeProofs(proof)}`),
    ).toEqual([]);
    const countCodes = (proof: string): number => proof.match(/`[^`]+`/g)?.length ?? 0;
    expect(
      lines
        .filter(({ proof, tests }) => countCodes(proof) !== tests.length)
        .map(({ number }) => number),
    ).toEqual([]);
  });

  it('names existing tests', () => {
    const missing = lines.flatMap(({ number, tests }) =>
      tests
        .filter(({ file, title }) => !listTitles(file).includes(title))
        .map(({ file, title }) => `${number}: ${file} \u203a ${title}`),
    );
    expect(missing).toEqual([]);
  });

  it('names existing decisions', () => {
    const missing = lines.flatMap(({ number, decisions }) =>
      decisions
        .filter((file) => !existsSync(join(ROOT, 'docs', 'decisions', file)))
        .map((file) => `${number}: ${file}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('test titles', () => {
  it('are read from source, with an ellipsis for variable parts', () => {
    const source =
      "it('one', f); test.each([1])('two %s of 100%%', f); it.each(rows)('$name: three', f); it(`four ${x} times`, f); property('five', a, f); it('s\\'x \\u2212', f); test.describe('no', f); describe('no', f); test.step('no', f); exit('no', f);";
    expect(listTestTitles(source)).toEqual([
      'one',
      'two \u2026 of 100%',
      '\u2026: three',
      'four \u2026 times',
      'five',
      "s'x \u2212",
    ]);
  });
});

describe('test run', () => {
  const [line] = checklistLines(
    '| 1.1 | Words | `routes/shell \u203a one \u2026`<br>`e2e/shell \u203a two` [0040](decisions/0040-x.md) |',
  );
  const createResult = (
    title: string,
    status: 'passed' | 'failed' | 'skipped',
    file = 'routes/shell',
  ) => ({ file, title, isPassed: status === 'passed', isFailed: status === 'failed' });
  const findFaults = (...results: ReturnType<typeof createResult>[]) =>
    unproven(line ? [line] : [], new Map([['routes', results]]));

  it('proves a line only if all its cases ran and passed', () => {
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
      getPart('server/brokers/transcripts'),
      getPart('server/desk/clock-steps'),
    ]).toEqual(['routes', 'kills', 'unit', 'unit', 'brokers', 'unit']);
    expect([
      getPart('routes/traces.deep'),
      getPart('properties/run-pairs.deep'),
      getPart('scenarios/storm-week.deep'),
      getPart('e2e/users.deep'),
      getPart('programs/replay.deep'),
    ]).toEqual(['requests', 'cases', 'deep', 'looks', 'longer']);
    expect(
      findFaults(
        createResult('one a', 'passed'),
        createResult('one b', 'passed'),
        createResult('other', 'failed'),
      ),
    ).toEqual([]);
    expect(findFaults(createResult('one a', 'passed'), createResult('one b', 'failed'))).toEqual([
      '1.1: routes/shell \u203a one \u2026 did not pass',
    ]);
    expect(findFaults(createResult('one a', 'skipped'))).toEqual([
      '1.1: routes/shell \u203a one \u2026 did not pass',
    ]);
    expect(findFaults(createResult('one a', 'passed', 'routes/else'))).toEqual([
      '1.1: routes/shell \u203a one \u2026 did not run',
    ]);
  });

  it('matches an id with its exact title', () => {
    expect([
      isMeant('a.c (%)', 'a.c (%)'),
      isMeant('a.c', 'abc'),
      isMeant('a \u2026', 'a '),
      isMeant('\u2026: b', 'x: b'),
      isMeant('a', 'a b'),
    ]).toEqual([true, false, false, true, false]);
  });
});
