// A desk for each worker, a page that fails its test on any error in the console, and signing in by
// the form.
import { type Cookie, type Locator, type Page, test as base, expect } from '@playwright/test';
import { chooseStrategiesToHold } from '../support/choose-strategy';
import { type DeskServer, PASSWORD, USERNAME, Visitor, startDesk } from '../support/desk-server';
import { OPEN_MARKETS_MS, createFixedClock } from '../support/fixed-clock';

interface Fixtures {
  /** Console messages of type error that a test expects. */
  readonly expectedErrors: RegExp[];
  /**
   * Whether the scripts of the page are loaded: then each page is used only after they have taken
   * it over.
   */
  readonly loadsScripts: boolean;
  /**
   * Whether the test has a browser context of its own, not the one that the tests of a worker share:
   * what it does to the clock or the network cannot reach the next test.
   */
  readonly hasOwnContext: boolean;
}

interface WorkerFixtures {
  /** Without prices; `simulated` where the market is to live: then at a time when all is open. */
  readonly feed: 'public' | 'simulated';
  /** Files that name the same books share a desk; a name of its own gives a file a new one. */
  readonly books: string;
  /** Path of the public address of the desk. */
  readonly basePath: string;
  readonly desk: DeskServer;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  feed: ['public', { option: true, scope: 'worker' }],
  books: ['shared', { option: true, scope: 'worker' }],
  basePath: ['', { option: true, scope: 'worker' }],
  desk: [
    async ({ feed, basePath }, use) => {
      const isSimulated = feed === 'simulated';
      const clock = isSimulated ? createFixedClock(OPEN_MARKETS_MS).settings : {};
      const desk = await startDesk('server.js', { FEED: feed, ...clock }, basePath);
      if (isSimulated) await chooseStrategiesToHold(await new Visitor(desk.origin).signIn());
      storedCookies = [];
      await use(desk);
      await desk.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ desk }, use) => use(desk.origin),
  expectedErrors: async ({}, use) => use([]),
  loadsScripts: [true, { option: true }],
  hasOwnContext: [false, { option: true }],
  context: async ({ context, browser, hasOwnContext }, use) => {
    if (!hasOwnContext) return use(context);
    const own = await browser.newContext();
    await use(own);
    await own.close();
  },
  page: async ({ page, expectedErrors, javaScriptEnabled, loadsScripts }, use) => {
    if (javaScriptEnabled !== false && loadsScripts) waitAfterNavigation(page);
    const errors: string[] = [];
    // Some errors have no stack, which names their message and place.
    page.on('pageerror', (error) => errors.push(error.stack || error.message));
    page.on(
      'console',
      (message) => void (message.type() === 'error' && errors.push(message.text())),
    );
    await use(page);
    expect(errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual(
      [],
    );
  },
});

/**
 * Makes `goto` and `reload` end when the scripts have taken the page over. A key that is pressed
 * earlier is lost.
 */
function waitAfterNavigation(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const hydrated = page.locator('html[data-hydrated]');
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (!url.startsWith('about:')) await hydrated.waitFor({ state: 'attached' });
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await hydrated.waitFor({ state: 'attached' });
    return response;
  };
}

export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** The first sign-in of a new desk waits for its start on a busy machine. */
const SIGN_IN_MS = 60_000;

const expectDashboard = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible({
    timeout: SIGN_IN_MS,
  });

/** Signs in as a user does, into a session of its own: for tests that end it or see its notice. */
export async function signInByForm(page: Page): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, USERNAME, PASSWORD);
  await expectDashboard(page);
}

/** The session of this worker's desk, once a test has signed in; empty before. */
let storedCookies: Cookie[] = [];

/** Opens a page, by default the dashboard, in the session that all tests of a worker share. */
export async function signIn(page: Page, path = '/'): Promise<void> {
  if (storedCookies.length === 0) {
    await signInByForm(page);
    storedCookies = await page.context().cookies();
    if (path === '/') return;
  } else await page.context().addCookies(storedCookies);
  await page.goto(path);
  if (path === '/') await expectDashboard(page);
}

/** Toast of an emergency stop, which ends when dismissed. */
export const findStopToast = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: 'Emergency stop: no new entries' });

/** Strip above every screen from an emergency stop to the next RUN. */
export const findStopStrip = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: /EMERGENCY STOP pressed \d{4}-\d\d-\d\d \d\d:\d\d/ });

/** The button of the dashboard; the strip of an emergency stop has another one. */
export const findRunAll = (page: Page): Locator =>
  page.getByRole('button', { name: 'RUN ALL', exact: true });

export { expect };
