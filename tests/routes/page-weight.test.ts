// Weight of a screen before use: document, first script and styles, without other hosts.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { chooseSize } from '../support/run-size';

const SCREENS = [
  '/login',
  '/',
  '/?settings=open',
  '/portfolio',
  '/weather',
  '/correlations',
  '/curve',
  '/calendar',
  '/chart/NG',
  '/institutional',
  '/radar',
  '/notifications',
  '/signals',
  '/backtest',
  '/what-if',
  '/model-card',
  '/commands',
  '/account',
  '/users',
];
const KB = 1000;
/** The times are only printed. */
const ROUNDS = chooseSize(1, 7);
/** Nineteen screens of a starting desk. */
const READY_MS = 240_000;
const DASHBOARD_KB_MAX = 60;
const SCRIPT_KB_MAX = 130;

interface Weight {
  readonly screen: string;
  readonly html: number;
  readonly script: number;
  readonly style: number;
  /** Median of sequential requests, from request to last byte; printed, not asserted. */
  readonly ms: number;
  readonly files: readonly string[];
}

const computeGzipKb = (text: string): number => gzipSync(text).length / KB;
const roundTenths = (figure: number): number => Math.round(figure * 10) / 10;

/** Static imports of a file, without dynamic ones. */
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

  const readAsset = async (path: string): Promise<string> => {
    const known = bodies.get(path) ?? (await (await fetch(`${desk.origin}${path}`)).text());
    bodies.set(path, known);
    return known;
  };

  /** Files that a document loads at once: named ones and their static imports. */
  async function firstScripts(html: string): Promise<string[]> {
    const found = new Set(
      [...html.matchAll(/["'](\/assets\/[\w.$-]+\.js)["']/g)].map(([, path = '']) => path),
    );
    for (const path of found)
      for (const next of listImports(await readAsset(path))) found.add(next);
    return [...found];
  }

  async function measureMs(visitor: Visitor, screen: string): Promise<number> {
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      await (await visitor.request(screen)).text();
      took.push(performance.now() - started);
    }
    return took.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN;
  }

  async function measureWeight(visitor: Visitor, screen: string): Promise<Weight> {
    const html = await (await visitor.request(screen)).text();
    pages.set(screen, html);
    const files = await firstScripts(html);
    const styles = [
      ...new Set(
        [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)].map(
          ([, path = '']) => path,
        ),
      ),
    ];
    const sumSizes = async (paths: readonly string[]): Promise<number> =>
      (await Promise.all(paths.map(readAsset))).reduce((sum, text) => sum + computeGzipKb(text), 0);
    return {
      screen,
      html: computeGzipKb(html),
      script: await sumSizes(files),
      style: await sumSizes(styles),
      ms: await measureMs(visitor, screen),
      files,
    };
  }

  beforeAll(async () => {
    desk = await startDesk('server.js');
    const visitor = await new Visitor(desk.origin).signIn();
    await visitor.postJson('/api/auto-trading/start', {});
    weights.push(await measureWeight(new Visitor(desk.origin), '/login'));
    for (const screen of SCREENS.slice(1)) weights.push(await measureWeight(visitor, screen));
    console.table(
      weights.map(({ screen, html, script, style, ms, files }) => ({
        screen,
        'ms a document': roundTenths(ms),
        'HTML kB gzip': roundTenths(html),
        'first script kB gzip': roundTenths(script),
        files: files.length,
        'styles kB gzip': roundTenths(style),
      })),
    );
  }, READY_MS);
  afterAll(() => desk?.stop());

  it(`has a document of at most ${DASHBOARD_KB_MAX} kB`, () => {
    expect(
      weights
        .filter(({ html }) => html > DASHBOARD_KB_MAX)
        .map(({ screen, html }) => `${screen}: ${roundTenths(html)}`),
    ).toEqual([]);
  });

  it(`runs after at most ${SCRIPT_KB_MAX} kB of script`, () => {
    expect(weights.map(({ files }) => files.length).every((count) => count > 3)).toBe(true);
    expect(
      weights
        .filter(({ script }) => script > SCRIPT_KB_MAX)
        .map(({ screen, script }) => `${screen}: ${roundTenths(script)}`),
    ).toEqual([]);
  });

  it('loads the chart library only for a chart, and does not wait for it', async () => {
    const isLibrary = (text: string): boolean =>
      text.includes('tradingview.com') && text.length > 100_000;
    for (const { files } of weights)
      for (const path of files)
        expect([path, isLibrary(await readAsset(path))]).toEqual([path, false]);
    const drawing = /(?<![\w-])(?:interactive-chart|draw-candles)-[\w-]+\.js/;
    const named = weights.filter(({ files }) =>
      files.some((path) => drawing.test(bodies.get(path) ?? '')),
    );
    expect(named.map(({ screen }) => screen)).toEqual([
      '/',
      '/?settings=open',
      '/portfolio',
      '/chart/NG',
    ]);
    for (const { files } of named) {
      const text = files.map((path) => bodies.get(path) ?? '').join('\n');
      const loaded = `/assets/${drawing.exec(text)?.[0] ?? ''}`;
      const parts = [loaded, ...listImports(await readAsset(loaded))];
      const bodiesOfParts = await Promise.all(parts.map(readAsset));
      expect(bodiesOfParts.some(isLibrary)).toBe(true);
    }
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
          .filter((address) => !/^(\/(?!\/)|\.\.\/|data:)/.test(address)),
      ]).toEqual([path, []]);
  });
});
