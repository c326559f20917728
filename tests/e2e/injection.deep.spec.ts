// Texts with a script, stored and in addresses: pages and the report show them as texts.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { createSession } from '../../app/models/account/session.server';
import { createUser } from '../../app/models/account/user.server';
import { closeDatabase, openDatabase, prepareDatabasePath } from '../../db/client.server';
import type { DeskServer } from '../support/desk-server';
import { SCRIPT_MARK, SCRIPT_PAYLOADS } from '../support/script-payloads';
import { expect, fillSignIn, test } from './fixtures';

// The router has no page for a path with a backslash.
const PAYLOADS = SCRIPT_PAYLOADS.filter((payload) => !payload.includes('\\'));
const PATHS = [
  '/',
  '/?commodity=:p',
  '/commands?q=:p',
  '/curve/:p',
  '/chart/:p',
  '/account',
  '/:p',
];

/** A user whose name has the texts of all payloads; returns the id of a session. */
function createNamedUser({ dataDir }: DeskServer, name: string): string {
  const db = openDatabase(prepareDatabasePath(dataDir));
  try {
    return createSession(db, createUser(db, name, 'no hash', Date.now()).id, Date.now());
  } finally {
    closeDatabase(db);
  }
}

const hasRun = (page: Page): Promise<boolean> =>
  page.evaluate((mark) => mark in globalThis, SCRIPT_MARK);

// A broken rule of the policy is an error in the console, which fails the test.
test('runs no script of a stored or requested text', async ({ page, desk, expectedErrors }) => {
  expectedErrors.push(/40[14]/);
  const name = PAYLOADS.slice(0, 8).join(' ');
  // The field takes 64 characters.
  const typed = PAYLOADS.find((payload) => payload.startsWith('">')) ?? '';
  await page.goto('/login');
  await fillSignIn(page, typed, 'x');
  await expect(page.getByRole('alert')).toContainText('Invalid credentials');
  await expect(page.getByLabel('Username')).toHaveValue(typed);
  expect(await hasRun(page)).toBe(false);

  const session = createNamedUser(desk, name);
  await page.context().addCookies([{ name: 'frontmonth', value: session, url: desk.origin }]);
  for (const [index, path] of PATHS.entries()) {
    await page.goto(path.replace(':p', encodeURIComponent(PAYLOADS[index] ?? '')));
    expect([path, await hasRun(page)]).toEqual([path, false]);
    if (path === '/account') await expect(page.locator('body')).toContainText(name);
  }

  const file = test.info().outputPath('report.html');
  writeFileSync(file, await (await page.request.get('/portfolio/report')).body());
  const report = await page.context().newPage();
  const errors: string[] = [];
  report.on(
    'console',
    (message) => void (message.type() === 'error' && errors.push(message.text())),
  );
  await report.goto(pathToFileURL(file).href);
  await expect(report.locator('body')).toContainText(SCRIPT_MARK);
  expect([await hasRun(report), errors]).toEqual([false, []]);
});
