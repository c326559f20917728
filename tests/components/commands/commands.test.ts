// Command list, search, shortcuts and chart points.
import { describe, expect, it } from 'vitest';
import {
  COMMANDS,
  findCommands,
  findTypedTrade,
  formatCommandCount,
} from '../../../app/components/commands/command-catalog';
import {
  startsShortcut,
  findShortcut,
  formatKeys,
} from '../../../app/components/commands/find-shortcut';
import { SHORTCUTS, isAllowed, getCommodityKeys } from '../../../app/components/commands/shortcuts';
import { USERS_SCREEN } from '../../../app/components/shell/screens';
import { getNextPoint } from '../../../app/components/charts/chart-keys';
import { buildSlots } from '../../../app/components/charts/line-slots';
import { PREFERENCE_NAMES, getPreference } from '../../../app/contracts/preferences';
import { canAutoRefresh } from '../../../app/components/live/cadences';
import { PAGES, toSafeReturnPath } from '../../../app/contracts/pages';
import { COMMODITIES, COMMODITY_KEYS } from '../../../app/trading/domain/commodity';

const all = COMMANDS.flatMap(({ commands }) => commands);
const findLabels = (query: string): string[] =>
  findCommands(query).flatMap(({ commands }) => commands.map(({ label }) => label));
const createKeyPress = (
  key: string,
  code: string,
  modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => ({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers });

describe('the commands', () => {
  it('cover every screen, commodity and preference; risky actions lead to a confirmation', () => {
    const links = all.flatMap((command) => (command.kind === 'link' ? [command.to] : []));
    // The dashboard is '/', and the page Users is for operators alone.
    const others = PAGES.filter((page) => page !== '/dashboard' && page !== USERS_SCREEN.to);
    expect(others.filter((page) => !links.includes(page))).toEqual([]);
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

  it('match when each query word is the start of a word', () => {
    expect(findLabels('corn')).toEqual(['Corn Futures']);
    expect(findLabels('ZC')).toEqual(['Corn Futures']);
    expect(findLabels('  Weather, RADAR ')).toEqual(['Weather Radar']);
    expect(findLabels('compact')).toEqual(['Density']);
    expect(findLabels('kill')).toEqual(['EMERGENCY STOP']);
    expect(findLabels('orn')).toEqual([]);
    expect(formatCommandCount(findCommands('orn'))).toBe('No commands');
    expect(findLabels('')).toHaveLength(all.length);
    expect(findLabels('[(*+?')).toHaveLength(all.length);
  });
});

describe('trading by typing', () => {
  it('finds the button of a commodity by verb and name or symbol', () => {
    expect(
      ['run corn', 'stop gas', 'close CL', 'run all', 'stop all'].map(
        (query) => findTypedTrade(query)?.id,
      ),
    ).toEqual(['run-corn', 'stop-natural-gas', 'close-crude-oil', 'run-all', 'stop-all']);
    expect(findLabels('stop all').filter((label) => label === 'STOP ALL')).toHaveLength(1);
    expect(findLabels('stop all')[0]).toBe('STOP ALL');
    expect(findTypedTrade('run corn')).toMatchObject({
      action: '/',
      intent: 'run',
      commodity: 'corn',
    });
    expect(findLabels('ru corn')).toEqual(['RUN Corn Futures']);
  });

  it('leaves a vague query to the list', () => {
    expect(
      ['run', 'run co', 'corn run', 'corn', 'close gold', 'ru corn'].map(findTypedTrade),
    ).toEqual(Array.from({ length: 6 }, () => null));
  });

  it('acts on no shortened verb, name or symbol', () => {
    const shortened = [
      'run w',
      'run cot',
      'close natural',
      'stop c',
      'run a',
      'clo corn',
      'run oil',
    ];
    expect(shortened.map(findTypedTrade)).toEqual(shortened.map(() => null));
    expect(findLabels('run cot')).toEqual(['RUN Cotton Futures']);
    for (const key of COMMODITY_KEYS) {
      const { displayName, symbolPrefix, venueSymbol } = COMMODITIES[key];
      for (const name of [displayName, symbolPrefix, venueSymbol])
        expect([name, findLabels(`close ${name}`)[0], findTypedTrade(`close ${name}`)?.id]).toEqual(
          [name, `CLOSE ${displayName}`, `close-${key}`],
        );
    }
  });
});

describe('the shortcuts', () => {
  it('are unique, and single keys work at level "all" only', () => {
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

  it('give ten commodities a digit, and no later one', () => {
    expect([0, 8, 9, 10].map(getCommodityKeys)).toEqual(['Alt+1', 'Alt+9', 'Alt+0', null]);
  });

  it('normalize browser key events, including Mac and Alt layouts', () => {
    expect(
      [
        createKeyPress('k', 'KeyK', { ctrlKey: true }),
        createKeyPress('k', 'KeyK', { metaKey: true }),
        createKeyPress('\u00a1', 'Digit1', { altKey: true }),
        createKeyPress('\u2030', 'KeyR', { altKey: true, shiftKey: true }),
        createKeyPress('?', 'Slash', { shiftKey: true }),
      ].map(formatKeys),
    ).toEqual(['Ctrl+K', 'Ctrl+K', 'Alt+1', 'Alt+Shift+R', '?']);
    expect(
      findShortcut(createKeyPress('\u00a1', 'Digit1', { altKey: true }), '', 'modified')?.action,
    ).toEqual({ type: 'go', to: '/?commodity=electricity' });
    expect(
      findShortcut(createKeyPress('k', 'KeyK', { altKey: true, shiftKey: true }), '', 'modified')
        ?.action,
    ).toEqual({ type: 'reach-stop' });
  });

  it('of two keys need both keys and level "all"', () => {
    expect(
      ['all', 'modified', 'off'].map((level) =>
        startsShortcut(createKeyPress('g', 'KeyG'), level as 'all'),
      ),
    ).toEqual([true, false, false]);
    expect(findShortcut(createKeyPress('p', 'KeyP'), 'g', 'all')?.action).toEqual({
      type: 'go',
      to: '/portfolio',
    });
    expect(findShortcut(createKeyPress('p', 'KeyP'), '', 'all')).toBeUndefined();
    expect(findShortcut(createKeyPress('p', 'KeyP'), 'g', 'modified')).toBeUndefined();
  });
});

describe('preferences', () => {
  it('have unique choices that need no cookie encoding', () => {
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

  it('allow automatic refresh only on pages without input', () => {
    expect(
      [
        ['/', ''],
        ['/portfolio', '?timeframe=1w'],
        ['/radar', ''],
        ['/curve/NG', ''],
        ['/chart/NGZ26', '?range=1w'],
        ['/position/p1', ''],
        ['/calendar', ''],
      ].every(([path = '', search = '']) => canAutoRefresh(path, search)),
    ).toBe(true);
    expect(
      [
        ['/', '?confirm=live'],
        ['/', '?settings=open'],
        ['/login', ''],
        ['/backtest', ''],
        ['/what-if', ''],
        ['/commands', ''],
        ['/account', ''],
        ['/live', ''],
        ['/notifications', '?before=5'],
      ].some(([path = '', search = '']) => canAutoRefresh(path, search)),
    ).toBe(false);
    expect(toSafeReturnPath('/commands?q=light+theme')).toBe('/commands?q=light+theme');
  });
});

describe('chart points', () => {
  const MINUTE = 60_000;
  const parseTime = (text: string): number => Date.parse(text);

  it('are placed by local time, on full minutes', () => {
    const slots = buildSlots(
      [
        [parseTime('2026-06-10T18:00:20Z'), 1],
        [parseTime('2026-06-10T18:10:00Z'), 2],
        [parseTime('2026-06-10T22:00:00Z'), 3],
      ],
      'America/New_York',
    );
    expect(slots.slotIndexes).toEqual([1, 20, 480]);
    expect([slots.times.length, slots.times[20]]).toEqual([
      481,
      parseTime('2026-06-10T14:10:00Z') / 1000,
    ]);
  });

  it('keep increasing and unique positions when clocks go back', () => {
    const points = Array.from(
      { length: 180 },
      (_, minute) => [parseTime('2026-11-01T05:00Z') + minute * MINUTE, minute] as const,
    );
    const { slotIndexes, times } = buildSlots(points, 'America/New_York');
    expect(
      slotIndexes.every((place, index) => index === 0 || place > (slotIndexes[index - 1] ?? 0)),
    ).toBe(true);
    expect(times.length).toBe((slotIndexes.at(-1) ?? 0) + 1);
  });

  it('are reached by keys, within the ends', () => {
    expect(
      [
        ['ArrowLeft', 0],
        ['ArrowLeft', 5],
        ['ArrowRight', 9],
        ['Home', 5],
        ['End', 2],
        ['PageUp', 3],
        ['a', 3],
      ].map(([key, from]) => getNextPoint(String(key), Number(from), 9)),
    ).toEqual([0, 4, 9, 0, 9, 9, null]);
  });
});
