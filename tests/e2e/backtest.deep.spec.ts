// Backtest from the form to its report, and the portfolio export.
import { HtmlValidate } from 'html-validate';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures';
import { listViolations } from './list-violations';

const RESULT_MS = 90_000;

async function start(page: Page, years: string): Promise<void> {
  await page.goto('/backtest?mode=corn&playbook=SUPPLY_CHAIN');
  await page.getByLabel('Length').selectOption(years);
  await page.getByLabel('Seed of the simulation').fill('browser');
  await page.getByRole('button', { name: 'Start backtest' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Backtest: Corn inverse' }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/backtest\/[0-9a-f-]{36}$/);
}

/** axe needs script; without it only the markup is validated. */
async function checkPage(page: Page, isScripted: boolean): Promise<void> {
  for (const width of isScripted ? [1440, 320] : []) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    expect(await listViolations(page)).toEqual([]);
  }
  if (isScripted) return;
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended', 'html-validate:a11y'],
    rules: {
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'attr-case': 'off',
      'doctype-style': 'off',
      'long-title': 'off',
    },
  });
  const cookie = (await page.context().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const { results } = await validator.validateString(
    await (await fetch(page.url(), { headers: { Cookie: cookie } })).text(),
  );
  expect(
    results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    ),
  ).toEqual([]);
}

test('runs a one-year backtest and downloads its report', async ({ page, javaScriptEnabled }) => {
  const isScripted = javaScriptEnabled !== false;
  await signIn(page);
  await start(page, '1');
  const result = page.getByRole('heading', { level: 2, name: 'Result, 2013-01-01 to 2013-12-31' });
  if (isScripted) {
    await expect(result).toBeVisible({ timeout: RESULT_MS });
    await expect(page.getByRole('status').filter({ hasText: 'Backtest: done' })).toHaveCount(1);
  } else {
    await expect(page.getByText('This page does not refresh.')).toBeVisible();
    await expect(async () => {
      // The link in the page, not the one in the shell.
      const refresh = page.getByRole('main').getByRole('link', { name: 'Refresh' });
      if ((await refresh.count()) > 0) await refresh.click();
      await expect(result).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: RESULT_MS });
  }
  await expect(page.getByText(/simulated edge/i).first()).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Report with figures, charts and trades, as a file' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Backtest-corn-SUPPLY_CHAIN-[\d-]+\.html$/);
  expect(readFileSync(await file.path(), 'utf8')).toContain('Overfitting tests');
  await checkPage(page, isScripted);
});

test('cancels a running backtest and keeps the focus', async ({ page, javaScriptEnabled }) => {
  await signIn(page);
  await start(page, '10');
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
  await checkPage(page, javaScriptEnabled !== false);
  await page.getByRole('button', { name: 'CANCEL' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cancelled. No result')).toBeVisible();
  if (javaScriptEnabled !== false)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('link', { name: 'Run again' }).click();
  await expect(page.getByRole('table', { name: 'Your backtests' })).toContainText('cancelled');
  await checkPage(page, javaScriptEnabled !== false);
});

test('exports the portfolio report and shows the result', async ({
  page,
  javaScriptEnabled,
  expectedErrors,
}) => {
  await signIn(page, '/portfolio');
  const clickExport = () => page.getByRole('link', { name: 'Export report' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), clickExport()]);
  expect(file.suggestedFilename()).toMatch(/^Portfolio-Report-[\d-]+\.html$/);
  expect(readFileSync(await file.path(), 'utf8')).toContain('<!DOCTYPE html>');
  if (javaScriptEnabled === false) {
    // A download does not change the page; the next page shows the toast.
    await page.goto('/portfolio');
    await expect(page.getByRole('status')).toContainText('Professional Report Exported');
    return;
  }
  await expect(page.getByRole('status').first()).toContainText('Professional Report Exported');
  expectedErrors.push(/ERR_FAILED|Failed to load/);
  await page.route('**/portfolio/report*', (route) => route.abort());
  await clickExport();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Unable to export the report. Please try again.' }),
  ).toBeVisible();
});
