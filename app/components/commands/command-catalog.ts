// All commands in one list, used by the commands page, the palette and their search.
import { PREFERENCES, PREFERENCE_NAMES, type PreferenceName } from '../../contracts/preferences';
import { COMMODITIES, COMMODITY_KEYS } from '../../trading/domain/commodity';
import { SCREENS } from '../shell/screens';
import { getCommodityKeys } from './shortcuts';

interface CommandBase {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** Search keywords, separated by spaces. */
  readonly keywords: string;
}

export interface LinkCommand extends CommandBase {
  readonly kind: 'link';
  readonly to: string;
  readonly keys: string | null;
  /** True for a download. */
  readonly isFile: boolean;
}

/** A button that submits a form. */
export interface ActionCommand extends CommandBase {
  readonly kind: 'action';
  readonly action: '/' | '/emergency-stop';
  readonly intent: string | null;
}

export interface PreferenceCommand extends CommandBase {
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
  more: Partial<Pick<LinkCommand, 'note' | 'keywords' | 'keys' | 'isFile'>> = {},
): LinkCommand => ({
  kind: 'link',
  id,
  label,
  to,
  note: '',
  keywords: '',
  keys: null,
  isFile: false,
  ...more,
});

const screens = Object.entries(SCREENS).map(([id, { to, label, key, keywords }]) =>
  buildLinkCommand(id, label, to, { keywords: `go to open ${keywords}`, keys: `g ${key}` }),
);

const commodities = COMMODITY_KEYS.map((key, index) => {
  const { displayName, symbolPrefix, venueSymbol, priceUnit } = COMMODITIES[key];
  return buildLinkCommand(key, displayName, `/?commodity=${key}`, {
    note: priceUnit,
    keywords: `show commodity mode ${symbolPrefix} ${venueSymbol}`,
    keys: getCommodityKeys(index),
  });
});

const tradingCommands: readonly Command[] = [
  {
    kind: 'action',
    id: 'stop-all',
    label: 'STOP ALL',
    note: 'No new entries in this account; stops and targets stay.',
    keywords: 'halt pause',
    action: '/',
    intent: 'stop-all',
  },
  {
    kind: 'action',
    id: 'emergency',
    label: 'EMERGENCY STOP',
    note: 'Stops all your accounts in every mode.',
    keywords: 'halt kill switch panic',
    action: '/emergency-stop',
    intent: null,
  },
  buildLinkCommand('close-all', 'CLOSE ALL', '/?confirm=close-all', {
    note: 'Flatten (confirmation).',
    keywords: 'flatten exit positions',
  }),
  buildLinkCommand('go-live', 'Switch to live', '/?confirm=live', {
    note: 'Needs confirmation.',
    keywords: 'trading mode real money',
  }),
  buildLinkCommand('reset', 'Reset the account', '/?confirm=reset', {
    note: 'The simulated account; needs confirmation.',
    keywords: 'restart account period',
  }),
  buildLinkCommand('report', 'Export report', '/portfolio/report', {
    note: 'The portfolio as a file.',
    keywords: 'download',
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
    keywords: `preference ${choices.map((choice) => choice.label).join(' ')}`,
  };
});

export const COMMANDS: readonly CommandGroup[] = [
  { name: 'Screens', commands: screens },
  { name: 'Commodities', commands: commodities },
  { name: 'Trading', commands: tradingCommands },
  { name: 'Preferences', commands: preferences },
];

const QUERY_MAX = 60;
const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Finds commands in which each query word is the start of a word. An empty query returns all. */
export function findCommands(query: string): readonly CommandGroup[] {
  const queryWords = splitWords(query.slice(0, QUERY_MAX));
  if (queryWords.length === 0) return COMMANDS;
  return COMMANDS.flatMap(({ name, commands }) => {
    const found = commands.filter(({ label, note, keywords }) => {
      const commandWords = splitWords(`${name} ${label} ${note} ${keywords}`);
      return queryWords.every((word) => commandWords.some((one) => one.startsWith(word)));
    });
    return found.length === 0 ? [] : [{ name, commands: found }];
  });
}

/** Number of commands as text. */
export function formatCommandCount(groups: readonly CommandGroup[]): string {
  const total = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  return total === 1 ? '1 command' : `${total === 0 ? 'No' : total} commands`;
}
