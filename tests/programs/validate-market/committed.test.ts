// The page that is committed says what its table says, and the table is whole.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type KeptTable,
  asMarkdown,
  countWords,
  computeHash,
} from '../../../app/programs/validate-market/report';
import { PROJECT_ROOT } from '../../../app/server/platform/project.server';

const docs = join(PROJECT_ROOT, 'docs');
const page = readFileSync(join(docs, 'market-realism.md'), 'utf8');
const table = JSON.parse(
  readFileSync(join(docs, 'market-realism', 'table.json'), 'utf8'),
) as KeptTable;

/**
 * Rows that hold the very same numbers as another row of their fact: a series shown twice under two
 * names. Zeros and months may agree.
 */
function twins(rows: KeptTable['rows']): string[] {
  const told = rows.filter(
    ({ simulated, fact }) => simulated.some((value) => value !== 0) && !fact.startsWith('month of'),
  );
  const texts = told.map(({ fact, simulated }) => `${fact}: ${simulated.join(', ')}`);
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

describe('the page of market realism', () => {
  it('shows the table whose hash it names', () => {
    expect(computeHash(table)).toBe(table.hash);
    expect(page).toContain(`\`${table.hash}\``);
    expect(page).toContain(asMarkdown(table));
    expect(page.toLowerCase()).toContain(countWords(table));
  });

  it('has a figure in every row, and no series under two names', () => {
    expect(table.rows.length).toBeGreaterThan(150);
    expect(
      table.rows
        .filter(({ simulated }) => simulated.length === 0 || simulated.includes(null))
        .map(({ fact, market }) => `${fact} ${market}`),
    ).toEqual([]);
    expect(twins(table.rows)).toEqual([]);
    const [row] = table.rows;
    expect(row && twins([row, { ...row, market: 'other' }])).toHaveLength(1);
  });

  it('shows pictures that are there and run nothing', () => {
    const files = [...page.matchAll(/\]\(market-realism\/([\w-]+\.svg)\)/g)].map(
      ([, file = '']) => file,
    );
    expect(files.length).toBeGreaterThanOrEqual(6);
    for (const file of files) {
      expect(existsSync(join(docs, 'market-realism', file)), file).toBe(true);
      expect(readFileSync(join(docs, 'market-realism', file), 'utf8')).not.toMatch(
        /<script|\bon\w+=|NaN/,
      );
    }
  });
});
