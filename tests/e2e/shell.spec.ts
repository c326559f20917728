// Messages, the emergency stop, the menu and the preferences, as a hand on the page meets them.
import type { Page } from '@playwright/test';
import { expect, signIn, signInByForm, test } from './fixtures';

const toast = (page: Page) => page.locator('[data-toast]');

/** Time stands still for the page from here on, but for what is wound forward. */
async function holdTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/login');
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
}

test('a message stays five seconds with script, and until it is dismissed without', async ({
  page,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled !== false) await holdTime(page);
  await signInByForm(page);
  await expect(page.getByRole('status')).toContainText('Login successful');
  if (javaScriptEnabled === false) {
    await toast(page).getByRole('link', { name: 'Dismiss' }).click();
    await expect(toast(page)).toHaveCount(0);
    return;
  }
  await expect(toast(page).getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await page.clock.runFor(4900);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast(page)).toHaveCount(0);
});

test('a message is held by the pointer and by the focus, and F8 finds it', async ({
  page,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled !== false) await holdTime(page);
  await signInByForm(page);
  await toast(page).hover();
  if (javaScriptEnabled === false) return;
  await expect(toast(page).getByRole('button')).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(toast(page)).toBeVisible();
  await page.getByRole('button', { name: 'RUN ALL' }).focus();
  await page.mouse.move(5, 300);
  await page.keyboard.press('F8');
  await expect(toast(page)).toBeFocused();
  await page.clock.runFor(20_000);
  await toast(page).getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'RUN ALL' })).toBeFocused();
});

test('only one message shows, and the next takes its place', async ({ page }) => {
  await signInByForm(page);
  await page.getByRole('button', { name: 'RUN Corn Futures' }).click();
  await expect(page.getByRole('status')).toContainText('Corn Futures');
  await expect(page.getByRole('status')).not.toContainText('Login successful');
  await expect(toast(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'STOP Corn Futures' }).click();
});

test('a page that only looks around leaves the message to the page it is for', async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page);
  await page.goto('/weather');
  const csrf = await page.locator('input[name=csrf]').first().getAttribute('value');
  await page.request.post('/emergency-stop', {
    form: { csrf: csrf ?? '', from: '/radar' },
    headers: { Origin: new URL(page.url()).origin },
    maxRedirects: 0,
  });
  const asked: string[] = [];
  page.on(
    'request',
    (request) => void (request.url().includes('_data=root') && asked.push(request.url())),
  );
  if (javaScriptEnabled !== false) {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Settings' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
  }
  expect(asked).toEqual([]);
  await page.goto('/radar');
  await expect(page.getByRole('alert')).toContainText('Emergency stop');
});

test('the emergency stop stops everything from any screen and says so until it is dismissed', async ({
  page,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled !== false) await holdTime(page);
  await signIn(page);
  await page.getByRole('button', { name: 'RUN ALL' }).click();
  await expect(page.getByRole('cell', { name: 'ACTIVE' })).toHaveCount(10);
  await page.goto('/correlations');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'EMERGENCY STOP' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/correlations$/);
  await expect(page.getByRole('alert')).toContainText('SIMULATION: 10 commodities stopped');
  if (javaScriptEnabled !== false) await page.clock.runFor(60_000);
  await expect(page.getByRole('alert')).toContainText('Emergency stop: no new entries');
  await toast(page).getByText('Dismiss').click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByRole('cell', { name: 'ACTIVE' })).toHaveCount(0);
});

test('the menu opens without script, marks where one is, and closes on the way', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page);
  const opener = page.getByRole('banner').locator('summary');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await opener.click();
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toHaveCount(1);
  if (javaScriptEnabled !== false) {
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
  }
  await menu.getByRole('link', { name: 'Weather Radar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Weather Radar' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await opener.click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toHaveCount(1);
});

test('live updates are turned off and on, and the screen stays', async ({ page }) => {
  await signIn(page);
  await page.goto('/notifications');
  await page.getByRole('button', { name: 'Off' }).click();
  await expect(page.getByRole('button', { name: 'Off' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/\/notifications$/);
  await page.getByRole('button', { name: 'On', exact: true }).click();
  await expect(page.getByRole('button', { name: 'On', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
