// Page Users in a browser: an operator adds a viewer, who reads but cannot trade.
import { expect, fillSignIn, signIn, test } from './fixtures';
import { listViolations } from './list-violations';

const WIDTHS = [1440, 390, 320];

test('an operator adds a viewer, who is shown why RUN is disabled', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const name = `looker-${javaScriptEnabled === false ? 'plain' : 'script'}`;
  await signIn(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByRole('heading', { name: `${name} added` })).toBeVisible();
  const passphrase = (await page.locator('code').textContent()) ?? '';
  await page.getByRole('row', { name }).locator('summary').click();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    if (javaScriptEnabled === false) continue;
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await listViolations(page)).toEqual([]);
  }
  await page.goto('/users');
  expect(await page.content()).not.toContain(passphrase);

  const context = await browser.newContext({ javaScriptEnabled, ...(baseURL ? { baseURL } : {}) });
  const viewer = await context.newPage();
  await viewer.goto('/login');
  await fillSignIn(viewer, name, passphrase);
  await expect(viewer.getByRole('button', { name: 'RUN ALL', exact: true })).toBeDisabled();
  await expect(viewer.getByText('RUN is disabled: Your role is viewer;').first()).toBeVisible();
  await expect(viewer.getByRole('link', { name: 'Users' })).toHaveCount(0);
  await viewer.goto('/users');
  await expect(viewer.getByText('this needs the role operator')).toBeVisible();
  await context.close();
});
