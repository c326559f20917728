// Every screen of a desk that holds and has held something, in both themes, wide and narrow, with
// script and without: axe finds nothing, nothing reaches beyond the edge, the markup is valid.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { expect, signIn, test } from './fixtures';

test.use({ feed: 'simulated', books: 'full' });

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
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
  '/institutional',
  '/radar',
  '/notifications',
  '/signals',
  '/model-card',
  '/commands',
  '/commands?q=light',
  '/backtest?mode=corn&playbook=SUPPLY_CHAIN',
  '/what-if?commodity=corn&side=BUY&size=10',
  '/nowhere',
];
const TIMEFRAMES = ['1h', '1d', '1w', '1mo', 'all'].map(
  (timeframe) => `/portfolio?timeframe=${timeframe}`,
);
const WIDTHS = [1440, 768, 390, 320];
const LIVE_REGIONS_MAX = 3;
const NOTED = '[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])';

/** Something to look at: positions open and closed, and notifications of both. */
async function fill(page: Page): Promise<void> {
  await signIn(page);
  const closing = page.getByRole('button', { name: /^CLOSE .* (LONG|SHORT)/ });
  const runAll = page.getByRole('button', { name: 'RUN ALL' });
  if (await runAll.isEnabled()) await runAll.click();
  const closed = page.getByRole('cell', { name: 'CLOSED', exact: true });
  await expect(async () => {
    await page.goto('/');
    // one stays open beside one that is closed; a file that shares its desk may have closed one
    // before, and the market owes it no other
    expect(await closing.count()).toBeGreaterThan((await closed.count()) === 0 ? 1 : 0);
  }).toPass({ timeout: 60_000 });
  if ((await closed.count()) === 0) await closing.first().click();
  await expect(closed).not.toHaveCount(0);
}

async function listFaults(page: Page): Promise<string[]> {
  // In the page itself: without frames there is nothing that a second page, opened each time, would
  // be needed for.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(TAGS)
    .options({ resultTypes: ['violations'], preload: false })
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

async function lookAt(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const reach = await page.evaluate(() => document.documentElement.scrollWidth);
    if (reach > width) faults.push(`reaches to ${reach} of ${width} pixels`);
    if (width !== 390)
      faults.push(...(await listFaults(page)).map((fault) => `at ${width} pixels, ${fault}`));
  }
  const regions = await page.locator(NOTED).count();
  if (regions > LIVE_REGIONS_MAX) faults.push(`${regions} live regions`);
  if ((await page.locator('h1').count()) !== 1) faults.push('not one h1');
  if ((await page.locator('meta[http-equiv=refresh i]').count()) > 0)
    faults.push('refreshes itself');
  return faults.map((fault) => `${path}: ${fault}`);
}

const LOOKS = (['hydrated', 'blocked'] as const).flatMap((scripts) =>
  (['Dark', 'Light'] as const).map((theme) => ({ scripts, theme })),
);

for (const { scripts, theme } of LOOKS) {
  test.describe(() => {
    test.use({ loadsScripts: scripts === 'hydrated' });
    test(`scripts ${scripts}, ${theme}: nothing for axe and nothing beyond the edge, on any screen`, async ({
      page,
      expectedErrors,
    }) => {
      test.setTimeout(240_000);
      expectedErrors.push(/ERR_FAILED/, /status of 404/);
      // axe itself needs script; without the page's own the document is what a browser without
      // script shows.
      if (scripts === 'blocked') await page.route('**/assets/*.js', (route) => route.abort());
      const faults: string[] = [];
      const lookAtAll = async (start: string, paths: readonly string[]): Promise<void> => {
        await page.goto(start);
        await page.getByRole('button', { name: theme }).click();
        await expect(page.getByRole('button', { name: theme })).toHaveAttribute(
          'aria-pressed',
          'true',
        );
        for (const path of paths) faults.push(...(await lookAt(page, path)));
      };
      await lookAtAll('/login', ['/login']);
      await fill(page);
      await lookAtAll('/', theme === 'Dark' ? [...SCREENS, ...TIMEFRAMES] : SCREENS);
      expect(faults).toEqual([]);
    });
  });
}

test('the markup is valid', async ({ page, desk }) => {
  await fill(page);
  const cookie = (await page.context().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended', 'html-validate:a11y'],
    // React's own spelling of what HTML lets one spell either way.
    rules: {
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'attr-case': 'off',
      'doctype-style': 'off',
      'long-title': 'off',
    },
  });
  for (const path of ['/login', ...SCREENS, ...TIMEFRAMES]) {
    const html = await (
      await fetch(`${desk.origin}${path}`, { headers: path === '/login' ? {} : { Cookie: cookie } })
    ).text();
    const report = await validator.validateString(html);
    const faults = report.results.flatMap(({ messages }) =>
      messages.map(
        ({ ruleId, message, line, column }) => `${path} ${line}:${column} ${ruleId}: ${message}`,
      ),
    );
    expect(faults).toEqual([]);
  }
});

/** What the focus is on and what is wrong with it; null when it has left the page. */
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
    const isRinged = getComputedStyle(element).outlineStyle === 'solid';
    const faults = [
      isCovered ? 'covered' : '',
      isUnderHeader ? 'under the header' : '',
      isSmall ? 'small' : '',
      isRinged ? '' : 'without a ring',
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
    await fill(page);
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

test('nothing moves for those who asked for that, and states are seen without colors', async ({
  page,
}) => {
  await fill(page);
  await expect
    .poll(() => page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches))
    .toBe(false);
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
  const bare = await page.getByRole('button').evaluateAll((buttons) =>
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
  expect(bare).toEqual([]);
  for (const chosen of await page.locator('[aria-pressed=true]').all())
    await expect(chosen).toHaveCSS('text-decoration-line', 'underline');
});
