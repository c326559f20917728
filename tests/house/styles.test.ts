// Style promises of the specification: speeds, sizes, breakpoints and animations.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getInitials } from '../../app/components/shell/shell';
import { parseCssRules, findCssValue } from '../support/css-rules';
import { ROOT, listSourceFiles } from '../support/source-files';

const SMALL = '(max-width: 768px)';
const SMALLER = '(max-width: 480px)';
const createPathBuilder =
  (folder: string) =>
  (name: string): string =>
    `app/components/${folder}${name}.module.css`;
const [sheet, dashboard, shell, maps] = [
  createPathBuilder(''),
  createPathBuilder('dashboard/'),
  createPathBuilder('shell/'),
  createPathBuilder('maps/'),
];

describe('tickers', () => {
  const getDuration = (kind: string, media: string | null): string | undefined =>
    media === null
      ? /(\d+s) linear infinite/.exec(findCssValue(sheet('ticker'), kind, 'animation') ?? '')?.[1]
      : findCssValue(sheet('ticker'), kind, 'animation-duration', media);

  it('the market ticker takes 45, 30 and 22 s, the weather ticker 90, 60 and 45 s', () => {
    expect([null, SMALL, SMALLER].map((media) => getDuration('.market', media))).toEqual([
      '45s',
      '30s',
      '22s',
    ]);
    expect([null, SMALL, SMALLER].map((media) => getDuration('.weather', media))).toEqual([
      '90s',
      '60s',
      '45s',
    ]);
  });

  it('tickers pause on hover on wide screens, on focus, and by their switch', () => {
    expect(
      findCssValue(
        sheet('ticker'),
        '.window:hover .track',
        'animation-play-state',
        '(min-width: 769px) and (hover: hover)',
      ),
    ).toBe('paused');
    for (const selector of ['.ticker:has(.switch:checked) .track', '.window:focus-within .track'])
      expect(findCssValue(sheet('ticker'), selector, 'animation-play-state')).toBe('paused');
  });
});

describe('frame', () => {
  it('the avatar is round and shows two initials, U without a name', () => {
    expect(findCssValue(shell('shell'), '.avatar', 'border-radius')).toBe('50%');
    expect(['ada', 'X', '', 'ümit'].map(getInitials)).toEqual(['AD', 'X', 'U', 'ÜM']);
  });

  it('small screens end at 768 px', () => {
    expect(findCssValue(shell('shell'), '.sidebar nav', 'display', SMALL)).toBe('none');
    expect(findCssValue(shell('shell'), '.leave', 'display', SMALL)).toBe('none');
    expect(findCssValue(shell('account-menu'), '.leave', 'display')).toBe('none');
    expect(findCssValue(shell('account-menu'), '.leave', 'display', SMALL)).not.toBe('none');
    expect(findCssValue(shell('navigation'), '.small', 'display', '(min-width: 769px)')).toBe(
      'none',
    );
  });

  it('toasts have four styles', () => {
    const looks = parseCssRules(sheet('toast')).flatMap(({ selectors }) => selectors);
    for (const look of ['.toast', '.success', '.trade', '.destructive'])
      expect(looks).toContain(look);
    const schema = readFileSync(join(ROOT, 'app', 'server', 'http', 'toast.server.ts'), 'utf8');
    expect(schema).toContain("z.enum(['default', 'destructive', 'success', 'trade'])");
  });
});

describe('dashboard styles', () => {
  it('the strategy list is at most 900 px high and scrolls', () => {
    expect(findCssValue(dashboard('strategies-panel'), '.list', 'max-height')).toBe('900px');
    expect(findCssValue(dashboard('strategies-panel'), '.list', 'overflow-y')).toBe('auto');
  });

  it('active positions have a pulsing green dot, closed ones are dimmed with a gray dot', () => {
    expect(findCssValue(dashboard('dashboard'), '.pulse', 'background')).toBe('var(--good)');
    expect(findCssValue(dashboard('dashboard'), '.pulse', 'animation')).toMatch(/^pulse /);
    expect(findCssValue(dashboard('dashboard'), '.dot', 'background')).toBe('var(--control)');
    expect(findCssValue(dashboard('dashboard'), '.closed td', 'color')).toBe('var(--muted)');
  });

  it('the price map is hidden on small screens; its table stays', () => {
    expect(findCssValue(maps('map-panel'), '.drawn[data-hides]', 'display', SMALL)).toBe('none');
    expect(findCssValue(maps('map-panel'), '.table', 'display', SMALL)).not.toBe('none');
  });
});

describe('maps', () => {
  it('state outlines are 1.5 px, 2.5 px on hover, and colors change in 800 ms', () => {
    expect(findCssValue(maps('us-map'), '.states use', 'stroke-width')).toBe('1.5');
    expect(findCssValue(maps('us-map'), '.states use:hover', 'stroke-width')).toBe('2.5');
    expect(findCssValue(maps('us-map'), '.states use', 'transition')).toMatch(/\bfill 800ms/);
  });

  it('maps use the full width and at most 450 px height', () => {
    expect([
      findCssValue(maps('us-map'), '.map', 'width'),
      findCssValue(maps('us-map'), '.map', 'max-height'),
    ]).toEqual(['100%', '450px']);
    // The outlines are 975 x 610 with a margin of 20.
    expect(readFileSync(join(ROOT, 'app/components/maps/us-map.tsx'), 'utf8')).toContain(
      'viewBox="-20 -20 1015 650"',
    );
  });

  it('the LIVE badge pulses and the radar icon rotates', () => {
    expect(findCssValue(sheet('live-badge'), '.live .dot', 'animation')).toMatch(/^beat 1s /);
    expect(findCssValue(maps('map-panel'), '.radar svg', 'animation')).toMatch(/^turn /);
  });
});

describe('portfolio styles', () => {
  it('the smallest screens show percentages and hide dollar changes', () => {
    expect(
      findCssValue(
        createPathBuilder('portfolio/')('portfolio'),
        '.dollars',
        'display',
        '(max-width: 400px)',
      ),
    ).toBe('none');
    expect(
      findCssValue(createPathBuilder('portfolio/')('portfolio'), '.dollars', 'display'),
    ).not.toBe('none');
  });
});

describe('captions of figures', () => {
  it('hold sentences in paragraphs: the parts of a sentence are no rows of their grid', () => {
    const components = listSourceFiles().filter(({ path }) => path.endsWith('.tsx'));
    expect(components.filter(({ text }) => text.includes('<figcaption')).length).toBeGreaterThan(5);
    expect(
      components
        .filter(({ text }) => /<figcaption[^>]*>\s*<Sentence>/.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});
