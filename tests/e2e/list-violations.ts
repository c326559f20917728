// What axe finds on a page, whose scripts the browser runs.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const OPTIONS: axe.RunOptions = {
  runOnly: { type: 'tag', values: TAGS },
  resultTypes: ['violations'],
  preload: false,
};

/** The global that the script of axe defines. */
interface AxeWindow {
  readonly axe: Pick<typeof axe, 'run'>;
}

/** Minified: it is sent to each document. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that are broken, each with its elements. */
export async function listViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<axe.AxeResults, axe.RunOptions>(
    (options) => (window as unknown as AxeWindow).axe.run(document, options),
    OPTIONS,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
