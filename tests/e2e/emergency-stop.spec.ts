// Emergency stop without a response: the page stays, retries and confirms.
import type { Page } from '@playwright/test';
import {
  expect,
  findRunAll,
  findStopStrip,
  findStopToast,
  signIn,
  signInByForm,
  test,
} from './fixtures';

test.use({ books: 'emergency', hasOwnContext: true });

const pressEmergencyStop = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'EMERGENCY STOP' }).click();
const findAlert = (page: Page) => page.getByRole('alert');

test('shows NOT CONFIRMED and retries until the server is back', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/);
  await signIn(page);
  await findRunAll(page).click();
  await expect(page.getByRole('cell', { name: 'ACTIVE' })).toHaveCount(9);
  await context.setOffline(true);
  await pressEmergencyStop(page);
  await expect(findAlert(page).filter({ hasText: 'NOT CONFIRMED, trying again' })).toContainText(
    'Connection lost',
  );
  await expect(page.getByRole('button', { name: 'EMERGENCY STOP' })).toBeFocused();
  await expect(page.getByText(/^Attempt [3-9] at \d\d:\d\d:\d\d$/)).toBeVisible();
  const isLeaveBlocked = await page.evaluate(
    () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  );
  expect(isLeaveBlocked).toBe(true);
  await context.setOffline(false);
  await expect(findAlert(page).filter({ hasText: /STOPPED at \d\d:\d\d:\d\d/ })).toContainText(
    'SIMULATION: 9 commodities stopped',
  );
  await expect(page.locator('[data-emergency]')).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'IDLE' })).toHaveCount(10);
  expect(
    await page.evaluate(() =>
      window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
    ),
  ).toBe(true);
});

test('keeps the screen when the update after an action is lost', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  await signIn(page);
  let isCut = true;
  await page.route(/[?&]_data=/, (route) =>
    isCut && route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'RUN Corn Futures' }).click();
  await expect(page.locator('[data-toast]')).toContainText(
    'This page shows the last figures that it received.',
  );
  isCut = false;
  await pressEmergencyStop(page);
  await expect(findAlert(page).filter({ hasText: 'STOPPED at' })).toContainText(
    'SIMULATION: 1 commodity stopped',
  );
});

test('treats a missing response as not confirmed', async ({ page }) => {
  await signIn(page);
  let isBlocked = true;
  await page.route('**/emergency-stop', async (route) => {
    if (!isBlocked) await route.continue();
  });
  await pressEmergencyStop(page);
  await expect(findAlert(page).filter({ hasText: 'NOT CONFIRMED' })).toContainText(
    'No answer within 3 seconds',
  );
  isBlocked = false;
  await expect(findAlert(page).filter({ hasText: 'STOPPED at' })).toBeVisible();
});

test('reports an ended session and stops after a new sign-in', async ({ page, context }) => {
  await signInByForm(page);
  await expect(page.locator('[data-toast]').getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await context.clearCookies({ name: 'frontmonth' });
  await pressEmergencyStop(page);
  await expect(findAlert(page).filter({ hasText: 'NOT CONFIRMED' })).toContainText(
    'Your session has ended',
  );
  const other = await context.newPage();
  await signInByForm(other);
  await other.close();
  await expect(findAlert(page).filter({ hasText: 'STOPPED at' })).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('submits the form without script', async ({ page }) => {
    await signIn(page);
    await pressEmergencyStop(page);
    await expect(findStopToast(page)).toBeVisible();
    await expect(findStopStrip(page)).toBeVisible();
  });
});
