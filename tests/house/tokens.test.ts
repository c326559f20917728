// Color tokens: sufficient contrast in both themes, and distinguishable pairs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PREFERENCES } from '../../app/contracts/preferences';
import { SIGHTS, computeContrast, computeDistance, computeLabDistance } from '../support/color';
import { ROOT } from '../support/source-files';

type Tokens = Readonly<Record<string, string>>;

const readSheet = (file: string): string =>
  readFileSync(join(ROOT, 'app', 'components', 'styles', file), 'utf8');

/** Colors declared for :root, optionally with an attribute. */
function readColors(file: string, attribute = ''): Tokens {
  const blocks = readSheet(file)
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

const dark = readColors('tokens.css');
const light: Tokens = { ...dark, ...readColors('light.css') };
const COLORS = PREFERENCES.colors.choices.map(({ value }) => value);
/** Both themes with each up/down color choice. */
const THEMES = COLORS.flatMap((colors) => {
  const attribute = `[data-colors='${colors}']`;
  return [
    [`dark, ${colors}`, { ...dark, ...readColors('tokens.css', attribute) }],
    [`light, ${colors}`, { ...light, ...readColors('light.css', attribute) }],
  ] as const;
});

const SURFACES = ['ground', 'panel', 'raised', 'selected'];
const STRIPS = ['simulation-tint', 'paper-tint', 'live-tint'];

interface Rule {
  readonly least: number;
  readonly front: readonly string[];
  readonly back: readonly string[];
}

/** Minimum contrast: text 4.5, control edges and focus ring 3. */
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
/** Decorative lines without a contrast requirement. */
const DECORATIVE = ['line'];

const pairs = RULES.flatMap(({ least: contrastMin, front, back }) =>
  front.flatMap((one) => back.map((other) => [one, other, contrastMin] as const)),
);

/** CIEDE2000 distances of colors alone; words and signs accompany every color. */
const UP_DOWN_MIN = 20;
const MODES_MIN = 14;

describe.each(THEMES)('in %s', (_name, tokens) => {
  it('every text, control and focus ring has enough contrast', () => {
    const measuredPairs = pairs.map(([one, other, contrastMin]) => ({
      pair: `${one} on ${other}`,
      least: contrastMin,
      ratio: computeContrast(tokens[one] ?? '', tokens[other] ?? ''),
    }));
    expect(measuredPairs.filter(({ ratio, least: contrastMin }) => ratio < contrastMin)).toEqual(
      [],
    );
  });

  it.each(SIGHTS)('up and down colors are distinguishable with %s sight', (sight) => {
    expect(computeDistance(tokens['up'] ?? '', tokens['down'] ?? '', sight)).toBeGreaterThan(
      UP_DOWN_MIN,
    );
    expect(computeDistance(tokens['good'] ?? '', tokens['bad'] ?? '', sight)).toBeGreaterThan(
      UP_DOWN_MIN,
    );
  });

  it.each(SIGHTS)('mode colors are distinguishable with %s sight', (sight) => {
    const colors = ['simulation', 'paper', 'live'].map((mode) => tokens[mode] ?? '');
    const distances = colors.flatMap((one, at) =>
      colors.slice(at + 1).map((other) => computeDistance(one, other, sight)),
    );
    expect(Math.min(...distances)).toBeGreaterThan(MODES_MIN);
  });
});

describe('tokens', () => {
  it('define a pair of colors for each up/down choice in both themes', () => {
    const pairs = THEMES.map(([, tokens]) => `${tokens['up']} ${tokens['down']}`);
    expect(new Set(pairs).size).toBe(2 * COLORS.length);
  });

  it('set a row height per density', () => {
    const heights = PREFERENCES.density.choices.map(({ value }) => {
      const [, after = ''] = readSheet('tokens.css').split(
        value === 'standard' ? ':root {' : `:root[data-density='${value}'] {`,
      );
      return Number(/--row: (\d+)px/.exec(after.slice(0, after.indexOf('}')))?.[1]);
    });
    expect(heights).toEqual([34, 26, 44]);
  });

  it('are all checked here, and the light theme defines each of them', () => {
    const checkedTokens = new Set([
      ...pairs.flatMap(([one, other]) => [one, other]),
      ...DECORATIVE,
    ]);
    expect(Object.keys(dark).filter((name) => !checkedTokens.has(name))).toEqual([]);
    expect(Object.keys(dark).filter((name) => !(name in readColors('light.css')))).toEqual([]);
  });

  it('are the only colors in shell styles', () => {
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
    const sheetsWithLiterals = sheets.filter((name) =>
      /#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i.test(
        readFileSync(join(ROOT, 'app', 'components', `${name}.module.css`), 'utf8'),
      ),
    );
    expect(sheetsWithLiterals).toEqual([]);
  });
});

describe('color formulas', () => {
  it('match published values', () => {
    expect(computeContrast('#fff', '#000')).toBeCloseTo(21, 6);
    expect(computeContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(computeLabDistance([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
    expect(computeLabDistance([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
    expect(computeLabDistance([6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286])).toBeCloseTo(
      0.6377,
      4,
    );
    expect(computeDistance('#ff0000', '#00ff00', 'deuteranopia')).toBeLessThan(
      computeDistance('#ff0000', '#00ff00', 'full') / 2,
    );
  });
});
