// Takes the pictures and measures each page: words in the first screenful, height in screenfuls,
// content wider than the window, layout shift, errors in the console.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Cookie, type Page, expect, test } from '@playwright/test';
import { SCREENS } from '../../app/components/shell/screens';
import { type DeskServer, PASSWORD, USERNAME, Visitor, startDesk } from '../support/desk-server';
import { ROOT } from '../support/source-files';
import { fillSignIn } from '../e2e/fixtures';

const FOLDER = join(ROOT, '.cache', 'screens');
const DOCS = join(ROOT, 'docs', 'screens');
const NAMES = (process.env['SCREENS'] ?? '').split(',').filter((name) => name !== '');
const IS_WRITE = process.env['SCREENS_WRITE'] === 'yes';
const POLL_MS = 1000;
/** Figures of risk and signals are ready some minutes after a start on a busy machine. */
const WARM_UP_POLLS = 300;
/** Time for charts and maps that scripts draw after the page is taken over. */
const SETTLE_MS = 1500;
/** Limit of the summed layout shifts of a page. */
const SHIFT_MAX = 0.05;

interface Look {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'dark' | 'light';
  readonly hasScript: boolean;
}

const LOOKS: readonly Look[] = [
  { width: 1440, height: 900, scheme: 'dark', hasScript: true },
  { width: 1440, height: 900, scheme: 'light', hasScript: false },
  { width: 768, height: 1024, scheme: 'light', hasScript: true },
  { width: 390, height: 844, scheme: 'dark', hasScript: true },
  { width: 390, height: 844, scheme: 'light', hasScript: false },
];

/** First screenfuls shown in the documentation, by file name: the screen and the look. */
const DOC_PICTURES: Readonly<Record<string, readonly [string, number]>> = {
  dashboard: ['dashboard', 0],
  'dashboard-phone': ['dashboard', 3],
  chart: ['chart', 0],
  signals: ['signals', 0],
  'portfolio-light': ['portfolio', 1],
  weather: ['weather', 0],
  institutional: ['institutional', 0],
  position: ['position', 0],
  'radar-no-script': ['radar', 1],
};

const formatLook = ({ width, scheme, hasScript }: Look): string =>
  `${width}-${scheme}-${hasScript ? 'script' : 'no-script'}`;

async function signIn(page: Page, origin: string): Promise<readonly Cookie[]> {
  await page.goto(`${origin}/login`);
  await fillSignIn(page, USERNAME, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeVisible();
  return page.context().cookies();
}

/** Waits for the signals and the risk figures of the desk, then for a position. */
async function waitForFigures(desk: DeskServer): Promise<string | null> {
  const visitor = await new Visitor(desk.origin).signIn();
  await visitor.postJson('/api/auto-trading/start', {});
  for (let poll = 0; poll < WARM_UP_POLLS; poll += 1) {
    const signals = await visitor.request('/api/ai-trading-signals');
    const positions = await visitor.request('/api/trading-positions');
    const risk = await visitor.request('/institutional');
    expect([signals.status, positions.status, risk.status]).toEqual([200, 200, 200]);
    const { length: signalCount } = (await signals.json()) as readonly unknown[];
    const [position] = (await positions.json()) as readonly { readonly id: string }[];
    const isComputing = (await risk.text()).includes('Being computed');
    if (signalCount > 0 && position && !isComputing) return position.id;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return null;
}

interface PageFigures {
  readonly words: number;
  readonly screenfuls: number;
  readonly overflow: number;
}

const measurePage = (page: Page): Promise<PageFigures> =>
  page.evaluate(() => {
    /** The part of a box that its scrolling and clipping ancestors leave visible. */
    const isInFirstScreenful = (element: Element, text: Node): boolean => {
      const range = document.createRange();
      range.selectNodeContents(text);
      let { left, right, top, bottom } = range.getBoundingClientRect();
      for (let box: Element | null = element; box; box = box.parentElement) {
        if (getComputedStyle(box).overflow === 'visible') continue;
        const clip = box.getBoundingClientRect();
        [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
        [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
      }
      const isInWindow = top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
      return isInWindow && right - left > 1 && bottom - top > 1;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let words = 0;
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      if (!element?.checkVisibility() || !isInFirstScreenful(element, texts.currentNode)) continue;
      words += (texts.currentNode.textContent ?? '').split(/\s+/).filter(Boolean).length;
    }
    const { scrollHeight, scrollWidth } = document.documentElement;
    return {
      words,
      screenfuls: scrollHeight / innerHeight,
      overflow: Math.max(0, scrollWidth - innerWidth),
    };
  });

/** Adds up layout shifts that no input caused. */
const observeShifts = (): void => {
  const shifts = window as unknown as { layoutShift: number };
  shifts.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      value: number;
      hadRecentInput: boolean;
    }[])
      if (!entry.hadRecentInput) shifts.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
};

interface Shot {
  readonly name: string;
  readonly to: string;
}

async function takePictures(
  browser: Browser,
  desk: DeskServer,
  cookies: readonly Cookie[],
  look: Look,
  shots: readonly Shot[],
): Promise<readonly string[]> {
  const { width, height, scheme, hasScript } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    javaScriptEnabled: hasScript,
    reducedMotion: 'reduce',
  });
  await context.addCookies([
    ...cookies,
    { name: 'frontmonth_theme', value: scheme, url: desk.origin },
  ]);
  const folder = join(FOLDER, formatLook(look));
  mkdirSync(folder, { recursive: true });
  const lines: string[] = [];
  for (const { name, to } of shots) {
    // The sign-in, which is last, is shown to visitors without a session only.
    if (name === 'login') await context.clearCookies({ name: 'frontmonth' });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (entry) => void (entry.type() === 'error' && errors.push(entry.text())));
    if (hasScript) await page.addInitScript(observeShifts);
    await page.goto(`${desk.origin}${to}`);
    if (hasScript) {
      await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
      await page.waitForTimeout(SETTLE_MS);
    }
    const figures = await measurePage(page);
    const shift = hasScript
      ? await page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift)
      : null;
    expect.soft(shift ?? 0, `layout shift of ${name}, ${formatLook(look)}`).toBeLessThan(SHIFT_MAX);
    const first = await page.screenshot();
    writeFileSync(join(folder, `${name}.png`), await page.screenshot({ fullPage: true }));
    writeFileSync(join(folder, `${name}-first.png`), first);
    if (IS_WRITE) writeDocPictures(name, look, first);
    lines.push(
      [
        formatLook(look).padEnd(22),
        name.padEnd(14),
        `${figures.words} words`.padStart(10),
        `${figures.screenfuls.toFixed(1)} screenfuls`.padStart(16),
        `overflow ${figures.overflow.toFixed(0)} px`.padStart(16),
        shift === null ? '' : `shift ${shift.toFixed(3)}`,
        ...errors.map((error) => `ERROR ${error}`),
      ].join('  '),
    );
    await page.close();
  }
  await context.close();
  return lines;
}

function writeDocPictures(name: string, look: Look, picture: Buffer): void {
  for (const [file, [screen, index]] of Object.entries(DOC_PICTURES))
    if (screen === name && LOOKS[index] === look) writeFileSync(join(DOCS, `${file}.png`), picture);
}

test('pictures of all screens', async ({ browser, page }) => {
  const desk = await startDesk('server.js', { FEED: 'simulated', ANALYTICS: 'on' });
  try {
    const cookies = await signIn(page, desk.origin);
    const positionId = await waitForFigures(desk);
    expect(positionId, 'signals, risk and a position within five minutes').not.toBeNull();
    const shots = [
      ...Object.entries(SCREENS)
        .filter(([name]) => name !== 'settings')
        .map(([name, { to }]): Shot => ({ name, to })),
      { name: 'position', to: `/position/${positionId ?? ''}` },
      { name: 'chart', to: '/chart/NG' },
      { name: 'login', to: '/login' },
    ].filter(({ name }) => NAMES.length === 0 || NAMES.some((part) => name.includes(part)));
    for (const look of LOOKS) {
      const lines = await takePictures(browser, desk, cookies, look, shots);
      process.stdout.write(`${lines.join('\n')}\n`);
    }
    process.stdout.write(`pictures in ${FOLDER}\n`);
  } finally {
    await desk.stop();
  }
});
