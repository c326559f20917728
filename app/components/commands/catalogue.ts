// Every command of the desk, in one list: the page of commands, the palette and the search over
// both are made from it.
import { PREFERENCES, PREFERENCE_NAMES, type PreferenceName } from '../../contracts/preferences';
import { COMMODITIES, COMMODITY_KEYS } from '../../trading/domain/commodity';
import { SCREENS } from '../shell/screens';
import { commodityKeys } from './shortcuts';

interface Named {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** What somebody may type who looks for it. */
  readonly words: string;
}

export interface LinkCommand extends Named {
  readonly kind: 'link';
  readonly to: string;
  readonly keys: string | null;
  /** A file to keep, which no screen shows. */
  readonly isFile: boolean;
}

/** A button that sends a form, in red where it stops everything. */
export interface ActionCommand extends Named {
  readonly kind: 'action';
  readonly action: '/' | '/emergency-stop';
  readonly intent: string | null;
}

export interface PreferenceCommand extends Named {
  readonly kind: 'preference';
  readonly name: PreferenceName;
}

export type Command = LinkCommand | ActionCommand | PreferenceCommand;

export interface CommandGroup {
  readonly name: string;
  readonly commands: readonly Command[];
}

const buildLinkCommand = (
  id: string,
  label: string,
  to: string,
  more: Partial<Pick<LinkCommand, 'note' | 'words' | 'keys' | 'isFile'>> = {},
): LinkCommand => ({
  kind: 'link',
  id,
  label,
  to,
  note: '',
  words: '',
  keys: null,
  isFile: false,
  ...more,
});

const screens = Object.entries(SCREENS).map(([id, { to, label, key, words }]) =>
  buildLinkCommand(id, label, to, { words: `go to open ${words}`, keys: `g ${key}` }),
);

const commodities = COMMODITY_KEYS.map((key, place) => {
  const { displayName, symbolPrefix, venueSymbol, priceUnit } = COMMODITIES[key];
  return buildLinkCommand(key, displayName, `/?commodity=${key}`, {
    note: priceUnit,
    words: `show commodity mode ${symbolPrefix} ${venueSymbol}`,
    keys: commodityKeys(place),
  });
});

const DESK: readonly Command[] = [
  {
    kind: 'action',
    id: 'stop-all',
    label: 'STOP ALL',
    note: 'No new entries in this account; stops and targets stay.',
    words: 'halt pause',
    action: '/',
    intent: 'stop-all',
  },
  {
    kind: 'action',
    id: 'emergency',
    label: 'EMERGENCY STOP',
    note: 'Stops all your accounts in every mode.',
    words: 'halt kill switch panic',
    action: '/emergency-stop',
    intent: null,
  },
  buildLinkCommand('close-all', 'CLOSE ALL', '/?confirm=close-all', {
    note: 'Flatten (confirmation).',
    words: 'flatten exit positions',
  }),
  buildLinkCommand('go-live', 'Switch to live', '/?confirm=live', {
    note: 'Needs confirmation.',
    words: 'trading mode real money',
  }),
  buildLinkCommand('reset', 'Reset the account', '/?confirm=reset', {
    note: 'The simulated account; needs confirmation.',
    words: 'restart account period',
  }),
  buildLinkCommand('report', 'Export report', '/portfolio/report', {
    note: 'The portfolio as a file.',
    words: 'download',
    isFile: true,
  }),
];

const preferences = PREFERENCE_NAMES.map((name): PreferenceCommand => {
  const { label, note, choices } = PREFERENCES[name];
  return {
    kind: 'preference',
    id: name,
    name,
    label,
    note,
    words: `preference ${choices.map((choice) => choice.label).join(' ')}`,
  };
});

export const COMMANDS: readonly CommandGroup[] = [
  { name: 'Screens', commands: screens },
  { name: 'Commodities', commands: commodities },
  { name: 'Trading', commands: DESK },
  { name: 'Preferences', commands: preferences },
];

const QUERY_MAX = 60;
const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/**
 * The commands that hold a word beginning with each word asked for, in their groups; all of them
 * when nothing is asked.
 */
export function commandsFor(query: string): readonly CommandGroup[] {
  const asked = wordsIn(query.slice(0, QUERY_MAX));
  if (asked.length === 0) return COMMANDS;
  return COMMANDS.flatMap(({ name, commands }) => {
    const found = commands.filter(({ label, note, words }) => {
      const held = wordsIn(`${name} ${label} ${note} ${words}`);
      return asked.every((word) => held.some((one) => one.startsWith(word)));
    });
    return found.length === 0 ? [] : [{ name, commands: found }];
  });
}

/** How many there are, in words. */
export function countWords(groups: readonly CommandGroup[]): string {
  const total = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  return total === 1 ? '1 command' : `${total === 0 ? 'No' : total} commands`;
}
