// The list of commands, what finds them, the keys that do the same, and where a chart's points
// stand.
import { describe, expect, it } from 'vitest';
import { COMMANDS, commandsFor, countWords } from '../../../app/components/commands/catalogue';
import {
  SHORTCUTS,
  beginsShortcut,
  isAllowed,
  shortcutFor,
  formatKeys,
} from '../../../app/components/commands/shortcuts';
import { pointAfter } from '../../../app/components/charts/interactive-line-chart';
import { buildSlots } from '../../../app/components/charts/line-slots';
import { PREFERENCE_NAMES, getPreference } from '../../../app/contracts/preferences';
import { PAGES, mayRefresh, placeOrHome } from '../../../app/contracts/pages';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';

const all = COMMANDS.flatMap(({ commands }) => commands);
const labels = (query: string): string[] =>
  commandsFor(query).flatMap(({ commands }) => commands.map(({ label }) => label));
const press = (
  key: string,
  code: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => ({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

describe('the commands', () => {
  it('lead to every screen, every commodity, every preference, and to no deed without its question', () => {
    const links = all.flatMap((command) => (command.kind === 'link' ? [command.to] : []));
    expect(PAGES.filter((page) => page !== '/dashboard' && !links.includes(page))).toEqual([]);
    expect(COMMODITY_KEYS.filter((key) => !links.includes(`/?commodity=${key}`))).toEqual([]);
    expect(all.flatMap((command) => (command.kind === 'preference' ? [command.name] : []))).toEqual(
      PREFERENCE_NAMES,
    );
    expect(all.flatMap((command) => (command.kind === 'action' ? [command.label] : []))).toEqual([
      'STOP ALL',
      'EMERGENCY STOP',
    ]);
    expect(
      ['/?confirm=close-all', '/?confirm=live', '/?confirm=reset'].every((to) =>
        links.includes(to),
      ),
    ).toBe(true);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it('are found by the beginnings of words, all of them asked for', () => {
    expect(labels('corn')).toEqual(['Corn Futures']);
    expect(labels('ZC')).toEqual(['Corn Futures']);
    expect(labels('  Weather, RADAR ')).toEqual(['Weather Radar']);
    expect(labels('compact')).toEqual(['Density']);
    expect(labels('kill')).toEqual(['EMERGENCY STOP']);
    expect(labels('orn')).toEqual([]);
    expect(countWords(commandsFor('orn'))).toBe('No commands');
    expect(labels('')).toHaveLength(all.length);
    expect(labels('[(*+?')).toHaveLength(all.length);
  });
});

describe('the shortcuts', () => {
  it('are all different, and single keys are for who asked for them', () => {
    expect(new Set(SHORTCUTS.map(({ keys }) => keys)).size).toBe(SHORTCUTS.length);
    for (const shortcut of SHORTCUTS) {
      expect([
        shortcut.keys,
        isAllowed(shortcut, 'off'),
        isAllowed(shortcut, 'all'),
        isAllowed(shortcut, 'modified'),
      ]).toEqual([shortcut.keys, false, true, /^(Ctrl|Alt)/.test(shortcut.keys)]);
    }
  });

  it('are the keys that a browser tells, on a Mac and under a held Alt too', () => {
    expect(
      [
        press('k', 'KeyK', { ctrlKey: true }),
        press('k', 'KeyK', { metaKey: true }),
        press('\u00a1', 'Digit1', { altKey: true }),
        press('\u2030', 'KeyR', { altKey: true, shiftKey: true }),
        press('?', 'Slash', { shiftKey: true }),
      ].map(formatKeys),
    ).toEqual(['Ctrl+K', 'Ctrl+K', 'Alt+1', 'Alt+Shift+R', '?']);
    expect(
      shortcutFor(press('\u00a1', 'Digit1', { altKey: true }), '', 'modified')?.action,
    ).toEqual({ type: 'go', to: '/?commodity=electricity' });
    expect(
      shortcutFor(press('k', 'KeyK', { altKey: true, shiftKey: true }), '', 'modified')?.action,
    ).toEqual({ type: 'reach-stop' });
  });

  it('of two keys wait for the second, and only where single keys are wanted', () => {
    expect(
      ['all', 'modified', 'off'].map((level) => beginsShortcut(press('g', 'KeyG'), level as 'all')),
    ).toEqual([true, false, false]);
    expect(shortcutFor(press('p', 'KeyP'), 'g', 'all')?.action).toEqual({
      type: 'go',
      to: '/portfolio',
    });
    expect(shortcutFor(press('p', 'KeyP'), '', 'all')).toBeUndefined();
    expect(shortcutFor(press('p', 'KeyP'), 'g', 'modified')).toBeUndefined();
  });
});

describe('preferences', () => {
  it('have different choices that a cookie can hold as they are', () => {
    for (const name of PREFERENCE_NAMES) {
      const values = getPreference(name).choices.map(({ value }) => value);
      expect([
        name,
        new Set(values).size,
        values.filter((value) => !/^[\w/-]+$/.test(value)),
      ]).toEqual([name, values.length, []]);
    }
    expect(
      getPreference('zone')
        .choices.slice(1)
        .filter(({ value }) => !Intl.DateTimeFormat('en', { timeZone: value }).format(0)),
    ).toEqual([]);
  });

  it('let only pages ask again by themselves that take nothing one may be writing', () => {
    expect(
      [
        ['/', ''],
        ['/portfolio', '?timeframe=1w'],
        ['/radar', ''],
      ].map(([path = '', search = '']) => mayRefresh(path, search)),
    ).toEqual([true, true, true]);
    expect(
      [
        ['/', '?confirm=live'],
        ['/', '?settings=open'],
        ['/login', ''],
        ['/backtest', ''],
        ['/what-if', ''],
        ['/commands', ''],
        ['/notifications', '?before=5'],
      ].some(([path = '', search = '']) => mayRefresh(path, search)),
    ).toBe(false);
    expect(placeOrHome('/commands?q=light+theme')).toBe('/commands?q=light+theme');
  });
});

describe('the points of a chart', () => {
  const MINUTE = 60_000;
  const at = (text: string): number => Date.parse(text);

  it('stand where time puts them, on full minutes of the zone', () => {
    const slots = buildSlots(
      [
        [at('2026-06-10T18:00:20Z'), 1],
        [at('2026-06-10T18:10:00Z'), 2],
        [at('2026-06-10T22:00:00Z'), 3],
      ],
      'America/New_York',
    );
    expect(slots.places).toEqual([1, 20, 480]);
    expect([slots.times.length, slots.times[20]]).toEqual([481, at('2026-06-10T14:10:00Z') / 1000]);
  });

  it('rise when clocks are put back, and no two share a place', () => {
    const points = Array.from(
      { length: 180 },
      (_, minute) => [at('2026-11-01T05:00Z') + minute * MINUTE, minute] as const,
    );
    const { places, times } = buildSlots(points, 'America/New_York');
    expect(places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))).toBe(
      true,
    );
    expect(times.length).toBe((places.at(-1) ?? 0) + 1);
  });

  it('are walked through by keys, and not beyond the ends', () => {
    expect(
      [
        ['ArrowLeft', 0],
        ['ArrowLeft', 5],
        ['ArrowRight', 9],
        ['Home', 5],
        ['End', 2],
        ['PageUp', 3],
        ['a', 3],
      ].map(([key, from]) => pointAfter(String(key), Number(from), 9)),
    ).toEqual([0, 4, 9, 0, 9, 9, null]);
  });
});
