// The dashboard's buttons.
import AxeBuilder from '@axe-core/playwright';
import { expect, signIn, test } from './fixtures';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('the book opens with its capital and adds up', async ({ page }) => {
  const tile = (name: string) =>
    page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(tile('Portfolio')).toContainText('$25,000.00');
  await expect(tile('Available Cash')).toContainText('$25,000.00');
  await expect(tile('Trading Mode')).toContainText('STANDBY');
  await expect(page.getByRole('group', { name: 'Mode and status' })).toContainText('SIMULATION');
});

test('RUN and STOP switch one commodity', async ({ page }) => {
  const row = page
    .locator('tr[id^="row-"]')
    .filter({ has: page.getByRole('rowheader', { name: 'Corn Futures' }) });
  await expect(row).toContainText('IDLE');
  await expect(row.getByRole('button', { name: 'STOP Corn Futures' })).toBeDisabled();
  await row.getByRole('button', { name: 'RUN Corn Futures' }).click();
  await expect(row).toContainText('ACTIVE');
  await expect(page.getByRole('status')).toContainText('Corn Futures');
  await expect(row.getByRole('button', { name: 'RUN Corn Futures' })).toBeDisabled();
  await row.getByRole('button', { name: 'STOP Corn Futures' }).click();
  await expect(row).toContainText('IDLE');
});

test('a button that its own work disabled hands the focus on', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.getByRole('button', { name: 'RUN Wheat Futures' }).click();
  const stop = page.getByRole('button', { name: 'STOP Wheat Futures' });
  await expect(stop).toBeEnabled();
  if (javaScriptEnabled === false) await expect(page).toHaveURL(/#row-wheat$/);
  else await expect(stop).toBeFocused();
  await stop.click();
  await expect(page.getByRole('button', { name: 'RUN Wheat Futures' })).toBeEnabled();
});

test('a row that waits for its answer holds up no other', async ({ page, javaScriptEnabled }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const row = (name: string) =>
    page.locator('tr[id^="row-"]').filter({ has: page.getByRole('rowheader', { name }) });
  if (javaScriptEnabled !== false) {
    let isFirst = true;
    await page.route('**/?_data=*', async (route) => {
      const waits = isFirst && route.request().method() === 'POST';
      if (waits) isFirst = false;
      if (waits) await held;
      await route.continue();
    });
  }
  await page.getByRole('button', { name: 'RUN Cotton Futures' }).click();
  if (javaScriptEnabled !== false) {
    await expect(row('Cotton Futures')).toContainText('SENDING');
    await expect(page.getByRole('button', { name: 'RUN Cotton Futures' })).toBeDisabled();
  }
  await page.getByRole('button', { name: 'RUN Coffee Futures' }).click();
  await expect(row('Coffee Futures')).toContainText('ACTIVE');
  release();
  await expect(row('Cotton Futures')).toContainText('ACTIVE');
  await page.getByRole('button', { name: 'STOP ALL' }).click();
  await expect(row('Cotton Futures')).toContainText('IDLE');
});

test('DATA shows a commodity and takes it back', async ({ page }) => {
  await page.getByRole('button', { name: 'DATA Corn Futures' }).click();
  await expect(page).toHaveURL(/\?commodity=corn#row-corn$/);
  await expect(page.getByRole('status')).toContainText('Dashboard now showing Corn Futures data');
  await expect(
    page.getByRole('heading', { level: 2, name: 'Corn Futures', exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Corn Futures', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await page.getByRole('button', { name: 'DATA Corn Futures' }).click();
  await expect(
    page.getByRole('heading', { level: 2, name: 'Electricity Futures', exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('status')).toContainText('Dashboard view deactivated');
});

test('a playbook is chosen by its card, and given back by a second press', async ({ page }) => {
  await page.goto('/?commodity=corn');
  const card = (id: string) => page.locator(`#strategy-${id}`);
  await expect(
    page.getByRole('heading', { level: 2, name: 'Corn Futures Strategies (Choose One)' }),
  ).toBeVisible();
  await expect(card('WEATHER_CROP')).toContainText('AI Pick 1');
  const drought = page.getByRole('button', { name: 'Corn drought' });
  await drought.click();
  await expect(page.getByRole('status')).toContainText('Corn Futures is traded by Corn drought');
  await expect(drought).toHaveAttribute('aria-pressed', 'true');
  await expect(card('DROUGHT_PREMIUM')).toContainText('Chosen');
  const exports = page.getByRole('button', { name: 'Corn exports' });
  await exports.click();
  await expect(exports).toHaveAttribute('aria-pressed', 'true');
  await expect(drought).toHaveAttribute('aria-pressed', 'false');
  await exports.click();
  await expect(exports).toHaveAttribute('aria-pressed', 'false');
  await expect(card('EXPORT_DEMAND')).not.toContainText('Chosen');
  await card('WEATHER_CROP').getByText('What, when, how, why').click();
  await expect(card('WEATHER_CROP').getByText('WHY', { exact: true })).toBeVisible();
});

test('settings are saved by their button alone', async ({ page }) => {
  await page.getByText('Settings & Preferences').click();
  const panel = page.locator('#settings');
  await expect(panel.getByText('Live trading uses real money')).toBeHidden();
  await expect(panel.getByLabel('Broker API Key')).toBeHidden();
  await panel.getByLabel('Live Trading').check();
  await expect(panel.getByText('Live trading uses real money')).toBeVisible();
  await panel.getByLabel('Paper Trading').check();
  await expect(panel.getByLabel('Broker API Key')).toBeVisible();
  await panel.getByLabel('Simulation').check();
  await panel.getByLabel('Risk Level').selectOption('Conservative');
  await panel.getByLabel('Weather Updates').uncheck();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toContainText('Settings saved');
  await expect(panel.getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(panel.getByLabel('Weather Updates')).not.toBeChecked();
  await expect(page.locator('dl > div').filter({ hasText: 'Risk Level' })).toContainText('MIN');
});

test('live is asked for on a page of its own, and Cancel leaves things as they were', async ({
  page,
}) => {
  await page.goto('/?settings=open');
  await page.getByLabel('Live Trading').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Switch to Live Trading Mode' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Yes, Switch to Live Trading' })).toBeEnabled();
  const cancel = page.getByRole('link', { name: 'Cancel' });
  await expect(cancel).toBeFocused();
  await cancel.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
  await expect(page).toHaveTitle(/^SIMULATION/);
});

test('the reset asks, and says that it was done', async ({ page }) => {
  await page.goto('/?settings=open');
  await page.getByRole('button', { name: 'Reset Balance to $25K' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Reset Balance to $25K' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Reset Balance in SIMULATION' }).click();
  await expect(page.getByRole('status')).toContainText(
    'Your paper trading account has been reset to $25,000',
  );
});

test('the clock runs where script does, in the zone of the market', async ({
  page,
  javaScriptEnabled,
}) => {
  const clock = page.locator('dl > div').filter({ hasText: 'System Time' }).locator('time');
  const first = await clock.textContent();
  expect(first).toMatch(/^(0[1-9]|1[0-2]):[0-5]\d:[0-5]\d (AM|PM)$/);
  if (javaScriptEnabled !== false) await expect(clock).not.toHaveText(first ?? '');
});

test('RUN ALL and STOP ALL switch them all', async ({ page }) => {
  const active = page.getByRole('cell', { name: 'ACTIVE' });
  await page.getByRole('button', { name: 'RUN ALL' }).click();
  await expect(active).toHaveCount(10);
  await expect(page.getByRole('button', { name: 'RUN ALL' })).toBeDisabled();
  await page.getByRole('button', { name: 'STOP ALL' }).click();
  await expect(active).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'STOP ALL' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'CLOSE ALL' })).toBeDisabled();
});

test('the question before CLOSE ALL has an address of its own', async ({ page }) => {
  await page.goto('/?confirm=close-all');
  await expect(
    page.getByText(
      'Are you sure you want to CLOSE ALL positions and stop all trading? This action cannot be undone.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'CLOSE ALL in SIMULATION' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
});

test('axe finds nothing in settings and questions', async ({ page, javaScriptEnabled }) => {
  for (const path of ['/?settings=open&commodity=corn', '/?confirm=live', '/?confirm=reset']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    if (javaScriptEnabled === false) continue; // axe itself needs script
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    expect(
      violations.map(
        ({ id, nodes }) => `${path}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
      ),
    ).toEqual([]);
  }
});
