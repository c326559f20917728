// The dashboard's buttons.
import { expect, findRunAll, signIn, test } from './fixtures';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('opens an account with $25,000', async ({ page }) => {
  const findTile = (name: string) =>
    page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(findTile('Portfolio')).toContainText('$25,000.00');
  await expect(findTile('Available Cash')).toContainText('$25,000.00');
  await expect(findTile('Trading Mode')).toContainText('STANDBY');
  await expect(page.getByRole('group', { name: 'Mode and status' })).toContainText('SIMULATION');
});

test('runs and stops one commodity', async ({ page }) => {
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

test('moves the focus on when a pressed button is disabled', async ({
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

test('handles a row while another row waits for its response', async ({
  page,
  javaScriptEnabled,
}) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const findRow = (name: string) =>
    page.locator('tr[id^="row-"]').filter({ has: page.getByRole('rowheader', { name }) });
  if (javaScriptEnabled !== false) {
    let isFirst = true;
    await page.route('**/?_data=*', async (route) => {
      const waits = isFirst && route.request().method() === 'POST';
      if (waits) isFirst = false;
      if (waits) await released;
      await route.continue();
    });
  }
  await page.getByRole('button', { name: 'RUN Cotton Futures' }).click();
  if (javaScriptEnabled !== false) {
    await expect(findRow('Cotton Futures')).toContainText('SENDING');
    await expect(page.getByRole('button', { name: 'RUN Cotton Futures' })).toBeDisabled();
  }
  await page.getByRole('button', { name: 'RUN Coffee Futures' }).click();
  await expect(findRow('Coffee Futures')).toContainText('ACTIVE');
  release();
  await expect(findRow('Cotton Futures')).toContainText('ACTIVE');
  await page.getByRole('button', { name: 'STOP ALL' }).click();
  await expect(findRow('Cotton Futures')).toContainText('IDLE');
});

test('shows a commodity with DATA and hides it again', async ({ page }) => {
  await page.getByRole('button', { name: 'DATA Corn Futures' }).click();
  await expect(page).toHaveURL(/\?commodity=corn#row-corn$/);
  await expect(page.getByRole('status')).toContainText('Dashboard now showing Corn Futures data');
  await expect(
    page.getByRole('heading', { level: 2, name: 'Corn Futures', exact: true }),
  ).toBeVisible();
  await expect(
    page
      .getByRole('navigation', { name: 'Commodity mode' })
      .getByRole('link', { name: /^Corn Futures / }),
  ).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'DATA Corn Futures' }).click();
  await expect(
    page.getByRole('heading', { level: 2, name: 'Electricity Futures', exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('status')).toContainText('Dashboard view deactivated');
});

test('selects a strategy by its card and deselects it by a second press', async ({ page }) => {
  await page.goto('/?commodity=corn');
  const findCard = (id: string) => page.locator(`#strategy-${id}`);
  const findChoice = (name: string) =>
    page.getByRole('button', { name, exact: true, includeHidden: true });
  const firstCard = page.locator('[id^=strategy-]').first();
  /** Cards after the first two are folded. */
  const unfoldCard = async (id: string): Promise<void> => {
    if (!(await findCard(id).isVisible())) await page.getByText(/^\d+ more strategies$/).click();
    await expect(findCard(id)).toBeVisible();
  };
  await expect(
    page.getByRole('heading', { level: 2, name: 'Corn Futures Strategies (Choose One)' }),
  ).toBeVisible();
  await expect(firstCard).toContainText('Corn inverse');
  await expect(findCard('BREAKOUT')).toBeHidden();
  const breakout = findChoice('Breakout');
  await unfoldCard('BREAKOUT');
  await breakout.click();
  await expect(page.getByRole('status')).toContainText('Corn Futures is traded by Breakout');
  await expect(breakout).toHaveAttribute('aria-pressed', 'true');
  await expect(firstCard).toHaveId('strategy-BREAKOUT');
  await expect(firstCard).toContainText('Chosen');
  const reversion = findChoice('Mean reversion');
  await unfoldCard('MEAN_REVERSION');
  await reversion.click();
  await expect(reversion).toHaveAttribute('aria-pressed', 'true');
  await expect(breakout).toHaveAttribute('aria-pressed', 'false');
  await unfoldCard('MEAN_REVERSION');
  await reversion.click();
  await expect(reversion).toHaveAttribute('aria-pressed', 'false');
  await expect(findCard('MEAN_REVERSION')).not.toContainText('Chosen');
  await unfoldCard('SEASONAL');
  await findCard('SEASONAL').getByText('What, when, how, why').click();
  await expect(findCard('SEASONAL').getByText('WHY', { exact: true })).toBeVisible();
});

test('saves settings only by the Save button', async ({ page }) => {
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

test('confirms the switch to live on a separate page; Cancel changes nothing', async ({ page }) => {
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

test('confirms a reset and shows its success', async ({ page }) => {
  await page.goto('/?settings=open');
  await page.getByRole('button', { name: 'Reset Balance to $25K' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Reset Balance to $25K' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Reset Balance in SIMULATION' }).click();
  await expect(page.getByRole('status')).toContainText(
    'Your simulation trading account has been reset to $25,000',
  );
});

test('updates the clock with script, in the market time zone', async ({
  page,
  javaScriptEnabled,
}) => {
  const clock = page.locator('dl > div').filter({ hasText: 'System Time' }).locator('time');
  const first = await clock.textContent();
  expect(first).toMatch(/^(0[1-9]|1[0-2]):[0-5]\d:[0-5]\d (AM|PM)$/);
  if (javaScriptEnabled !== false) await expect(clock).not.toHaveText(first ?? '');
});

test('runs and stops all commodities', async ({ page }) => {
  const active = page.getByRole('cell', { name: 'ACTIVE' });
  await findRunAll(page).click();
  await expect(active).toHaveCount(9);
  await expect(findRunAll(page)).toBeDisabled();
  await page.getByRole('button', { name: 'STOP ALL' }).click();
  await expect(active).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'STOP ALL' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'CLOSE ALL' })).toBeDisabled();
});

test('shows the CLOSE ALL confirmation under its own URL', async ({ page }) => {
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

test('shows the strategies of the document, and those of the next commodity', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/?commodity=corn');
  if (javaScriptEnabled !== false)
    await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  const cards = page.locator('[id^="strategy-"]');
  await expect(cards.first()).toContainText('Corn inverse');
  expect(await cards.count()).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'DATA Wheat Futures' }).click();
  await expect(page).toHaveURL(/commodity=wheat/);
  await expect(
    page.getByRole('heading', { level: 2, name: 'Wheat Futures Strategies (Choose One)' }),
  ).toBeVisible();
  await expect(cards.first()).toContainText('Wheat roll');
  const details = page.locator('[id^="strategy-"] details').first();
  await details.locator('summary').click();
  await expect(details).toContainText('WHAT');
});

test('keeps the details of a strategy open while it is chosen', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/?commodity=soybeans');
  const card = page.locator('[id^=strategy-]').first();
  const details = card.locator('details');
  const choice = card.locator('button[name=playbook][aria-pressed]');
  await details.locator('summary').click();
  await expect(details).toHaveAttribute('open');
  await choice.click();
  await expect(choice).toHaveAttribute('aria-pressed', 'true');
  // Without script the press loads the page again.
  await expect(details).toHaveJSProperty('open', javaScriptEnabled !== false);
  await choice.click();
  await expect(choice).toHaveAttribute('aria-pressed', 'false');
});
