// Signing in and out.
import { PASSWORD, USERNAME } from '../support/desk-server';
import { expect, fillSignIn, signIn, signInByForm, test } from './fixtures';

test('signs in, greets once and shows the dashboard', async ({ page }) => {
  await signInByForm(page);
  await expect(page.getByRole('status')).toContainText('Login successful');
  await expect(page.getByRole('status')).toContainText(`Welcome back, ${USERNAME}!`);
  await expect(page).toHaveTitle(/SIMULATION/);
  await page.reload();
  await expect(page.getByRole('status')).toBeEmpty();
});

test('says what was wrong, keeps the name and forgets the password', async ({
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

test('wants both fields before anything is sent', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Username').fill(USERNAME);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Password')).toBeFocused();
  await expect(page).toHaveURL(/\/login$/);
});

test('leads back to the screen that was asked for', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fdashboard$/);
  await fillSignIn(page, USERNAME, PASSWORD);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('signs out, and back does not bring the desk again', async ({ page }) => {
  await signInByForm(page);
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('status')).toContainText('Logging out...');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('shows the 404 page for what is no screen', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/);
  await signIn(page);
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'To the dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
});

test('keeps the theme that was chosen', async ({ page }) => {
  await signIn(page);
  const background = () =>
    page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor);
  await expect.poll(background).toBe('rgb(11, 15, 20)');
  await page.getByRole('button', { name: 'Light' }).click();
  await expect(page.getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(background).toBe('rgb(238, 242, 246)');
  await page.reload();
  await expect.poll(background).toBe('rgb(238, 242, 246)');
});

test('says that it is signing in while it is', async ({ page, javaScriptEnabled }) => {
  test.info().annotations.push({ type: 'script', description: String(javaScriptEnabled) });
  await page.goto('/login');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/login?_data=*', async (route) => {
    await held;
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
