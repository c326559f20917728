// The way to the commands from any screen: a link to their page, which opens the same list over
// this one when script runs.
import { type ComponentType, type MouseEvent, useCallback, useState } from 'react';
import type { Preferences } from '../../contracts/preferences';
import { Icon } from '../icon';
import { isPlainPress } from '../use-client-navigation';
import type { PaletteDialogProps } from './palette-dialog';
import styles from './palette.module.css';
import { useShortcuts } from './use-shortcuts';

interface PaletteProps {
  readonly preferences: Preferences;
  readonly path: string;
  readonly here: string;
}

/** Id of the field on the page of commands, to which the palette's key leads there. */
export const SEARCH_ID = 'command-search';

type Dialog = ComponentType<PaletteDialogProps>;

/**
 * The dialog is asked for when it is first opened; where it does not come, the page of commands
 * does the same.
 */
function useDialog(path: string): { Open: Dialog | null; toggle: () => void; close: () => void } {
  const [Open, setOpen] = useState<Dialog | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const toggle = useCallback(() => {
    const field = path === '/commands' ? document.getElementById(SEARCH_ID) : null;
    if (field) return field.focus();
    import('./palette-dialog').then(
      ({ PaletteDialog }) => setOpen((former: Dialog | null) => (former ? null : PaletteDialog)),
      () => location.assign('/commands'),
    );
  }, [path]);
  return { Open, toggle, close };
}

export function Palette({ preferences, path, here }: PaletteProps) {
  const { Open, toggle, close } = useDialog(path);
  useShortcuts(preferences.shortcuts, toggle);
  const open = (event: MouseEvent): void => {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    toggle();
  };
  return (
    <>
      <a
        href="/commands"
        className={styles['opener']}
        onClick={open}
        aria-current={path === '/commands' ? 'page' : undefined}
      >
        <Icon name="command" size={16} />
        Commands
        {preferences.shortcuts === 'off' ? null : <kbd className={styles['keys']}>Ctrl K</kbd>}
      </a>
      {Open ? <Open preferences={preferences} here={here} onClose={close} /> : null}
    </>
  );
}
