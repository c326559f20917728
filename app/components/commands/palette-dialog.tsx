// Command palette: type to filter, arrow keys to move, Escape to close.
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Preferences } from '../../contracts/preferences';
import { findCommands, findTypedTrade, formatCommandCount } from './command-catalog';
import { CommandList } from './command-list';
import { buildHref } from '../../contracts/base-path';
import styles from './palette.module.css';

export interface PaletteDialogProps {
  readonly preferences: Preferences;
  readonly returnTo: string;
  onClose(): void;
}

const ITEMS = '[data-results] :is(a[href], button, select)';

export function PaletteDialog({ preferences, returnTo, onClose }: PaletteDialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const groups = findCommands(query);
  useModal(box);
  const submitSearch = (event: FormEvent): void => {
    event.preventDefault();
    activateFirst(box.current, findTypedTrade(query) !== null);
  };
  /** Closes the palette when a link is followed. */
  const closeOnLink = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('a[href]')) onClose();
  };
  /** Closes at the first press; by default Escape would only clear the search field. */
  const closeOnEscape = (event: KeyboardEvent): void => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={box}
      className={styles['dialog']}
      aria-label="Commands"
      onClose={() => box.current?.open !== true && onClose()}
      onKeyDown={(event) =>
        event.key === 'Escape' ? closeOnEscape(event) : moveFocus(event, box.current)
      }
      onClick={(event) => event.target === box.current && onClose()}
    >
      <div className={styles['sheet']}>
        <form
          role="search"
          method="get"
          action={buildHref('/commands')}
          className={styles['search']}
          onSubmit={submitSearch}
        >
          <label htmlFor="palette-search" className="visually-hidden">
            Find a command
          </label>
          <input
            id="palette-search"
            name="q"
            type="search"
            placeholder="Find a command"
            maxLength={60}
            autoComplete="off"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            className={styles['field']}
          />
          <button type="button" className="link-button" onClick={onClose}>
            Close
          </button>
        </form>
        <p role="status" className={styles['count']}>
          {formatCommandCount(groups)}
        </p>
        <div data-results className={styles['results']} onClick={closeOnLink}>
          <CommandList groups={groups} preferences={preferences} from={returnTo} id="palette" />
        </div>
      </div>
    </dialog>
  );
}

/** Opens the dialog as a modal and focuses the search field. Restores the focus when it closes. */
function useModal(box: { readonly current: HTMLDialogElement | null }): void {
  useEffect(() => {
    const dialog = box.current;
    const previousFocus = document.activeElement;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('#palette-search')?.focus();
    return () => {
      dialog?.close();
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected)
        previousFocus.focus({ preventScroll: true });
    };
  }, [box]);
}

const listItems = (dialog: HTMLDialogElement | null): HTMLElement[] => [
  ...(dialog?.querySelectorAll<HTMLElement>(ITEMS) ?? []),
];

/**
 * Enter follows the first result if it is a link. A button is pressed only if the query is its whole
 * verb and a whole name or symbol; otherwise it gets the focus, so a shortened query triggers no
 * action.
 */
function activateFirst(dialog: HTMLDialogElement | null, isTypedTrade: boolean): void {
  const [first] = listItems(dialog);
  if (first instanceof HTMLAnchorElement || (isTypedTrade && first instanceof HTMLButtonElement))
    first.click();
  else first?.focus();
}

/** Arrow keys move through the commands, and from the first one back to the field. */
function moveFocus(event: KeyboardEvent, dialog: HTMLDialogElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.altKey || event.target instanceof HTMLSelectElement) return;
  event.preventDefault();
  const focusTargets = [
    ...(dialog?.querySelectorAll<HTMLElement>('#palette-search') ?? []),
    ...listItems(dialog),
  ];
  const at = focusTargets.findIndex((stop) => stop === document.activeElement);
  focusTargets[Math.min(focusTargets.length - 1, Math.max(0, at + step))]?.focus();
}
