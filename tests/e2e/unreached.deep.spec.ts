// Requests without a connection: the page stays, shows the failure, and can be used again.
import type { Page } from '@playwright/test';
import { PASSWORD, USERNAME } from '../support/desk-server';
import { expect, fillSignIn, findRunAll, signIn, signInByForm, test } from './fixtures';

/** Aborts all POST requests until the returned function is called. */
async function cutWrites(page: Page, expectedErrors: RegExp[]): Promise<() => Promise<void>> {
  expectedErrors.push(/net::ERR_FAILED/);
  await page.route('**/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  return () => page.unroute('**/*');
}

test('shows a failed sign-in request and allows a retry', async ({ page, expectedErrors }) => {
  await page.goto('/login', { waitUntil: 'networkidle' });
  const restoreWrites = await cutWrites(page, expectedErrors);
  await fillSignIn(page, USERNAME, PASSWORD);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Error');
  await expect(alert).toContainText('Failed to connect to server');
  await expect(alert).not.toContainText('Login failed');
  await expect(page.getByLabel('Username')).toHaveValue(USERNAME);
  await restoreWrites();
  await fillSignIn(page, USERNAME, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
});

test("shows a button's failure text after a lost connection and keeps the page", async ({
  page,
  expectedErrors,
}) => {
  await signIn(page);
  const restoreWrites = await cutWrites(page, expectedErrors);
  /** The text stands beside the button and in the toast, and is announced once. */
  const expectFailure = async (text: string): Promise<void> => {
    await expect(page.getByRole('alert').filter({ hasText: text })).toHaveCount(1);
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: text })).toBeVisible();
    await expect(page.locator('[data-toast]')).toContainText(text);
  };
  await page.getByRole('button', { name: 'RUN Corn Futures' }).click();
  await expectFailure('Failed to start auto-trading for Corn Futures: Connection lost');
  await findRunAll(page).click();
  await expectFailure('Failed to activate all commodities.');
  await page.getByText('Settings & Preferences').click();
  await page.getByLabel('Risk Level').selectOption('Conservative');
  await page.locator('#settings').getByRole('button', { name: 'Save' }).click();
  await expectFailure('Failed to save settings.');
  await expect(page.getByLabel('Risk Level')).toHaveValue('conservative');
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
  await restoreWrites();
  await page.getByRole('button', { name: 'RUN Corn Futures' }).click();
  await expect(page.locator('#row-corn').getByText('ACTIVE', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'STOP Corn Futures' }).click();
  await expect(page.locator('#row-corn')).toContainText('IDLE');
});

test('shows a failed sign-out request and keeps the page', async ({ page, expectedErrors }) => {
  await signInByForm(page);
  const restoreWrites = await cutWrites(page, expectedErrors);
  const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign Out' });
  await signOut.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to logout' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
  await restoreWrites();
  await signOut.click();
  await expect(page).toHaveURL(/\/login$/);
});
