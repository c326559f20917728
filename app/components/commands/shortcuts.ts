// The keyboard shortcuts: what is pressed, what it does, and which wish allows it. Pure; the
// browser's part is in use-shortcuts.
import type { Preferences } from '../../contracts/preferences';
import { COMMODITIES, COMMODITY_KEYS } from '../../trading/domain/commodity';
import { SCREENS } from '../shell/screens';

export type ShortcutAction =
  | { readonly type: 'palette' }
  | { readonly type: 'go'; readonly to: string }
  /** Presses a button of the table row that holds the focus; what it asks, it still asks. */
  | { readonly type: 'press'; readonly intent: 'run' | 'stop' | 'close' }
  /** Moves the focus to the emergency stop, which only a further key presses. */
  | { readonly type: 'reach-stop' };

interface Shortcut {
  readonly keys: string;
  readonly does: string;
  /** Single keys are for those who asked for them. */
  readonly isSingle: boolean;
  readonly action: ShortcutAction;
}

/** Alt and the digit above the letters: 1 to 9, then 0 for the tenth. */
export const commodityKeys = (place: number): string => `Alt+${(place + 1) % 10}`;

const buildGoShortcut = (keys: string, does: string, to: string): Shortcut => ({
  keys,
  does,
  isSingle: !keys.startsWith('Alt'),
  action: { type: 'go', to },
});
const buildPressShortcut = (keys: string, intent: 'run' | 'stop' | 'close'): Shortcut => ({
  keys,
  does: `Press ${intent.toUpperCase()} of the row that holds the focus`,
  isSingle: false,
  action: { type: 'press', intent },
});

export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: 'Ctrl+K',
    does: 'Open the commands (Cmd+K on a Mac)',
    isSingle: false,
    action: { type: 'palette' },
  },
  { keys: '?', does: 'Open the commands', isSingle: true, action: { type: 'palette' } },
  {
    keys: 'Alt+Shift+K',
    does: 'Go to the EMERGENCY STOP button, without pressing it',
    isSingle: false,
    action: { type: 'reach-stop' },
  },
  buildPressShortcut('Alt+Shift+R', 'run'),
  buildPressShortcut('Alt+Shift+S', 'stop'),
  buildPressShortcut('Alt+Shift+X', 'close'),
  ...COMMODITY_KEYS.map((key, place) =>
    buildGoShortcut(commodityKeys(place), COMMODITIES[key].displayName, `/?commodity=${key}`),
  ),
  ...Object.values(SCREENS).map(({ key, label, to }) => buildGoShortcut(`g ${key}`, label, to)),
];

/** Keys that are no single letters and always work. */
export const FIXED_KEYS = [
  { keys: 'F8', does: 'Go to the message' },
  { keys: 'Esc', does: 'Close what is open' },
] as const;

export type ShortcutLevel = Preferences['shortcuts'];

export const isAllowed = (
  { isSingle }: Pick<Shortcut, 'isSingle'>,
  level: ShortcutLevel,
): boolean => level === 'all' || (level === 'modified' && !isSingle);

/** What a browser reports of a pressed key. */
interface KeyPress {
  readonly key: string;
  /** The key by its place, whatever the layout or a held Alt make of it. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** A press as it is written in the list: `Ctrl+K`, `Alt+1`, `Alt+Shift+R`, `g`, `?`. */
export function formatKeys({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  if (!ctrlKey && !metaKey && !altKey) return key;
  const plain = /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? key.toUpperCase();
  return [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', shiftKey ? 'Shift' : '', plain]
    .filter((part) => part !== '')
    .join('+');
}

/**
 * The shortcut that a press completes; `begun` is the key before it that waits for another, or ''.
 */
export const shortcutFor = (
  press: KeyPress,
  begun: string,
  level: ShortcutLevel,
): Shortcut | undefined => {
  const keys = begun === '' ? formatKeys(press) : `${begun} ${formatKeys(press)}`;
  return SHORTCUTS.find((shortcut) => shortcut.keys === keys && isAllowed(shortcut, level));
};

/** Whether a press begins a shortcut of two keys. */
export const beginsShortcut = (press: KeyPress, level: ShortcutLevel): boolean =>
  SHORTCUTS.some(
    (shortcut) => shortcut.keys.startsWith(`${formatKeys(press)} `) && isAllowed(shortcut, level),
  );
