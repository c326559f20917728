// All commands in one list, used by the commands page, the palette and their search.
import { type PreferenceName, PREFERENCES, PREFERENCE_NAMES } from '../../contracts/preferences';
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { getMarketName } from '../../trading/domain/market-name';
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
  /** Commodity of RUN, STOP and CLOSE; absent for all. */
  readonly commodity?: CommodityKey;
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

/** Search keywords of the screens, separated by spaces. */
const SCREEN_KEYWORDS: Readonly<Record<keyof typeof SCREENS, string>> = {
  dashboard: 'home futures positions run stop',
  weather: 'degree days storage almanac forecast skill',
  correlations: 'weather against prices',
  portfolio: 'equity chart profit loss closed positions',
  institutional: 'risk value at risk stress execution',
  signals: 'networks scores brier ledger',
  backtest: 'strategy playbook history',
  card: 'networks training skill reliability',
  curve: 'contract months contango backwardation roll expiry spread',
  liveAccount: 'arm approve halt broker',
  calendar: 'reports storage crop petroleum forecast expiry roll holiday',
  dataHealth: 'sources feeds delay licence stale keys terms',
  radar: 'map states storms',
  notifications: 'log messages events',
  whatIf: 'order before it exists limits',
  settings: 'risk level position size broker key',
  account: 'passphrase password change sessions sign out',
  commands: 'palette preferences shortcuts keyboard help',
};

const screens = Object.entries(SCREENS).map(([id, { to, label, key }]) =>
  buildLinkCommand(id, label, to, {
    keywords: `go to open ${SCREEN_KEYWORDS[id as keyof typeof SCREENS]}`,
    keys: `g ${key}`,
  }),
);

const commodities = COMMODITY_KEYS.map((key, index) => {
  const { displayName, symbolPrefix, venueSymbol, priceUnit } = COMMODITIES[key];
  return buildLinkCommand(key, displayName, `/?commodity=${key}`, {
    note: priceUnit,
    keywords: `show commodity mode ${symbolPrefix} ${venueSymbol}`,
    keys: getCommodityKeys(index),
  });
});

const stopAll: ActionCommand = {
  kind: 'action',
  id: 'stop-all',
  label: 'STOP ALL',
  note: 'No new entries in this account; stops and targets stay.',
  keywords: 'halt pause',
  action: '/',
  intent: 'stop-all',
};

const tradingCommands: readonly Command[] = [
  stopAll,
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

const PREFERENCE_NOTES: Readonly<Record<PreferenceName, string>> = {
  theme: 'Dark, light, or the setting of this device.',
  density: 'Row height and space between panels.',
  colors: 'Signs and arrows show the same. Warnings and errors keep their colors.',
  motion: 'Reduced: no moving tickers, no blinking, no rotation.',
  live: 'Off: a page changes only when you reload it.',
  refresh:
    'For browsers without script: pages with current figures reload on a timer. Dialogs and open settings do not.',
  shortcuts:
    'Single-key shortcuts are off by default: speech input and accidents can trigger them.',
  scale: 'The color-safe scale runs from dark to light, for all kinds of color vision.',
  guide: 'The guided start on the dashboard.',
  zone: 'Applies to times on screens. Trading days and market hours keep the time zone of the market.',
};

const preferences = PREFERENCE_NAMES.map((name): PreferenceCommand => {
  const { label, choices } = PREFERENCES[name];
  const note = PREFERENCE_NOTES[name];
  return {
    kind: 'preference',
    id: name,
    name,
    label,
    note,
    keywords: `preference ${choices.map((choice) => choice.label).join(' ')}`,
  };
});

const VERBS = {
  run: 'Starts auto-trading; may open a position at once.',
  stop: 'No new entries; stops and targets stay.',
  close: 'Flattens at market; auto-trading off.',
} as const;
type Verb = keyof typeof VERBS;
const VERB_NAMES = Object.keys(VERBS) as readonly Verb[];
const SHORTEST_VERB = 2;

/** RUN, STOP and CLOSE of each commodity: the forms of the auto-trading table. */
const verbCommands: readonly ActionCommand[] = [
  ...VERB_NAMES.flatMap((verb) =>
    COMMODITY_KEYS.map((commodity): ActionCommand => {
      const { displayName, symbolPrefix, venueSymbol } = COMMODITIES[commodity];
      return {
        kind: 'action',
        id: `${verb}-${commodity}`,
        label: `${verb.toUpperCase()} ${displayName}`,
        note: VERBS[verb],
        keywords: `${symbolPrefix} ${venueSymbol}`,
        action: '/',
        intent: verb,
        commodity,
      };
    }),
  ),
  {
    kind: 'action',
    id: 'run-all',
    label: 'RUN ALL',
    note: 'Starts auto-trading of every commodity.',
    keywords: 'everything',
    action: '/',
    intent: 'run-all',
  },
];

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

/** The verb that a query begins with, also shortened to two letters; null for none. */
const findVerb = ([first = '']: readonly string[]): Verb | null =>
  first.length < SHORTEST_VERB ? null : (VERB_NAMES.find((verb) => verb.startsWith(first)) ?? null);

const TYPED_GROUP = 'Trade by typing';

const startsWords = (queryWords: readonly string[], text: string): boolean => {
  const words = splitWords(text);
  return queryWords.every((query) => words.some((word) => word.startsWith(query)));
};

/** Further whole names. */
const COMMODITY_ALIASES: Readonly<Partial<Record<CommodityKey, readonly string[]>>> = {
  'natural-gas': ['gas'],
  soybeans: ['soybeans'],
};

/** Complete names and symbols of a commodity, in lower case; `all` without one. */
function listFullNames(commodity: CommodityKey | undefined): readonly string[] {
  if (commodity === undefined) return ['all'];
  const { displayName, symbolPrefix, venueSymbol } = COMMODITIES[commodity];
  return [
    displayName,
    getMarketName(commodity, null),
    symbolPrefix,
    venueSymbol,
    ...(COMMODITY_ALIASES[commodity] ?? []),
  ].map((name) => name.toLowerCase());
}

/** The button that the words name completely: the whole verb, and a whole name or symbol. */
function findNamedTrade([verb = '', ...rest]: readonly string[]): ActionCommand | null {
  const name = rest.join(' ');
  return (
    [stopAll, ...verbCommands].find(
      ({ intent, commodity }) =>
        intent === (commodity === undefined ? `${verb}-all` : verb) &&
        listFullNames(commodity).includes(name),
    ) ?? null
  );
}

/**
 * Buttons of single commodities are found only by their verb, so that names alone find screens. The
 * words after the verb may be shortened; a complete name or symbol finds its button only.
 */
function findVerbGroup(queryWords: readonly string[]): readonly CommandGroup[] {
  const named = findNamedTrade(queryWords);
  if (named !== null) return [{ name: TYPED_GROUP, commands: [named] }];
  const verb = findVerb(queryWords);
  if (verb === null) return [];
  const commands = verbCommands.filter(
    ({ id, label, keywords }) =>
      id.startsWith(verb) &&
      startsWords(queryWords.slice(1), `${label.slice(verb.length)} ${keywords}`),
  );
  return commands.length === 0 ? [] : [{ name: TYPED_GROUP, commands }];
}

/**
 * The trading button that Enter presses at once; null unless the query is the whole verb and a
 * whole name or symbol, so that a shortened word never trades.
 */
export const findTypedTrade = (query: string): ActionCommand | null =>
  findNamedTrade(splitWords(query.slice(0, QUERY_MAX)));

/** Finds commands in which each query word is the start of a word. An empty query returns all. */
export function findCommands(query: string): readonly CommandGroup[] {
  const queryWords = splitWords(query.slice(0, QUERY_MAX));
  if (queryWords.length === 0) return COMMANDS;
  const typed = findVerbGroup(queryWords);
  const typedIds = new Set(typed.flatMap(({ commands }) => commands.map(({ id }) => id)));
  const others = COMMANDS.flatMap(({ name, commands }) => {
    const found = commands.filter(
      ({ id, label, note, keywords }) =>
        !typedIds.has(id) && startsWords(queryWords, `${name} ${label} ${note} ${keywords}`),
    );
    return found.length === 0 ? [] : [{ name, commands: found }];
  });
  return [...typed, ...others];
}

/** Number of commands as text. */
export function formatCommandCount(groups: readonly CommandGroup[]): string {
  const total = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  return total === 1 ? '1 command' : `${total === 0 ? 'No' : total} commands`;
}
