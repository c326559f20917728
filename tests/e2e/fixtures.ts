// A desk for each worker, a page that fails its test on any error in the console, and signing in by the form.
import { type Page, test as base, expect } from '@playwright/test';
import { type DeskServer, PASSWORD, USERNAME, startDesk } from '../support/desk-server';

interface Fixtures {
  /** Console messages of type error that a test expects. */
  readonly expectedErrors: RegExp[];
}

interface WorkerFixtures {
  /** Without prices, so that what is open does not hang on the hour of the test; `simulated` where the market is to live. */
  readonly feed: 'public' | 'simulated';
  /** Files that name the same books share a desk; a name of its own gives a file a new one. */
  readonly books: string;
  readonly desk: DeskServer;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  feed: ['public', { option: true, scope: 'worker' }],
  books: ['shared', { option: true, scope: 'worker' }],
  desk: [
    async ({ feed }, use) => {
      const desk = await startDesk('server.js', { FEED: feed });
      await use(desk);
      await desk.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ desk }, use) => use(desk.origin),
  expectedErrors: async ({}, use) => use([]),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
    await use(page);
    expect(errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual([]);
  },
});

export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, USERNAME, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
}

export { expect };
