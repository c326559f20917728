// Accessibility of every screen with open and closed positions: axe, reflow and markup, in both
// themes, with and without script.
import type { Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { IS_DEEP_RUN, chooseSize } from '../support/run-size';
import { expect, findRunAll, signIn, test } from './fixtures';
import { listViolations } from './list-violations';

test.use({ feed: 'simulated', books: 'full' });

const SCREENS = [
  '/',
  '/?settings=open&commodity=corn',
  '/?commodity=nothing',
  '/?confirm=close-all',
  '/?confirm=live',
  '/?confirm=reset',
  '/portfolio',
  '/weather',
  '/correlations',
  '/curve/natural-gas',
  '/curve/ET-ERCOT',
  '/calendar?runs=on',
  '/chart/NG?range=1M',
  '/institutional',
  '/radar',
  '/notifications',
  '/signals',
  '/model-card',
  '/commands',
  '/account',
  '/data-health',
  '/users',
  '/commands?q=light',
  '/backtest?mode=corn&playbook=SUPPLY_CHAIN',
  '/what-if?commodity=corn&side=BUY&size=10',
  '/nowhere',
];
const TIMEFRAMES = ['1h', '1d', '1w', '1mo', 'all'].map(
  (timeframe) => `/portfolio?timeframe=${timeframe}`,
);
const WIDTHS = chooseSize([1440, 320], [1440, 768, 390, 320]);
/** Widths at which axe runs. */
const AXE_WIDTHS = chooseSize([1440], [1440, 768, 320]);
const LIVE_REGIONS_MAX = 3;
const LIVE_REGIONS = '[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])';

/** A new desk decides once it has read the past of its market: minutes on a busy machine. */
const OPENING_MS = 180_000;

/** Creates open and closed positions, and their notifications. */
async function createPositions(page: Page): Promise<void> {
  test.setTimeout(test.info().timeout + OPENING_MS);
  await signIn(page);
  const closing = page.getByRole('button', { name: /^CLOSE .* (LONG|SHORT)/ });
  const closed = page.getByRole('cell', { name: 'CLOSED', exact: true });
  // An earlier test has created them.
  if ((await closing.count()) > 0 && (await closed.count()) > 0) return;
  const runAll = findRunAll(page);
  if (await runAll.isEnabled()) await runAll.click();
  await expect(runAll).toBeDisabled();
  await expect(async () => {
    await page.goto('/');
    // One position must stay open beside a closed one. Another file on the same server may have
    // closed one already.
    expect(await closing.count()).toBeGreaterThan((await closed.count()) === 0 ? 1 : 0);
  }).toPass({ timeout: OPENING_MS });
  if ((await closed.count()) === 0) await closing.first().click();
  await expect(closed).not.toHaveCount(0);
}

async function checkScreen(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const reach = await page.evaluate(() => document.documentElement.scrollWidth);
    if (reach > width) faults.push(`reaches to ${reach} of ${width} pixels`);
    if (AXE_WIDTHS.includes(width))
      faults.push(...(await listViolations(page)).map((fault) => `at ${width} pixels, ${fault}`));
  }
  const regions = await page.locator(LIVE_REGIONS).count();
  if (regions > LIVE_REGIONS_MAX) faults.push(`${regions} live regions`);
  if ((await page.locator('h1').count()) !== 1) faults.push('not one h1');
  if ((await page.locator('meta[http-equiv=refresh i]').count()) > 0)
    faults.push('refreshes itself');
  return faults.map((fault) => `${path}: ${fault}`);
}

/** A test looks at so many screens that it ends in time on a busy machine. */
const SCREENS_PER_TEST = 6;
const ALL_LOOKS = (['hydrated', 'blocked'] as const).flatMap((scripts) =>
  (['Dark', 'Light'] as const).map((theme) => ({ scripts, theme })),
);
/** The first look in each run of the tests; all four in the deep run. */
const VARIANTS = chooseSize(ALL_LOOKS.slice(0, 1), ALL_LOOKS);

const listGroups = (paths: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(paths.length / SCREENS_PER_TEST) }, (_, group) =>
    paths.slice(group * SCREENS_PER_TEST, (group + 1) * SCREENS_PER_TEST),
  );

async function chooseTheme(page: Page, theme: string): Promise<void> {
  const button = page.getByRole('button', { name: theme });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
}

for (const { scripts, theme } of VARIANTS) {
  test.describe(`scripts ${scripts}, ${theme}`, () => {
    test.use({ loadsScripts: scripts === 'hydrated' });
    test.beforeEach(async ({ page, expectedErrors }) => {
      expectedErrors.push(/ERR_FAILED/, /status of 404/);
      // axe needs script. Blocking the page's own scripts gives the document of a browser without
      // script.
      if (scripts === 'blocked') await page.route('**/assets/*.js', (route) => route.abort());
    });

    test('axe finds nothing and nothing overflows on the sign-in', async ({ page }) => {
      await page.goto('/login');
      await chooseTheme(page, theme);
      expect(await checkScreen(page, '/login')).toEqual([]);
    });

    const paths = IS_DEEP_RUN && theme === 'Dark' ? [...SCREENS, ...TIMEFRAMES] : SCREENS;
    for (const [group, screens] of listGroups(paths).entries()) {
      test(`axe finds nothing and nothing overflows on screens, part ${group + 1}`, async ({
        page,
      }) => {
        // A dozen screens at several sizes, also on a busy machine.
        test.setTimeout(360_000);
        await createPositions(page);
        await chooseTheme(page, theme);
        const faults: string[] = [];
        for (const path of screens) faults.push(...(await checkScreen(page, path)));
        expect(faults).toEqual([]);
      });
    }
  });
}

test('has valid markup', async ({ page, desk }) => {
  await createPositions(page);
  const cookie = (await page.context().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended', 'html-validate:a11y'],
    // Spellings that React uses and HTML allows.
    rules: {
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'attr-case': 'off',
      'doctype-style': 'off',
      'long-title': 'off',
    },
  });
  const faults: string[] = [];
  for (const path of ['/login', ...SCREENS, ...TIMEFRAMES]) {
    const html = await (
      await fetch(`${desk.origin}${path}`, { headers: path === '/login' ? {} : { Cookie: cookie } })
    ).text();
    const report = await validator.validateString(html);
    faults.push(
      ...report.results.flatMap(({ messages }) =>
        messages.map(
          ({ ruleId, message, line, column }) => `${path} ${line}:${column} ${ruleId}: ${message}`,
        ),
      ),
    );
  }
  expect(faults).toEqual([]);
});

/** Focused element with its faults; null when the focus has left the page. */
const findFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const box = element.getBoundingClientRect();
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const isCovered =
      over !== null &&
      !element.contains(over) &&
      !over.contains(element) &&
      over.closest('label')?.contains(element) !== true;
    const header = document.querySelector('header');
    const isUnderHeader =
      header !== null &&
      !header.contains(element) &&
      element.className !== 'skip-link' &&
      box.height < 100 &&
      box.top < header.getBoundingClientRect().bottom;
    const isSmall = (box.height < 24 || box.width < 24) && element.closest('label') === null;
    const hasFocusRing = getComputedStyle(element).outlineStyle === 'solid';
    const faults = [
      isCovered ? 'covered' : '',
      isUnderHeader ? 'under the header' : '',
      isSmall ? 'small' : '',
      hasFocusRing ? '' : 'without a ring',
    ].filter(Boolean);
    return {
      name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
      faults,
    };
  });

for (const width of [1440, 320]) {
  test(`at ${width} pixels the keyboard reaches everything, visibly and large enough`, async ({
    page,
  }) => {
    await createPositions(page);
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/?settings=open');
    const seen: string[] = [];
    const faults: string[] = [];
    for (let step = 0; step < 150; step += 1) {
      await page.keyboard.press('Tab');
      const focus = await findFocus(page);
      if (!focus) break;
      seen.push(focus.name);
      faults.push(...focus.faults.map((fault) => `${focus.name}: ${fault}`));
    }
    expect(faults).toEqual([]);
    expect(seen.slice(0, 2)).toEqual(['Skip to content', 'EMERGENCY STOP']);
    for (const name of ['STOP ALL', 'CLOSE ALL', 'STOP Cotton Futures', 'Save', 'Refresh', 'Light'])
      expect(seen).toContain(name);
    expect(seen.some((name) => /^CLOSE .* (LONG|SHORT)/.test(name))).toBe(true);
  });
}

test('stops all motion when reduced, and shows states without color', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await createPositions(page);
  expect(
    await page
      .locator('[aria-hidden=true]')
      .evaluateAll((marks) =>
        marks.some((mark) => getComputedStyle(mark).animationName !== 'none'),
      ),
  ).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
  await page.goto('/');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  const unmarked = await page.getByRole('button').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { borderTopWidth, textDecorationLine } = getComputedStyle(button);
        return (
          parseFloat(borderTopWidth) === 0 &&
          textDecorationLine === 'none' &&
          !button.hasAttribute('aria-pressed')
        );
      })
      .map(({ textContent }) => textContent),
  );
  expect(unmarked).toEqual([]);
  for (const chosen of await page.locator('[aria-pressed=true]').all())
    await expect(chosen).toHaveCSS('text-decoration-line', 'underline');
});
