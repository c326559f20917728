// Keyboard shortcuts: keys, effect, and the preference level that allows them. Pure functions.
import type { Preferences } from '../../contracts/preferences';
import { COMMODITIES, COMMODITY_KEYS } from '../../trading/domain/commodity';
import { SCREENS } from '../shell/screens';

export type ShortcutAction =
  | { readonly type: 'palette' }
  | { readonly type: 'go'; readonly to: string }
  /** Clicks a button in the focused table row. Confirmations still apply. */
  | { readonly type: 'press'; readonly intent: 'run' | 'stop' | 'close' }
  /** Focuses the emergency stop without pressing it. */
  | { readonly type: 'reach-stop' };

interface Shortcut {
  readonly keys: string;
  readonly description: string;
  /** Single-character keys work only at level `all`. */
  readonly isSingle: boolean;
  readonly action: ShortcutAction;
}

/** Alt plus a digit: 1 to 9, then 0 for the tenth commodity. Null from the eleventh on. */
export const getCommodityKeys = (index: number): string | null =>
  index < 10 ? `Alt+${(index + 1) % 10}` : null;

const buildGoShortcut = (keys: string, description: string, to: string): Shortcut => ({
  keys,
  description,
  isSingle: !keys.startsWith('Alt'),
  action: { type: 'go', to },
});
const buildPressShortcut = (keys: string, intent: 'run' | 'stop' | 'close'): Shortcut => ({
  keys,
  description: `Press ${intent.toUpperCase()} in the focused row`,
  isSingle: false,
  action: { type: 'press', intent },
});

export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: 'Ctrl+K',
    description: 'Open the commands (Cmd+K on a Mac)',
    isSingle: false,
    action: { type: 'palette' },
  },
  { keys: '?', description: 'Open the commands', isSingle: true, action: { type: 'palette' } },
  {
    keys: 'Alt+Shift+K',
    description: 'Focus the EMERGENCY STOP button without pressing it',
    isSingle: false,
    action: { type: 'reach-stop' },
  },
  buildPressShortcut('Alt+Shift+R', 'run'),
  buildPressShortcut('Alt+Shift+S', 'stop'),
  buildPressShortcut('Alt+Shift+X', 'close'),
  ...COMMODITY_KEYS.flatMap((key, index) => {
    const keys = getCommodityKeys(index);
    return keys === null
      ? []
      : [buildGoShortcut(keys, COMMODITIES[key].displayName, `/?commodity=${key}`)];
  }),
  ...Object.values(SCREENS).map(({ key, label, to }) => buildGoShortcut(`g ${key}`, label, to)),
];

/** Keys that always work. */
export const FIXED_KEYS = [
  { keys: 'F8', description: 'Focus the message' },
  { keys: 'Esc', description: 'Close the open dialog or menu' },
] as const;

export type ShortcutLevel = Preferences['shortcuts'];

export const isAllowed = (
  { isSingle }: Pick<Shortcut, 'isSingle'>,
  level: ShortcutLevel,
): boolean => level === 'all' || (level === 'modified' && !isSingle);

/** Fields of a KeyboardEvent. */
interface KeyPress {
  readonly key: string;
  /** Physical key, independent of layout and of Alt. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Key press in the notation of the list: `Ctrl+K`, `Alt+1`, `Alt+Shift+R`, `g`, `?`. */
export function formatKeys({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  if (!ctrlKey && !metaKey && !altKey) return key;
  const plain = /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? key.toUpperCase();
  return [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', shiftKey ? 'Shift' : '', plain]
    .filter((part) => part !== '')
    .join('+');
}

/**
 * Finds the shortcut that a key press completes. `firstKey` is the pending first key of a two-key
 * shortcut, or ''.
 */
export const findShortcut = (
  press: KeyPress,
  firstKey: string,
  level: ShortcutLevel,
): Shortcut | undefined => {
  const keys = firstKey === '' ? formatKeys(press) : `${firstKey} ${formatKeys(press)}`;
  return SHORTCUTS.find((shortcut) => shortcut.keys === keys && isAllowed(shortcut, level));
};

/** Whether a key press starts a two-key shortcut. */
export const startsShortcut = (press: KeyPress, level: ShortcutLevel): boolean =>
  SHORTCUTS.some(
    (shortcut) => shortcut.keys.startsWith(`${formatKeys(press)} `) && isAllowed(shortcut, level),
  );
