// Keyboard shortcuts: keys, effect, and the preference level that allows them.
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

export interface Shortcut {
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
