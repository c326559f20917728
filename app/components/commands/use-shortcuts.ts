// Keyboard shortcuts in this browser: one listener, which leaves alone whoever is writing.
import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { type ShortcutAction, type ShortcutLevel, beginsShortcut, shortcutFor } from './shortcuts';

/** How long a first key waits for its second, milliseconds. */
const WAIT_MS = 1500;

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

/** Presses a button of the row of the focus, as a hand would. */
function pressInRow(intent: string): void {
  document.activeElement
    ?.closest('tr')
    ?.querySelector<HTMLButtonElement>(`button[name="intent"][value^="${intent}"]:enabled`)
    ?.click();
}

const reachStop = (): void =>
  document.querySelector<HTMLElement>('form[action="/emergency-stop"] button')?.focus();

/**
 * Listens while any shortcut is allowed; a single key is heard only where nobody writes and nothing
 * is open.
 */
export function useShortcuts(level: ShortcutLevel, togglePalette: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (level === 'off') return;
    const act = (action: ShortcutAction): void => {
      if (action.type === 'palette') togglePalette();
      else if (action.type === 'go') void navigate(action.to);
      else if (action.type === 'press') pressInRow(action.intent);
      else reachStop();
    };
    return listenToKeys(level, act);
  }, [level, navigate, togglePalette]);
}

function listenToKeys(level: ShortcutLevel, act: (action: ShortcutAction) => void): () => void {
  let started = { key: '', atMs: 0 };
  const onKey = (event: KeyboardEvent): void => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    if (
      event.defaultPrevented ||
      event.isComposing ||
      event.repeat ||
      (!isModified && isWriting(event.target))
    )
      return;
    const first = event.timeStamp - started.atMs < WAIT_MS ? started.key : '';
    started = { key: '', atMs: 0 };
    const found = shortcutFor(event, first, level);
    const isModal = document.querySelector('dialog[open]') !== null;
    if (found && (!isModal || found.action.type === 'palette')) {
      event.preventDefault();
      act(found.action);
    } else if (!isModal && beginsShortcut(event, level))
      started = { key: event.key, atMs: event.timeStamp };
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
