// Header link to the commands page; with script it opens the palette instead.
import { type ComponentType, type MouseEvent, useCallback, useState } from 'react';
import type { Preferences } from '../../contracts/preferences';
import { Icon } from '../icon';
import { isPlainClick } from '../use-client-navigation';
import type { PaletteDialogProps } from './palette-dialog';
import styles from './palette.module.css';
import { useShortcuts } from './use-shortcuts';
import { buildHref } from '../../contracts/base-path';

interface PaletteProps {
  readonly preferences: Preferences;
  readonly path: string;
  readonly here: string;
}

/** Id of the search field on the commands page; the palette shortcut focuses it there. */
export const SEARCH_ID = 'command-search';

type Dialog = ComponentType<PaletteDialogProps>;

/** Loads the dialog at the first use. If that fails, opens the commands page. */
function usePaletteDialog(path: string): {
  Open: Dialog | null;
  toggle: () => void;
  close: () => void;
} {
  const [Open, setOpen] = useState<Dialog | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const toggle = useCallback(() => {
    const field = path === '/commands' ? document.getElementById(SEARCH_ID) : null;
    if (field) return field.focus();
    import('./palette-dialog').then(
      ({ PaletteDialog }) => setOpen((current: Dialog | null) => (current ? null : PaletteDialog)),
      () => location.assign(buildHref('/commands')),
    );
  }, [path]);
  return { Open, toggle, close };
}

export function Palette({ preferences, path, here }: PaletteProps) {
  const { Open, toggle, close } = usePaletteDialog(path);
  useShortcuts(preferences.shortcuts, toggle);
  const open = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    toggle();
  };
  return (
    <>
      <a
        href={buildHref('/commands')}
        className={styles['opener']}
        onClick={open}
        aria-current={path === '/commands' ? 'page' : undefined}
      >
        <Icon name="command" size={16} />
        Commands
        {preferences.shortcuts === 'off' ? null : <kbd className={styles['keys']}>Ctrl K</kbd>}
      </a>
      {Open ? <Open preferences={preferences} returnTo={here} onClose={close} /> : null}
    </>
  );
}
