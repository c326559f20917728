// An emergency stop that is not answered: the page stays, says so, goes on trying, and says when it
// is done.
import type { Page } from '@playwright/test';
import { expect, signIn, signInByForm, test } from './fixtures';

test.use({ books: 'emergency' });

const press = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'EMERGENCY STOP' }).click();
const alert = (page: Page) => page.getByRole('alert');

test('without an answer it says NOT CONFIRMED, counts its tries, and stops when the desk is back', async ({
  page,
  context,
  javaScriptEnabled,
  expectedErrors,
}) => {
  if (javaScriptEnabled === false) return;
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/);
  await signIn(page);
  await page.getByRole('button', { name: 'RUN ALL' }).click();
  await expect(page.getByRole('cell', { name: 'ACTIVE' })).toHaveCount(10);
  await context.setOffline(true);
  await press(page);
  await expect(alert(page).filter({ hasText: 'NOT CONFIRMED, trying again' })).toContainText(
    'Connection lost',
  );
  await expect(page.getByRole('button', { name: 'EMERGENCY STOP' })).toBeFocused();
  await expect(page.getByText(/^Try [3-9] at \d\d:\d\d:\d\d$/)).toBeVisible();
  const isAsked = await page.evaluate(
    () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  );
  expect(isAsked).toBe(true);
  await context.setOffline(false);
  await expect(alert(page).filter({ hasText: /STOPPED at \d\d:\d\d:\d\d/ })).toContainText(
    'SIMULATION: 10 commodities stopped',
  );
  await expect(page.locator('[data-emergency]')).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'IDLE' })).toHaveCount(10);
  expect(
    await page.evaluate(() =>
      window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
    ),
  ).toBe(true);
});

test('an answer that does not come counts as none', async ({ page, javaScriptEnabled }) => {
  if (javaScriptEnabled === false) return;
  await signIn(page);
  let isCut = true;
  await page.route('**/emergency-stop', async (route) => {
    if (!isCut) await route.continue();
  });
  await press(page);
  await expect(alert(page).filter({ hasText: 'NOT CONFIRMED' })).toContainText(
    'No answer within 3 seconds',
  );
  isCut = false;
  await expect(alert(page).filter({ hasText: 'STOPPED at' })).toBeVisible();
});

test('after the session has ended it says so, and stops once one has signed in again', async ({
  page,
  context,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled === false) return;
  await signInByForm(page);
  await expect(page.locator('[data-toast]').getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await context.clearCookies({ name: 'frontmonth' });
  await press(page);
  await expect(alert(page).filter({ hasText: 'NOT CONFIRMED' })).toContainText(
    'Your session has ended',
  );
  const other = await context.newPage();
  await signInByForm(other);
  await other.close();
  await expect(alert(page).filter({ hasText: 'STOPPED at' })).toBeVisible();
});

test('without script the form sends itself', async ({ page, javaScriptEnabled }) => {
  if (javaScriptEnabled !== false) return;
  await signIn(page);
  await press(page);
  await expect(alert(page)).toContainText('Emergency stop: no new entries');
});
