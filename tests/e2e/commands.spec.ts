// Commands, shortcuts and preferences, and the chart that script takes over, as a hand on the page
// meets them.
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const choose = async (page: Page, label: string, choice: string): Promise<void> => {
  await page.goto('/commands');
  await page
    .getByRole('main')
    .getByRole('group', { name: label })
    .getByRole('button', { name: choice, exact: true })
    .click();
  await expect(
    page
      .getByRole('main')
      .getByRole('group', { name: label })
      .getByRole('button', { name: choice, exact: true }),
  ).toHaveAttribute('aria-pressed', 'true');
};

test('commands are found and followed, on their page or over the one that is open', async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page);
  await page.goto('/weather');
  await page.getByRole('banner').getByRole('link', { name: 'Commands' }).click();
  const place = javaScriptEnabled === false ? page.getByRole('main') : dialog(page);
  await place.getByRole('searchbox', { name: 'Find a command' }).fill('portf');
  if (javaScriptEnabled === false) await place.getByRole('button', { name: 'Find' }).click();
  await expect(place.getByText('2 commands')).toBeVisible();
  await place.getByRole('link', { name: /^Portfolio/ }).click();
  await expect(h1(page, 'Portfolio')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('a choice of density, colors and zone shows on the next page', async ({ page }) => {
  await signIn(page);
  const row = () =>
    page.locator('#row-corn').evaluate((element) => element.getBoundingClientRect().height);
  const up = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--up').trim());
  const [usualHeight, usualUp] = [await row(), await up()];
  await choose(page, 'Density', 'Comfortable');
  await choose(page, 'Up and down colors', 'Blue up, orange down');
  await page.getByLabel('Time zone', { exact: true }).selectOption('Asia/Tokyo');
  await page.getByRole('button', { name: 'Set time zone' }).click();
  await page.goto('/');
  expect(await row()).toBeGreaterThan(usualHeight);
  expect(await up()).not.toBe(usualUp);
  await expect(page.getByRole('main')).toContainText('Asia/Tokyo');
});

test('less motion stops what moves, and full motion moves for who wants it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page);
  const moving = () => page.evaluate(() => document.getAnimations().length);
  expect(await moving()).toBe(0);
  await choose(page, 'Motion', 'Full');
  await page.goto('/');
  expect(await moving()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await choose(page, 'Motion', 'Reduced');
  await page.goto('/');
  expect(await moving()).toBe(0);
});

test('keys open the commands, walk through them, and lead back', async ({
  page,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled === false) return;
  await signIn(page);
  await page.goto('/weather');
  const refresh = page.getByRole('link', { name: 'Refresh' });
  await refresh.focus();
  await page.keyboard.press('Control+k');
  const field = dialog(page).getByRole('searchbox');
  await expect(field).toBeFocused();
  await page.keyboard.type('stop');
  await expect(dialog(page).getByRole('status')).toHaveText('3 commands');
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(refresh).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('stop all');
  await page.keyboard.press('Enter');
  // Typing reaches a deed, and does not do it.
  await expect(dialog(page).getByRole('button', { name: 'STOP ALL' })).toBeFocused();
  await expect(h1(page, 'Weather Analysis')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('radar');
  await page.keyboard.press('Enter');
  await expect(h1(page, 'Weather Radar')).toBeVisible();
  await page.keyboard.press('Alt+3');
  await expect(page).toHaveURL(/\/\?commodity=corn$/);
  await page.keyboard.press('Alt+Shift+K');
  await expect(page.getByRole('button', { name: 'EMERGENCY STOP' })).toBeFocused();
});

test('single keys wait to be wanted, leave writers alone, and all keys can be turned off', async ({
  page,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled === false) return;
  await signIn(page);
  await page.goto('/radar');
  await page.keyboard.press('?');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(h1(page, 'Weather Radar')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await choose(page, 'Keyboard shortcuts', 'Single keys too');
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('gp?');
  await expect(page.getByRole('searchbox')).toHaveValue('gp?');
  await page.goto('/radar');
  await page.keyboard.press('?');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(h1(page, 'Portfolio')).toBeVisible();
  await choose(page, 'Keyboard shortcuts', 'Off');
  await page.goto('/radar');
  for (const keys of ['?', 'Control+k', 'Alt+3']) await page.keyboard.press(keys);
  await expect(h1(page, 'Weather Radar')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('a row is run and stopped by keys, from wherever the focus is in it', async ({
  page,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled === false) return;
  await signIn(page);
  await page.getByRole('button', { name: 'DATA Cotton Futures' }).focus();
  await page.keyboard.press('Alt+Shift+R');
  await expect(page.getByRole('button', { name: 'STOP Cotton Futures' })).toBeEnabled();
  await page.getByRole('button', { name: 'DATA Cotton Futures' }).focus();
  await page.keyboard.press('Alt+Shift+S');
  await expect(page.getByRole('button', { name: 'STOP Cotton Futures' })).toBeDisabled();
});

test('the chart is taken over in its place, read by keys, and loaded nowhere else', async ({
  page,
  javaScriptEnabled,
}) => {
  const asked: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/interactive-chart*', async (route) => {
    asked.push(route.request().url());
    await held;
    await route.continue();
  });
  await signIn(page);
  expect(asked).toEqual([]);
  await page.goto('/portfolio?timeframe=all');
  await expect(page.getByRole('img', { name: 'Portfolio Value, line chart' })).toBeVisible();
  const boxOf = () => page.locator('figure').first().boundingBox();
  const before = await boxOf();
  release();
  if (javaScriptEnabled === false) return expect(asked).toEqual([]);
  const chart = page.getByRole('slider', {
    name: 'Portfolio Value, line chart: arrow keys read its values',
  });
  await expect(chart).toBeVisible();
  expect([asked.length, await boxOf()]).toEqual([1, before]);
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '0');
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    /^\d{4}-\d\d-\d\d \d\d:\d\d \w+ \u00b7 \$25,000\.00/,
  );
  await expect(page.locator('#portfolio-value-summary')).toContainText(
    'Portfolio Value since the account began',
  );
});
