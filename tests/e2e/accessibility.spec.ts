// Every screen in both themes, wide and narrow, with script and without: axe finds nothing, the page reflows, the markup is valid.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { expect, signIn, test } from './fixtures';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SCREENS = [
  { path: '/login', isSignedIn: false },
  { path: '/', isSignedIn: true },
  { path: '/?confirm=close-all', isSignedIn: true },
  ...['/portfolio', '/weather', '/correlations', '/institutional', '/radar', '/notifications'].map((path) => ({ path, isSignedIn: true })),
];

async function chooseTheme(page: Page, theme: 'Dark' | 'Light'): Promise<void> {
  await page.getByRole('button', { name: theme }).click();
  await expect(page.getByRole('button', { name: theme })).toHaveAttribute('aria-pressed', 'true');
}

for (const theme of ['Dark', 'Light'] as const) {
  for (const width of [1440, 320]) {
    for (const scripts of ['hydrated', 'blocked'] as const) {
      test(`${theme} at ${width} pixels, scripts ${scripts}: nothing for axe, nothing beyond the edge`, async ({ page, expectedErrors }) => {
        expectedErrors.push(/ERR_FAILED/);
        await page.setViewportSize({ width, height: 900 });
        // axe itself needs script; without the page's own the document is what a browser without script shows.
        if (scripts === 'blocked') await page.route('**/assets/*.js', (route) => route.abort());
        await page.goto('/login');
        await chooseTheme(page, theme);
        for (const { path, isSignedIn } of SCREENS) {
          if (isSignedIn && page.url().includes('/login')) await signIn(page);
          await page.goto(path);
          const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
          expect(violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
          expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width]);
        }
      });
    }
  }
}

test('the markup is valid', async ({ page, desk }) => {
  await signIn(page);
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended', 'html-validate:a11y'],
    // React's own spelling of what HTML lets one spell either way.
    rules: { 'void-style': 'off', 'attribute-boolean-style': 'off', 'attribute-empty-style': 'off', 'attr-case': 'off', 'doctype-style': 'off', 'long-title': 'off' },
  });
  for (const { path, isSignedIn } of [...SCREENS, { path: '/nowhere', isSignedIn: true }]) {
    const html = await (await fetch(`${desk.origin}${path}`, { headers: isSignedIn ? { Cookie: cookie } : {} })).text();
    const report = await validator.validateString(html);
    const faults = report.results.flatMap(({ messages }) => messages.map(({ ruleId, message, line, column }) => `${path} ${line}:${column} ${ruleId}: ${message}`));
    expect(faults).toEqual([]);
  }
});

test('the keyboard reaches everything, visibly and large enough', async ({ page }) => {
  await signIn(page);
  await page.goto('/');
  const seen = new Set<string>();
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
      const box = element.getBoundingClientRect();
      const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const isCovered = over !== null && !element.contains(over) && !over.contains(element);
      const style = getComputedStyle(element);
      return { name: element.getAttribute('aria-label') ?? element.textContent ?? '', height: box.height, isCovered, outline: style.outlineStyle };
    });
    if (!focus) break;
    seen.add(focus.name.trim());
    expect([focus.name, focus.height >= 24, focus.isCovered, focus.outline]).toEqual([focus.name, true, false, 'solid']);
  }
  expect([...seen].slice(0, 2)).toEqual(['Skip to content', 'EMERGENCY STOP']);
  expect(seen).toContain('RUN ALL');
  expect(seen).toContain('RUN Cotton Futures');
});
