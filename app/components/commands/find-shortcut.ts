// Shortcut of a key press.
import { type Shortcut, SHORTCUTS, type ShortcutLevel, isAllowed } from './shortcuts';

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
