// The dashboard's buttons.
import { expect, signIn, test } from './fixtures';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('the book opens with its capital and adds up', async ({ page }) => {
  const tile = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(tile('Portfolio')).toContainText('$25,000.00');
  await expect(tile('Available Cash')).toContainText('$25,000.00');
  await expect(tile('Trading Mode')).toContainText('STANDBY');
  await expect(page.getByRole('group', { name: 'Mode and status' })).toContainText('SIMULATION');
});

test('RUN and STOP switch one commodity', async ({ page }) => {
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Corn Futures' }) });
  await expect(row).toContainText('IDLE');
  await expect(row.getByRole('button', { name: 'STOP Corn Futures' })).toBeDisabled();
  await row.getByRole('button', { name: 'RUN Corn Futures' }).click();
  await expect(row).toContainText('ACTIVE');
  await expect(page.getByRole('status')).toContainText('Corn Futures');
  await expect(row.getByRole('button', { name: 'RUN Corn Futures' })).toBeDisabled();
  await row.getByRole('button', { name: 'STOP Corn Futures' }).click();
  await expect(row).toContainText('IDLE');
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
  await expect(page.getByText('Are you sure you want to CLOSE ALL positions and stop all trading? This action cannot be undone.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'CLOSE ALL in simulation' })).toBeDisabled();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
});
