// The committed market realism page matches its table.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type StoredTable,
  formatMarkdown,
  formatTargetCount,
  computeHash,
} from '../../../app/programs/validate-market/report';
import { PROJECT_ROOT } from '../../../app/server/platform/project.server';

const docs = join(PROJECT_ROOT, 'docs');
const page = readFileSync(join(docs, 'market-realism.md'), 'utf8');
const table = JSON.parse(
  readFileSync(join(docs, 'market-realism', 'table.json'), 'utf8'),
) as StoredTable;

/** Rows with the same numbers as another row of their fact, except zeros and months. */
function listDuplicates(rows: StoredTable['rows']): string[] {
  const comparedRows = rows.filter(
    ({ simulated, fact }) => simulated.some((value) => value !== 0) && !fact.startsWith('month of'),
  );
  const texts = comparedRows.map(({ fact, simulated }) => `${fact}: ${simulated.join(', ')}`);
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

describe('market realism page', () => {
  it('contains the table of its hash', () => {
    expect(computeHash(table)).toBe(table.hash);
    expect(page).toContain(`\`${table.hash}\``);
    expect(page).toContain(formatMarkdown(table));
    expect(page.toLowerCase()).toContain(formatTargetCount(table));
  });

  it('has a figure in every row and no duplicate series', () => {
    expect(table.rows.length).toBeGreaterThan(150);
    expect(
      table.rows
        .filter(({ simulated }) => simulated.length === 0 || simulated.includes(null))
        .map(({ fact, market }) => `${fact} ${market}`),
    ).toEqual([]);
    expect(listDuplicates(table.rows)).toEqual([]);
    const [row] = table.rows;
    expect(row && listDuplicates([row, { ...row, market: 'other' }])).toHaveLength(1);
  });

  it('shows existing figures without scripts', () => {
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
