// The terminal below a path of its public address, in a browser with script and without.
import type { Page } from '@playwright/test';
import { PASSWORD, USERNAME } from '../support/desk-server';
import { expect, fillSignIn, findStopToast, test } from './fixtures';

const PATH = '/team/desk';
test.use({ books: 'below-path', basePath: PATH });

/** Requests of a page outside of the path, and those without a good answer. */
function watchRequests(page: Page): string[] {
  const faults: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith(PATH) || response.status() >= 400)
      faults.push(`${response.status()} ${pathname}`);
  });
  return faults;
}

async function signInBelow(page: Page, screen: string): Promise<void> {
  await page.goto(`${PATH}${screen}`);
  await fillSignIn(page, USERNAME, PASSWORD);
  await expect(page.getByRole('button', { name: 'EMERGENCY STOP' }).first()).toBeVisible();
}

const findRow = (page: Page) =>
  page
    .locator('tr[id^="row-"]')
    .filter({ has: page.getByRole('rowheader', { name: 'Corn Futures' }) });

test('signs in to the requested screen, visits others and signs out', async ({ page }) => {
  const faults = watchRequests(page);
  await signInBelow(page, '/curve');
  await expect(page).toHaveURL(new RegExp(`${PATH}/curve$`));
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['AI Signals', '/signals'],
    ['Institutional', '/institutional'],
  ] as const) {
    await menu.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`${PATH}${path}$`));
    await expect(menu.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  }
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(new RegExp(`${PATH}/login$`));
  expect(faults).toEqual([]);
});

test('runs a commodity and stops it by emergency', async ({ page }) => {
  const faults = watchRequests(page);
  await signInBelow(page, '/');
  await findRow(page).getByRole('button', { name: 'RUN Corn Futures' }).click();
  await expect(findRow(page)).toContainText('ACTIVE');
  await page.getByRole('button', { name: 'EMERGENCY STOP' }).click();
  await expect(findStopToast(page)).toBeVisible();
  await expect(findRow(page)).toContainText('IDLE');
  expect(faults).toEqual([]);
});

test('shows fonts and styles, and stores a theme', async ({ page }) => {
  const faults = watchRequests(page);
  await signInBelow(page, '/commands');
  await page.getByRole('button', { name: 'Light', exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`${PATH}/commands`));
  await expect(page.locator('link[rel=stylesheet][href*="light"]')).toHaveCount(1);
  const font = await page.evaluate(async () => (await document.fonts.ready, document.fonts.size));
  expect(font).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

test('links by socket, by keys and by the command list', async ({ page, javaScriptEnabled }) => {
  if (javaScriptEnabled === false) return;
  const faults = watchRequests(page);
  const opened = page.waitForEvent('websocket');
  await signInBelow(page, '/');
  const socket = await opened;
  expect(new URL(socket.url()).pathname).toBe(`${PATH}/ws`);
  await socket.waitForEvent('framereceived');
  await page.keyboard.press('Alt+3');
  await expect(page).toHaveURL(new RegExp(`${PATH}/?\\?commodity=corn$`));
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('link', { name: 'Calendar' }).first().click();
  await expect(page).toHaveURL(new RegExp(`${PATH}/calendar`));
  const download = page.waitForEvent('download');
  await page.goto(`${PATH}/portfolio`);
  await page.getByRole('link', { name: 'Export report' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.html$/);
  expect(faults).toEqual([]);
});
