// Keyboard shortcuts: one listener, inactive for single keys while the user types.
import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { startsShortcut, findShortcut } from './find-shortcut';
import type { ShortcutAction, ShortcutLevel } from './shortcuts';
import { buildHref } from '../../contracts/base-path';

const SECOND_KEY_TIMEOUT_MS = 1500;

const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

/** Clicks a button in the table row that has the focus. */
function pressInRow(intent: string): void {
  document.activeElement
    ?.closest('tr')
    ?.querySelector<HTMLButtonElement>(`button[name="intent"][value^="${intent}"]:enabled`)
    ?.click();
}

const focusEmergencyStop = (): void =>
  document
    .querySelector<HTMLElement>(`form[action="${buildHref('/emergency-stop')}"] button`)
    ?.focus();

/**
 * Listens unless shortcuts are off. Single keys are ignored in text fields and while a dialog is
 * open.
 */
export function useShortcuts(level: ShortcutLevel, togglePalette: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (level === 'off') return;
    const runAction = (action: ShortcutAction): void => {
      if (action.type === 'palette') togglePalette();
      else if (action.type === 'go') void navigate(action.to);
      else if (action.type === 'press') pressInRow(action.intent);
      else focusEmergencyStop();
    };
    return listenToKeys(level, runAction);
  }, [level, navigate, togglePalette]);
}

function listenToKeys(
  level: ShortcutLevel,
  runAction: (action: ShortcutAction) => void,
): () => void {
  let pendingKey = { key: '', atMs: 0 };
  const onKey = (event: KeyboardEvent): void => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    if (
      event.defaultPrevented ||
      event.isComposing ||
      event.repeat ||
      (!isModified && isTextInput(event.target))
    )
      return;
    const firstKey =
      event.timeStamp - pendingKey.atMs < SECOND_KEY_TIMEOUT_MS ? pendingKey.key : '';
    pendingKey = { key: '', atMs: 0 };
    const found = findShortcut(event, firstKey, level);
    const isModal = document.querySelector('dialog[open]') !== null;
    if (found && (!isModal || found.action.type === 'palette')) {
      event.preventDefault();
      runAction(found.action);
    } else if (!isModal && startsShortcut(event, level))
      pendingKey = { key: event.key, atMs: event.timeStamp };
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
