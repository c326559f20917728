// Power prices in a page that was open before them, and before the code of their panel.
import type { Page } from '@playwright/test';
import { respondAsNyiso } from '../support/nyiso-server';
import { type DeskServer, startDesk } from '../support/desk-server';
import { openSourceServer } from '../support/source-server';
import { test as base, expect, signIn } from './fixtures';

interface DelayedSource {
  readonly endpoint: string;
  /** Power prices are sent from now on. */
  sendPrices(): void;
}

/** Longer than the interval of any part of a page. */
const REFRESH_MS = 3_600_000;
const PANEL_CODE = /power-panel-[^/]*\.js$/;

const test = base.extend<object, { desk: DeskServer; source: DelayedSource }>({
  source: [
    async ({}, use) => {
      let arePricesSent = false;
      const pending: (() => void)[] = [];
      const server = await openSourceServer((request, response) => {
        const send = (): void => respondAsNyiso(request, response);
        if (arePricesSent) send();
        else pending.push(send);
      });
      const sendPrices = (): void => {
        arePricesSent = true;
        for (const send of pending.splice(0)) send();
      };
      await use({ endpoint: server.endpoint, sendPrices });
      await server.close();
    },
    { scope: 'worker' },
  ],
  desk: [
    async ({ source }, use) => {
      const desk = await startDesk('server.js', {
        FEED: 'public',
        FEED_SOURCES: 'nyiso',
        FEED_ENDPOINT: source.endpoint,
      });
      await use(desk);
      await desk.stop();
    },
    { scope: 'worker' },
  ],
});
test.use({ books: 'power prices', hasOwnContext: true });

/** Delays the code of the panel until the returned function is called. */
async function delayPanelCode(page: Page): Promise<() => void> {
  let sendCode = (): void => undefined;
  const code = new Promise<void>((resolve) => (sendCode = resolve));
  await page.route(PANEL_CODE, async (route) => {
    await code;
    await route.continue();
  });
  return () => sendCode();
}

test('an open page shows new power prices as soon as the code of the panel is there', async ({
  page,
  source,
}) => {
  await page.clock.install();
  const sendCode = await delayPanelCode(page);
  await signIn(page);
  // A document: its panel is there without code.
  await page.goto('/');
  const panel = page.getByRole('region', { name: 'Power Spot Prices' });
  await expect(panel).toContainText('no power price has arrived yet');
  source.sendPrices();
  await expect
    .poll(async () => (await page.request.get('/')).text())
    .toContain('Day-ahead price of this hour');
  const refreshed = page.waitForResponse(/\/refresh\/power/);
  await page.clock.fastForward(REFRESH_MS);
  await refreshed;
  await expect(panel).toContainText('no power price has arrived yet');
  sendCode();
  await expect(panel).toContainText('Day-ahead price of this hour');
  await expect(panel).not.toContainText('no power price has arrived yet');
});

test('a page whose panel cannot be loaded says so, until it is loaded with newer data', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.clock.install();
  await page.route(PANEL_CODE, (route) => route.abort());
  await signIn(page);
  await page.goto('/');
  const note = page.getByText('Power prices could not be updated. Reload the page.');
  await expect(note).toBeVisible();
  await expect(page.getByRole('region', { name: 'Power Spot Prices' })).toBeVisible();
  await page.unroute(PANEL_CODE);
  await page.clock.fastForward(REFRESH_MS);
  await expect(note).toBeHidden();
  await expect(page.getByRole('region', { name: 'Power Spot Prices' })).toBeVisible();
});
