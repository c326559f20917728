// Signing in and out.
import { PASSWORD, USERNAME } from '../support/desk-server';
import { expect, fillSignIn, signIn, signInByForm, test } from './fixtures';

test('signs in, shows the welcome once and opens the dashboard', async ({ page }) => {
  await signInByForm(page);
  await expect(page.getByRole('status')).toContainText('Login successful');
  await expect(page.getByRole('status')).toContainText(`Welcome back, ${USERNAME}!`);
  await expect(page).toHaveTitle(/SIMULATION/);
  await page.reload();
  await expect(page.getByRole('status')).toBeEmpty();
});

test('shows the error, keeps the username and clears the password', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  await page.goto('/login');
  await fillSignIn(page, USERNAME, 'not-the-password');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Login failed');
  await expect(alert).toContainText('Invalid credentials');
  await expect(page.getByLabel('Username')).toHaveValue(USERNAME);
  await expect(page.getByLabel('Password')).toHaveValue('');
  await fillSignIn(page, USERNAME, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
});

test('requires both fields before submitting', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Username').fill(USERNAME);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Password')).toBeFocused();
  await expect(page).toHaveURL(/\/login$/);
});

test('redirects to the requested screen', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fdashboard$/);
  await fillSignIn(page, USERNAME, PASSWORD);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('signs out; going back requires a new sign-in', async ({ page }) => {
  await signInByForm(page);
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('status')).toContainText('Logging out...');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('shows the 404 page for an unknown path', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/);
  await signIn(page, '/nowhere');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'To the dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
});

test('keeps the selected theme', async ({ page }) => {
  await signIn(page);
  const getBackground = () =>
    page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor);
  await expect.poll(getBackground).toBe('rgb(11, 15, 20)');
  await page.getByRole('button', { name: 'Light' }).click();
  await expect(page.getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(getBackground).toBe('rgb(238, 242, 246)');
  await page.reload();
  await expect.poll(getBackground).toBe('rgb(238, 242, 246)');
});

test("shows 'Signing in...' while the form is submitted", async ({ page, javaScriptEnabled }) => {
  test.info().annotations.push({ type: 'script', description: String(javaScriptEnabled) });
  await page.goto('/login');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/login?_data=*', async (route) => {
    await released;
    await route.continue();
  });
  await fillSignIn(page, USERNAME, PASSWORD);
  if (javaScriptEnabled !== false) {
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    await expect(page.getByLabel('Username')).toBeDisabled();
  }
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
});
