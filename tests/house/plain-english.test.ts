// Banned words of the language rules: their counts may only fall. `npm run words` lowers the
// baseline.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Finding,
  countByRule,
  findInFile,
  findInProject,
  findInSubject,
  listSubjectsSince,
} from '../support/plain-english';
import { ALLOWED } from '../support/plain-english-allow';
import { ROOT } from '../support/source-files';

const BASELINE = join(ROOT, 'tests/support/plain-english-baseline.json');
const THIS = 'tests/house/plain-english.test.ts';
const baseline = JSON.parse(readFileSync(BASELINE, 'utf8')) as Record<string, number>;

const findings: Finding[] = [
  ...findInProject(),
  ...listSubjectsSince(THIS).flatMap((subject) => findInSubject(subject)),
];
const counts = countByRule(findings);

const describeRule = (key: string): string =>
  findings
    .filter((finding) => finding.key === key)
    .map(({ path, line, text, use }) => `  ${path}:${line} "${text}" -> ${use}`)
    .join('\n');

/** A rule that the baseline does not list starts at its present count. */
const lowered = Object.fromEntries(
  Object.entries(counts).map(([key, count]) => [key, Math.min(count, baseline[key] ?? count)]),
);

if (process.env.LOWER_WORDS === '1') {
  writeFileSync(BASELINE, `${JSON.stringify(lowered, null, 2)}\n`);
}

describe('plain English', () => {
  it.each(Object.entries(lowered))('does not use more of "%s"', (key, limit) => {
    const count = counts[key] ?? 0;
    const recorded = baseline[key] ?? 0;
    if (count < recorded) {
      console.log(`"${key}" fell from ${recorded} to ${count}: npm run words lowers the baseline`);
    }
    const allowed = process.env.LOWER_WORDS === '1' ? limit : recorded;
    expect(count, `${count} uses, at most ${allowed}:\n${describeRule(key)}`).toBeLessThanOrEqual(
      allowed,
    );
  });

  it('has at most 40 exceptions', () => {
    expect(ALLOWED.length).toBeLessThanOrEqual(40);
  });
});

describe('the scan', () => {
  const keysIn = (path: string, text: string): string[] =>
    findInFile({ path, text })
      .map(({ key, line }) => `${line} ${key}`)
      .sort();

  it('finds names, comments and texts with their lines', () => {
    const code = [
      '/** Nobody reads this. */',
      'const heardSignal = (mode: CommodityKey): string => `told ${mode} by itself`;',
      'function biasOf() { return 1; } // it knows',
      'interface PriceWire { a: "book" }',
    ].join('\n');
    expect(keysIn('app/routes/sample.ts', code)).toEqual([
      '1 everywhere: nobody',
      '2 everywhere: told',
      '2 names: heard',
      '2 names: mode: CommodityKey',
      '2 readers: by itself',
      '3 comments: (?:it|they) (?:knows?|refuses?|wants?|hears?|asks?)',
      '3 names: function ends in Of',
      '4 names: ends in Wire',
    ]);
  });

  it('reads the text of markup but neither its classes nor its modules', () => {
    const code = [
      "import { a } from 'the desk book';",
      'export const Panel = () => <p className="a book">The desk trades this book.</p>;',
    ].join('\n');
    expect(keysIn('app/components/sample.tsx', code)).toEqual([
      '2 readers: the desk',
      '2 screens: book',
    ]);
  });

  it('reads documents and commit subjects', () => {
    expect(keysIn('docs/sample.md', 'One.\nThe gate tells all.')).toEqual([
      '2 everywhere: tells?',
      '2 readers: the gate',
    ]);
    expect(findInSubject('Mend the pump').map(({ key }) => key)).toEqual(['commits: first word']);
    expect(findInSubject('Add a banned-word test')).toEqual([]);
  });
});
