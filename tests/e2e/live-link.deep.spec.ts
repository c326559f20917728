// Live updates from another tab, and the status while the server is down.
import type { Page, WebSocket } from '@playwright/test';
import { expect, signIn, test } from './fixtures';

test.use({ feed: 'simulated', books: 'link', hasOwnContext: true });

/** Row of a commodity in the auto-trading table; positions are rows of another table. */
const findRow = (page: Page, name: string) =>
  page.locator('tr[id^="row-"]').filter({ has: page.getByRole('rowheader', { name }) });
const findStatus = (page: Page) =>
  page.getByRole('complementary', { name: 'Sidebar' }).locator('[aria-live]');

/**
 * Opens a page and returns its socket after the first portfolio update. Listens from the start,
 * because an idle account is sent once.
 */
async function openLinkedPage(page: Page, go: () => Promise<unknown>): Promise<WebSocket> {
  const firstUpdate = new Promise<WebSocket>((resolve) => {
    page.once('websocket', (socket) =>
      socket.on(
        'framereceived',
        ({ payload }) => String(payload).includes('PORTFOLIO_UPDATE') && resolve(socket),
      ),
    );
  });
  await go();
  return firstUpdate;
}

test('shows a RUN of another tab over the socket, without a reload', async ({ page, context }) => {
  await openLinkedPage(page, () => signIn(page));
  await page.evaluate(() => document.documentElement.setAttribute('data-stood', 'yes'));
  const requestedUrls: string[] = [];
  page.on(
    'request',
    (request) => void (request.url().includes('_data=') && requestedUrls.push(request.url())),
  );
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'RUN Corn Futures' }).click();
  await expect(findRow(other, 'Corn Futures')).toContainText('ACTIVE');
  await expect(findRow(page, 'Corn Futures')).toContainText('ACTIVE', { timeout: 15_000 });
  await expect(page.getByRole('button', { name: 'STOP Corn Futures' })).toBeEnabled();
  await other.getByRole('button', { name: 'STOP Corn Futures' }).click();
  await expect(findRow(page, 'Corn Futures')).toContainText('IDLE', { timeout: 15_000 });
  expect(await page.locator('html').getAttribute('data-stood')).toBe('yes');
  expect(requestedUrls).toEqual([]);
  await other.close();
});

test('polls while the server is down and reconnects automatically', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/WebSocket connection to .* failed|ERR_CONNECTION_(REFUSED|RESET)/);
  await page.clock.install();
  const socket = await openLinkedPage(page, () => signIn(page));
  await expect(findStatus(page)).toHaveText(/^(Online|Degraded)$/);
  const before = Number(await page.locator('[data-seq]').getAttribute('data-seq'));
  const closing = socket.waitForEvent('close');
  expect(await desk.end()).toBe(0);
  await closing;
  await expect(findStatus(page)).toContainText(
    'channel disconnected, figures requested every 60 s',
  );
  await page.clock.runFor(60_000); // a failed poll must not replace the page
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
  await expect(findStatus(page)).toContainText(
    'channel disconnected, figures requested every 60 s',
  );
  await desk.restart();
  await openLinkedPage(page, () => page.clock.fastForward(120_000));
  await expect(findStatus(page)).toHaveText(/^(Online|Degraded)$/);
  await expect
    .poll(async () => Number(await page.locator('[data-seq]').getAttribute('data-seq')), {
      timeout: 20_000,
    })
    .toBeGreaterThan(before);
  await page.getByRole('button', { name: 'RUN Corn Futures' }).click();
  await expect(findRow(page, 'Corn Futures')).toContainText('ACTIVE');
});
