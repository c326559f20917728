// What the look itself promises: speeds, sizes, widths at which screens change, and what moves.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getInitials } from '../../app/components/shell/shell';
import { cssRules, cssValue } from '../support/css-rules';
import { ROOT } from '../support/source-files';

const SMALL = '(max-width: 768px)';
const SMALLER = '(max-width: 480px)';
const buildSheets =
  (folder: string) =>
  (name: string): string =>
    `app/components/${folder}${name}.module.css`;
const [sheet, dashboard, shell, maps] = [
  buildSheets(''),
  buildSheets('dashboard/'),
  buildSheets('shell/'),
  buildSheets('maps/'),
];

describe('tickers', () => {
  const duration = (kind: string, media: string | null): string | undefined =>
    media === null
      ? /(\d+s) linear infinite/.exec(cssValue(sheet('ticker'), kind, 'animation') ?? '')?.[1]
      : cssValue(sheet('ticker'), kind, 'animation-duration', media);

  it('the market ticker runs in 45, 30 and 22 s, that of the weather in 90, 60 and 45 s', () => {
    expect([null, SMALL, SMALLER].map((media) => duration('.market', media))).toEqual([
      '45s',
      '30s',
      '22s',
    ]);
    expect([null, SMALL, SMALLER].map((media) => duration('.weather', media))).toEqual([
      '90s',
      '60s',
      '45s',
    ]);
  });

  it('tickers wait under a pointer on wider screens, and when they are told to', () => {
    expect(
      cssValue(
        sheet('ticker'),
        '.window:hover .track',
        'animation-play-state',
        '(min-width: 769px) and (hover: hover)',
      ),
    ).toBe('paused');
    for (const selector of ['.ticker:has(.switch:checked) .track', '.window:focus-within .track'])
      expect(cssValue(sheet('ticker'), selector, 'animation-play-state')).toBe('paused');
  });
});

describe('the frame', () => {
  it('the avatar is round and shows two letters, U where there is no name', () => {
    expect(cssValue(shell('shell'), '.avatar', 'border-radius')).toBe('50%');
    expect(['ada', 'X', '', 'ümit'].map(getInitials)).toEqual(['AD', 'X', 'U', 'ÜM']);
  });

  it('small screens end at 768 px', () => {
    expect(cssValue(shell('shell'), '.sidebar nav', 'display', SMALL)).toBe('none');
    expect(cssValue(shell('shell'), '.leave', 'display', SMALL)).toBe('none');
    expect(cssValue(shell('account-menu'), '.leave', 'display')).toBe('none');
    expect(cssValue(shell('account-menu'), '.leave', 'display', SMALL)).not.toBe('none');
    expect(cssValue(shell('navigation'), '.small', 'display', '(min-width: 769px)')).toBe('none');
  });

  it('messages have four looks', () => {
    const looks = cssRules(sheet('toast')).flatMap(({ selectors }) => selectors);
    for (const look of ['.toast', '.success', '.trade', '.destructive'])
      expect(looks).toContain(look);
    const schema = readFileSync(join(ROOT, 'app', 'server', 'http', 'toast.server.ts'), 'utf8');
    expect(schema).toContain("z.enum(['default', 'destructive', 'success', 'trade'])");
  });
});

describe('the dashboard', () => {
  it('the list of strategies is 900 px high at most and scrolls by itself', () => {
    expect(cssValue(dashboard('strategies-panel'), '.list', 'max-height')).toBe('900px');
    expect(cssValue(dashboard('strategies-panel'), '.list', 'overflow-y')).toBe('auto');
  });

  it('active positions have a green dot that beats, closed ones are dim with a grey one', () => {
    expect(cssValue(dashboard('dashboard'), '.pulse', 'background')).toBe('var(--good)');
    expect(cssValue(dashboard('dashboard'), '.pulse', 'animation')).toMatch(/^pulse /);
    expect(cssValue(dashboard('dashboard'), '.dot', 'background')).toBe('var(--control)');
    expect(cssValue(dashboard('dashboard'), '.closed td', 'color')).toBe('var(--muted)');
  });

  it('the drawn price map is left out on small screens, where its table tells the same', () => {
    expect(cssValue(maps('map-panel'), '.drawn[data-hides]', 'display', SMALL)).toBe('none');
    expect(cssValue(maps('map-panel'), '.table', 'display', SMALL)).not.toBe('none');
  });
});

describe('maps', () => {
  it('outlines of states are 1.5 px, 2.5 px under a pointer, and colors change in 800 ms', () => {
    expect(cssValue(maps('us-map'), '.states use', 'stroke-width')).toBe('1.5');
    expect(cssValue(maps('us-map'), '.states use:hover', 'stroke-width')).toBe('2.5');
    expect(cssValue(maps('us-map'), '.states use', 'transition')).toMatch(/\bfill 800ms/);
  });

  it('maps are as wide as their place and 450 px high at most', () => {
    expect([
      cssValue(maps('us-map'), '.map', 'width'),
      cssValue(maps('us-map'), '.map', 'max-height'),
    ]).toEqual(['100%', '450px']);
    // The outlines are 975 by 610, with 20 around them.
    expect(readFileSync(join(ROOT, 'app/components/maps/us-map.tsx'), 'utf8')).toContain(
      'viewBox="-20 -20 1015 650"',
    );
  });

  it('the badge LIVE beats and the radar icon turns', () => {
    expect(cssValue(sheet('live-badge'), '.live .dot', 'animation')).toMatch(/^beat 1s /);
    expect(cssValue(maps('map-panel'), '.radar svg', 'animation')).toMatch(/^turn /);
  });
});

describe('the portfolio', () => {
  it('the smallest screens keep percentages and leave dollar changes out', () => {
    expect(
      cssValue(buildSheets('portfolio/')('portfolio'), '.dollars', 'display', '(max-width: 400px)'),
    ).toBe('none');
    expect(cssValue(buildSheets('portfolio/')('portfolio'), '.dollars', 'display')).not.toBe(
      'none',
    );
  });
});
