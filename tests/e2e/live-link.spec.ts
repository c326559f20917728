// What comes to a page by itself: another tab's deed by the socket, and the words while the desk is
// away and when it is back.
import type { Page, WebSocket } from '@playwright/test';
import { expect, signIn, test } from './fixtures';

test.use({ feed: 'simulated', books: 'link' });

/** The row of a commodity; its positions are rows too, named with their contract. */
const buildRow = (page: Page, name: string) =>
  page.locator('tr[id^="row-"]').filter({ has: page.getByRole('rowheader', { name }) });
const buildStanding = (page: Page) =>
  page.getByRole('complementary', { name: 'Sidebar' }).locator('[aria-live]');

/**
 * The page's socket, once the desk has sent it figures: it listens from the first moment, for a
 * quiet book is told once.
 */
async function linked(page: Page, go: () => Promise<unknown>): Promise<WebSocket> {
  const told = new Promise<WebSocket>((resolve) => {
    page.once('websocket', (socket) =>
      socket.on(
        'framereceived',
        ({ payload }) => String(payload).includes('PORTFOLIO_UPDATE') && resolve(socket),
      ),
    );
  });
  await go();
  return told;
}

test("another tab's RUN arrives by the socket, without a reload and without a question", async ({
  page,
  context,
}) => {
  await linked(page, () => signIn(page));
  await page.evaluate(() => document.documentElement.setAttribute('data-stood', 'yes'));
  const asked: string[] = [];
  page.on(
    'request',
    (request) => void (request.url().includes('_data=') && asked.push(request.url())),
  );
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'RUN Corn Futures' }).click();
  await expect(buildRow(other, 'Corn Futures')).toContainText('ACTIVE');
  await expect(buildRow(page, 'Corn Futures')).toContainText('ACTIVE', { timeout: 15_000 });
  await expect(page.getByRole('button', { name: 'STOP Corn Futures' })).toBeEnabled();
  await other.getByRole('button', { name: 'STOP Corn Futures' }).click();
  await expect(buildRow(page, 'Corn Futures')).toContainText('IDLE', { timeout: 15_000 });
  expect(await page.locator('html').getAttribute('data-stood')).toBe('yes');
  expect(asked).toEqual([]);
  await other.close();
});

test('a desk that went away is said to be asked again, and its return is noticed without a hand', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/WebSocket connection to .* failed|ERR_CONNECTION_(REFUSED|RESET)/);
  await page.clock.install();
  const socket = await linked(page, () => signIn(page));
  await expect(buildStanding(page)).toHaveText(/^(Online|Degraded)$/);
  const before = Number(await page.locator('[data-seq]').getAttribute('data-seq'));
  const closing = socket.waitForEvent('close');
  expect(await desk.end()).toBe(0);
  await closing;
  await expect(buildStanding(page)).toContainText('refreshed every 45 s');
  await page.clock.runFor(60_000); // it asks in vain, and the page stays
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
  await expect(buildStanding(page)).toContainText('refreshed every 45 s');
  await desk.begin();
  await linked(page, () => page.clock.fastForward(120_000));
  await expect(buildStanding(page)).toHaveText(/^(Online|Degraded)$/);
  await expect
    .poll(async () => Number(await page.locator('[data-seq]').getAttribute('data-seq')), {
      timeout: 20_000,
    })
    .toBeGreaterThan(before);
  await page.getByRole('button', { name: 'RUN Corn Futures' }).click();
  await expect(buildRow(page, 'Corn Futures')).toContainText('ACTIVE');
});
