// The commands over the screen that one is on: type to narrow them, arrow keys to walk through
// them, Escape to be where one was.
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Preferences } from '../../contracts/preferences';
import { commandsFor, countWords } from './catalogue';
import { CommandList } from './command-list';
import styles from './palette.module.css';

export interface PaletteDialogProps {
  readonly preferences: Preferences;
  readonly here: string;
  onClose(): void;
}

const ITEMS = '[data-results] :is(a[href], button, select)';

export function PaletteDialog({ preferences, here, onClose }: PaletteDialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const groups = commandsFor(query);
  useModal(box);
  const search = (event: FormEvent): void => {
    event.preventDefault();
    chooseFirst(box.current);
  };
  /** Whoever follows a link is done here. */
  const follow = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('a[href]')) onClose();
  };
  /** At once: a field for searching would only be emptied by the first press. */
  const leave = (event: KeyboardEvent): void => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={box}
      className={styles['dialog']}
      aria-label="Commands"
      onClose={() => box.current?.open !== true && onClose()}
      onKeyDown={(event) => (event.key === 'Escape' ? leave(event) : walk(event, box.current))}
      onClick={(event) => event.target === box.current && onClose()}
    >
      <div className={styles['sheet']}>
        <form
          role="search"
          method="get"
          action="/commands"
          className={styles['search']}
          onSubmit={search}
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
          {countWords(groups)}
        </p>
        <div data-results className={styles['results']} onClick={follow}>
          <CommandList groups={groups} preferences={preferences} from={here} id="palette" />
        </div>
      </div>
    </dialog>
  );
}

/** Opens over everything, gives the field the focus, and gives it back to where it was. */
function useModal(box: { readonly current: HTMLDialogElement | null }): void {
  useEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('#palette-search')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [box]);
}

const listItems = (dialog: HTMLDialogElement | null): HTMLElement[] => [
  ...(dialog?.querySelectorAll<HTMLElement>(ITEMS) ?? []),
];

/**
 * Enter in the field follows the first link; a button is only reached by it, so that nothing is
 * done by typing alone.
 */
function chooseFirst(dialog: HTMLDialogElement | null): void {
  const [first] = listItems(dialog);
  if (first instanceof HTMLAnchorElement) first.click();
  else first?.focus();
}

/** Up and down walk through the commands, and from the first one back to the field. */
function walk(event: KeyboardEvent, dialog: HTMLDialogElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.altKey || event.target instanceof HTMLSelectElement) return;
  event.preventDefault();
  const stops = [
    ...(dialog?.querySelectorAll<HTMLElement>('#palette-search') ?? []),
    ...listItems(dialog),
  ];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
}
