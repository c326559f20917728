// Toasts, emergency stop, menu and preferences.
import type { Page } from '@playwright/test';
import { USERNAME } from '../support/desk-server';
import {
  expect,
  findRunAll,
  findStopStrip,
  findStopToast,
  signIn,
  signInByForm,
  test,
} from './fixtures';

const findToast = (page: Page) => page.locator('[data-toast]');

/** Stops the clock of the page; it advances only by runFor. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/login');
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
}

test.describe(() => {
  test.use({ hasOwnContext: true });

  test('hides a toast after five seconds with script, or when dismissed without', async ({
    page,
    javaScriptEnabled,
  }) => {
    if (javaScriptEnabled !== false) await pauseClock(page);
    await signInByForm(page);
    await expect(page.getByRole('status')).toContainText('Login successful');
    if (javaScriptEnabled === false) {
      await findToast(page).getByRole('link', { name: 'Dismiss' }).click();
      await expect(findToast(page)).toHaveCount(0);
      return;
    }
    await expect(findToast(page).getByRole('button', { name: 'Dismiss' })).toBeVisible();
    await page.clock.runFor(4900);
    await expect(findToast(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(findToast(page)).toHaveCount(0);
  });

  test('keeps a toast under pointer or focus, and focuses it with F8', async ({
    page,
    javaScriptEnabled,
  }) => {
    if (javaScriptEnabled !== false) await pauseClock(page);
    await signInByForm(page);
    await findToast(page).hover();
    if (javaScriptEnabled === false) return;
    await expect(findToast(page).getByRole('button')).toBeVisible();
    await page.clock.runFor(20_000);
    await expect(findToast(page)).toBeVisible();
    await findRunAll(page).focus();
    await page.mouse.move(5, 300);
    await page.keyboard.press('F8');
    await expect(findToast(page)).toBeFocused();
    await page.clock.runFor(20_000);
    await findToast(page).getByRole('button', { name: 'Dismiss' }).focus();
    await page.keyboard.press('Enter');
    await expect(findToast(page)).toHaveCount(0);
    await expect(findRunAll(page)).toBeFocused();
  });

  test('shows one toast at a time', async ({ page }) => {
    await signInByForm(page);
    await page.getByRole('button', { name: 'RUN Corn Futures' }).click();
    await expect(page.getByRole('status')).toContainText('Corn Futures');
    await expect(page.getByRole('status')).not.toContainText('Login successful');
    await expect(findToast(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'STOP Corn Futures' }).click();
  });

  test('keeps a toast for its page while other pages are read', async ({
    page,
    javaScriptEnabled,
  }) => {
    await signIn(page, '/weather');
    const csrf = await page.locator('input[name=csrf]').first().getAttribute('value');
    await page.request.post('/emergency-stop', {
      form: { csrf: csrf ?? '', from: '/radar' },
      headers: { Origin: new URL(page.url()).origin },
      maxRedirects: 0,
    });
    const requestedUrls: string[] = [];
    page.on(
      'request',
      (request) => void (request.url().includes('_data=root') && requestedUrls.push(request.url())),
    );
    if (javaScriptEnabled !== false) {
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Settings' })
        .click();
      await expect(
        page.getByRole('heading', { level: 1, name: 'Trading Dashboard' }),
      ).toBeVisible();
    }
    expect(requestedUrls).toEqual([]);
    await page.goto('/radar');
    await expect(findStopToast(page)).toBeVisible();
    await expect(findStopStrip(page)).toBeVisible();
  });

  test('stops everything from any screen and shows it until dismissed', async ({
    page,
    javaScriptEnabled,
  }) => {
    if (javaScriptEnabled !== false) await pauseClock(page);
    await signIn(page);
    await findRunAll(page).click();
    await expect(page.getByRole('cell', { name: 'ACTIVE' })).toHaveCount(9);
    await page.goto('/correlations');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'EMERGENCY STOP' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/correlations$/);
    await expect(findStopToast(page)).toContainText('SIMULATION: 9 commodities stopped');
    if (javaScriptEnabled !== false) await page.clock.runFor(60_000);
    await expect(findStopToast(page)).toBeVisible();
    await findToast(page).getByText('Dismiss').click();
    await expect(findToast(page)).toHaveCount(0);
    await page.goto('/');
    await expect(page.getByRole('cell', { name: 'ACTIVE' })).toHaveCount(0);
    // The strip stays until trading is resumed.
    await expect(findStopStrip(page)).toContainText(
      `by ${USERNAME}. SIMULATION: no position open.`,
    );
    await findStopStrip(page).getByRole('button', { name: 'Resume with RUN ALL' }).click();
    await expect(page.getByRole('cell', { name: 'ACTIVE' })).toHaveCount(9);
    await expect(findStopStrip(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'STOP ALL' }).click();
    await expect(page.getByRole('cell', { name: 'ACTIVE' })).toHaveCount(0);
  });
});

/** Position of the sidebar while the content, which follows it in the document, has not arrived. */
const measureSidebarTop = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const main = document.getElementById('main');
    if (main) main.style.display = 'none';
    const { top } = document.querySelector('aside')?.getBoundingClientRect() ?? { top: NaN };
    main?.style.removeProperty('display');
    return top;
  });

test('opens the menu without script, marks the current screen and closes on navigation', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page);
  // Below the first screenful, so that the arriving content moves nothing that is visible.
  expect(await measureSidebarTop(page)).toBeGreaterThanOrEqual(800);
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

test('turns live updates off and on without leaving the screen', async ({ page }) => {
  await signIn(page, '/notifications');
  await page.getByRole('button', { name: 'Off' }).click();
  await expect(page.getByRole('button', { name: 'Off' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/\/notifications$/);
  await page.getByRole('button', { name: 'On', exact: true }).click();
  await expect(page.getByRole('button', { name: 'On', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
