// Data health with sources in every state: readable, without barriers, and usable without script.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listExchanges } from '../support/cassettes';
import { startDesk } from '../support/desk-server';
import { openSourceServer } from '../support/source-server';
import { test as base, expect, signIn } from './fixtures';
import { listViolations } from './list-violations';

const STORMS = listExchanges('nhc')[0]?.body ?? new Uint8Array();
const WIDTHS = [1440, 390, 320];
/** Then the page is loaded again: it does not change by itself. */
const SOON = { timeout: 500 };

const test = base.extend<object, { desk: Awaited<ReturnType<typeof startDesk>> }>({
  desk: [
    async ({}, use) => {
      const sources = await openSourceServer(({ host }, response) => {
        if (host === 'www.nhc.noaa.gov') response.end(STORMS);
        else if (host.endsWith('cpc.ncep.noaa.gov')) response.end('<html></html>');
        else response.writeHead(404).end();
      });
      const desk = await startDesk('server.js', {
        FEED: 'public',
        FEED_SOURCES: 'all',
        FEED_ENDPOINT: sources.endpoint,
      });
      await use(desk);
      await desk.stop();
      await sources.close();
    },
    { scope: 'worker' },
  ],
});
test.use({ books: 'public sources' });

/** A contract that trades for at least a year, in a name without a place to break it. */
const PRICE_FILE = `NGZ${(new Date().getUTCFullYear() + 1) % 100}_${'x'.repeat(120)}.csv`;

test('each source shows its state, and nothing overflows', async ({
  page,
  desk,
  javaScriptEnabled,
}) => {
  const inbox = join(desk.dataDir, 'inbox');
  writeFileSync(join(inbox, PRICE_FILE), 'Date,Close\n2026-10-01,4.1\n2026-10-02,x\n');
  writeFileSync(join(inbox, 'natural gas.csv'), 'Date,Close\n2026-10-01,4.1\n');
  writeFileSync(join(inbox, 'notes.txt'), 'x');
  await signIn(page);
  await expect(async () => {
    await page.goto('/data-health');
    await expect(page.locator('#nhc')).toContainText('LIVE', SOON);
    await expect(page.locator('#cpc')).toContainText('the answer is an HTML page', SOON);
    await expect(page.getByRole('region', { name: 'Files', exact: true })).toContainText(
      '1 new + 0 known',
      SOON,
    );
    await expect(page.getByText('and a continuous series opens nothing')).toBeVisible(SOON);
  }).toPass();
  await page.locator('details', { hasText: PRICE_FILE }).locator('summary').click();
  await expect(page.getByText("row 3 refused: 'x' is no price")).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `at ${width} pixels`).toBeLessThanOrEqual(0);
  }
  if (javaScriptEnabled === false) return;
  expect(await listViolations(page)).toEqual([]);
});

test('terms are accepted and withdrawn with a message', async ({ page }) => {
  await signIn(page, '/data-health');
  await page.getByRole('button', { name: 'Accept terms Open-Meteo' }).click();
  await expect(page.getByText('Terms of Open-Meteo accepted')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw Open-Meteo' }).click();
  await expect(page.getByText('Terms of Open-Meteo withdrawn')).toBeVisible();
  await expect(page.locator('#openmeteo')).toContainText('OFF');
});

test('a key is entered and removed', async ({ page }) => {
  await signIn(page, '/data-health');
  await page.getByLabel('Key of EIA').fill('entered-key-of-eia-4711');
  await page.getByRole('button', { name: 'Save key of EIA Open Data' }).click();
  await expect(page.locator('#eia')).toContainText('Key ending in 4711, entered by trader');
  await page.getByRole('button', { name: 'Remove key EIA Open Data' }).click();
  await expect(page.getByLabel('Key of EIA')).toHaveValue('');
});
