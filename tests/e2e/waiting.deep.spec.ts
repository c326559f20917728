// Loading states, and scripted behavior over time.
import type { Page, Request } from '@playwright/test';
import { expect, signIn, signInByForm, test } from './fixtures';

test.use({ hasOwnContext: true });

/** Delays matching requests until the returned function is called. */
async function delayRequests(
  page: Page,
  isDelayed: (request: Request) => boolean,
): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*', async (route) => {
    if (isDelayed(route.request())) await released;
    await route.continue().catch(() => undefined); // a page that was left asks no more
  });
  return release;
}

const isDataRequest =
  (path: string) =>
  (request: Request): boolean =>
    new URL(request.url()).pathname === path && request.url().includes('_data=');
test("shows 'Loading...' while another screen is fetched", async ({ page }) => {
  await signIn(page);
  const release = await delayRequests(page, isDataRequest('/weather'));
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Weather Analysis' })
    .click();
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Weather Analysis' })).toBeVisible();
});

test("shows 'Loading performance data...' while another timeframe is fetched", async ({ page }) => {
  await signIn(page);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Portfolio' })
    .click();
  const card = page.getByTestId('portfolio-performance-chart');
  // Drawn by the server or by the chart library.
  const chart = card.getByRole('figure');
  await expect(chart).toBeVisible();
  const release = await delayRequests(page, (request) => request.url().includes('timeframe=1w'));
  await card.getByRole('link', { name: '1W' }).click();
  await expect(card.getByText('Loading performance data...')).toBeVisible();
  await expect(chart).toHaveCount(0);
  release();
  await expect(chart).toBeVisible();
  await expect(card.getByText('Loading performance data...')).toHaveCount(0);
  await expect(page).toHaveURL(/timeframe=1w$/);
});

test("shows 'Saving...' on the button while settings are saved", async ({ page }) => {
  await signIn(page);
  await page.getByText('Settings & Preferences').click();
  const release = await delayRequests(page, (request) => request.method() === 'POST');
  await page.locator('#settings').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  release();
  await expect(page.getByRole('status')).toContainText('Settings saved');
  await expect(page.locator('#settings').getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('masks a broker key until it is shown', async ({ page }) => {
  await signIn(page);
  await page.getByText('Settings & Preferences').click();
  await page.getByLabel('Paper Trading').check();
  const field = page.getByLabel('Broker API Key');
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show key' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide key' }).click();
  await expect(field).toHaveAttribute('type', 'password');
});

test('shows that the map is loading, and falls back to the table after two seconds', async ({
  page,
}) => {
  const release = await delayRequests(page, (request) => request.url().includes('us-states'));
  await page.clock.install();
  await page.goto('/login', { waitUntil: 'domcontentloaded' });
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await signInByForm(page);
  const panel = page.locator('section', { has: page.locator('#price-map') });
  await page.clock.runFor(400);
  await expect(panel.getByText('Loading map data...')).toBeVisible();
  await page.clock.runFor(1700);
  await expect(panel.getByText('Loading map data...')).toHaveCount(0);
  await expect(
    panel.getByText('The map could not be loaded; the table has the same data.'),
  ).toBeVisible();
  release();
  await expect(panel.getByRole('img', { name: /^Map of the United States/ })).toBeVisible();
});

test('shows ACTIVE on desktop and TRADING on mobile', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: 'RUN Corn Futures' }).click();
  const row = page.locator('#row-corn');
  await expect(row.getByText('ACTIVE', { exact: true })).toBeVisible();
  await expect(row.getByText('TRADING', { exact: true })).toBeHidden();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(row.getByText('TRADING', { exact: true })).toBeVisible();
  await expect(row.getByText('ACTIVE', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'STOP Corn Futures' }).click();
  await expect(row).toContainText('IDLE');
});

test('dismisses a toast by a swipe of 50 pixels, not fewer', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await signInByForm(page);
  await expect(page.locator('[data-toast]').getByRole('button')).toBeVisible();
  const message = page.locator('[data-toast]');
  const box = await message.boundingBox();
  if (!box) throw new Error('the message is shown');
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  const swipeToast = async (pixels: number): Promise<void> => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + pixels, y, { steps: 4 });
    await page.mouse.up();
  };
  await swipeToast(49);
  await expect(message).toBeVisible();
  await swipeToast(50);
  await expect(message).toHaveCount(0);
});

test('opens no socket and does not refresh without real-time data', async ({ page }) => {
  await signIn(page);
  const setRealTimeData = async (isOn: boolean): Promise<void> => {
    await page.goto('/?settings=open');
    await page.getByLabel('Real-time Data Feed').setChecked(isOn);
    await page.locator('#settings').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status')).toContainText('Settings saved');
  };
  await setRealTimeData(false);
  const requestedUrls: string[] = [];
  page.on('websocket', (socket) => void requestedUrls.push(socket.url()));
  page.on(
    'request',
    (request) => void (request.resourceType() === 'fetch' && requestedUrls.push(request.url())),
  );
  await page.clock.install();
  await page.goto('/?settings=open');
  await page.getByLabel('Paper Trading').check();
  await expect(page.getByRole('button', { name: 'Show key' })).toBeVisible(); // the script runs
  await page.clock.fastForward(300_000);
  await expect(
    page.getByRole('complementary', { name: 'Sidebar' }).locator('[aria-live]'),
  ).not.toContainText('refreshed');
  expect(requestedUrls).toEqual([]);
  await setRealTimeData(true);
});
