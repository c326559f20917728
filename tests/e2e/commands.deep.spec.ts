// Commands, shortcuts, preferences and the interactive chart.
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures';

const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
const findHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const choosePreference = async (page: Page, label: string, choice: string): Promise<void> => {
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

test('finds and opens a command, on its page or in the palette', async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page, '/weather');
  await page.getByRole('banner').getByRole('link', { name: 'Commands' }).click();
  const place = javaScriptEnabled === false ? page.getByRole('main') : findDialog(page);
  await place.getByRole('searchbox', { name: 'Find a command' }).fill('portf');
  if (javaScriptEnabled === false) await place.getByRole('button', { name: 'Find' }).click();
  await expect(place.getByText('2 commands')).toBeVisible();
  await place.getByRole('link', { name: /^Portfolio/ }).click();
  await expect(findHeading(page, 'Portfolio')).toBeVisible();
  await expect(findDialog(page)).toHaveCount(0);
});

test('applies density, colors and time zone to the next page', async ({ page }) => {
  await signIn(page);
  const getRowHeight = () =>
    page.locator('#row-corn').evaluate((element) => element.getBoundingClientRect().height);
  const getUpColor = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--up').trim());
  const [defaultHeight, defaultUpColor] = [await getRowHeight(), await getUpColor()];
  await choosePreference(page, 'Density', 'Comfortable');
  await choosePreference(page, 'Up and down colors', 'Blue up, orange down');
  await page.getByLabel('Time zone', { exact: true }).selectOption('Asia/Tokyo');
  await page.getByRole('button', { name: 'Set time zone' }).click();
  await page.goto('/');
  expect(await getRowHeight()).toBeGreaterThan(defaultHeight);
  expect(await getUpColor()).not.toBe(defaultUpColor);
  await expect(page.getByRole('main')).toContainText('Asia/Tokyo');
});

test('follows the motion preference over the system setting', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page);
  const countAnimations = () => page.evaluate(() => document.getAnimations().length);
  expect(await countAnimations()).toBe(0);
  await choosePreference(page, 'Motion', 'Full');
  await page.goto('/');
  expect(await countAnimations()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await choosePreference(page, 'Motion', 'Reduced');
  await page.goto('/');
  expect(await countAnimations()).toBe(0);
});

test('opens, navigates and closes the palette by keyboard', async ({ page, javaScriptEnabled }) => {
  if (javaScriptEnabled === false) return;
  await signIn(page, '/weather');
  const refresh = page.getByRole('link', { name: 'Refresh' });
  await refresh.focus();
  await page.keyboard.press('Control+k');
  const field = findDialog(page).getByRole('searchbox');
  await expect(field).toBeFocused();
  await page.keyboard.type('stop');
  await expect(findDialog(page).getByRole('status')).toHaveText('13 commands');
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(findDialog(page)).toHaveCount(0);
  await expect(refresh).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('stop al');
  await page.keyboard.press('Enter');
  // Enter only focuses a button that is not named completely; it does not press it.
  await expect(findDialog(page).getByRole('button', { name: 'STOP ALL' })).toBeFocused();
  await expect(findHeading(page, 'Weather Analysis')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(findDialog(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('radar');
  await page.keyboard.press('Enter');
  await expect(findHeading(page, 'Weather Radar')).toBeVisible();
  await page.keyboard.press('Alt+3');
  await expect(page).toHaveURL(/\/\?commodity=corn$/);
  await page.keyboard.press('Alt+Shift+K');
  await expect(page.getByRole('button', { name: 'EMERGENCY STOP' })).toBeFocused();
});

test('runs and stops a commodity by typing in the palette', async ({ page, javaScriptEnabled }) => {
  if (javaScriptEnabled === false) return;
  await signIn(page, '/weather');
  const typeCommand = async (words: string, button: string, found = '1 command'): Promise<void> => {
    await page.keyboard.press('Control+k');
    await expect(findDialog(page).getByRole('searchbox')).toBeFocused();
    await page.keyboard.type(words);
    await expect(findDialog(page).getByRole('status')).toHaveText(found);
    await expect(findDialog(page).getByRole('button', { name: button, exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
  };
  await typeCommand('run cotton', 'RUN Cotton Futures');
  await expect(findHeading(page, 'Trading Dashboard')).toBeVisible();
  await expect(page.locator('#row-cotton')).toContainText('ACTIVE');
  await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  await typeCommand('stop cotton', 'STOP Cotton Futures');
  await expect(page.locator('#row-cotton')).toContainText('IDLE');
  await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  await typeCommand('run cotton', 'RUN Cotton Futures');
  await expect(page.locator('#row-cotton')).toContainText('ACTIVE');
  await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  await typeCommand('stop all', 'STOP ALL', '2 commands');
  await expect(page.locator('#row-cotton')).toContainText('IDLE');
});

test('enables single keys by preference, ignores them in fields, and turns all keys off', async ({
  page,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled === false) return;
  await signIn(page, '/radar');
  await page.keyboard.press('?');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(findHeading(page, 'Weather Radar')).toBeVisible();
  await expect(findDialog(page)).toHaveCount(0);
  await choosePreference(page, 'Keyboard shortcuts', 'Single keys too');
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('gp?');
  await expect(page.getByRole('searchbox')).toHaveValue('gp?');
  await page.goto('/radar');
  await page.keyboard.press('?');
  await expect(findDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(findHeading(page, 'Portfolio')).toBeVisible();
  await choosePreference(page, 'Keyboard shortcuts', 'Off');
  await page.goto('/radar');
  for (const keys of ['?', 'Control+k', 'Alt+3']) await page.keyboard.press(keys);
  await expect(findHeading(page, 'Weather Radar')).toBeVisible();
  await expect(findDialog(page)).toHaveCount(0);
});

test('runs and stops a focused row by keyboard', async ({ page, javaScriptEnabled }) => {
  if (javaScriptEnabled === false) return;
  await signIn(page);
  await page.getByRole('button', { name: 'DATA Cotton Futures' }).focus();
  await page.keyboard.press('Alt+Shift+R');
  await expect(page.getByRole('button', { name: 'STOP Cotton Futures' })).toBeEnabled();
  await page.getByRole('button', { name: 'DATA Cotton Futures' }).focus();
  await page.keyboard.press('Alt+Shift+S');
  await expect(page.getByRole('button', { name: 'STOP Cotton Futures' })).toBeDisabled();
});

test('replaces the chart in place, reads it by keys, and loads it on no other page', async ({
  page,
  javaScriptEnabled,
}) => {
  const requestedUrls: string[] = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/interactive-chart*', async (route) => {
    requestedUrls.push(route.request().url());
    await released;
    await route.continue();
  });
  await signIn(page);
  expect(requestedUrls).toEqual([]);
  await page.goto('/portfolio?timeframe=all');
  await expect(page.getByRole('img', { name: 'Portfolio Value, line chart' })).toBeVisible();
  const getChartBox = () => page.locator('figure').first().boundingBox();
  const before = await getChartBox();
  release();
  if (javaScriptEnabled === false) return expect(requestedUrls).toEqual([]);
  const chart = page.getByRole('slider', {
    name: 'Portfolio Value, line chart: arrow keys read its values',
  });
  await expect(chart).toBeVisible();
  expect([requestedUrls.length, await getChartBox()]).toEqual([1, before]);
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
