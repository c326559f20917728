// What a screen weighs before it can be used: its document, its first script, its styles; and that
// none of it comes from another host.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';

const SCREENS = [
  '/login',
  '/',
  '/?settings=open',
  '/portfolio',
  '/weather',
  '/correlations',
  '/institutional',
  '/radar',
  '/notifications',
  '/signals',
  '/backtest',
  '/what-if',
  '/model-card',
  '/commands',
];
const KB = 1000;
const ROUNDS = 7;
/** Fourteen screens of a desk that is just opening. */
const READY_MS = 240_000;
const DASHBOARD_KB_MAX = 60;
const SCRIPT_KB_MAX = 120;

interface Weight {
  readonly screen: string;
  readonly html: number;
  readonly script: number;
  readonly style: number;
  /**
   * Median of some askings one after the other, from request to last byte; printed, never asserted.
   */
  readonly ms: number;
  readonly files: readonly string[];
}

const zipped = (text: string): number => gzipSync(text).length / KB;
const rounded = (figure: number): number => Math.round(figure * 10) / 10;

/** Files that a file asks for before it runs: static imports, not those that wait for a need. */
const listImports = (script: string): string[] =>
  [
    ...script.matchAll(
      /(?:^|[;\n}])\s*import\s*(?:[\w${}\s,*]+?\s*from\s*)?["']\.\/([\w.$-]+\.js)["']/g,
    ),
  ].map(([, name = '']) => `/assets/${name}`);

describe('a screen', () => {
  let desk: DeskServer;
  const bodies = new Map<string, string>();
  const weights: Weight[] = [];
  const pages = new Map<string, string>();

  const fileOf = async (path: string): Promise<string> => {
    const known = bodies.get(path) ?? (await (await fetch(`${desk.origin}${path}`)).text());
    bodies.set(path, known);
    return known;
  };

  /** What a document loads at once: what it names, and what that imports in turn. */
  async function firstScripts(html: string): Promise<string[]> {
    const found = new Set(
      [...html.matchAll(/["'](\/assets\/[\w.$-]+\.js)["']/g)].map(([, path = '']) => path),
    );
    for (const path of found) for (const next of listImports(await fileOf(path))) found.add(next);
    return [...found];
  }

  async function timed(visitor: Visitor, screen: string): Promise<number> {
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      await (await visitor.ask(screen)).text();
      took.push(performance.now() - started);
    }
    return took.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN;
  }

  async function weigh(visitor: Visitor, screen: string): Promise<Weight> {
    const html = await (await visitor.ask(screen)).text();
    pages.set(screen, html);
    const files = await firstScripts(html);
    const styles = [
      ...new Set(
        [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)].map(
          ([, path = '']) => path,
        ),
      ),
    ];
    const total = async (paths: readonly string[]): Promise<number> =>
      (await Promise.all(paths.map(fileOf))).reduce((sum, text) => sum + zipped(text), 0);
    return {
      screen,
      html: zipped(html),
      script: await total(files),
      style: await total(styles),
      ms: await timed(visitor, screen),
      files,
    };
  }

  beforeAll(async () => {
    desk = await startDesk('server.js');
    const visitor = await new Visitor(desk.origin).signIn();
    await visitor.postJson('/api/auto-trading/start', {});
    weights.push(await weigh(new Visitor(desk.origin), '/login'));
    for (const screen of SCREENS.slice(1)) weights.push(await weigh(visitor, screen));
    console.table(
      weights.map(({ screen, html, script, style, ms, files }) => ({
        screen,
        'ms a document': rounded(ms),
        'HTML kB gzip': rounded(html),
        'first script kB gzip': rounded(script),
        files: files.length,
        'styles kB gzip': rounded(style),
      })),
    );
  }, READY_MS);
  afterAll(() => desk?.stop());

  it(`is a document of at most ${DASHBOARD_KB_MAX} kB`, () => {
    expect(
      weights
        .filter(({ html }) => html > DASHBOARD_KB_MAX)
        .map(({ screen, html }) => `${screen}: ${rounded(html)}`),
    ).toEqual([]);
  });

  it(`runs after at most ${SCRIPT_KB_MAX} kB of script`, () => {
    expect(weights.map(({ files }) => files.length).every((count) => count > 3)).toBe(true);
    expect(
      weights
        .filter(({ script }) => script > SCRIPT_KB_MAX)
        .map(({ screen, script }) => `${screen}: ${rounded(script)}`),
    ).toEqual([]);
  });

  it('without a chart never hears of the chart library, and with one does not wait for it', async () => {
    const isLibrary = (text: string): boolean =>
      text.includes('tradingview.com') && text.length > 100_000;
    for (const { files } of weights)
      for (const path of files)
        expect([path, isLibrary(await fileOf(path))]).toEqual([path, false]);
    const named = weights.filter(({ files }) =>
      files.some((path) => /interactive-chart-[\w-]+\.js/.test(bodies.get(path) ?? '')),
    );
    expect(named.map(({ screen }) => screen)).toEqual(['/portfolio']);
    const [, library = ''] =
      /(interactive-chart-[\w-]+\.js)/.exec(
        [...bodies.values()].find((text) => text.includes('interactive-chart-')) ?? '',
      ) ?? [];
    expect(isLibrary(await fileOf(`/assets/${library}`))).toBe(true);
  });

  it('loads nothing from another host', async () => {
    const loads =
      /<(?:script|link|img|source|iframe|use|image)\b[^>]*?\s(?:src|href|srcset|xlink:href)="([^"]*)"/g;
    for (const [screen, html] of pages) {
      expect([
        screen,
        [...html.matchAll(loads)]
          .map(([, address = '']) => address)
          .filter((address) => !/^\/(?!\/)|^#/.test(address)),
      ]).toEqual([screen, []]);
    }
    const styles = [...bodies].filter(([path]) => path.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(0);
    for (const [path, css] of styles)
      expect([
        path,
        [...css.matchAll(/url\(([^)]*)\)|@import\s+["']([^"']*)/g)]
          .map(([, one, two]) => (one ?? two ?? '').replace(/["']/g, ''))
          .filter((address) => !/^(\/(?!\/)|data:)/.test(address)),
      ]).toEqual([path, []]);
  });
});
