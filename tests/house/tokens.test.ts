// The colors of the house: every pair that is used can be read, in dark and in light, and what
// must be told apart can be.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PREFERENCES } from '../../app/contracts/preferences';
import { SIGHTS, contrast, distance, labDistance } from '../support/color';
import { ROOT } from '../support/source-files';

type Tokens = Readonly<Record<string, string>>;

const sheet = (file: string): string =>
  readFileSync(join(ROOT, 'app', 'components', 'styles', file), 'utf8');

/** The colors that a sheet declares for the root, or for a root with this attribute. */
function declared(file: string, attribute = ''): Tokens {
  const blocks = sheet(file)
    .split(`:root${attribute} {`)
    .slice(1)
    .map((after) => after.slice(0, after.indexOf('}')));
  return Object.fromEntries(
    blocks.flatMap((block) =>
      [...block.matchAll(/--([\w-]+):\s*(#[0-9a-fA-F]{3,6});/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    ),
  );
}

const dark = declared('tokens.css');
const light: Tokens = { ...dark, ...declared('light.css') };
const COLORS = PREFERENCES.colors.choices.map(({ value }) => value);
/** Each theme with each pair of colors for up and down. */
const THEMES = COLORS.flatMap((colors) => {
  const attribute = `[data-colors='${colors}']`;
  return [
    [`dark, ${colors}`, { ...dark, ...declared('tokens.css', attribute) }],
    [`light, ${colors}`, { ...light, ...declared('light.css', attribute) }],
  ] as const;
});

const SURFACES = ['ground', 'panel', 'raised', 'selected'];
const STRIPS = ['simulation-tint', 'paper-tint', 'live-tint'];

interface Rule {
  readonly least: number;
  readonly front: readonly string[];
  readonly back: readonly string[];
}

/** Which color stands on which: text needs 4.5, the edges of controls and the focus ring 3. */
const RULES: readonly Rule[] = [
  {
    least: 4.5,
    front: ['text', 'muted', 'accent', 'accent-hover'],
    back: [...SURFACES, ...STRIPS, 'danger-tint', 'success-tint'],
  },
  { least: 4.5, front: ['up', 'down', 'good', 'bad', 'warn'], back: [...SURFACES, ...STRIPS] },
  { least: 4.5, front: ['down', 'bad'], back: ['danger-tint'] },
  { least: 4.5, front: ['up', 'good'], back: ['success-tint'] },
  ...['simulation', 'paper', 'live'].map((mode) => ({
    least: 4.5,
    front: [mode],
    back: [`${mode}-tint`, 'ground'],
  })),
  { least: 4.5, front: ['accent-ink'], back: ['accent', 'accent-hover'] },
  { least: 4.5, front: ['stop-ink'], back: ['stop', 'stop-hover'] },
  { least: 4.5, front: ['ground'], back: ['focus'] },
  { least: 3, front: ['control'], back: [...SURFACES, ...STRIPS] },
  { least: 3, front: ['focus'], back: [...SURFACES, ...STRIPS, 'danger-tint'] },
  { least: 3, front: ['stop'], back: STRIPS },
];
/** Lines between things that are told apart without them. */
const DECORATIVE = ['line'];

const pairs = RULES.flatMap(({ least, front, back }) =>
  front.flatMap((one) => back.map((other) => [one, other, least] as const)),
);

/** CIEDE2000. Words and signs stand beside every color; this is how far the colors alone go. */
const UP_DOWN_MIN = 20;
const MODES_MIN = 14;

describe.each(THEMES)('in %s', (_name, tokens) => {
  it('every text, control and focus ring stands out from what it stands on', () => {
    const faint = pairs.map(([one, other, least]) => ({
      pair: `${one} on ${other}`,
      least,
      ratio: contrast(tokens[one] ?? '', tokens[other] ?? ''),
    }));
    expect(faint.filter(({ ratio, least }) => ratio < least)).toEqual([]);
  });

  it.each(SIGHTS)('up and down are two colors for %s sight', (sight) => {
    expect(distance(tokens['up'] ?? '', tokens['down'] ?? '', sight)).toBeGreaterThan(UP_DOWN_MIN);
    expect(distance(tokens['good'] ?? '', tokens['bad'] ?? '', sight)).toBeGreaterThan(UP_DOWN_MIN);
  });

  it.each(SIGHTS)('the modes are three colors for %s sight', (sight) => {
    const colors = ['simulation', 'paper', 'live'].map((mode) => tokens[mode] ?? '');
    const apart = colors.flatMap((one, at) =>
      colors.slice(at + 1).map((other) => distance(one, other, sight)),
    );
    expect(Math.min(...apart)).toBeGreaterThan(MODES_MIN);
  });
});

describe('the tokens', () => {
  it('have a pair of colors of their own for each choice of up and down, in both themes', () => {
    const pairs = THEMES.map(([, tokens]) => `${tokens['up']} ${tokens['down']}`);
    expect(new Set(pairs).size).toBe(2 * COLORS.length);
  });

  it('make rows of another height for each density', () => {
    const heights = PREFERENCES.density.choices.map(({ value }) => {
      const [, after = ''] = sheet('tokens.css').split(
        value === 'standard' ? ':root {' : `:root[data-density='${value}'] {`,
      );
      return Number(/--row: (\d+)px/.exec(after.slice(0, after.indexOf('}')))?.[1]);
    });
    expect(heights).toEqual([34, 26, 44]);
  });

  it('are all judged here, and light has its own of each but what is the same on purpose', () => {
    const judged = new Set([...pairs.flatMap(([one, other]) => [one, other]), ...DECORATIVE]);
    expect(Object.keys(dark).filter((name) => !judged.has(name))).toEqual([]);
    expect(Object.keys(dark).filter((name) => !(name in declared('light.css')))).toEqual([]);
  });

  it('are the only colors of the shell and its screens', () => {
    const sheets = [
      'shell/shell',
      'shell/mode-strip',
      'shell/navigation',
      'shell/emergency-stop',
      'shell/account-menu',
      'shell/desk-status',
      'toast',
      'preference-form',
      'notifications/notification-log',
      'commands/command-list',
    ];
    const literal = sheets.filter((name) =>
      /#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i.test(
        readFileSync(join(ROOT, 'app', 'components', `${name}.module.css`), 'utf8'),
      ),
    );
    expect(literal).toEqual([]);
  });
});

describe('the measures', () => {
  it('are those of the papers', () => {
    expect(contrast('#fff', '#000')).toBeCloseTo(21, 6);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(labDistance([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
    expect(labDistance([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
    expect(labDistance([6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286])).toBeCloseTo(
      0.6377,
      4,
    );
    expect(distance('#ff0000', '#00ff00', 'deuteranopia')).toBeLessThan(
      distance('#ff0000', '#00ff00', 'full') / 2,
    );
  });
});
