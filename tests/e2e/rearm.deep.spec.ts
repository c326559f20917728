// Re-arming a tripped drawdown breaker, with and without script.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD, USERNAME, startDesk } from '../support/desk-server';
import { writeTrippedAccount } from '../support/tripped-account';
import { test as base, expect, findRunAll, signIn } from './fixtures';
import { listViolations } from './list-violations';
import { runAudit, loadStatus } from './account-queries';

const test = base.extend<object, { desk: Awaited<ReturnType<typeof startDesk>> }>({
  desk: [
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-tripped-'));
      await writeTrippedAccount({
        dataDir,
        username: USERNAME,
        password: PASSWORD,
        atMs: Date.now() - 1_000,
      });
      const desk = await startDesk('server.js', { FEED: 'public', DATA_DIR: dataDir });
      await use({ ...desk, dataDir });
      await desk.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});
test.use({ books: 'tripped' });

test('confirms re-arming with the figures; Cancel leaves everything off', async ({
  page,
  desk,
  javaScriptEnabled,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await signIn(page);
  await expect(page.getByText('RUN ALL re-arms after a confirmation.')).toBeVisible();
  await page.getByRole('link', { name: 'RUN ALL' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Re-arm the drawdown breaker in SIMULATION' }),
  ).toBeVisible();
  for (const name of [
    'Peak before the halt',
    'Equity at the halt',
    'Loss',
    'Peak after re-arming',
    'Drawdown limit from there',
  ]) {
    await expect(
      page
        .locator('dl > div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .getByRole('definition'),
    ).toHaveText(/^\$[\d,]+\.\d\d$/);
  }
  const cancel = page.getByRole('link', { name: 'Cancel' });
  await expect(cancel).toBeFocused();
  if (javaScriptEnabled !== false) expect(await listViolations(page)).toEqual([]);
  await cancel.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
  expect(await loadStatus(page)).toMatchObject({ globalActive: false, activeCommodities: [] });
  expect(
    (
      await page.request.post('/api/auto-trading/start', {
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      })
    ).status(),
  ).toBe(409);
  await page.getByRole('link', { name: 'RUN ALL' }).click();
  await page.getByRole('button', { name: 'RE-ARM AND RUN ALL' }).click();
  await expect(page.getByRole('status')).toContainText('Breaker Re-armed, Trading Started');
  await expect(findRunAll(page)).toBeDisabled();
  expect((await loadStatus(page)).activeCommodities).toHaveLength(10);
  await page.goto('/?confirm=rearm');
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
  await page.goto('about:blank'); // a living page would miss its desk
  await desk.end();
  expect(runAudit(desk)).toMatchObject({ code: 0 });
});
